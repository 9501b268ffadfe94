"""Marked sheets: the plans that a round's sheets were printed with, and photographs of its pages."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Round


class MarkedPlan(models.Model):
    """The positions of the boxes on a round's printed sheets; `fingerprint` is in the sheets' codes."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="marked_plans")
    fingerprint = models.CharField(max_length=6)
    plan = models.JSONField()

    class Meta:
        ordering = ("round", "id")
        verbose_name = _("plan of marked sheets")
        constraints = [
            models.UniqueConstraint(fields=("round", "fingerprint"), name="marked_plan_once_per_round"),
        ]

    def __str__(self) -> str:
        return f"{self.round}, plan {self.fingerprint}"


class MarkedPhoto(models.Model):
    """A photograph of a page, until the results are signed off.

    `digest` is the SHA-256 of the file. `page` is the straightened page as grey JPEG, without the facts that
    a camera adds; it is empty while the file waits in `upload`, and for a file that was refused. `reading` is
    what was seen (marked/seen.py), `answers` what somebody chose for doubtful rows, by row. `claimed_at` is
    when a worker was last heard that reads it, or read it: clubs take turns by it.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="marked_photos")
    digest = models.CharField(max_length=64)
    name = models.CharField(max_length=100, blank=True)
    at = models.DateTimeField()
    upload = models.BinaryField(default=b"")
    page = models.BinaryField(default=b"")
    reading = models.JSONField(null=True)
    answers = models.JSONField(default=dict)
    claimed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("round", "id")
        verbose_name = _("photo of a marked sheet")
        verbose_name_plural = _("photos of marked sheets")
        indexes = [  # they hold what the queue asks, so that no picture is read to find out
            models.Index(
                fields=("round", "claimed_at"), condition=Q(reading__isnull=True), name="marked_photo_waits"
            ),
            models.Index(fields=("round", "claimed_at"), name="marked_photo_turn"),
        ]
        constraints = [
            models.UniqueConstraint(fields=("round", "digest"), name="marked_photo_once_per_round"),
        ]

    def __str__(self) -> str:
        return f"{self.round}, photo {self.digest[:8]}"
