"""The seating file: who sits where in which round."""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rules.game import Violation, text
from rules.reading import json_name
from scoring.paper.columns import value_unreadable
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

COLUMNS = ("round", "table", "seat", "player")
NUMBERS = ("round", "table", "seat")
LONGEST_NAME = 120


@dataclass(frozen=True, slots=True)
class Chair:
    """One line of the file."""

    line: int
    place: Place
    seat: int
    player: str


@dataclass(frozen=True, slots=True)
class Seating:
    """The players of every table, seat by seat, the line where it begins, and the file's problems.

    `doubtful` are tables with a line that could not be read; None among them is a table nobody knows.
    """

    file: File
    players: dict[Place, tuple[str, ...]]
    lines: dict[Place, int]
    problems: tuple[Problem, ...]
    doubtful: frozenset[Place | None] = frozenset()


def read_seating(name: str, lines: Sequence[Line], known_players: Collection[str] | None) -> Seating:
    """Everybody's seat. `known_players` are the entrants; None where whoever is named takes part."""
    file = read_file(name, lines, COLUMNS, COLUMNS)
    if file.problems:
        return Seating(file, {}, {}, file.problems)
    found = {row: line_violations(row) for row in file.rows}
    unread = {row: place_of(row) for row in file.rows if found[row]}
    chairs = [chair_of(row) for row in file.rows if not found[row]]
    problems = [
        *file.surplus,
        *(file.problem(row.line, each, place) for row, place in unread.items() for each in found[row]),
        *chair_problems(file, chairs, known_players),
    ]
    tables: dict[Place, list[Chair]] = defaultdict(list)
    for chair in sorted(chairs, key=lambda each: (each.place, each.seat)):
        tables[chair.place].append(chair)
    players = {place: tuple(chair.player for chair in seated) for place, seated in tables.items()}
    first = {place: min(chair.line for chair in seated) for place, seated in tables.items()}
    in_order = tuple(sorted(problems, key=lambda each: each.row))
    return Seating(file, players, first, in_order, frozenset(unread.values()))


def line_violations(row: Row) -> list[Violation]:
    """Cells of one line that cannot be read."""
    found = unreadable_numbers(row, NUMBERS)
    name = row.cells.get("player", "")
    if not name or len(name) > LONGEST_NAME:
        found.append(value_unreadable("player", text("the name of a player"), name))
    return found


def chair_of(row: Row) -> Chair:
    """A readable line."""
    numbers = {column: whole(row, column) or 0 for column in NUMBERS}
    name = " ".join(row.cells["player"].split())
    return Chair(row.line, (numbers["round"], numbers["table"]), numbers["seat"], name)


def chair_problems(
    file: File, chairs: Sequence[Chair], known_players: Collection[str] | None
) -> list[Problem]:
    """Seats that are not there or taken, players nobody knows or who sit twice in a round."""
    size = Counter(chair.place for chair in chairs)
    taken: set[tuple[Place, int]] = set()
    seated: dict[tuple[int, str], Chair] = {}
    problems: list[Problem] = []
    for chair in chairs:
        found: list[Violation] = []
        if chair.seat > size[chair.place]:
            found.append(seat_unknown(chair, size[chair.place]))
        elif (chair.place, chair.seat) in taken:
            found.append(seat_taken(chair))
        if known_players is not None and chair.player not in known_players:
            found.append(player_unknown(chair))
        other = seated.setdefault((chair.place[0], chair.player), chair)
        if other is not chair:
            found.append(player_twice(chair, other))
        taken.add((chair.place, chair.seat))
        problems += [file.problem(chair.line, each, chair.place) for each in found]
    return problems


def seat_unknown(chair: Chair, seats: int) -> Violation:
    """A seat beyond those of the table: one before it is missing."""
    message = text("Round {round}, table {table} has {seats} players, so there is no seat {seat}.")
    return Violation("seat_unknown", "seat", message, {**place_values(chair), "seats": seats})


def seat_taken(chair: Chair) -> Violation:
    """A seat with two players; the other seat is the one nobody knows."""
    message = text("Somebody else already has seat {seat} at round {round}, table {table}.")
    return Violation("seat_unknown", "seat", message, place_values(chair))


def player_unknown(chair: Chair) -> Violation:
    """A name that is not among the entrants."""
    message = text("{player} does not take part in this event; check the spelling or enter the name first.")
    return Violation("player_unknown", "player", message, {"player": json_name(chair.player)})


def player_twice(chair: Chair, other: Chair) -> Violation:
    """Somebody at two seats of one round."""
    message = text("{player} already sits at table {table} of round {round}, in line {line}.")
    values = {**place_values(other), "player": json_name(chair.player), "line": other.line}
    return Violation("player_twice", "player", message, values)


def place_values(chair: Chair) -> dict[str, int]:
    """Round, table and seat for a message."""
    return {"round": chair.place[0], "table": chair.place[1], "seat": chair.seat}
