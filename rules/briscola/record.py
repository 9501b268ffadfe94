"""The record of a deal of Briscola: words, house rules and fields."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.fields import NEVER_ASKED, Field, Kind, Places, Preset, Switch, When
from rules.game import TableState, text

SEATS = (2, 3, 4, 5)
SCARNE_SEATS = (4,)
PAIRED_SEATS = 4
PAIRS = 2
CARD_POINTS = {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2}  # all others 0
POINTS_IN_THE_PACK = 120
IMPOSSIBLE_POINTS = 1  # the lowest card that counts is a jack, 2


@dataclass(frozen=True)
class Options:
    """House rules of an event of Briscola."""

    target_wins: int | None = 3
    follow_last_three: bool = True
    redeal_keeps_dealer_on_tie: bool = False


@dataclass(frozen=True)
class ScarneOptions:
    """House rules of an event of Briscola after Scarne."""

    target_points: int = 121


@dataclass(frozen=True)
class Record:
    """One deal as written on the sheet; None where nothing was written."""

    points: tuple[int, ...] | None = None
    claim: Mapping[str, int | None] | None = None
    dealer: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class State(TableState):
    """The state between two deals: deals won and card points of each side, and the winner of the game."""

    wins: tuple[int, ...]
    card_points: tuple[int, ...]
    game_winner: int | None = None


def count_sides(seats: int) -> int:
    """Return the number of sides: four players are two, partners opposite.

    Otherwise everybody is one (§ Players).
    """
    return PAIRS if seats == PAIRED_SEATS else seats


def sides(seats: int) -> tuple[tuple[int, ...], ...]:
    """Return the seats that play together: of four seats 0 with 2 and 1 with 3."""
    count = count_sides(seats)
    return tuple(tuple(range(side, seats, count)) for side in range(count))


SWITCHES = (
    Switch(
        name="target_wins",
        kind=Kind.COUNT,
        label=text("Deals that win the game"),
        help=text("Empty: the game has no end; all deals of the event are played."),
        least=1,
        may_be_none=True,
    ),
    Switch(
        name="follow_last_three",
        kind=Kind.FLAG,
        label=text("Follow suit in the last three tricks"),
        help=text("A rule of the play; the score does not depend on it."),
        touches_scoring=False,
    ),
    Switch(
        name="redeal_keeps_dealer_on_tie",
        kind=Kind.FLAG,
        label=text("The same dealer deals after a drawn deal"),
        help=text("Otherwise the next player deals after every deal."),
    ),
)
SCARNE_SWITCHES = (
    Switch(
        name="target_points",
        kind=Kind.COUNT,
        label=text("Card points that win the game"),
        help=text("Card points of all deals add up to this."),
        least=1,
    ),
)

POINTS = Field(
    name="points",
    kind=Kind.COUNTS,
    label=text("Card points"),
    asked=(When("claim", (None,)),),
    places=Places(per_side=True, totals=(Preset(POINTS_IN_THE_PACK),)),
)
FIELDS = (POINTS, Field(name="claim", kind=Kind.FREE, label=text("Claim"), asked=NEVER_ASKED))
SCARNE_FIELDS = (POINTS, Field(name="claim", kind=Kind.CLAIM, label=text("Claim"), is_rare=True))
