"""The record of a deal of Fipsen (Thedinghausen): house rules and fields."""

from dataclasses import dataclass

from rules.fields import Field, Kind, Places, Preset, Switch
from rules.game import TableState, text

SEATS = (5,)
TRICKS_IN_A_DEAL = 5
TRICKS_TO_WIN = 10
NOTHING = (0,) * SEATS[0]


@dataclass(frozen=True)
class Options:
    """House rules of an event."""

    fee_cents: int = 80
    all_five_cents: int = 100
    all_five_hedewigs: int = 5
    game_prize_hedewigs: int = 5
    must_trump: bool = False


@dataclass(frozen=True)
class Record:
    """One deal as written on the sheet; None where nothing was written."""

    tricks: tuple[int, ...] | None = None
    first_to_ten: int | None = None
    dealer: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class State(TableState):
    """The state between two deals: the tricks of the running game, games won, bread and money."""

    game_tricks: tuple[int, ...] = NOTHING
    games_won: tuple[int, ...] = NOTHING
    hedewigs: tuple[int, ...] = NOTHING
    cents: tuple[int, ...] = NOTHING


SWITCHES = (
    Switch(
        name="fee_cents",
        kind=Kind.COUNT,
        label=text("Money for the bread (cents)"),
        help=text("What each player pays at the start of a game."),
        least=0,
    ),
    Switch(
        name="all_five_cents",
        kind=Kind.COUNT,
        label=text("All five tricks (cents)"),
        help=text("What each other player pays to a player who wins all five tricks of a deal."),
        least=0,
    ),
    Switch(
        name="all_five_hedewigs",
        kind=Kind.COUNT,
        label=text("All five tricks (Hedewigs)"),
        help=text("Sweet bread for all five tricks of a deal."),
        least=0,
    ),
    Switch(
        name="game_prize_hedewigs",
        kind=Kind.COUNT,
        label=text("Prize of a game (Hedewigs)"),
        help=text("Sweet bread for the first with ten tricks."),
        least=0,
    ),
    Switch(
        name="must_trump",
        kind=Kind.FLAG,
        label=text("Players must trump"),
        help=text("A player who cannot follow suit plays a trump. The score does not depend on it."),
        touches_scoring=False,
    ),
)

FIELDS = (
    Field(
        name="tricks",
        kind=Kind.COUNTS,
        label=text("Tricks"),
        keys=(0, 1, 2, 3, 4, 5),
        places=Places(totals=(Preset(TRICKS_IN_A_DEAL),)),
    ),
    Field(name="first_to_ten", kind=Kind.SEAT, label=text("First with ten tricks"), is_rare=True),
)
