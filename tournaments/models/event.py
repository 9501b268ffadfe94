"""Events, their entrants and their rounds."""

import datetime
import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.standings.agreements import MOST_PAID
from tournaments.models.clubs import Club
from tournaments.models.constraints import YEARS, not_empty, one_of, within
from tournaments.models.players import Player

MOST_ROUNDS, MOST_PLACES = 99, 9999
MOST_MINUTES = 24 * 60
LANGUAGES = ["", *(code for code, _name in settings.LANGUAGES)]


def game_ranking() -> dict[str, Any]:
    """Return the default policy: the game's own ranking."""
    return {"by": "game"}


class Confirms(models.TextChoices):
    """Whether results need confirmation by other players."""

    NEVER = "never", _("never")
    DEALS = "deals", _("deal by deal, by an opponent")
    SHEETS = "sheets", _("the whole sheet, by every seat at the end of the round")


class LeaverRule(models.TextChoices):
    """How an entrant who leaves early is ranked."""

    UNPLACED = "unplaced", _("is not ranked")
    LOWEST = "lowest", _("gets the lowest result of the event for each missed round")
    KEEPS = "keeps", _("keeps their results")


class MissingDeals(models.TextChoices):
    """How deals that a table could not play are counted."""

    LEFT_OUT = "left_out", _("are left out: averages count the deals played")
    ZERO = "zero", _("count as zero")


class Counting(models.IntegerChoices):
    """The rules by which an event counts: an event keeps those of its first deal (docs/ranking.md)."""

    BEFORE = 1, _("as in earlier versions")
    TEAMS_AS_BEFORE = 2, _("as in this version, but teams and categories as in earlier ones")
    NOW = 3, _("as in this version")


class WholeEvents(models.Manager["Event"]):
    """The events that are here as a whole: not one whose rows are being stored or removed."""

    def get_queryset(self) -> "models.QuerySet[Event]":
        """Return them."""
        return super().get_queryset().filter(moving_at__isnull=True)


class Event(models.Model):
    """An event: exactly one game with one set of options; points belong to its entrants.

    `options` holds what differs from the game's defaults, `policy` how results are ranked, and
    `deals_per_table` the counting deals of a round by table size, as JSON: {"4": 100, "3": 120}. Money is in
    cents. scoring/standings/ reads them: agreements.py `deals_per_table`, `prizes`, `lost_deal_money` and
    `fee_classes` (cents by FeeClass), policy.py the policy; rules/reading.py reads the options. No constraint
    checks `game`, because its keys depend on the installed rules.

    `counting` is set by migrations and imports alone: events of earlier versions keep their numbers.

    `revision` and `head` are number and digest of the newest `EventChange`, as a table's are of its
    `SheetChange`. `moving_at` is set while an import stores the rows of the event, or a deletion removes
    them, a portion at a time: when the last portion was. Nobody finds the event meanwhile.
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
    starts_at = models.TimeField(_("begins at"), null=True, blank=True)
    description = models.TextField(_("what players should know"), blank=True, max_length=2000)
    fee_cents = models.PositiveIntegerField(_("fee"), default=0)
    places = models.PositiveIntegerField(_("places"), null=True, blank=True)
    is_registration_open = models.BooleanField(_("players may register themselves"), default=False)
    planned_rounds = models.PositiveSmallIntegerField(_("planned rounds"), null=True, blank=True)
    round_minutes = models.PositiveIntegerField(_("minutes of a round"), null=True, blank=True)
    missing_deals = models.CharField(
        _("missing deals"), max_length=10, choices=MissingDeals, default=MissingDeals.LEFT_OUT
    )
    leaver_rule = models.CharField(
        _("who leaves early"), max_length=10, choices=LeaverRule, default=LeaverRule.KEEPS
    )
    prizes = models.JSONField(default=dict, blank=True)
    lost_deal_money = models.JSONField(default=dict, blank=True)
    fee_classes = models.JSONField(_("fees of their own"), default=dict, blank=True)
    language = models.CharField(_("language of the wall and of papers"), max_length=10, blank=True)
    is_frozen = models.BooleanField(_("last round secret until prize-giving"), default=False)
    signed_off_at = models.DateTimeField(null=True, blank=True)
    keeps_teams_apart = models.BooleanField(_("keep teams apart"), default=False)
    confirms = models.CharField(
        _("results are confirmed"), max_length=10, choices=Confirms, default=Confirms.NEVER
    )
    shows_corrections = models.BooleanField(_("show corrections on public sheets"), default=False)
    hides_unplayed = models.BooleanField(_("leave out who never played"), default=False)
    counting = models.PositiveSmallIntegerField(_("counting"), choices=Counting, default=Counting.NOW)
    revision = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64, blank=True)
    is_published = models.BooleanField(_("published"), default=False)
    is_unlisted = models.BooleanField(_("hidden from lists"), default=False)
    is_cancelled = models.BooleanField(_("cancelled"), default=False)
    is_closed = models.BooleanField(_("closed"), default=False)
    moving_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = WholeEvents()

    class Meta:
        ordering = ("-date", "name", "id")
        verbose_name = _("event")
        constraints = [
            not_empty("event_named", _("An event has a name.")),
            within(
                "date",
                datetime.date(YEARS[0], 1, 1),
                datetime.date(YEARS[1], 12, 31),
                "event_date_possible",
                _("The year of an event has four figures and lies between 1900 and 2099."),
            ),
            one_of(
                "missing_deals",
                MissingDeals,
                "event_missing_deals_known",
                _("Missing deals are left out or count as zero."),
            ),
            one_of(
                "leaver_rule",
                LeaverRule,
                "event_leaver_rule_known",
                _("A player who leaves early is not ranked, gets the lowest result or keeps theirs."),
            ),
            one_of(
                "confirms",
                Confirms,
                "event_confirms_known",
                _("Results are confirmed never, deal by deal or sheet by sheet."),
            ),
            models.CheckConstraint(
                condition=Q(counting__in=Counting.values),
                name="event_counting_known",
                violation_error_message=_("An event counts as in earlier versions or as in this one."),
            ),
            models.CheckConstraint(
                condition=Q(is_cancelled=False) | Q(is_closed=False, signed_off_at__isnull=True),
                name="event_cancelled_without_results",
                violation_error_message=_("A cancelled event is neither closed nor signed off."),
            ),
            models.CheckConstraint(
                condition=Q(language__in=LANGUAGES),
                name="event_language_known",
                violation_error_message=_("The wall and papers are in one of the languages on offer."),
            ),
            within(
                "planned_rounds",
                1,
                MOST_ROUNDS,
                "event_planned_rounds_possible",
                _("An event has 1 to 99 rounds; leave the number empty while it is open."),
                or_null=True,
            ),
            within(
                "round_minutes",
                1,
                MOST_MINUTES,
                "event_round_minutes_possible",
                _("A round has 1 to 1440 minutes; leave the number empty where none are set."),
                or_null=True,
            ),
            within(
                "places",
                1,
                MOST_PLACES,
                "event_places_possible",
                _("An event has 1 to 9999 places; leave the number empty where there is no limit."),
                or_null=True,
            ),
            within(
                "fee_cents",
                0,
                MOST_PAID,
                "event_fee_possible",
                _("A fee is 0 to 100,000 euros."),
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Admission(models.TextChoices):
    """The state of an entrant's admission."""

    ENTERED = "entered", _("entered")
    WAITING = "waiting", _("on the waiting list")
    LEFT = "left", _("left early")


