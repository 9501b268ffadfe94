"""Series over many events of one club."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.clubs import Club
from tournaments.models.constraints import not_empty
from tournaments.models.event import Event


class Series(models.Model):
    """Events of a club ranked together; `policy` is read by scoring/standings/series.py."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="series")
    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(unique=True, max_length=80, allow_unicode=True)
    policy = models.JSONField(default=dict, blank=True)
    events = models.ManyToManyField(Event, related_name="series", blank=True, verbose_name=_("events"))
    is_published = models.BooleanField(_("published"), default=False)

    class Meta:
        ordering = ("club", "name")
        verbose_name = _("series")
        verbose_name_plural = _("series")
        constraints = [not_empty("series_named", _("A series has a name."))]

    def __str__(self) -> str:
        return self.name
