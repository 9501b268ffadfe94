"""Operations on a table's sheet and their changes, as values; scoring/sheet/machine.py applies them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from scoring.sheet.table_sheet import StoredRow


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation on a table's sheet."""


@dataclass(frozen=True, slots=True)
class Record(Operation):
    """Record the next deal; offline, the row keeps the `key`."""

    number: int
    record: Any
    key: str = ""


@dataclass(frozen=True, slots=True)
class Correct(Operation):
    """Replace the record of a row; `revision` is the one the writer saw, `row_id` identifies the row."""

    number: int
    record: Any
    revision: int | None
    row_id: int | None = None


@dataclass(frozen=True, slots=True)
class Strike(Operation):
    """Strike a row; later rows move up. `sheet_revision` is the one that the writer saw."""

    number: int
    sheet_revision: int | None


@dataclass(frozen=True, slots=True)
class Insert(Operation):
    """Insert a forgotten row before the one with this number; offline, it keeps the `key`."""

    number: int
    record: Any
    sheet_revision: int | None
    key: str = ""


@dataclass(frozen=True, slots=True)
class SetFirstDealer(Operation):
    """Set the first dealer."""

    first_dealer: int


class Result(StrEnum):
    """The result of an operation: written as a new row, done, or kept as a version that is not taken."""

    WRITTEN = "written"
    DONE = "done"
    TAKEN = "taken"
    STALE = "stale"
    LATE = "late"


@dataclass(frozen=True, slots=True)
class Pending:
    """A version that was not taken, and the id of the row it may replace; it would be row `number`."""

    cause: Result
    number: int
    record: Mapping[str, Any]
    row_id: int | None = None


@dataclass(frozen=True, slots=True)
class Settle(Operation):
    """Settle a conflict: take the pending version, or leave the sheet as it is."""

    pending: Pending
    is_taken: bool


class Kind(StrEnum):
    """The kind of a change to the sheet, as its history names it."""

    NONE = ""
    RECORDED = "recorded"
    CORRECTED = "corrected"
    STRUCK = "struck"
    INSERTED = "inserted"
    FIRST_DEALER = "first_dealer"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class Change:
    """The change made by an operation: its row, and the later rows it made impossible and marked.

    `pending` is the version that was not taken; `beside` is the stored row in its place, if any.
    """

    kind: Kind
    result: Result
    number: int
    breaks: tuple[int, ...] = ()
    pending: Pending | None = None
    beside: StoredRow | None = None