class FeeClass(models.TextChoices):
    """Who may pay a fee of their own; a member, and who is in a class without one, pays the usual fee."""

    MEMBER = "member", _("member")
    GUEST = "guest", _("guest")
    YOUTH = "youth", _("young player")
    LATE = "late", _("late")


class Entrant(models.Model):
    """A player in an event, with a start number. `pin_generation` counts PINs (services/sheets/pins.py)."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="entrants")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField(_("start number"))
    team = models.CharField(_("team or club"), max_length=80, blank=True)
    admission = models.CharField(_("admission"), max_length=10, choices=Admission, default=Admission.ENTERED)
    left_after = models.PositiveIntegerField(_("left after round"), null=True, blank=True)
    leaver_rule = models.CharField(_("rule for leaving"), max_length=10, choices=LeaverRule, blank=True)
    partner = models.ForeignKey(
        Player,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="shared_entries",
        verbose_name=_("shares the start number"),
    )
    fee_class = models.CharField(_("pays as"), max_length=10, choices=FeeClass, blank=True)
    agrees_to_list = models.BooleanField(_("may be listed before the event"), default=False)
    is_present = models.BooleanField(_("present"), default=True)
    pin_generation = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ("event_id", "number")
        verbose_name = _("entrant")
        constraints = [
            models.UniqueConstraint(fields=("event", "number"), name="start_number_once_per_event"),
            models.UniqueConstraint(fields=("event", "player"), name="player_once_per_event"),
            models.CheckConstraint(condition=Q(number__gte=1), name="start_number_from_one"),
            models.CheckConstraint(condition=Q(admission__in=Admission.values), name="admission_known"),
            one_of(
                "leaver_rule",
                LeaverRule,
                "entrant_leaver_rule_known",
                _("A player who leaves early is not ranked, gets the lowest result or keeps theirs."),
                also="",
            ),
            one_of("fee_class", FeeClass, "fee_class_known", _("This fee class is unknown."), also=""),
            within(
                "pin_generation", 1, None, "entrant_pin_from_one", _("The PINs of a player count from 1.")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.player}"


class RoundStatus(models.TextChoices):
    """Drafts are visible to directors only; tables write in open rounds, only directors in closed ones."""

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
    clock_started_at = models.DateTimeField(null=True)
    clock_paused_at = models.DateTimeField(null=True)
    minutes = models.PositiveIntegerField(_("minutes"), null=True)
    is_last_deal = models.BooleanField(_("last deal announced"), default=False)

    class Meta:
        ordering = ("event_id", "number")
        verbose_name = _("round")
        constraints = [
            models.UniqueConstraint(fields=("event", "number"), name="round_number_once_per_event"),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_number_from_one"),
            models.CheckConstraint(condition=Q(status__in=RoundStatus.values), name="round_status_known"),
            within(
                "minutes",
                1,
                MOST_MINUTES,
                "round_minutes_possible",
                _("A round has 1 to 1440 minutes; leave the number empty where none are set."),
                or_null=True,
            ),
        ]

    def __str__(self) -> str:
        return f"Round {self.number}"
