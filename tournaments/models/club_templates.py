"""Templates of a club: the settings of an event, kept for the next ones."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.clubs import Club
from tournaments.models.constraints import named


class ClubTemplate(models.Model):
    """The settings of an event under a name, as they were when they were saved.

    `settings` maps the fields of services/events/copying.py to their values as JSON; `capacities` are pairs
    of a table and the number of players it holds.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="templates")
    name = models.CharField(_("name"), max_length=120)
    game = models.CharField(_("game"), max_length=40)
    settings = models.JSONField(default=dict)
    capacities = models.JSONField(default=list)

    class Meta:
        ordering = ("club", "name")
        verbose_name = _("template of the club")
        verbose_name_plural = _("templates of the club")
        constraints = [
            models.UniqueConstraint(fields=("club", "name"), name="template_once_per_club"),
            named("template_named", _("A template has a name.")),
        ]

    def __str__(self) -> str:
        return self.name
