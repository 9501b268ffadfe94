"""Points: any other card game, whose table records the points of every deal for each player.

For Skat, Mahjong, Hearts and similar games whose rules are not computed here. A table records a number per
seat; the sheet adds them up and moves the dealer on. Only the sums and bounds that the club sets are checked.

>>> state, outcome = settle(GAME.opening(Options(), seats=3, first_dealer=2), Record(points=(24, 0, -48)))
>>> outcome.deltas, state.totals, state.dealer
((24, 0, -48), (24, 0, -48), 0)
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from rules.evenings import SEAT, CommonDeal, Tap
from rules.game import (
    MOST_SEATS,
    TOTAL,
    Field,
    Game,
    Kind,
    Outcome,
    Preset,
    Ranking,
    Same,
    Switch,
    TableState,
    Violation,
    When,
    seat_and_dealer_violations,
    text,
)
from rules.halves import in_halves, is_half
from rules.points_prose import PAGE
from rules.reading import is_whole, json_name

SMALLEST_TABLE, LARGEST_TABLE = 2, 8
LOWEST = Ranking(TOTAL.tally, TOTAL.label, high_is_better=False)
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
)

FIELDS = (
    Field(
        name="points",
        kind=Kind.FREE,
        label=text("Points"),
        totals=(Preset(0, (When("options.zero_sum", (True,)),)), Preset(Same("options.deal_sum"))),
        blank=0,
        bounds=("options.min", "options.max"),
        halves="options.halves",
    ),
)


def options_violations(options: Options) -> list[Violation]:
    """Check that a table size must exist; points have one sum, and the fewest are not above the most."""
    problems = [*seats_allowed_violations(options)]
    if options.zero_sum and options.deal_sum not in (None, 0, (0,)):
        message = text("The points of a deal add up either to 0 or to {deal_sum}.")
        said = ", ".join(str(each) for each in sums_of(options))
        problems.append(Violation("switch_invalid", "deal_sum", message, {"deal_sum": said}))
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
    return seat_and_dealer_violations(seats, first_dealer, allowed=range(smallest, largest + 1))


def violations(state: TableState, record: Record) -> list[Violation]:
    """Check one whole number per seat, or also halves, inside the bounds, adding up to the sum."""
    points = record.points
    if not isinstance(points, tuple) or len(points) != state.seats:
        message = text("Enter the points of all {seats} seats; found {found}.")
        found = len(points) if isinstance(points, tuple) else json_name(points)
        return [Violation("points_wrong_length", "points", message, {"seats": state.seats, "found": found})]
    if problems := [*number_violations(state.options, points)]:
        return problems
    return [*bound_violations(state.options, points), *sum_violations(state.options, points)]


def number_violations(options: Options, points: tuple[Any, ...]) -> Iterator[Violation]:
    """Check that points are whole numbers, or halves where the club allows them; booleans are refused."""
    message = text("Points are whole numbers; found {found}.")
    if options.halves:
        message = text("Points are whole numbers or halves such as 3.5; found {found}.")
    for each in points:
        if not is_whole(each) and not (options.halves and is_half(each)):
            yield Violation("points_not_integers", "points", message, {"found": json_name(each)})


def bound_violations(options: Options, points: tuple[int, ...]) -> Iterator[Violation]:
    """Check that no seat is below the fewest or above the most points."""
    for each in points:
        if options.min is not None and each < options.min:
            message = text("Points are {least} or more; found {found}.")
            values = {"least": options.min, "found": each}
            yield Violation("points_out_of_range", "points", message, values)
        if options.max is not None and each > options.max:
            message = text("Points are {most} or fewer; found {found}.")
            values = {"most": options.max, "found": each}
            yield Violation("points_out_of_range", "points", message, values)


def sum_violations(options: Options, points: tuple[int, ...]) -> Iterator[Violation]:
    """Check the points of all seats together."""
    found = sum(points)
    if options.zero_sum and found != 0:
        message = text("The points of a deal add up to 0; these add up to {found}.")
        yield Violation("points_not_zero_sum", "points", message, {"found": found})
    if options.deal_sum is not None and found not in sums_of(options):
        yield sum_violation(options, found)


def sum_violation(options: Options, found: int) -> Violation:
    """Refuse a sum, and name the sums that the club allows."""
    *others, last = sums_of(options)
    if not others:
        message = text("The points of a deal add up to {expected}; these add up to {found}.")
        return Violation("points_sum_wrong", "points", message, {"expected": last, "found": found})
    message = text("The points of a deal add up to {others} or {last}, not {found}.")
    values = {"others": ", ".join(map(str, others)), "last": last, "found": found}
    return Violation("points_sum_wrong", "points", message, values)


def sums_of(options: Options) -> tuple[int, ...]:
    """Return the sums that a deal may have; none are set if there are none."""
    sums = () if options.deal_sum is None else options.deal_sum
    return sums if isinstance(sums, tuple) else (sums,)


def settle(state: TableState, record: Record) -> tuple[TableState, Outcome]:
    """Settle a deal: the points as written; the deal passes on. Two halves are a whole number again."""
    points = in_halves(record.points)
    after = state.after(points, dealer=state.dealer + 1)
    return replace(after, totals=in_halves(after.totals)), Outcome(points)


def ranks_by_options(options: Options) -> tuple[Ranking, ...]:
    """Return the total; an option of the club decides whether more or less is better."""
    return (LOWEST,) if options.lowest_wins else (TOTAL,)


GAME = Game(
    key="points",
    name=text("Points"),
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
    agrees_sides=True,
    options_violations=options_violations,
    ranks_by_options=ranks_by_options,
    page=PAGE,
    common_deal=CommonDeal("two digits for one player", (Tap(SEAT, 2, "48"),), (0, 0, 48, 0)),
)
