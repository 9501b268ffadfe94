"""A slip that explains a difference at the foot: its kind, how often it happens, and its sentence."""

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.game import text
from scoring.foot.small_edits import KEYS, NUMBERS, RESULT, SEAT, SIGN, VALUE

COLUMNS, TOTAL_SIGN, TOTAL_DIGITS, TOTAL_KEYS = "columns", "total_sign", "total_digits", "total_keys"
TWICE, MISSING, REPEATED, MINUS, DIGITS = "twice", "missing", "repeated", "minus", "digits"
CHANCES: Mapping[str, float] = {
    VALUE: 25,
    SEAT: 12,
    RESULT: 12,
    NUMBERS: 12,
    SIGN: 8,
    KEYS: 12,
    TWICE: 6,
    MISSING: 6,
    REPEATED: 5,
    COLUMNS: 3,
    TOTAL_SIGN: 3,
    TOTAL_DIGITS: 3,
    TOTAL_KEYS: 3,
    MINUS: 1,
    DIGITS: 0.1,
}
"""How many of about a hundred slips are of a kind."""

MESSAGES = {
    COLUMNS: text("Seats {first} and {second} are swapped among the totals."),
    TOTAL_SIGN: text("The total of seat {seat} has the wrong sign: here {ours}, on paper {paper}."),
    TOTAL_DIGITS: text("Digits of seat {seat}'s total are swapped: here {ours}, on paper {paper}."),
    TOTAL_KEYS: text(
        "A digit of seat {seat}'s total is wrong, missing or extra: here {ours}, on paper {paper}."
    ),
    RESULT: text("Made and lost are swapped in one deal. Check row {rows}."),
    SEAT: text("One deal of seat {second} is entered for seat {first}. Check row {rows}."),
    TWICE: text("One deal is entered twice. Check row {rows}."),
    MINUS: text("On paper a deal of seat {seat} was counted with the wrong sign. Check row {rows}."),
    SIGN: text("One deal has a minus too many or too few. Check row {rows}."),
    NUMBERS: text("Numbers of one deal stand in the columns of others. Check row {rows}."),
    KEYS: text("A number of one deal has a wrong, swapped, missing or extra digit. Check row {rows}."),
    VALUE: text("“{label}” differs in one deal. Check row {rows}."),
    MISSING: text("One deal is missing here: it scored {points}."),
    REPEATED: text("One row repeats the row beside it and stands for another deal. Check row {rows}."),
    DIGITS: text("Digits were swapped in a running total of seat {seat} on paper. Check row {rows}."),
}


COLUMN_MESSAGES = {
    SIGN: text("A number of seat {seat} has a minus too many or too few ({change}). Check row {rows}."),
    KEYS: text(
        "A number of seat {seat} has a wrong, swapped, missing or extra digit ({change}). Check row {rows}."
    ),
}


MISSING_BEFORE = text(
    "One deal is missing, so the deals behind it count for other seats. Check before row {rows}."
)


@dataclass(frozen=True, slots=True)
class Slip:
    """One explanation: the rows where it may have happened, a sentence and its values."""

    kind: str
    seats: tuple[int, ...] = ()
    rows: tuple[int, ...] = ()
    field: str = ""
    values: Mapping[str, Any] = dataclasses.field(default_factory=dict)

    @property
    def message(self) -> str:
        """Return the sentence as a template."""
        if self.kind == MISSING and self.rows:
            return MISSING_BEFORE
        return (COLUMN_MESSAGES if "change" in self.values else MESSAGES)[self.kind]

    def __str__(self) -> str:
        return self.message.format(**self.values)


Weighed = tuple[Slip, float]
"""An explanation and its share of its kind: how much of all that is possible of the kind explains this."""
ROWS_READ = 8  # a sentence may name more, but nobody checks them one by one


def new_rows_first(slips: Iterable[Slip]) -> list[Slip]:
    """Return the slips with those behind that name no row which the ones before them do not name."""
    first: list[Slip] = []
    again: list[Slip] = []
    named: set[int] = set()
    for slip in slips:
        rows = set(slip.rows[:ROWS_READ])
        (again if rows and rows <= named else first).append(slip)
        named |= rows
    return [*first, *again]
