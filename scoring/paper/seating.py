"""The seating file: the seats of each player by round."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.game import Violation, text
from rules.reading import json_name
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

COLUMNS = ("round", "table", "seat", "player")
FORMULA_SIGNS = tuple("=+@＝＋＠")  # a Japanese Excel accepts the full-width ones too
MINUS_SIGNS = tuple("-－")
TOTAL = "total"  # a column that may be missing: the total at the foot of the paper
NUMBERS = ("round", "table", "seat")
LONGEST_NAME = 120
MOST_FREE = 2  # seats that are proposed


@dataclass(frozen=True, slots=True)
class Chair:
    """One line of the file."""

    line: int
    place: Place
    seat: int
    player: str
    total: float | None = None


@dataclass(frozen=True, slots=True)
class WrittenTotal:
    """The total of a seat at the foot of a paper sheet, None where none is written, and its line."""

    line: int
    place: Place
    seat: int
    total: float | None


@dataclass(frozen=True, slots=True)
class Seating:
    """The players of every table, seat by seat, its first line, and the file's problems.

    `doubtful` are tables with a line that could not be read; None among them is an unknown table.
    """

    file: File
    players: dict[Place, tuple[str, ...]]
    lines: dict[Place, int]
    problems: tuple[Problem, ...]
    doubtful: frozenset[Place | None] = frozenset()
    totals: tuple[WrittenTotal, ...] = ()


def read_seating(name: str, lines: Sequence[Line], known_players: Collection[str] | None) -> Seating:
    """Read the seats. `known_players` are the entrants; None if every named player takes part."""
    file = read_file(name, lines, COLUMNS, (*COLUMNS, TOTAL))
    if file.problems:
        return Seating(file, {}, {}, file.problems)
    violations_by_row = {row: line_violations(row) for row in file.rows}
    chairs = [chair_of(row) for row, violations in violations_by_row.items() if not violations]
    unread = unread_problems(file, violations_by_row)
    lost = Counter(place_of(row) for row, violations in violations_by_row.items() if violations)
    problems = [*file.surplus, *unread, *chair_problems(file, chairs, known_players, lost)]
    in_order = tuple(sorted(problems, key=lambda each: each.row))
    doubtful = frozenset(problem.place for problem in unread)
    totals = tuple(WrittenTotal(chair.line, chair.place, chair.seat, chair.total) for chair in chairs)
    return Seating(file, *seat_players(chairs), in_order, doubtful, totals)


def seat_players(chairs: Sequence[Chair]) -> tuple[dict[Place, tuple[str, ...]], dict[Place, int]]:
    """Return the players of every table, seat by seat, and its first line."""
    tables: dict[Place, list[Chair]] = defaultdict(list)
    for chair in sorted(chairs, key=lambda each: (each.place, each.seat)):
        tables[chair.place].append(chair)
    players = {place: tuple(chair.player for chair in seated) for place, seated in tables.items()}
    lines = {place: min(chair.line for chair in seated) for place, seated in tables.items()}
    return players, lines


def unread_problems(file: File, violations_by_row: Mapping[Row, Sequence[Violation]]) -> list[Problem]:
    """Return the problems found in the lines, each at the affected table."""
    by_row = [
        file.problems_in(row.line, violations, place_of(row)) for row, violations in violations_by_row.items()
    ]
    return [problem for problems in by_row for problem in problems]


def line_violations(row: Row) -> list[Violation]:
    """Return the cells of one line that cannot be read."""
    violations = unreadable_numbers(row, NUMBERS)
    name = row.cells.get("player", "")
    if not name or len(name) > LONGEST_NAME:
        violations.append(value_unreadable("player", text("the name of a player"), name))
    return [*violations, *total_violations(row)]


def total_violations(row: Row) -> list[Violation]:
    """Return a total that is not a number; none may be written."""
    cell = row.cells.get(TOTAL, "")
    if not cell or read_half(None, cell) is not None:
        return []
    return [value_unreadable(TOTAL, text("a whole number"), cell)]


def chair_of(row: Row) -> Chair:
    """Return the chair of a readable line."""
    numbers = {column: whole(row, column) or 0 for column in NUMBERS}
    name = " ".join(row.cells["player"].split())
    place = (numbers["round"], numbers["table"])
    return Chair(row.line, place, numbers["seat"], name, read_half(None, row.cells.get(TOTAL, "")))


def chair_problems(
    file: File, chairs: Sequence[Chair], known_players: Collection[str] | None, lost: Counter[Place | None]
) -> list[Problem]:
    """Report missing or taken seats, unknown players, and players seated twice in a round.

    `lost` are the lines that could not be read: each is a seat of its table, or of any table.
    """
    size: Counter[Place | None] = Counter(chair.place for chair in chairs)
    size.update(lost)
    taken: set[tuple[Place, int]] = set()
    seated: dict[tuple[int, str], Chair] = {}
    problems: list[Problem] = []
    free = free_seats(chairs, size)
    for chair in chairs:
        first = seated.setdefault((chair.place[0], chair.player), chair)
        violations = [
            *seat_violations(chair, size[chair.place] + size[None], taken),
            *player_violations(chair, first, known_players),
        ]
        taken.add((chair.place, chair.seat))
        seats = tuple(("seat", str(seat)) for seat in free[chair.place])
        problems += [
            replace(each, proposals=seats if each.field == "seat" and len(seats) <= MOST_FREE else ())
            for each in file.problems_in(chair.line, violations, chair.place)
        ]
    return problems


def free_seats(chairs: Sequence[Chair], size: Mapping[Place | None, int]) -> Mapping[Place, list[int]]:
    """Return the free seats of each table."""
    had: defaultdict[Place, set[int]] = defaultdict(set)
    for chair in chairs:
        had[chair.place].add(chair.seat)
    return {place: [seat for seat in range(1, size[place] + 1) if seat not in had[place]] for place in had}


def seat_violations(chair: Chair, seats: int, taken: Collection[tuple[Place, int]]) -> Iterator[Violation]:
    """Report a seat that the table does not have or that another player has."""
    if chair.seat > seats:
        yield seat_unknown(chair, seats)
    elif (chair.place, chair.seat) in taken:
        yield seat_taken(chair)


def player_violations(
    chair: Chair, first: Chair, known_players: Collection[str] | None
) -> Iterator[Violation]:
    """Report an unknown player, or one whose first chair of the round is another one."""
    if known_players is None or chair.player not in known_players:
        if is_formula(chair.player):
            yield name_is_formula(chair)
        elif known_players is not None:
            yield player_unknown(chair)
    if first is not chair:
        yield player_twice(chair, first)


def seat_unknown(chair: Chair, seats: int) -> Violation:
    """Report a seat number with a gap before it."""
    message = text("Round {round}, table {table} has {seats} players, so there is no seat {seat}.")
    return Violation("seat_unknown", "seat", message, {**place_values(chair), "seats": seats})


def seat_taken(chair: Chair) -> Violation:
    """Report a seat with two players; the other player's seat is unknown."""
    message = text("Another player already has seat {seat} at round {round}, table {table}.")
    return Violation("seat_unknown", "seat", message, place_values(chair))


def is_formula(name: str) -> bool:
    """Return whether a spreadsheet would compute this text instead of showing it."""
    is_term = name[:1] in MINUS_SIGNS and len(name) > 1 and not name[1].isdigit()
    return is_term or name[:1] in FORMULA_SIGNS


def name_is_formula(chair: Chair) -> Violation:
    """Report a formula where a name is expected."""
    message = text("“{found}” is a formula; enter a name.")
    return Violation("value_unreadable", "player", message, {"found": json_name(chair.player)})


def player_unknown(chair: Chair) -> Violation:
    """Report a name that is not among the entrants."""
    message = text("{player} does not take part in this event; check the spelling or add the player first.")
    return Violation("player_unknown", "player", message, {"player": json_name(chair.player)})


def player_twice(chair: Chair, other: Chair) -> Violation:
    """Report a player with two seats in one round."""
    message = text("{player} already sits at table {table} of round {round}, in line {line}.")
    values = {**place_values(other), "player": json_name(chair.player), "line": other.line}
    return Violation("player_twice", "player", message, values)


def place_values(chair: Chair) -> dict[str, int]:
    """Return round, table and seat for a message."""
    return {"round": chair.place[0], "table": chair.place[1], "seat": chair.seat}
