"""The record of a deal of Fipsen (Grossenaspe): words, house rules and fields."""

from dataclasses import dataclass

from rules.cards import CLUBS, SUIT_CHOICES
from rules.fields import Choice, Field, Kind, Preset, Same, Switch, When
from rules.game import text

SEATS = (3, 4, 5)
KARO_SEATS = 3
SIT_OUT_SEATS = 5
TRICKS_IN_A_DEAL = 5
TRICKS, KIEKER, FIPS, PASSED = "tricks", "kieker", "fips", "passed"
GUTE = "gute"
ALL_PLAY, SIT_OUT = "all_play", "sit_out"
MAX, FLAT_FIVE = "max", "flat5"
GUTE_FACTOR = 2
KNOCK_FACTOR = 2
KIEKER_VALUE = 10
FIPS_VALUE = 20
SURRENDER_VALUE = 5
NO_TRICK_VALUE = 5

CONTRACT_CHOICES = (
    Choice(TRICKS, text("tricks"), ""),
    Choice(KIEKER, text("Kieker")),
    Choice(FIPS, text("Fips")),
    Choice(PASSED, text("passed out"), key=text("all passed")),
)
GUTE_CHOICE = Choice(GUTE, text("Gute"))
SKAT_CHOICES = (Choice(True, text("taken")), Choice(False, text("left")))


@dataclass(frozen=True)
class Options:
    """House rules of an event."""

    five_player_mode: str = ALL_PLAY
    allow_three_player_karo: bool = False
    knock: bool = False
    zero_trick_floor: str = MAX


@dataclass(frozen=True)
class Record:
    """One deal as written on the sheet; None where nothing was written."""

    contract: str | None = None
    declarer: int | None = None
    bid: int | None = None
    announced: tuple[str, ...] = ()
    surrendered: bool = False
    trump: str | None = None
    took_skat: bool | None = None
    continued: bool = False
    tricks: int | None = None
    knock: bool = False
    dealer: int | None = None


SWITCHES = (
    Switch(
        name="five_player_mode",
        kind=Kind.CHOICE,
        label=text("Five at a table"),
        help=text("Either all five get cards, or the dealer of the deal sits out."),
        choices=(Choice(ALL_PLAY, text("all five play")), Choice(SIT_OUT, text("the dealer sits out"))),
    ),
    Switch(
        name="allow_three_player_karo",
        kind=Kind.FLAG,
        label=text("Three at a table (Karo Fipsen)"),
        help=text("The source does not know its rules: 25 cards, scored as with four."),
    ),
    Switch(
        name="knock",
        kind=Kind.FLAG,
        label=text("Knocking"),
        help=text("A defender may knock before the play and double the points of the deal, once."),
    ),
    Switch(
        name="zero_trick_floor",
        kind=Kind.CHOICE,
        label=text("Lost without a trick"),
        help=text("What every other player gets when the declarer of a Kieker or Fips takes no trick."),
        choices=(Choice(MAX, text("the larger of 5 and the value")), Choice(FLAT_FIVE, text("always 5"))),
    ),
)

IS_PLAYED = (When("contract", (TRICKS, KIEKER, FIPS)), When("surrendered", (None, False)))
IS_BELOW_FIVE = (When("contract", (TRICKS,)), When("bid", (1, 2, 3, 4)))

FIELDS = (
    Field(
        name="declarer",
        kind=Kind.SEAT,
        label=text("Declarer"),
        asked=(When("contract", (None, TRICKS, KIEKER, FIPS)),),
    ),
    Field(
        name="contract",
        kind=Kind.CHOICE,
        label=text("Contract"),
        choices=CONTRACT_CHOICES,
        presets=(Preset(TRICKS, (When("bid", (1, 2, 3, 4, 5)),)),),
    ),
    Field(
        name="bid",
        kind=Kind.COUNT,
        label=text("Bid"),
        keys=(1, 2, 3, 4, 5),
        asked=(When("contract", (None, TRICKS)),),
    ),
    Field(
        name="announced",
        kind=Kind.CHOICES,
        label=text("Named in the bid"),
        choices=(GUTE_CHOICE,),
        asked=(When("contract", (None, TRICKS, KIEKER, FIPS)),),
        shown_as="options",
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
        presets=(Preset(CLUBS, (When("announced", (GUTE,)),)),),
    ),
    Field(
        name="took_skat",
        kind=Kind.FLAG,
        label=text("Skat"),
        choices=SKAT_CHOICES,
        asked=(When("contract", (FIPS,)),),
        presets=(Preset(False),),
        is_rare=True,
        is_quiet=True,
    ),
    Field(
        name="continued",
        kind=Kind.FLAG,
        label=text("Went on"),
        asked=IS_BELOW_FIVE,
        presets=(Preset(True, (When("tricks", (TRICKS_IN_A_DEAL,)),)), Preset(False)),
    ),
    Field(
        name="tricks",
        kind=Kind.COUNT,
        label=text("Declarer's tricks"),
        keys=(0, 1, 2, 3, 4, 5),
        asked=IS_PLAYED,
        aims=(
            Preset(TRICKS_IN_A_DEAL, (When("contract", (KIEKER, FIPS)),)),
            Preset(TRICKS_IN_A_DEAL, (When("continued", (True,)),)),
            Preset(Same("bid"), (When("contract", (TRICKS,)),)),
        ),
        is_quiet=True,
    ),
    Field(
        name="knock",
        kind=Kind.FLAG,
        label=text("Knocked"),
        asked=(When("options.knock", (True,)), *IS_PLAYED),
        presets=(Preset(False),),
    ),
)
