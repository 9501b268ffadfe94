"""An event that was imported from an archive: the IDs its history was written with, and its authors."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event


class EventOrigin(models.Model):
    """The IDs with which a part of an imported event's history was written, at another installation.

    `ids` maps a kind of row to pairs of its ID here and its ID there, as JSON: {"deals": {"301": 17}}. It
    holds for the first entries of each chain, as many as `lengths` says: {"event": 40, "<public ID of a
    table>": 100}. An event that moved several times has one row for each installation it was played at.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="origins")
    ids = models.JSONField()
    lengths = models.JSONField()
    archive_digest = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        ordering = ("event", "id")
        verbose_name = _("origin of an event")

    def __str__(self) -> str:
        return f"{self.event}, imported {self.at:%Y-%m-%d}"


class ImportedAuthor(models.Model):
    """An account of another installation that wrote a part of an imported event's history.

    Entries name it by its ID below zero, so that it is never taken for an account of this installation.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="imported_authors")
    name = models.CharField(max_length=150, blank=True)

    class Meta:
        ordering = ("event", "id")
        verbose_name = _("author of an imported event")

    def __str__(self) -> str:
        return self.name or f"author {self.pk}"
