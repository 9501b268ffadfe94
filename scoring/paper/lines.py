"""A file as rows of cells: its header, its columns, and their problems."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from rules.game import Listed, Violation, text
from rules.reading import json_name
from scoring.paper.columns import value_unreadable

Place = tuple[int, int]  # the numbers of a round and of a table
HEADER = 1


@dataclass(frozen=True, slots=True)
class Line:
    """A row of cells and its line number in the file; the header is line 1."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem in one line: `field` is the column, `place` the affected table, if known.

    `proposals` are pairs of a column and what its cell may say instead.
    """

    file: str
    row: int
    field: str | None
    violation: Violation
    place: Place | None = None
    proposals: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """One line's cells by column."""

    line: int
    cells: dict[str, str]


@dataclass(frozen=True, slots=True)
class File:
    """A file's columns and rows, and the problems of its header."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    problems: tuple[Problem, ...]
    surplus: tuple[Problem, ...] = ()

    def problems_in(self, line: int, violations: Iterable[Violation], place: Place | None) -> list[Problem]:
        """Return the problems found in a line of this file."""
        return [Problem(self.name, line, each.field, each, place) for each in violations]


def read_file(name: str, lines: Sequence[Line], needed: Sequence[str], known: Collection[str]) -> File:
    """Return the rows by column. Empty lines are skipped; the columns may be in any order."""
    header = [cell.strip().casefold() for cell in lines[0].cells] if lines else []
    filled = [line for line in lines[1:] if is_filled(line)]
    return File(
        name=name,
        columns=tuple(header),
        rows=tuple(Row(line.number, cells_of(header, line)) for line in filled),
        problems=header_problems(name, header, needed, known),
        surplus=surplus_problems(name, header, filled),
    )


def is_filled(line: Line) -> bool:
    """Return whether the line has any content."""
    return any(cell.strip() for cell in line.cells)


def cell_at(line: Line, at: int) -> str:
    """Return a cell of a line; empty behind its end."""
    return line.cells[at] if at < len(line.cells) else ""


def header_problems(
    name: str, header: Sequence[str], needed: Sequence[str], known: Collection[str]
) -> tuple[Problem, ...]:
    """Report columns that are missing, unknown or repeated."""
    named = list(filter(None, header))
    violations = [
        *(column_missing(column) for column in needed if column not in named),
        *(column_unknown(column, known) for column in named if column not in known),
        *map(column_twice, repeated(named)),
    ]
    return tuple(Problem(name, HEADER, each.field, each) for each in violations)


def repeated(columns: Sequence[str]) -> list[str]:
    """Return the repeated values, in alphabetical order."""
    return sorted(column for column, count in Counter(columns).items() if count > 1)


def surplus_problems(name: str, header: Sequence[str], lines: Sequence[Line]) -> tuple[Problem, ...]:
    """Report lines longer than the header."""
    too_long = [line for line in lines if surplus(line, header)]
    return tuple(Problem(name, line.number, None, cell_without_column(line, header)) for line in too_long)


def cells_of(header: Sequence[str], line: Line) -> dict[str, str]:
    """Return the cells of a line by column, without empty ones."""
    pairs = zip(header, line.cells, strict=False)
    return {column: cell.strip() for column, cell in pairs if column and cell.strip()}


def surplus(line: Line, header: Sequence[str]) -> list[str]:
    """Return the cells without a column."""
    padded = [*header, *[""] * (len(line.cells) - len(header))]
    return [cell for column, cell in zip(padded, line.cells, strict=False) if not column and cell.strip()]


def column_missing(column: str) -> Violation:
    """Report a missing column."""
    message = text("The column “{column}” is missing.")
    return Violation("column_missing", column, message, {"column": column})


def column_unknown(column: str, known: Collection[str]) -> Violation:
    """Report an unknown column."""
    message = text("There is no column “{column}”; the columns are: {known}.")
    values = {"column": json_name(column), "known": Listed(known)}
    return Violation("column_unknown", column, message, values)


def column_twice(column: str) -> Violation:
    """Report a repeated column, because the copies cannot be told apart."""
    message = text("The column “{column}” appears twice.")
    return Violation("column_unknown", column, message, {"column": json_name(column)})


def cell_without_column(line: Line, header: Sequence[str]) -> Violation:
    """Report a line longer than the header."""
    message = text("This line has more cells than the header has columns: “{found}” is too many.")
    value = json_name(surplus(line, header)[0])
    return Violation("value_unreadable", None, message, {"found": value})


def whole(row: Row, column: str) -> int | None:
    """Return the positive whole number in a cell, None if there is none."""
    cell = row.cells.get(column, "")
    is_number = cell.isascii() and cell.isdigit() and len(cell) < 7
    return int(cell) or None if is_number else None


def place_of(row: Row) -> Place | None:
    """Return round and table of a row, if both can be read."""
    round_number, table_number = whole(row, "round"), whole(row, "table")
    return (round_number, table_number) if round_number and table_number else None


def unreadable_numbers(row: Row, columns: Sequence[str]) -> list[Violation]:
    """Report cells that should hold a number and do not."""
    expected = text("a number from 1")
    bad = [column for column in columns if whole(row, column) is None]
    return [value_unreadable(column, expected, row.cells.get(column, "")) for column in bad]
