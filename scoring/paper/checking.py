"""Check seating and sheets together: every table with its rows, and all problems of both files."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.game import Game, Listed, Violation, text
from rules.reading import with_list
from scoring.foot.paper_totals import Reading, Standing, judge
from scoring.paper.columns import Column, column_name, columns_of, read_cells, read_half, value_unreadable
from scoring.paper.course import Checked, Lost, TypedRow, check_rows
from scoring.paper.lines import (
    HEADER,
    File,
    Line,
    Place,
    Problem,
    Row,
    column_missing,
    place_of,
    read_file,
    unreadable_numbers,
    whole,
)
from scoring.paper.proposals import proposals_for
from scoring.paper.seating import TOTAL, Seating, WrittenTotal, is_formula, read_seating, total_violations

PLACE = ("round", "table", "deal")
NO_LISTS: Mapping[int, int] = {}
MOST_PROPOSED = 20  # lines of a table that get proposals; behind more, something else is wrong

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


@dataclass(frozen=True, slots=True)
class PaperTable:
    """One table as on paper. `is_good` means that it has no problem."""

    round: int
    number: int
    players: tuple[str, ...]
    records: tuple[Mapping[str, Any], ...]
    state: Any
    deals_counted: int
    is_good: bool
    line: int = 0  # where the seating file begins with it
    paper: Reading | None = None  # the totals at the foot of the paper
    deals_agreed: int | None = None  # where the sheet has fewer: it was cut off, or is not finished


@dataclass(frozen=True, slots=True)
class Paper:
    """The content of both files, and all problems in the order of their lines.

    `disputes` are the good tables whose deals do not add up to the totals on paper, each as a problem.
    `new_players` are names that are seated but not entered, each once, in the order of the file.
    """

    tables: tuple[PaperTable, ...]
    problems: tuple[Problem, ...]
    new_players: tuple[str, ...] = ()
    disputes: tuple[Problem, ...] = ()

    @property
    def good_tables(self) -> list[PaperTable]:
        """Return the tables that may be stored."""
        return [table for table in self.tables if table.is_good]


@dataclass(frozen=True, slots=True)
class Typed:
    """The sheets file: rows by table, problems, and rows that cannot be placed, as (table, deal)."""

    file: File
    rows: Mapping[Place, Sequence[TypedRow]]
    problems: tuple[Problem, ...]
    lost: tuple[tuple[Place | None, int | None], ...] = ()

    def lost_at(self, place: Place) -> Lost:
        """Return the unplaced rows that may belong to a table."""
        deals = frozenset(deal for _, deal in self.lost if deal)
        return Lost(deals, sum(at == place and deal is None for at, deal in self.lost))


def check_paper(
    game: Game,
    options: Any,
    seating: tuple[str, Sequence[Line]],
    sheets: tuple[str, Sequence[Line]],
    totals: tuple[str, Sequence[Line]] | None = None,
    *,
    deals_per_table: Mapping[int, int],
    lists: Mapping[int, int] = NO_LISTS,
    known_players: Collection[str] | None = None,
) -> Paper:
    """Check the files, given as name and lines. `known_players` None: every named player takes part.

    `lists` has the agreed length of a list by table size, for games whose rules depend on it.
    """
    seats = read_seating(*seating, known_players)
    typed = read_sheets(game, *sheets, places=None if seats.file.problems else seats.players)
    feet = NO_FEET if seats.file.problems else read_feet(seats, totals)
    headers = [
        *seats.file.problems,
        *typed.file.problems,
        *(each for each in feet.problems if each.row == HEADER),
    ]
    if headers:
        return Paper((), tuple(headers))
    problems = [*seats.problems, *typed.problems, *feet.problems]
    tables: list[PaperTable] = []
    for place in sorted(seats.players):
        own = with_list(game, options, lists.get(len(seats.players[place])))
        table, refusals = check_table(game, own, seats, typed, place, deals_per_table)
        tables.append(table)
        problems += refusals
    spoiled = {problem.place for problem in problems}
    judged = [with_foot(each, feet, spoiled) for each in tables]
    files = (seats.file.name, typed.file.name, *([totals[0]] if totals else []))
    ordered = in_order(join_missing(game, typed.file, problems), files)
    return Paper(tuple(judged), ordered, new_players(seats, known_players), disputes_in(judged, feet))


def with_foot(table: PaperTable, feet: Feet, spoiled: Collection[Place | None]) -> PaperTable:
    """Return the table with the totals on its paper; it is not good where one of its lines has a problem."""
    place = (table.round, table.number)
    is_good = table.is_good and place not in spoiled
    return replace(table, is_good=is_good, paper=feet.reading(place, len(table.players)))


def disputes_in(tables: Sequence[PaperTable], feet: Feet) -> tuple[Problem, ...]:
    """Return the differences of the good tables from their papers."""
    disputes = [
        dispute_of(feet, (each.round, each.number), each.players, each.state.totals, each.deals_counted)
        for each in tables
        if each.is_good
    ]
    return tuple(each for each in disputes if each)


def new_players(seats: Seating, known_players: Collection[str] | None) -> tuple[str, ...]:
    """Return the players who are seated but not entered; none if every named player takes part."""
    if known_players is None:
        return ()
    seated = dict.fromkeys(name for _, players in seats.players.items() for name in players)
    return tuple(name for name in seated if name not in known_players and not is_formula(name))


def read_sheets(game: Game, name: str, lines: Sequence[Line], places: Collection[Place] | None) -> Typed:
    """Return the rows of every seated table."""
    columns = columns_of(game)
    file = read_file(name, lines, PLACE, (*PLACE, *columns))
    if file.problems or places is None:
        return Typed(file, {}, file.problems)
    return read_rows(file, columns, places)


def read_rows(file: File, columns: Mapping[str, Column], places: Collection[Place]) -> Typed:
    """Return the rows of a file with a valid header."""
    rows: dict[Place, list[TypedRow]] = defaultdict(list)
    problems = [*file.surplus]
    lost: list[tuple[Place | None, int | None]] = []
    for row in file.rows:
        place, deal = place_of(row), whole(row, "deal")
        record, unread = read_cells(columns, row.cells)
        violations = [*unreadable_numbers(row, PLACE), *unread, *place_violations(place, places)]
        problems += file.problems_in(row.line, violations, place)
        if place and deal and place in places:
            rows[place].append(TypedRow(row.line, deal, None if unread else record))
        else:
            lost.append((place, deal))
    return Typed(file, rows, tuple(problems), tuple(lost))


def check_table(
    game: Game,
    options: Any,
    seats: Seating,
    typed: Typed,
    place: Place,
    deals_per_table: Mapping[int, int],
) -> tuple[PaperTable, list[Problem]]:
    """Check one table against the rules, unless its size is unknown or the game forbids it."""
    players = seats.players[place]
    if place in seats.doubtful:
        return PaperTable(*place, players, (), None, 0, is_good=False), []
    if refused := game.table_violations(options, len(players), 0):
        problems = [Problem(seats.file.name, seats.lines[place], "seat", each, place) for each in refused]
        return PaperTable(*place, players, (), None, 0, is_good=False), problems
    opening = game.opening(options, len(players), 0)
    last = deals_per_table.get(len(players))
    rows = typed.rows.get(place, ())
    checked = check_rows(game, opening, rows, last_deal=last, lost=typed.lost_at(place))
    is_whole = checked.deals_counted == last or game.is_over(checked.state)
    is_good = not checked.is_broken and (not typed.lost or is_whole)
    is_good = is_good and None not in seats.doubtful
    table = PaperTable(
        *place,
        players,
        checked.records,
        checked.state,
        checked.deals_counted,
        is_good,
        seats.lines[place],
        deals_agreed=None if is_whole else last,
    )
    return table, row_problems(game, typed.file, checked, place)


def row_problems(game: Game, file: File, checked: Checked, place: Place) -> list[Problem]:
    """Return the violations, assigned to the columns of the file."""
    problems: list[Problem] = []
    for at, refusal in enumerate(checked.refusals):
        proposals = proposals_for(game, refusal) if at < MOST_PROPOSED else ()
        problems += [
            Problem(file.name, refusal.line, column_name(game, each.field), each, place, proposals)
            for each in refusal.violations
        ]
    return problems


def join_missing(game: Game, file: File, problems: Sequence[Problem]) -> list[Problem]:
    """Merge the problems of a missing column that rows turn out to need into one."""
    absent = set(columns_of(game)) - set(file.columns)
    lacking = [each for each in problems if each.file == file.name and each.field in absent]
    needed = sorted(absent.intersection(each.field for each in lacking))
    missing = [Problem(file.name, HEADER, column, column_missing(column)) for column in needed]
    return [*missing, *without_lines_of(lacking, problems)]


def without_lines_of(joined: Sequence[Problem], problems: Sequence[Problem]) -> list[Problem]:
    """Return the problems of all other lines."""
    lines = {(each.file, each.row) for each in joined}
    return [each for each in problems if (each.file, each.row) not in lines]


def in_order(problems: Sequence[Problem], files: Sequence[str]) -> tuple[Problem, ...]:
    """Return the problems file by file, line by line."""
    return tuple(sorted(problems, key=lambda each: (files.index(each.file), each.row)))


def place_violations(place: Place | None, places: Collection[Place]) -> list[Violation]:
    """Return a violation for a table that can be read and is not seated."""
    return [table_unknown(place)] if place and place not in places else []


def table_unknown(place: Place) -> Violation:
    """Return the violation for a table without players."""
    message = text("Table {table} of round {round} has no players.")
    return Violation("table_unknown", "table", message, {"round": place[0], "table": place[1]})


# Totals at the foot of sheets: in a column of the seating file, or in a file of their own


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


def listed(totals: Iterable[tuple[str, float | None]]) -> Listed:
    """Return names with their totals for a sentence."""
    return Listed(f"{name} {total}" for name, total in totals)
