"""The record of a deal of Skat: words, house rules and fields."""

from dataclasses import dataclass

from rules.cards import CLUBS, DIAMONDS, HEARTS, SPADES, SUIT_CHOICES, SUITS
from rules.fields import Choice, Count, Field, Kind, OnPad, Preset, Switch, When
from rules.game import TableState, text

SEATS = (3, 4)
GRAND, NULL, PASSED = "grand", "null", "passed"
BASES = {CLUBS: 12, SPADES: 11, HEARTS: 10, DIAMONDS: 9, GRAND: 24}
MOST_MATADORS = {CLUBS: 11, SPADES: 11, HEARTS: 11, DIAMONDS: 11, GRAND: 4}
NULL_VALUES = {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}  # hand, ouvert
NO, SCHNEIDER, SCHWARZ, OUVERT = "no", "schneider", "schwarz", "ouvert"
SIMPLE = "simple"
LEVELS = (SIMPLE, SCHNEIDER, SCHWARZ)
ANNOUNCEMENTS = (NO, SCHNEIDER, SCHWARZ, OUVERT)
WON, LOST = "won", "lost"

# The steps of the factor for a level reached, or implied by an announcement (ISkO 2.5).
REACHED_STEPS = {SIMPLE: (), SCHNEIDER: ("schneider",), SCHWARZ: ("schneider", "schwarz")}
ANNOUNCED_STEPS = {
    NO: (),
    SCHNEIDER: ("schneider", "schneider announced"),
    SCHWARZ: ("schneider", "schneider announced", "schwarz", "schwarz announced"),
    OUVERT: ("schneider", "schneider announced", "schwarz", "schwarz announced", "ouvert"),
}
NEEDED_LEVELS = {NO: SIMPLE, SCHNEIDER: SCHNEIDER, SCHWARZ: SCHWARZ, OUVERT: SCHWARZ}

CARD_POINTS = 120
POINTS_TO_WIN = 61
POINTS_FOR_SCHNEIDER = 90
POINTS_OF_SCHNEIDER = 30  # and fewer
MOST_POINTS_OF_SCHWARZ = 22  # a declarer without a trick still has the skat
NO_SUMS = (1, 119)  # no cards have these sums
LOSS_FACTOR = 2
KONTRA_FACTORS = (1, 2, 4)  # none, Kontra, Re
DECLARER_BONUS = 50
OTHERS_BONUS = {3: 40, 4: 30}  # by the number of seats at the table
LIST_DEALS = {4: 48, 3: 36}
LADDER_OF_BIDS = (
    *(18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44, 45, 46, 48, 50, 54, 55, 59, 60, 63, 66, 70, 72),
    *(77, 80, 81, 84, 88, 90, 96, 99, 100, 108, 110, 117, 120, 121, 126, 130, 132, 135, 140, 143, 144),
    *(150, 153, 154, 156, 160, 162, 165, 168, 170, 176, 180, 187, 192, 198, 204, 216, 240, 264),
)
COMMON_BIDS = LADDER_OF_BIDS[:21]  # three rows of the pad
SEEGER_FABIAN, PLAIN = "seeger_fabian", "plain"

CONTRACT_CHOICES = (
    *SUIT_CHOICES,
    Choice(GRAND, text("Grand")),
    Choice(NULL, text("Null")),
    Choice(PASSED, text("passed out"), key=text("all passed")),
)
HAND_CHOICES = (
    Choice(True, text("Hand"), typed="h"),
    Choice(False, text("skat taken"), ""),
)
ANNOUNCEMENT_CHOICES = (
    Choice(NO, text("no"), ""),
    Choice(SCHNEIDER, text("Schneider announced"), typed="sa"),
    Choice(SCHWARZ, text("Schwarz announced"), typed="swa"),
    Choice(OUVERT, text("Ouvert"), typed="o"),
)
RESULT_CHOICES = (
    Choice(WON, text("won"), typed="+"),
    Choice(LOST, text("lost"), typed="-"),
)
LEVEL_CHOICES = (
    Choice(SIMPLE, text("simple"), ""),
    Choice(SCHNEIDER, text("Schneider"), typed="s"),
    Choice(SCHWARZ, text("Schwarz"), typed="sw"),
)
KONTRA_CHOICES = (
    Choice(0, text("no"), ""),
    Choice(1, text("Kontra")),
    Choice(2, text("Re")),
)


@dataclass(frozen=True)
class Options:
    """House rules of an event."""

    scoring: str = SEEGER_FABIAN
    bid_required: bool = False
    kontra: bool = False


