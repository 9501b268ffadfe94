"""All operations on a table's sheet: `apply(sheet, operation)` returns the new sheet and the change.

The server applies an operation and stores the change; an offline phone folds its queue over the last sheet it
received. A version that is not taken is a change too: it waits until a user chooses.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rules.reading import read_record
from scoring.sheet import refusals
from scoring.sheet.operations import (
    Change,
    Correct,
    Insert,
    Kind,
    Operation,
    Pending,
    Record,
    Result,
    SetFirstDealer,
    Settle,
    Strike,
)
from scoring.sheet.sheet import broken_by, extend_sheet, read_deal
from scoring.sheet.table_sheet import (
    SheetPart,
    StoredRow,
    TableSheet,
    beyond_by,
    folds_with,
    put,
    stored_record,
    with_parts,
)


def apply(sheet: TableSheet, operation: Operation) -> tuple[TableSheet, Change]:
    """Return the sheet after an operation, and its change.

    Raises IllegalDeal for a record that the rules refuse, with every violation, and NotPossible:
    `earlier_rows_missing`, `sheet_complete`, `later_deals_impossible`, `row_unknown`, `stale`,
    `round_closed`, `deals_exist`, `dealer_out_of_range`.
    """
    return USE_CASES[type(operation)](sheet, operation)


# Recording


def record_deal(sheet: TableSheet, operation: Record) -> tuple[TableSheet, Change]:
    """Record the next row; under a taken number the same record is accepted, another becomes pending."""
    read_deal(sheet.game, operation.record)
    number, rows = operation.number, sheet.row_count
    taken = sheet.row(number) if 1 <= number <= rows else None
    if not sheet.is_open:
        return pend(sheet, Result.LATE, number, operation.record, taken)
    if taken:
        return record_again(sheet, number, operation.record, taken)
    return append_row(sheet, number, operation.record, operation.key)


def append_row(sheet: TableSheet, number: int, record: Any, key: str = "") -> tuple[TableSheet, Change]:
    """Add a row after the last one."""
    if number != sheet.row_count + 1:
        raise refusals.earlier_rows_missing(sheet.row_count + 1, number)
    refuse_complete(sheet)
    fold = extend_sheet(sheet.game, sheet.last, read_deal(sheet.game, record), number=number)
    last = sheet.parts[-1]
    row = StoredRow(stored_record(sheet.game, record), key=key)
    grown = replace(last, rows=(*last.rows, row))
    after = replace(
        sheet,
        parts=(*sheet.parts[:-1], grown),
        folds=(*sheet.folds[:-1], fold),
        revision=sheet.revision + 1,
    )
    return after, Change(Kind.RECORDED, Result.WRITTEN, number)


def record_again(sheet: TableSheet, number: int, record: Any, taken: StoredRow) -> tuple[TableSheet, Change]:
    """Handle a number that is taken. Raises IllegalDeal for a record that could not stand there."""
    game, sent = sheet.game, stored_record(sheet.game, record)
    if read_record(game, taken.record) == read_record(game, sent):
        return sheet, Change(Kind.NONE, Result.DONE, number)
    folds_with(sheet, number, record)
    return pend(sheet, Result.TAKEN, number, record, taken)


def pend(
    sheet: TableSheet, cause: Result, number: int, record: Any, beside: StoredRow | None
) -> tuple[TableSheet, Change]:
    """Leave the sheet as it is and keep the version beside it."""
    stored = stored_record(sheet.game, record)
    pending = Pending(cause, number, stored, beside.row_id if beside else None)
    return sheet, Change(Kind.NONE, cause, number, pending=pending, beside=beside)


# Correcting


def correct_deal(sheet: TableSheet, operation: Correct) -> tuple[TableSheet, Change]:
    """Replace a row's record and derive everything after it again."""
    read_deal(sheet.game, operation.record)
    number = place_of(sheet, operation)
    stored = sheet.row(number) if number else None
    if not sheet.is_open:
        return pend(sheet, Result.LATE, number or operation.number, operation.record, stored)
    if stored is None or number != operation.number or stored.revision != operation.revision:
        return pend(sheet, Result.STALE, number or operation.number, operation.record, stored)
    return replace_record(sheet, number, operation.record)


def place_of(sheet: TableSheet, operation: Correct) -> int:
    """Return the row's current number; 0 if it is gone. Raises NotPossible (`row_unknown`).

    A row without an id is not on the server yet; a writer who gives no id means the row of that number.
    """
    rows, number = sheet.rows, operation.number
    ids = [row.row_id for row in rows]
    if operation.row_id in (None, *ids[number - 1 : number]):
        sheet.row(number)
        return number
    if operation.row_id in ids:
        return ids.index(operation.row_id) + 1
    return number if 1 <= number <= len(rows) and ids[number - 1] is None else 0


