"""What an installation keeps of itself and of others: its backups, and where imported events came from."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.constraints import one_of
from tournaments.models.event import Event


class PlaceKey(models.TextChoices):
    """The backup folders."""

    OWN = "own", _("the data folder")
    SECOND = "second", _("the second place")


class PlaceProblem(models.TextChoices):
    """Why the last backup is missing from a folder."""

    MISSING = "missing", _("is not there: plug the stick in, or connect the network folder")
    FULL = "full", _("is full: free some space there")
    UNWRITABLE = "unwritable", _("cannot be written: give Stichtag the right to write there")
    DAMAGED = "damaged", _("gave back something else than was written: use another stick")


class BackupPlace(models.Model):
    """The last verified backup in a folder (`made_at`, `file`), and the problem of the last attempt.

    Valid on this computer only, so backups do not include it.
    """

    key = models.CharField(max_length=10, choices=PlaceKey, unique=True)
    problem = models.CharField(max_length=10, choices=PlaceProblem, blank=True)
    made_at = models.DateTimeField(null=True)
    file = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ("key",)
        verbose_name = _("place of backups")
        verbose_name_plural = _("places of backups")
        constraints = [
            one_of("key", PlaceKey, "backup_place_key_known", _("A backup has one of two places.")),
            one_of(
                "problem",
                PlaceProblem,
                "backup_place_problem_known",
                _("A place of backups is missing, full, not writable or damaged."),
                also="",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_key_display()}: {self.problem or self.made_at}"


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
        ordering = ("event_id", "id")
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
        ordering = ("event_id", "id")
        verbose_name = _("author of an imported event")

    def __str__(self) -> str:
        return self.name or f"author {self.pk}"