@dataclass(frozen=True)
class Record:
    """One deal as written on the sheet; None where nothing was written."""

    contract: str | None = None
    declarer: int | None = None
    matadors: int | None = None
    hand: bool = False
    announced: str = NO
    bid: int | None = None
    result: str | None = None
    level: str | None = None
    points: int | None = None
    kontra: int = 0
    dealer: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class State(TableState):
    """The state between two deals: dealer and totals; per seat the values at the foot of the list."""

    passed: int
    game_points: tuple[int, ...]
    won: tuple[int, ...]
    lost: tuple[int, ...]
    others_lost: tuple[int, ...]


SWITCHES = (
    Switch(
        name="scoring",
        kind=Kind.CHOICE,
        label=text("Scoring"),
        help=text("Clubs and leagues count by Seeger-Fabian; at home often only the game points count."),
        choices=(
            Choice(SEEGER_FABIAN, text("extended Seeger-Fabian")),
            Choice(PLAIN, text("game points only")),
        ),
    ),
    Switch(
        name="bid_required",
        kind=Kind.FLAG,
        label=text("Every deal has its bid"),
        help=text("Overbid games are then always detected; recommended for leagues."),
    ),
    Switch(
        name="kontra",
        kind=Kind.FLAG,
        label=text("Kontra and Re"),
        help=text("For home games; tournaments play without them."),
    ),
)

IS_TRICK_GAME = When("contract", tuple(BASES))
IS_PLAYED = When("contract", (*BASES, NULL))
IS_OR_MAY_BE_PLAYED = When("contract", (None, *BASES, NULL))
IS_OR_MAY_BE_TRICK_GAME = When("contract", (None, *BASES))

FIELDS = (
    Field(
        name="declarer",
        kind=Kind.SEAT,
        label=text("Declarer"),
        asked=(IS_OR_MAY_BE_PLAYED,),
    ),
    Field(
        name="contract",
        kind=Kind.CHOICE,
        label=text("Kind of game"),
        choices=CONTRACT_CHOICES,
    ),
    Field(
        name="matadors",
        kind=Kind.COUNT,
        label=text("Matadors"),
        count=Count(
            signs=(text("with"), text("without")),
            rare_keys=(5, 6, 7, 8, 9, 10, 11, -5, -6, -7, -8, -9, -10, -11),
            rare_asked=(When("contract", (None, *SUITS)),),
        ),
        keys=(1, 2, 3, 4, -1, -2, -3, -4),
        asked=(IS_OR_MAY_BE_TRICK_GAME,),
    ),
    Field(
        name="hand",
        kind=Kind.FLAG,
        label=text("Hand"),
        choices=HAND_CHOICES,
        asked=(IS_PLAYED,),
        presets=(
            Preset(True, (When("announced", (SCHNEIDER, SCHWARZ)),)),
            Preset(True, (When("announced", (OUVERT,)), IS_TRICK_GAME)),
            Preset(False),
        ),
    ),
    Field(
        name="announced",
        kind=Kind.CHOICE,
        label=text("Announced"),
        choices=ANNOUNCEMENT_CHOICES,
        asked=(IS_PLAYED,),
        presets=(Preset(NO),),
        is_rare=True,
    ),
    Field(
        name="result",
        kind=Kind.CHOICE,
        label=text("Result"),
        choices=RESULT_CHOICES,
        asked=(IS_OR_MAY_BE_PLAYED,),
        is_quiet=True,
    ),
    Field(
        name="level",
        kind=Kind.CHOICE,
        label=text("The losing side is"),
        choices=LEVEL_CHOICES,
        asked=(IS_TRICK_GAME,),
    ),
    Field(
        name="bid",
        kind=Kind.COUNT,
        label=text("Bid"),
        keys=COMMON_BIDS,
        count=Count(rare_keys=LADDER_OF_BIDS[len(COMMON_BIDS) :], keys_up_to="value"),
        asked=(IS_OR_MAY_BE_PLAYED,),
        is_rare=True,
        on_pad=OnPad(usual=(When("options.bid_required", (True,)),)),
    ),
    Field(
        name="points",
        kind=Kind.COUNT,
        label=text("Declarer's card points"),
        asked=(IS_TRICK_GAME,),
        is_rare=True,
        is_quiet=True,
    ),
    Field(
        name="kontra",
        kind=Kind.COUNT,
        label=text("Kontra"),
        choices=KONTRA_CHOICES,
        keys=(0, 1, 2),
        asked=(When("options.kontra", (True,)), IS_PLAYED),
        presets=(Preset(0),),
    ),
)
