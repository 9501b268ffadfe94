"""Standings as last computed, and requests to compute them. Everything here can be derived again."""

import uuid

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Entrant, Event


class StandingsRequest(models.Model):
    """A request for new standings, stored in the transaction of a change, deleted after the computation."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="markers")
    # By the database, so that processes of the version before this one, which know no column, fill it too.
    asked_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "tournaments_standingsmarker"
        ordering = ("id",)
        verbose_name = _("standings request")

    def __str__(self) -> str:
        return f"standings of {self.event} are to be computed"


class Standings(models.Model):
    """The version of an event's standings; it rises with every computation after a change."""

    event = models.OneToOneField(Event, models.CASCADE, related_name="standings")
    version = models.PositiveIntegerField(default=0)
    deals_counted = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("event_id",)
        verbose_name = _("standings")
        verbose_name_plural = _("standings")

    def __str__(self) -> str:
        return f"Standings of {self.event}, version {self.version}"


class StandingsRow(models.Model):
    """One entrant's row, derived: `values` in ranking order, `rounds` as [number, value] pairs."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="standings_rows")
    entrant = models.OneToOneField(Entrant, models.CASCADE, related_name="standings_row")
    rank = models.PositiveIntegerField()
    is_placed = models.BooleanField(default=True)
    values = models.JSONField(default=list)
    rounds = models.JSONField(default=list)
    tie_breaks = models.JSONField(default=dict)
    previous_rank = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ("event_id", "rank", "entrant__number")
        verbose_name = _("line of the standings")

    def __str__(self) -> str:
        return f"{self.rank}. {self.entrant}"


class Stage(models.TextChoices):
    """Whether published standings are provisional or final."""

    PROVISIONAL = "provisional", _("provisional")
    FINAL = "final", _("final")


class Publication(models.Model):
    """A published list: never changed, only superseded by another.

    `rows` holds rank, number and values of every line and no name; `digest` (SHA-256) covers it with the
    event's public ID, number and stage, so that a printed list can be verified years later.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    event = models.ForeignKey(Event, models.PROTECT, related_name="publications")
    number = models.PositiveIntegerField()
    stage = models.CharField(max_length=12, choices=Stage)
    rows = models.JSONField()
    digest = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        ordering = ("event_id", "number")
        verbose_name = _("published list")
        constraints = [
            models.UniqueConstraint(fields=("event", "number"), name="publication_number_once_per_event"),
            models.CheckConstraint(condition=Q(stage__in=Stage.values), name="publication_stage_known"),
        ]

    def __str__(self) -> str:
        return f"{self.event}, list {self.number}: {self.stage}"
