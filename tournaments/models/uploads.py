"""Uploaded files until somebody has decided, and marked sheets with their photographs."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.clubs import Club
from tournaments.models.event import Round


class KeptFile(models.Model):
    """An uploaded list or paper file between preview and decision, for a day at most.

    It is found by the random key in the session that chose it. `facts` is JSON: its name, and the sheet and
    the encoding if they were chosen; `read` what was read of it. Both are bytes, as a file may have any
    character.
    """

    key = models.CharField(max_length=43)
    part = models.CharField(max_length=20)
    at = models.DateTimeField(db_index=True)
    facts = models.BinaryField()
    content = models.BinaryField()
    read = models.BinaryField()

    class Meta:
        ordering = ("key", "id")
        verbose_name = _("kept file")
        constraints = [models.UniqueConstraint(fields=("key", "part"), name="kept_file_once_per_part")]

    def __str__(self) -> str:
        return self.part


class ArchiveImport(models.Model):
    """The archive of an event that a member of a club chose: checked by a worker, then stored if wanted.

    One that a program sent is wanted as soon as it is checked. It is kept for a day at most. `found` is the
    result of the rehearsal, `refusal` why nothing comes of it, in `language`, and `slug` the event that was
    stored. `done` of `all` says how far the worker is that was heard at `claimed_at`.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="archive_imports")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="archive_imports")
    at = models.DateTimeField()
    name = models.CharField(max_length=100)
    language = models.CharField(max_length=10)
    content = models.BinaryField()
    is_sent = models.BooleanField(default=False)
    is_wanted = models.BooleanField(default=False)
    claimed_at = models.DateTimeField(null=True)
    done = models.PositiveIntegerField(default=0)
    all = models.PositiveIntegerField(default=0)
    found = models.JSONField(null=True)
    refusal = models.JSONField(null=True)
    slug = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering = ("id",)
        verbose_name = _("archive to import")
        verbose_name_plural = _("archives to import")

    def __str__(self) -> str:
        return self.name

    @property
    def waits(self) -> bool:
        """Return whether a worker has something to do."""
        is_checked = self.found is not None and not self.is_wanted
        return not (is_checked or self.refusal or self.slug)


class MarkedPlan(models.Model):
    """The positions of the boxes on a round's printed sheets; `fingerprint` is in the sheets' codes."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="marked_plans")
    fingerprint = models.CharField(max_length=6)
    plan = models.JSONField()

    class Meta:
        ordering = ("round_id", "id")
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
        ordering = ("round_id", "id")
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
