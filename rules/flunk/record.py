"""The record of a deal of Flunk: words and fields."""

from dataclasses import dataclass

from rules.cards import SUIT_CHOICES
from rules.fields import NEVER_ASKED, Choice, Field, Kind, Preset, Same, Switch, When
from rules.game import text

SEATS = (3,)
DEALS_IN_A_RUBBER = 9
TRICKS_IN_A_DEAL = 13
CARDS_IN_A_SUIT = 13
CARDS_IN_A_TRICK = 4
HIGH, LOW, DUMP = "high", "low", "dump"
NO_TRUMP = "NT"
MADE, LOST, FLUNK = "made", "lost", "flunk"
LOW_BIDS = (0, 1, 2, 3, 4, 5, 6)
HIGH_BIDS = (7, 8, 9, 10, 11, 12, 13)
TRUMP_RATE, NO_TRUMP_RATE = 10, 15  # per trick
FLUNK_DIVISOR = 2  # for every trick of difference
SLAM_VALUES = {1: (150, 200), 0: (200, 250)}  # tricks given up: 12 or 1, 13 or 0; with trumps, without
DUMP_RATE = 30  # per trick
DUMP_PENALTY = 10  # per card of the suit

CONTRACT_CHOICES = (
    Choice(HIGH, text("High"), ""),
    Choice(LOW, text("Low"), ""),
    Choice(DUMP, text("Dump")),
)
TRUMP_CHOICES = (*SUIT_CHOICES, Choice(NO_TRUMP, text("no trump")))


@dataclass(frozen=True)
class Options:
    """There are no house rules; the event sets the length."""


@dataclass(frozen=True)
class Record:
    """One deal as written on the sheet; None where nothing was written."""

    contract: str | None = None
    bid: int | None = None
    trump: str | None = None
    dump_suit: str | None = None
    tricks: int | None = None
    dump_cards: int | None = None
    declarer: int | None = None
    dealer: int | None = None


SWITCHES: tuple[Switch, ...] = ()

FIELDS = (
    Field(
        name="contract",
        kind=Kind.CHOICE,
        label=text("Contract"),
        choices=CONTRACT_CHOICES,
        presets=(Preset(LOW, (When("bid", LOW_BIDS),)), Preset(HIGH, (When("bid", HIGH_BIDS),))),
    ),
    Field(
        name="bid",
        kind=Kind.COUNT,
        label=text("Bid"),
        keys=(*LOW_BIDS, *HIGH_BIDS),
        asked=(When("contract", (None, HIGH, LOW)),),
    ),
    Field(
        name="trump",
        kind=Kind.CHOICE,
        label=text("Trumps"),
        choices=TRUMP_CHOICES,
        asked=(When("contract", (HIGH, LOW)),),
    ),
    Field(
        name="dump_suit",
        kind=Kind.CHOICE,
        label=text("Suit to avoid"),
        choices=SUIT_CHOICES,
        asked=(When("contract", (DUMP,)),),
    ),
    Field(
        name="tricks",
        kind=Kind.COUNT,
        label=text("Tricks of hand and dummy"),
        keys=tuple(range(TRICKS_IN_A_DEAL + 1)),
        asked=(When("contract", (HIGH, LOW, DUMP)),),
        aims=(Preset(Same("bid"), (When("contract", (HIGH, LOW)),)),),
    ),
    Field(
        name="dump_cards",
        kind=Kind.COUNT,
        label=text("Cards of the suit taken"),
        keys=tuple(range(CARDS_IN_A_SUIT + 1)),
        asked=(When("contract", (DUMP,)),),
        presets=(Preset(0, (When("tricks", (0,)),)),),
        aims=(Preset(0),),
    ),
    Field(name="declarer", kind=Kind.SEAT, label=text("Declarer"), asked=NEVER_ASKED),
)
