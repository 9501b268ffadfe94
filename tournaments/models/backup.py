"""The state of automatic backups."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.constraints import known


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
            known("key", PlaceKey, "backup_place_key_known", _("A backup has one of two places.")),
            known(
                "problem",
                PlaceProblem,
                "backup_place_problem_known",
                _("A place of backups is missing, full, not writable or damaged."),
                also="",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_key_display()}: {self.problem or self.made_at}"
