"""The door of an event, where people check themselves in."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event


class Door(models.Model):
    """The door of an event while it is open: people check themselves in."""

    event = models.OneToOneField(Event, models.CASCADE, related_name="door")
    opened_at = models.DateTimeField()

    class Meta:
        ordering = ("event",)
        verbose_name = _("open door")
        verbose_name_plural = _("open doors")

    def __str__(self) -> str:
        return str(self.event)
