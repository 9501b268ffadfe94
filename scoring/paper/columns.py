"""The columns of a typed sheet, derived from the fields of its game, and the reading of cells.

On paper seats are counted from 1; sides too, named by their first seat (side 1 = seats 1 and 3).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.fields import Choice, Field, Kind
from rules.game import Game, Violation, text
from rules.halves import split_half
from rules.reading import CLAIM_KEYS, as_term, json_name, record_fields

SIDE = "side"
BETWEEN_OPTIONS, BETWEEN_SEATS = "+", ";"
DIGITS = 9  # more digits than any count or score has
MINUS_SIGNS = ("-", "−")
SIGNS = ("+", *MINUS_SIGNS)
FLAGS = {"yes": True, "true": True, "no": False, "false": False}


@dataclass(frozen=True, slots=True)
class Column:
    """A column and its field; `key` names the part of a claim it holds."""

    name: str
    field: Field
    key: str = ""


def columns_of(game: Game) -> dict[str, Column]:
    """Return every column a sheet of this game may have besides round, table and deal."""
    return {column.name: column for each in record_fields(game) for column in columns_for(each)}


def columns_for(each: Field) -> list[Column]:
    """Return `declarer_seat`, `virgin_seats`, `claim_side` and the like; else the field's own name."""
    if each.kind == Kind.SEAT:
        return [Column(f"{each.name}_seat", each)]
    if each.kind == Kind.SEATS:
        return [Column(f"{each.name.removesuffix('s')}_seats", each)]
    if each.kind == Kind.CLAIM:
        return [Column(f"{each.name}_{key}", each, key) for key in CLAIM_KEYS]
    return [Column(each.name, each)]


def column_name(game: Game, field: str | None) -> str | None:
    """Return the column of a field of the record."""
    names = [column.name for column in columns_of(game).values() if column.field.name == field]
    return names[0] if names else field


def read_cells(
    columns: Mapping[str, Column], cells: Mapping[str, str]
) -> tuple[dict[str, Any], list[Violation]]:
    """Return the record as JSON, and the cells that could not be read. An empty cell is an absent field."""
    record: dict[str, Any] = {}
    unread: list[Violation] = []
    for name, column in columns.items():
        cell = cells.get(name, "")
        value = read_cell(column, cell) if cell else None
        if cell and value is None:
            unread.append(value_unreadable(name, EXPECTED[column.field.kind], cell))
        elif column.key:
            record = put_claim(record, column, value)
        elif value is not None:
            record[column.field.name] = value
    return record, unread


def put_claim(record: dict[str, Any], column: Column, value: Any) -> dict[str, Any]:
    """Add one part to a claim; an empty claim is absent."""
    if value is None:
        return record
    claim = record.get(column.field.name, {})
    return {**record, column.field.name: {**claim, column.key: value}}


def read_cell(column: Column, cell: str) -> Any:
    """Return the value of a cell, None if its column does not accept it."""
    value = READERS[column.field.kind](column.field, cell)
    return value - 1 if column.key == SIDE and value is not None else value


def read_whole(each: Field | None, cell: str) -> int | None:
    """Read a whole number, with a hyphen or a true minus sign."""
    sign, size = (cell[:1], cell[1:]) if cell[:1] in SIGNS else ("", cell)
    if not (size.isascii() and size.isdigit() and len(size) <= DIGITS):
        return None
    return -int(size) if sign in MINUS_SIGNS else int(size)


def read_half(each: Field | None, cell: str) -> Any:
    """Read a whole number or a half, `3.5`; the rules check whether the event has halves."""
    size, half = split_half(cell)
    number = read_whole(each, size)
    if number is None or not half:
        return number
    return number - half if cell[:1] in MINUS_SIGNS else number + half


def read_seat(each: Field, cell: str) -> int | None:
    """Read a seat as printed, 1..n; the rules check whether the table has it."""
    seat = read_whole(each, cell)
    return None if seat is None else seat - 1


def read_seats(each: Field, cell: str) -> list[int] | None:
    """Read seats as printed, joined by +."""
    seats = [read_seat(each, part.strip()) for part in cell.split(BETWEEN_OPTIONS)]
    known = [seat for seat in seats if seat is not None]
    return known if len(known) == len(seats) else None


def read_flag(each: Field, cell: str) -> bool | None:
    """Read yes, no, true or false."""
    return FLAGS.get(cell.casefold())


def read_choice(each: Field, cell: str) -> str:
    """Read a word of the field in any case; the rules check unknown words."""
    return known_word(each.choices, cell)


def read_choices(each: Field, cell: str) -> list[str]:
    """Read words joined by +."""
    return [known_word(each.choices, word.strip()) for word in cell.split(BETWEEN_OPTIONS)]


def read_counts(each: Field, cell: str) -> list[int | None] | None:
    """Read whole numbers joined by semicolons; an empty one is the rest, where it may be left out."""
    parts = [part.strip() for part in cell.split(BETWEEN_SEATS)]
    numbers = [read_whole(each, part) for part in parts]
    is_read = [
        number is not None or (each.places.leaves_rest and not part)
        for number, part in zip(numbers, parts, strict=True)
    ]
    return numbers if all(is_read) else None


def read_flags(each: Field, cell: str) -> list[bool] | None:
    """Read yes and no joined by semicolons."""
    flags = [read_flag(each, part.strip()) for part in cell.split(BETWEEN_SEATS)]
    known = [flag for flag in flags if flag is not None]
    return known if len(known) == len(flags) else None


def read_free(each: Field, cell: str) -> list[float | str]:
    """Read numbers joined by semicolons; other text is passed on to the game's own check."""
    parts = [part.strip() for part in cell.split(BETWEEN_SEATS)]
    read = read_half if each.places.halves else read_whole
    numbers = [read(each, part) for part in parts]
    return [part if number is None else number for part, number in zip(parts, numbers, strict=True)]


READERS: Mapping[Kind, Callable[[Field, str], Any]] = {
    Kind.CHOICE: read_choice,
    Kind.CHOICES: read_choices,
    Kind.COUNT: read_whole,
    Kind.FLAG: read_flag,
    Kind.SEAT: read_seat,
    Kind.SEATS: read_seats,
    Kind.COUNTS: read_counts,
    Kind.FLAGS: read_flags,
    Kind.CLAIM: read_whole,
    Kind.FREE: read_free,
}

EXPECTED: Mapping[Kind, str] = {
    Kind.CHOICE: text("one word"),
    Kind.CHOICES: text("words joined by +"),
    Kind.COUNT: text("a whole number"),
    Kind.FLAG: text("yes or no"),
    Kind.SEAT: text("the number of a seat"),
    Kind.SEATS: text("numbers of seats joined by +"),
    Kind.COUNTS: text("whole numbers joined by semicolons"),
    Kind.FLAGS: text("yes and no joined by semicolons"),
    Kind.CLAIM: text("a whole number"),
    Kind.FREE: text("whole numbers joined by semicolons"),
}


def known_word(choices: tuple[Choice, ...], word: str) -> str:
    """Return the word in the game's spelling."""
    spellings = {str(choice.value).casefold(): str(choice.value) for choice in choices}
    return spellings.get(word.casefold(), word)


def value_unreadable(column: str, expected: str, cell: str) -> Violation:
    """Return the violation for a cell that its column does not accept."""
    message = text("The column “{column}” takes {expected}; found “{found}”.")
    values = {"column": column, "expected": as_term(expected), "found": json_name(cell)}
    return Violation("value_unreadable", column, message, values)
