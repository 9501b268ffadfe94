"""Hopfen: a game nobody plays, made up for tests. Three players, a colour and a number of hops for each deal.

Its module is written like those in rules/, and nothing else knows it: whoever registers it in `rules.GAMES`
finds it on every page, in every file and in the API.

>>> state, outcome = settle(opening(Options(), seats=3, first_dealer=2), Record(colour="gold", hops=4))
>>> outcome.deltas, state.dealer
((8, 0, 0), 0)
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game import (
    Choice,
    Field,
    Game,
    Kind,
    Outcome,
    Ranking,
    Switch,
    TableState,
    Violation,
    only_seat,
    seat_and_dealer_violations,
    text,
)
from rules.prose import RulesPage

SEATS = (3,)
MOST_HOPS = 6
GOLD, GREEN = "gold", "green"
WORTH_OF_A_HOP = {GOLD: 2, GREEN: 1}

COLOUR_CHOICES = (Choice(GOLD, text("Gold")), Choice(GREEN, text("Green")))


@dataclass(frozen=True)
class Options:
    """House rules of an event."""

    green_counts: bool = True


@dataclass(frozen=True)
class Record:
    """One deal as written on the sheet; None where nothing was written."""

    colour: str | None = None
    hops: int | None = None
    dealer: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class State(TableState):
    """What one deal leaves for the next: the dealer and the totals."""


SWITCHES = (Switch(name="green_counts", kind=Kind.FLAG, label=text("Green hops count")),)

FIELDS = (
    Field(name="colour", kind=Kind.CHOICE, label=text("Colour of the hops"), choices=COLOUR_CHOICES),
    Field(name="hops", kind=Kind.COUNT, label=text("Hops"), keys=tuple(range(MOST_HOPS + 1))),
)


def opening(options: Options, seats: int, first_dealer: int) -> State:
    """The table before its first deal."""
    return State(options=options, seats=seats, dealer=first_dealer, totals=(0,) * seats)


def table_violations(options: Options, seats: int, first_dealer: int) -> list[Violation]:
    """Three players."""
    return seat_and_dealer_violations(seats, first_dealer, allowed=SEATS)


def violations(state: State, record: Record) -> list[Violation]:
    """A known colour, and not too many hops."""
    return [*record_violations(record)]


def record_violations(record: Record) -> Iterator[Violation]:
    """Every rule the record breaks."""
    if record.colour not in WORTH_OF_A_HOP:
        yield Violation("colour_unknown", "colour", text("Say whether the hops were gold or green."))
    if record.hops is None or not 0 <= record.hops <= MOST_HOPS:
        yield Violation("hops_out_of_range", "hops", text("There are 0 to {most} hops."), {"most": MOST_HOPS})


def settle(state: State, record: Record) -> tuple[State, Outcome]:
    """The player after the dealer scores."""
    worth = WORTH_OF_A_HOP[record.colour or ""] if record.colour == GOLD or state.options.green_counts else 0
    taker = (state.dealer + 1) % state.seats
    deltas = only_seat(state.seats, taker, worth * (record.hops or 0))
    return state.after(deltas, dealer=state.dealer + 1), Outcome(deltas)


def tallies(state: State) -> dict[str, tuple[int, ...]]:
    """Points are all that counts."""
    return {"total": state.totals}


PAGE = RulesPage(play=(text("Hops are picked until nobody sees a hop."),))

GAME = Game(
    key="hopfen",
    name=text("Hopfen"),
    title=text("Whoever sits after the dealer picks hops."),
    source=text("made up"),
    seats=SEATS,
    standard_seats=3,
    is_clockwise=True,
    Options=Options,
    Record=Record,
    switches=SWITCHES,
    fields=FIELDS,
    table_violations=table_violations,
    opening=opening,
    violations=violations,
    settle=settle,
    tallies=tallies,
    ranks_by=(Ranking("total", text("Total")),),
    page=PAGE,
)
