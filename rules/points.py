"""Points: any other card game, whose table records the points of every deal for each player.

For Mahjong, Hearts and similar games whose rules are not computed here. A table records a number per seat, or
per side where partners play; the sheet adds them up and moves the dealer on. Only the sums and bounds that
the club sets are checked.

>>> state, outcome = settle(GAME.opening(Options(), seats=3, first_dealer=2), Record(points=(24, 0, -48)))
>>> outcome.deltas, state.totals, state.dealer
((24, 0, -48), (24, 0, -48), 0)
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.board import each_seat
from rules.evenings import SEAT, CommonDeal, Tap
from rules.fields import Field, Kind, Places, Preset, Same, Switch, When
from rules.game import (
    MOST_SEATS,
    TOTAL,
    Game,
    Listed,
    Outcome,
    Partners,
    Ranking,
    TableState,
    Violation,
    text,
)
from rules.halves import in_halves
from rules.points_numbers import bound_violations, number_violations, sum_violations, sums_of
from rules.points_prose import PAGE
from rules.reading import json_name
from rules.seats import seat_and_dealer_violations

SMALLEST_TABLE, LARGEST_TABLE = 2, 8
LOWEST = Ranking(TOTAL.tally, TOTAL.label, high_is_better=False)
FEWEST_SIDES, MOST_SIDES = 2, 4
SEATS = tuple(range(SMALLEST_TABLE, LARGEST_TABLE + 1))


@dataclass(frozen=True)
class Options:
    """The club's settings for its game; None means not set."""

    seats_allowed: tuple[int, int] = (SMALLEST_TABLE, LARGEST_TABLE)
    zero_sum: bool = False
    deal_sum: int | tuple[int, ...] | None = None
    min: int | None = None
    max: int | None = None
    lowest_wins: bool = False
    halves: bool = False
    sides: int | None = None


@dataclass(frozen=True)
class Record:
    """One deal as written on the sheet; the rules below judge the written points."""

    points: Any = None
    dealer: int | None = None


SWITCHES = (
    Switch(
        name="seats_allowed",
        kind=Kind.COUNTS,
        label=text("Players at a table"),
        help=text("The smallest and the largest table."),
    ),
    Switch(
        name="zero_sum",
        kind=Kind.FLAG,
        label=text("The points of a deal add up to 0"),
        help=text("The pad then fills in the last number."),
    ),
    Switch(
        name="deal_sum",
        kind=Kind.COUNT,
        label=text("The points of a deal add up to"),
        help=text(
            "Several sums: 26 78. Empty: any sum. The pad fills in the last number where one sum is left."
        ),
        may_be_none=True,
        may_be_several=True,
    ),
    Switch(
        name="min",
        kind=Kind.COUNT,
        label=text("Fewest points of a deal"),
        help=text("Empty: no bound."),
        may_be_none=True,
    ),
    Switch(
        name="max",
        kind=Kind.COUNT,
        label=text("Most points of a deal"),
        help=text("Empty: no bound."),
        may_be_none=True,
    ),
    Switch(
        name="lowest_wins",
        kind=Kind.FLAG,
        label=text("The lowest total wins"),
        help=text("As in Hearts: points are bad. The standings begin with the fewest points."),
    ),
    Switch(
        name="halves",
        kind=Kind.FLAG,
        label=text("Half points"),
        help=text("A player may have 3.5 points. Type 3,5 or 3.5 or 3½."),
    ),
    Switch(
        name="sides",
        kind=Kind.COUNT,
        label=text("Sides at a table"),
        help=text("Partners sit opposite, and each gets the points of the side. Empty: each for themselves."),
        least=FEWEST_SIDES,
        most=MOST_SIDES,
        may_be_none=True,
    ),
)

FIELDS = (
    Field(
        name="points",
        kind=Kind.FREE,
        label=text("Points"),
        places=Places(
            totals=(Preset(0, (When("options.zero_sum", (True,)),)), Preset(Same("options.deal_sum"))),
            per_side=True,
            blank=0,
            bounds=("options.min", "options.max"),
            halves="options.halves",
        ),
    ),
)


