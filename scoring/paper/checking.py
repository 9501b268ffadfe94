"""Check seating and sheets together: every table with its rows, and all problems of both files."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.game import Game, Violation, text
from rules.reading import with_list
from scoring.foot.paper_totals import Reading
from scoring.paper.columns import Column, column_name, columns_of, read_cells
from scoring.paper.course import Checked, Lost, TypedRow, check_rows
from scoring.paper.lines import (
    HEADER,
    File,
    Line,
    Place,
    Problem,
    column_missing,
    place_of,
    read_file,
    unreadable_numbers,
    whole,
)
from scoring.paper.proposals import proposals_for
from scoring.paper.seating import Seating, is_formula, read_seating
from scoring.paper.totals import NO_FEET, Feet, dispute_of, read_feet

PLACE = ("round", "table", "deal")
NO_LISTS: Mapping[int, int] = {}
MOST_PROPOSED = 20  # lines of a table that get proposals; behind more, something else is wrong


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
