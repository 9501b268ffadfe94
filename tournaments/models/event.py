"""An event, who plays in it, and its rounds."""

import uuid
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import Club, Player


def game_ranking() -> dict[str, Any]:
    """The default policy: as the game ranks."""
    return {"by": "game"}


class Confirms(models.TextChoices):
    """Whether results need a second pair of eyes."""

    NEVER = "never", _("never")
    DEALS = "deals", _("deal by deal, by an opponent")
    SHEETS = "sheets", _("the whole sheet, by every seat at the end of the round")


class Event(models.Model):
    """Exactly one game with one set of options; points belong to its entrants.

    `options` holds what differs from the game's defaults, `policy` how results are ranked, and
    `deals_per_table` the counting deals of a round by size of table, as JSON: {"4": 100, "3": 120}.
    `revision` and `head` are number and digest of the newest `EventEntry`, as a table's are of its `Entry`.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="events")
    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(unique=True, max_length=80, allow_unicode=True)
    date = models.DateField(_("date"))
    place = models.CharField(_("place"), max_length=120, blank=True)
    game = models.CharField(_("game"), max_length=40)
    options = models.JSONField(default=dict, blank=True)
    policy = models.JSONField(default=game_ranking, blank=True)
    deals_per_table = models.JSONField(default=dict, blank=True)
    marks_later_deals = models.BooleanField(_("mark later deals that become impossible"), default=False)
    keeps_teams_apart = models.BooleanField(_("keep teams apart in round 1"), default=False)
    confirms = models.CharField(
        _("results are confirmed"), max_length=10, choices=Confirms, default=Confirms.NEVER
    )
    revision = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64, blank=True)
    is_published = models.BooleanField(_("published"), default=False)
    is_closed = models.BooleanField(_("closed"), default=False)

    class Meta:
        ordering = ("-date", "name", "id")
        verbose_name = _("event")

    def __str__(self) -> str:
        return self.name


class Entrant(models.Model):
    """A player in an event, with a start number. `pin_generation` counts his PINs (services/pins.py)."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="entrants")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField(_("start number"))
    team = models.CharField(_("team or club"), max_length=80, blank=True)
    is_present = models.BooleanField(_("present"), default=True)
    pin_generation = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ("event", "number")
        verbose_name = _("entrant")
        constraints = [
            models.UniqueConstraint(fields=("event", "number"), name="start_number_once_per_event"),
            models.UniqueConstraint(fields=("event", "player"), name="player_once_per_event"),
            models.CheckConstraint(condition=Q(number__gte=1), name="start_number_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.player}"


class RoundStatus(models.TextChoices):
    """A draft is the director's alone; open sheets are written; closed ones only by the director."""

    DRAFT = "draft", _("draft")
    OPEN = "open", _("open")
    CLOSED = "closed", _("closed")


class Round(models.Model):
    """One round of an event: a draw, then deals at every table."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField(_("number"))
    status = models.CharField(_("status"), max_length=10, choices=RoundStatus, default=RoundStatus.DRAFT)
    draw = models.ForeignKey(
        "tournaments.Draw", models.SET_NULL, null=True, related_name="rounds", verbose_name=_("draw")
    )

    class Meta:
        ordering = ("event", "number")
        verbose_name = _("round")
        constraints = [
            models.UniqueConstraint(fields=("event", "number"), name="round_number_once_per_event"),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_number_from_one"),
            models.CheckConstraint(condition=Q(status__in=RoundStatus.values), name="round_status_known"),
        ]

    def __str__(self) -> str:
        return f"Round {self.number}"
