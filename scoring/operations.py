"""What a table may do to its sheet, and what became of it: values, carried out by scoring/machine.py."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from scoring.table_sheet import StoredRow


@dataclass(frozen=True, slots=True)
class Operation:
    """Something a table wants to do to its sheet."""


@dataclass(frozen=True, slots=True)
class Record(Operation):
    """Write the next deal; away from the server the row keeps the `key`."""

    number: int
    record: Any
    key: str = ""


@dataclass(frozen=True, slots=True)
class Correct(Operation):
    """Replace the record of a row; `revision` is the row's that the writer saw, `row_id` says which row."""

    number: int
    record: Any
    revision: int | None
    row_id: int | None = None


@dataclass(frozen=True, slots=True)
class Strike(Operation):
    """Strike a row out; later ones move up. `sheet_revision` is the one that the writer saw."""

    number: int
    sheet_revision: int | None


@dataclass(frozen=True, slots=True)
class Insert(Operation):
    """Put a forgotten row before the one that has this number; away from the server it keeps the `key`."""

    number: int
    record: Any
    sheet_revision: int | None
    key: str = ""


@dataclass(frozen=True, slots=True)
class SetFirstDealer(Operation):
    """Say who deals first."""

    first_dealer: int


class Result(StrEnum):
    """What became of an operation: written as a new row, done, or kept as a version that is not taken."""

    WRITTEN = "written"
    DONE = "done"
    TAKEN = "taken"
    STALE = "stale"
    LATE = "late"


@dataclass(frozen=True, slots=True)
class Pending:
    """A version that was not taken, and the id of the row that it may replace; it would be row `number`."""

    cause: Result
    number: int
    record: Mapping[str, Any]
    row_id: int | None = None


@dataclass(frozen=True, slots=True)
class Settle(Operation):
    """Choose: take the pending version, or leave the sheet as it is."""

    pending: Pending
    is_taken: bool


class Kind(StrEnum):
    """What a change does to the sheet; the words of its history."""

    NONE = ""
    RECORDED = "recorded"
    CORRECTED = "corrected"
    STRUCK = "struck"
    INSERTED = "inserted"
    FIRST_DEALER = "first_dealer"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class Change:
    """What an operation did: to which row, and which later rows it made impossible and marked.

    `pending` is the version that was not taken; where the sheet has a row for its place, `beside` is that.
    """

    kind: Kind
    result: Result
    number: int
    breaks: tuple[int, ...] = ()
    pending: Pending | None = None
    beside: StoredRow | None = None