def replace_record(sheet: TableSheet, number: int, record: Any) -> tuple[TableSheet, Change]:
    """Return the sheet with another record in the row."""
    stored = sheet.row(number)
    row = replace(stored, record=stored_record(sheet.game, record), revision=stored.revision + 1)
    after, breaks = refold(sheet, put(sheet.parts, number, row), changed=number)
    return after, Change(Kind.CORRECTED, Result.DONE, number, breaks)


def strike_deal(sheet: TableSheet, operation: Strike) -> tuple[TableSheet, Change]:
    """Return the sheet without a row."""
    number = operation.number
    sheet.row(number)
    refuse_closed(sheet)
    if sheet.revision != operation.sheet_revision:
        raise refusals.sheet_stale(sheet.revision)
    after, breaks = refold(sheet, put(sheet.parts, number), changed=number, shift=-1)
    return after, Change(Kind.STRUCK, Result.DONE, number, breaks)


def insert_deal(sheet: TableSheet, operation: Insert) -> tuple[TableSheet, Change]:
    """Return the sheet with an inserted row."""
    read_deal(sheet.game, operation.record)
    if not sheet.is_open:
        return pend(sheet, Result.LATE, operation.number, operation.record, None)
    if sheet.revision != operation.sheet_revision:
        return pend(sheet, Result.STALE, operation.number, operation.record, None)
    return insert_row(sheet, operation.number, operation.record, operation.key)


def insert_row(sheet: TableSheet, number: int, record: Any, key: str = "") -> tuple[TableSheet, Change]:
    """Insert a row and move the later ones down."""
    following = sheet.row(number)
    refuse_complete(sheet)
    row = StoredRow(stored_record(sheet.game, record), key=key)
    after, breaks = refold(sheet, put(sheet.parts, number, row, following), changed=number, shift=1)
    return after, Change(Kind.INSERTED, Result.WRITTEN, number, breaks)


def set_first_dealer(sheet: TableSheet, operation: SetFirstDealer) -> tuple[TableSheet, Change]:
    """Set another first dealer for the last part."""
    refuse_closed(sheet)
    last = sheet.parts[-1]
    if last.rows:
        raise refusals.deals_exist()
    if not 0 <= operation.first_dealer < last.seats:
        raise refusals.dealer_out_of_range(last.seats)
    parts = (*sheet.parts[:-1], replace(last, first_dealer=operation.first_dealer))
    return with_parts(sheet, parts), Change(Kind.FIRST_DEALER, Result.DONE, 0)


# Settling


def settle(sheet: TableSheet, operation: Settle) -> tuple[TableSheet, Change]:
    """Return the sheet with the pending version in place, or unchanged."""
    refuse_closed(sheet)
    if operation.is_taken:
        after, change = take_pending(sheet, operation.pending)
        return after, replace(change, result=Result.DONE)
    after = replace(sheet, revision=sheet.revision + 1)
    return after, Change(Kind.SETTLED, Result.DONE, operation.pending.number)


def take_pending(sheet: TableSheet, pending: Pending) -> tuple[TableSheet, Change]:
    """Put the version in place of its row, wherever that is now, or between the rows or after them."""
    ids = [row.row_id for row in sheet.rows]
    if pending.row_id is not None and pending.row_id in ids:
        return replace_record(sheet, ids.index(pending.row_id) + 1, pending.record)
    if pending.number > sheet.row_count:
        return append_row(sheet, pending.number, pending.record)
    return insert_row(sheet, pending.number, pending.record)


def refold(
    sheet: TableSheet, parts: tuple[SheetPart, ...], *, changed: int, shift: int = 0
) -> tuple[TableSheet, tuple[int, ...]]:
    """Return the sheet with other rows, and later rows now impossible. Raises IllegalDeal, NotPossible.

    Even if the event marks impossible rows, no row may be moved past the last deal of the sheet.
    """
    after = with_parts(sheet, parts)
    breaks = broken_by(sheet.folds, after.folds, changed=changed, shift=shift)
    if breaks and not sheet.marks_later_deals:
        raise refusals.later_deals_impossible(breaks)
    if beyond := beyond_by(sheet, after):
        raise refusals.later_deals_impossible(beyond, refusals.DEALS_BEYOND_THE_END)
    return after, tuple(breaks)


# Refusals


def refuse_complete(sheet: TableSheet) -> None:
    """Raise NotPossible (`sheet_complete`) if no row is left."""
    if sheet.is_complete:
        raise refusals.sheet_complete(sheet.last.deals_counted)


def refuse_closed(sheet: TableSheet) -> None:
    """Raise NotPossible (`round_closed`) if the writer may no longer write."""
    if not sheet.is_open:
        raise refusals.round_closed()


USE_CASES: Mapping[type, Callable[[TableSheet, Any], tuple[TableSheet, Change]]] = {
    Record: record_deal,
    Correct: correct_deal,
    Strike: strike_deal,
    Insert: insert_deal,
    SetFirstDealer: set_first_dealer,
    Settle: settle,
}
