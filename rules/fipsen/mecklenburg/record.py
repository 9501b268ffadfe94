"""The record of a deal of Fips in Mecklenburg: words, house rules and fields."""

from dataclasses import dataclass, replace

from rules.cards import DIAMONDS, SUIT_CHOICES
from rules.fields import Choice, Field, Kind, Places, Preset, Same, Switch, When
from rules.game import text

SEATS = (4,)
TRICKS_IN_A_DEAL = 5
BIDS = (1, 2, 3, 4, 5)
TRICKS, DUTT, RUTEN_UEBER, PASSED = "tricks", "dutt", "ruten_ueber", "passed"
RUTEN = "ruten"
VERSION_ONE, NONE = "v1", "none"
RUTEN_FACTOR = 2  # ours, as all scoring here
LOSS_FACTOR = 2
DUTT_VALUE = 2
HOUSE_SCORING = text("House scoring: the source of this game states no points; these are ours.")

TRICKS_CHOICE = Choice(TRICKS, text("tricks"), "")
DUTT_CHOICE = Choice(DUTT, text("Dutt"))
RUTEN_UEBER_CHOICE = Choice(RUTEN_UEBER, text("Ruten-über"))
PASSED_CHOICE = Choice(PASSED, text("passed out"), key=text("all passed"))
ANSEGER_CONTRACTS = (TRICKS_CHOICE, PASSED_CHOICE)
DUTT_CONTRACTS = (TRICKS_CHOICE, DUTT_CHOICE, RUTEN_UEBER_CHOICE)
RUTEN_CHOICE = Choice(RUTEN, text("Ruten"))
DUTT_TAKEN_CHOICES = (Choice(True, text("taken")), Choice(False, text("left")))


@dataclass(frozen=True)
class Options:
    """House rules of an event."""

    house_scoring: str = VERSION_ONE
    fips_may_exchange: bool = False


@dataclass(frozen=True)
class Record:
    """One deal as written on the sheet; None where nothing was written."""

    contract: str | None = None
    declarer: int | None = None
    bid: int | None = None
    announced: tuple[str, ...] = ()
    trump: str | None = None
    took_dutt: bool | None = None
    tricks: tuple[int, ...] | None = None
    dealer: int | None = None


SWITCHES = (
    Switch(
        name="house_scoring",
        kind=Kind.CHOICE,
        label=text("House scoring"),
        help=text("The source states no points. Version 1 is ours; without it only made and lost are kept."),
        choices=(Choice(VERSION_ONE, text("version 1 (ours)")), Choice(NONE, text("no points"))),
    ),
    Switch(
        name="fips_may_exchange",
        kind=Kind.FLAG,
        label=text("A bid of five may take the Dutt"),
        help=text("The source thinks that it may not."),
    ),
)

IS_PLAYED = (When("contract", (TRICKS, DUTT, RUTEN_UEBER)),)

ANSEGER_FIELDS = (
    Field(
        name="declarer",
        kind=Kind.SEAT,
        label=text("Declarer"),
        asked=(When("contract", (None, TRICKS, DUTT, RUTEN_UEBER)),),
    ),
    Field(
        name="contract",
        kind=Kind.CHOICE,
        label=text("Contract"),
        choices=ANSEGER_CONTRACTS,
        presets=(Preset(TRICKS, (When("bid", BIDS),)),),
    ),
    Field(
        name="bid",
        kind=Kind.COUNT,
        label=text("Bid"),
        keys=BIDS,
        asked=(When("contract", (None, TRICKS)),),
    ),
    Field(
        name="announced",
        kind=Kind.CHOICES,
        label=text("Named in the bid"),
        choices=(RUTEN_CHOICE,),
        asked=(When("contract", (None, TRICKS)),),
        shown_as="options",
    ),
    Field(
        name="trump",
        kind=Kind.CHOICE,
        label=text("Trumps"),
        choices=SUIT_CHOICES,
        asked=IS_PLAYED,
        presets=(
            Preset(DIAMONDS, (When("announced", (RUTEN,)),)),
            Preset(DIAMONDS, (When("contract", (RUTEN_UEBER,)),)),
        ),
    ),
    Field(
        name="took_dutt",
        kind=Kind.FLAG,
        label=text("Dutt"),
        choices=DUTT_TAKEN_CHOICES,
        asked=IS_PLAYED,
        presets=(Preset(False, (When("bid", (TRICKS_IN_A_DEAL,)),)), Preset(True)),
        is_rare=True,
        is_quiet=True,
    ),
    Field(
        name="tricks",
        kind=Kind.COUNTS,
        label=text("Tricks"),
        keys=(0, 1, 2, 3, 4, 5),
        asked=IS_PLAYED,
        aims=(Preset(Same("bid"), (When("contract", (TRICKS,)),)),),
        places=Places(aims_at="declarer", totals=(Preset(TRICKS_IN_A_DEAL),)),
    ),
)
DUTT_FIELDS = tuple(
    replace(each, choices=DUTT_CONTRACTS) if each.name == "contract" else each for each in ANSEGER_FIELDS
)
