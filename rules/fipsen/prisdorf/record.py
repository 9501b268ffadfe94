"""The record of a deal of Fipsen (Prisdorf): words, house rules and fields."""

from dataclasses import dataclass

from rules.cards import DIAMONDS, SUIT_CHOICES
from rules.fields import Choice, Count, Field, Kind, Preset, Same, Switch, When
from rules.game import text

SEATS = (3, 4)
TRICKS_IN_A_DEAL = 5
BIDS = (1, 2, 3, 4, 5)
LOWEST_BIDS = (2, 3)
TRICKS, KIEKER, SIEBENER, PASSED = "tricks", "kieker", "siebener", "passed"
RUTEN, HAND, DURCH = "ruten", "hand", "durch"
OPTIONS = (RUTEN, HAND, DURCH)
NO, ANNOUNCED, CONTINUED = "no", "announced", "continued"
LOSS_FACTOR = 2
KIEKER_VALUE = 10
SURRENDER_VALUE = 5
SIEBENER_VALUE = 30
CONTRA_FACTORS = (1, 2, 4)  # none, contra, recontra: x4 in all (ours)
TOURNAMENT_DEALS = {4: 100, 3: 120}

CONTRACT_CHOICES = (
    Choice(TRICKS, text("tricks"), ""),
    Choice(KIEKER, text("Kieker")),
    Choice(SIEBENER, text("Siebener-Fips")),
    Choice(PASSED, text("passed out"), key=text("all passed")),
)
RUTEN_CHOICE = Choice(RUTEN, text("Ruten"))
OPTION_CHOICES = (
    RUTEN_CHOICE,
    Choice(HAND, text("Hand")),
    Choice(DURCH, text("Durch")),
)
DURCH_CHOICES = (
    Choice(NO, text("no"), ""),
    Choice(ANNOUNCED, text("announced"), ""),
    Choice(CONTINUED, text("went on"), key=text("played on")),
)
SKAT_CHOICES = (
    Choice(True, text("taken")),
    Choice(False, text("left")),
)
CONTRA_CHOICES = (
    Choice(0, text("no"), ""),
    Choice(1, text("Contra")),
    Choice(2, text("Recontra")),
)


@dataclass(frozen=True)
class Options:
    """House rules of an event."""

    min_bid: int = LOWEST_BIDS[0]
    contra: bool = False
    kieker_surrender_doubled: bool = False
    count_passed_deals: bool = False


@dataclass(frozen=True)
class Record:
    """One deal as written on the sheet; None where nothing was written."""

    contract: str | None = None
    declarer: int | None = None
    bid: int | None = None
    announced: tuple[str, ...] = ()
    held_options: int | None = None
    trump: str | None = None
    took_skat: bool | None = None
    durch: str = NO
    tricks: int | None = None
    surrendered: bool | None = None
    contra: int = 0
    dealer: int | None = None


SWITCHES = (
    Switch(
        name="min_bid",
        kind=Kind.CHOICE,
        label=text("Lowest bid"),
        help=text("Some clubs open at three tricks."),
        choices=(Choice(2, "2"), Choice(3, "3")),
    ),
    Switch(
        name="contra",
        kind=Kind.FLAG,
        label=text("Contra and recontra"),
        help=text("For club evenings; tournaments play without them."),
    ),
    Switch(
        name="kieker_surrender_doubled",
        kind=Kind.FLAG,
        label=text("A surrendered Kieker Ruten costs 10"),
        help=text("Otherwise every surrendered Kieker costs 5."),
    ),
    Switch(
        name="count_passed_deals",
        kind=Kind.FLAG,
        label=text("Passed deals count"),
        help=text("The same dealer deals again all the same."),
    ),
)

IS_PLAYED = (When("contract", (TRICKS, KIEKER)), When("surrendered", (None, False)))
IS_TRICKS = When("contract", (TRICKS,))

FIELDS = (
    Field(
        name="declarer",
        kind=Kind.SEAT,
        label=text("Declarer"),
        asked=(When("contract", (None, TRICKS, KIEKER, SIEBENER)),),
    ),
    Field(
        name="contract",
        kind=Kind.CHOICE,
        label=text("Contract"),
        choices=CONTRACT_CHOICES,
        presets=(Preset(TRICKS, (When("bid", BIDS),)),),
    ),
    Field(
        name="bid",
        kind=Kind.COUNT,
        label=text("Bid"),
        keys=(2, 3, 4, 5),
        count=Count(keys_from="options.min_bid"),
        asked=(When("contract", (None, TRICKS)),),
    ),
    Field(
        name="announced",
        kind=Kind.CHOICES,
        label=text("Named in the bid"),
        choices=OPTION_CHOICES,
        asked=(When("contract", (None, TRICKS, KIEKER)),),
        shown_as="options",
    ),
    Field(
        name="held_options",
        kind=Kind.COUNT,
        label=text("Options owed by a hold"),
        keys=(0, 1, 2, 3),
        count=Count(least=0),
        asked=(When("contract", (TRICKS, KIEKER)),),
        is_rare=True,
        is_quiet=True,
    ),
    Field(
        name="surrendered",
        kind=Kind.FLAG,
        label=text("Surrendered"),
        asked=(When("contract", (KIEKER,)),),
        presets=(Preset(False),),
    ),
    Field(
        name="trump",
        kind=Kind.CHOICE,
        label=text("Trumps"),
        choices=SUIT_CHOICES,
        asked=IS_PLAYED,
        presets=(Preset(DIAMONDS, (When("announced", (RUTEN,)),)),),
    ),
    Field(
        name="took_skat",
        kind=Kind.FLAG,
        label=text("Skat"),
        choices=SKAT_CHOICES,
        asked=(IS_TRICKS,),
        presets=(Preset(False, (When("announced", (HAND,)),)), Preset(True)),
        is_quiet=True,
    ),
    Field(
        name="durch",
        kind=Kind.CHOICE,
        label=text("Durch"),
        choices=DURCH_CHOICES,
        asked=(IS_TRICKS, When("bid", (2, 3, 4))),
        presets=(
            Preset(ANNOUNCED, (When("announced", (DURCH,)),)),
            Preset(CONTINUED, (When("tricks", (TRICKS_IN_A_DEAL,)),)),
            Preset(NO),
        ),
    ),
    Field(
        name="tricks",
        kind=Kind.COUNT,
        label=text("Declarer's tricks"),
        keys=(0, 1, 2, 3, 4, 5),
        asked=IS_PLAYED,
        aims=(
            Preset(TRICKS_IN_A_DEAL, (When("contract", (KIEKER,)),)),
            Preset(TRICKS_IN_A_DEAL, (When("durch", (ANNOUNCED, CONTINUED)),)),
            Preset(Same("bid"), (IS_TRICKS,)),
        ),
        is_quiet=True,
    ),
    Field(
        name="contra",
        kind=Kind.COUNT,
        label=text("Contra"),
        choices=CONTRA_CHOICES,
        keys=(0, 1, 2),
        asked=(When("options.contra", (True,)), *IS_PLAYED),
        presets=(Preset(0),),
    ),
)