def options_violations(options: Options) -> list[Violation]:
    """Check that a table size must exist; points have one sum, and the fewest are not above the most."""
    problems = [*seats_allowed_violations(options)]
    if options.zero_sum and options.deal_sum not in (None, 0, (0,)):
        message = text("The points of a deal add up either to 0 or to {deal_sum}.")
        sums = Listed(sums_of(options))
        problems.append(Violation("switch_invalid", "deal_sum", message, {"deal_sum": sums}))
    if options.min is not None and options.max is not None and options.min > options.max:
        message = text("The fewest points ({min}) must not be above the most ({max}).")
        values = {"min": options.min, "max": options.max}
        problems.append(Violation("switch_invalid", "min", message, values))
    return problems


def seats_allowed_violations(options: Options) -> Iterator[Violation]:
    """Check that no table is empty, none larger than the maximum."""
    smallest, largest = options.seats_allowed
    if smallest < 1 or largest > MOST_SEATS:
        message = text("A table has 1 to {most} players; found {smallest} to {largest}.")
        values = {"most": MOST_SEATS, "smallest": smallest, "largest": largest}
        yield Violation("switch_invalid", "seats_allowed", message, values)


def table_violations(options: Options, seats: int, first_dealer: int) -> list[Violation]:
    """Check that the number of players is one the club allows."""
    smallest, largest = options.seats_allowed
    problems = seat_and_dealer_violations(seats, first_dealer, allowed=range(smallest, largest + 1))
    if options.sides and (seats % options.sides or seats == options.sides):
        message = text(
            "With {sides} sides a table has two or more players for each side, not {seats} in all."
        )
        values = {"sides": options.sides, "seats": seats}
        problems.insert(0, Violation("seats_out_of_range", "seats", message, values))
    return problems


def sides(options: Options, seats: int) -> Sequence[Sequence[int]]:
    """Return the seats that play together: partners sit opposite each other, if the club counts by sides."""
    if not options.sides or seats % options.sides:
        return each_seat(seats)
    return [range(side, seats, options.sides) for side in range(options.sides)]


def violations(state: TableState, record: Record) -> list[Violation]:
    """Check one whole number per seat, or also halves, inside the bounds, adding up to the sum."""
    points, size = record.points, len(sides(state.options, state.seats))
    if not isinstance(points, tuple) or len(points) != size:
        message = text("Enter the points of all {seats} seats; found {found}.")
        if size < state.seats:
            message = text("Enter the points of all {seats} sides; found {found}.")
        number = len(points) if isinstance(points, tuple) else json_name(points)
        return [Violation("points_wrong_length", "points", message, {"seats": size, "found": number})]
    if problems := [*number_violations(state.options, points)]:
        return problems
    return [*bound_violations(state.options, points), *sum_violations(state.options, points)]


def settle(state: TableState, record: Record) -> tuple[TableState, Outcome]:
    """Return the points as written, those of a side for all its players; two halves are a whole number."""
    points, count = in_halves(record.points), len(record.points)
    deltas = tuple(points[seat % count] for seat in range(state.seats))
    after = state.after(deltas, dealer=state.dealer + 1)
    return replace(after, totals=in_halves(after.totals)), Outcome(deltas)


def ranks_by_options(options: Options) -> tuple[Ranking, ...]:
    """Return the total; an option of the club decides whether more or less is better."""
    return (LOWEST,) if options.lowest_wins else (TOTAL,)


GAME = Game(
    key="points",
    name=text("Other game (points)"),
    title=text("Any other card game: the table records the points of each player, deal by deal."),
    source=text("ours"),
    seats=SEATS,
    standard_seats=4,
    is_clockwise=True,
    Options=Options,
    Record=Record,
    switches=SWITCHES,
    fields=FIELDS,
    table_violations=table_violations,
    violations=violations,
    settle=settle,
    partners=Partners(by_options=sides, may_agree=True),
    options_violations=options_violations,
    ranks_by_options=ranks_by_options,
    page=PAGE,
    common_deal=CommonDeal("two digits for one player", (Tap(SEAT, 2, "48"),), (0, 0, 48, 0)),
)
