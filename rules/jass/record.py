"""The record of a deal of Jass: words, house rules and fields."""

from dataclasses import dataclass

from rules.cards import CLUBS, DIAMONDS, HEARTS, SPADES
from rules.fields import NEVER_ASKED, Choice, Field, Kind, OnPad, Places, Preset, Switch, When
from rules.game import TableState, text

SEATS = (4,)
SIDES = 2
PASSE_DEALS = {4: 12}
DEAL_POINTS = 157  # 152 card points and 5 for the last trick
LAST_TRICK = 5
UNDER, NELL = "J", "9"  # the two highest trumps
PLAIN_POINTS = {"A": 11, "K": 4, "Q": 3, "J": 2, "T": 10}
TRUMP_POINTS = {**PLAIN_POINTS, UNDER: 20, NELL: 14}
DOWN_POINTS = {**PLAIN_POINTS, "8": 8}  # of Obenabe
UP_POINTS = {"6": 11, "K": 4, "Q": 3, "J": 2, "T": 10, "8": 8}  # of Undenufe
IMPOSSIBLE_POINTS = (1, 156)  # the lowest card that counts is 2
STOECK_POINTS = 20
NO_WEIS = (10, 30)
WEIS_STEP = 10
LARGEST_FACTOR = 9

OBENABE, UNDENUFE = "obenabe", "undenufe"
SLALOM_OBENABE, SLALOM_UNDENUFE = "slalom_obenabe", "slalom_undenufe"
SUIT_KINDS = (CLUBS, SPADES, HEARTS, DIAMONDS)
SLALOMS = (SLALOM_OBENABE, SLALOM_UNDENUFE)
FACTORS = {
    CLUBS: "factor_acorns",
    SPADES: "factor_shields",
    HEARTS: "factor_roses",
    DIAMONDS: "factor_bells",
    OBENABE: "factor_obenabe",
    UNDENUFE: "factor_undenufe",
    SLALOM_OBENABE: "factor_slalom",
    SLALOM_UNDENUFE: "factor_slalom",
}

IS_SLALOM_PLAYED = (When("options.slalom", (True,)),)
CONTRACT_CHOICES = (
    Choice(CLUBS, text("acorns"), picture="acorn"),
    Choice(SPADES, text("shields"), picture="shield"),
    Choice(HEARTS, text("roses"), picture="rose"),
    Choice(DIAMONDS, text("bells"), picture="bell"),
    Choice(OBENABE, text("Obenabe")),
    Choice(UNDENUFE, text("Undenufe")),
    Choice(SLALOM_OBENABE, text("slalom from above"), None, "so", IS_SLALOM_PLAYED),
    Choice(SLALOM_UNDENUFE, text("slalom from below"), None, "su", IS_SLALOM_PLAYED),
)


@dataclass(frozen=True)
class Options:
    """House rules of an event; a tournament leaves all of them as they are."""

    factor_acorns: int = 1
    factor_shields: int = 1
    factor_roses: int = 1
    factor_bells: int = 1
    factor_obenabe: int = 1
    factor_undenufe: int = 1
    factor_slalom: int = 1
    match_bonus: int = 0
    slalom: bool = False
    stoeck: bool = False
    weis: bool = False

    @property
    def is_multiplied(self) -> bool:
        """Return whether the points depend on the kind."""
        return any(getattr(self, name) != 1 for name in FACTORS.values())


@dataclass(frozen=True)
class Record:
    """One deal as written on the slip; None where nothing was written."""

    contract: str | None = None
    points: tuple[int | None, ...] | None = None
    match: bool | None = None
    declarer: int | None = None
    pushed: bool | None = None
    stoeck: tuple[int, ...] | None = None
    weis: tuple[int, ...] | None = None
    dealer: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class State(TableState):
    """The state between two deals: the points of both sides, and the matches of every seat."""

    side_totals: tuple[int, ...]
    matches: tuple[int, ...]


def sides(seats: int) -> tuple[tuple[int, ...], ...]:
    """Return the seats that play together: of four, partners sit opposite each other (§ Table)."""
    count = SIDES if seats in SEATS else seats
    return tuple(tuple(range(side, seats, count)) for side in range(count))


def factor(name: str, label: str) -> Switch:
    """Return the number by which the points of a kind are multiplied."""
    return Switch(name=name, kind=Kind.COUNT, label=label, least=1, most=LARGEST_FACTOR)


def flag(name: str, label: str, help_text: str = "") -> Switch:
    """Return a house rule that is on or off."""
    return Switch(name=name, kind=Kind.FLAG, label=label, help=help_text)


SWITCHES = (
    factor("factor_acorns", text("Acorns count times")),
    factor("factor_shields", text("Shields count times")),
    factor("factor_roses", text("Roses count times")),
    factor("factor_bells", text("Bells count times")),
    factor("factor_obenabe", text("Obenabe counts times")),
    factor("factor_undenufe", text("Undenufe counts times")),
    factor("factor_slalom", text("Slalom counts times")),
    Switch(
        name="match_bonus",
        kind=Kind.COUNT,
        label=text("Bonus for a match"),
        help=text("100 at home; 0 at tournaments, where a deal has 157 points."),
        least=0,
    ),
    flag("slalom", text("Slalom is played")),
    flag("stoeck", text("Stöck count"), text("King and Ober of trumps in one hand: 20 points.")),
    flag("weis", text("Weis count"), text("Typed as the table writes them; only one side writes.")),
)

FIELDS = (
    Field(name="contract", kind=Kind.CHOICE, label=text("Kind of game"), choices=CONTRACT_CHOICES),
    Field(
        name="points",
        kind=Kind.COUNTS,
        label=text("Points"),
        places=Places(per_side=True, totals=(Preset(DEAL_POINTS),), leaves_rest=True),
        shown_as="points",
    ),
    Field(
        name="match",
        kind=Kind.FLAG,
        label=text("Match"),
        asked=(When("points", (DEAL_POINTS,)),),
        presets=(Preset(True),),
        typed="m",
    ),
    Field(name="declarer", kind=Kind.SEAT, label=text("Chosen by"), asked=NEVER_ASKED),
    Field(
        name="pushed",
        kind=Kind.FLAG,
        label=text("pushed"),
        is_rare=True,
        on_pad=OnPad(only_yes=True),
        typed="p",
    ),
    Field(
        name="stoeck",
        kind=Kind.COUNTS,
        label=text("Stöck"),
        places=Places(per_side=True, blank=0),
        asked=(When("options.stoeck", (True,)), When("contract", SUIT_KINDS)),
        is_quiet=True,
    ),
    Field(
        name="weis",
        kind=Kind.COUNTS,
        label=text("Weis"),
        places=Places(per_side=True, blank=0),
        asked=(When("options.weis", (True,)),),
        is_quiet=True,
    ),
)
