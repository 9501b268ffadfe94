"""The totals at the foot of paper sheets: in a column of the seating file, or in a file of their own."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.game import Violation, text
from scoring.foot.paper_totals import Reading, Standing, judge
from scoring.paper.columns import read_half, value_unreadable
from scoring.paper.lines import (
    File,
    Line,
    Place,
    Problem,
    Row,
    place_of,
    read_file,
    unreadable_numbers,
    whole,
)
from scoring.paper.seating import TOTAL, Seating, WrittenTotal, total_violations

COLUMNS = ("round", "table", "seat", TOTAL)
NUMBERS = ("round", "table", "seat")


@dataclass(frozen=True, slots=True)
class Feet:
    """The totals of every table by seat (from 1), each with its file and line, and the problems."""

    by_place: Mapping[Place, Mapping[int, tuple[str, WrittenTotal]]]
    problems: tuple[Problem, ...] = ()

    def reading(self, place: Place, seats: int) -> Reading | None:
        """Return the totals of a table by seat; None if none is written."""
        written = self.by_place.get(place, {})
        totals = tuple(written[seat][1].total if seat in written else None for seat in range(1, seats + 1))
        return None if all(total is None for total in totals) else Reading(totals)


NO_FEET = Feet({})


def read_feet(seats: Seating, own: tuple[str, Sequence[Line]] | None) -> Feet:
    """Return the totals of the seating file and of the file of totals, if there is one."""
    by_place: dict[Place, dict[int, tuple[str, WrittenTotal]]] = {}
    for each in seats.totals:
        if each.total is not None:
            by_place.setdefault(each.place, {}).setdefault(each.seat, (seats.file.name, each))
    if own is None:
        return Feet(by_place)
    file = read_file(*own, COLUMNS, COLUMNS)
    if file.problems:
        return Feet({}, file.problems)
    problems = [*file.surplus]
    for row in file.rows:
        violations = [*unreadable_numbers(row, NUMBERS), *total_violations(row), *total_missing(row)]
        problems += file.problems_in(row.line, violations, place_of(row))
        if not violations:
            problems += put(by_place, file, written_in(row), seats)
    return Feet(by_place, tuple(problems))


def total_missing(row: Row) -> list[Violation]:
    """Return a violation for a line without a total."""
    return [] if row.cells.get(TOTAL) else [value_unreadable(TOTAL, text("a whole number"), "")]


def written_in(row: Row) -> WrittenTotal:
    """Return the total of a readable line."""
    place, seat = place_of(row), whole(row, "seat")
    assert place and seat
    return WrittenTotal(row.line, place, seat, read_half(None, row.cells[TOTAL]))


def put(
    by_place: dict[Place, dict[int, tuple[str, WrittenTotal]]], file: File, each: WrittenTotal, seats: Seating
) -> list[Problem]:
    """Add a total, or return why its seat cannot have it."""
    values = {"round": each.place[0], "table": each.place[1], "seat": each.seat}
    players = seats.players.get(each.place)
    known = by_place.get(each.place, {}).get(each.seat)
    if players is None:
        violation = Violation(
            "table_unknown", "table", text("Table {table} of round {round} has no players."), values
        )
    elif each.seat > len(players):
        message = text("Round {round}, table {table} has {seats} players, so there is no seat {seat}.")
        violation = Violation("seat_unknown", "seat", message, {**values, "seats": len(players)})
    elif known and known[1].total != each.total:
        message = text("Seat {seat} of round {round}, table {table} has another total already: {other}.")
        violation = Violation("total_twice", TOTAL, message, {**values, "other": str(known[1].total)})
    else:
        by_place.setdefault(each.place, {})[each.seat] = (file.name, each)
        return []
    return file.problems_in(each.line, [violation], each.place)


def dispute_of(
    feet: Feet, place: Place, players: Sequence[str], totals: Sequence[int], deals: int
) -> Problem | None:
    """Return the difference between a checked sheet and its paper, at the first line that differs."""
    reading = feet.reading(place, len(players))
    if reading is None or judge([reading], totals, deals).standing != Standing.DIFFERS:
        return None
    pairs = list(zip(players, reading.totals, totals, strict=True))
    differing = [at for at, (_, paper, ours) in enumerate(pairs) if paper not in (None, ours)]
    file, first = feet.by_place[place][differing[0] + 1]
    message = text("The totals on paper differ from the deals. Paper: {paper}. Deals: {deals}.")
    values = {
        "paper": listed((pairs[at][0], pairs[at][1]) for at in differing),
        "deals": listed((pairs[at][0], pairs[at][2]) for at in differing),
    }
    return Problem(file, first.line, TOTAL, Violation("totals_differ", TOTAL, message, values), place)


def listed(totals: Iterable[tuple[str, float | None]]) -> str:
    """Return names with their totals for a sentence."""
    return ", ".join(f"{name} {total}" for name, total in totals)
