"""The effect of a record on a sheet before it is stored."""

from typing import Any

from scoring.sheet import refusals
from scoring.sheet.serialising import Language, preview_json, refused_json
from scoring.sheet.sheet import IllegalDeal, broken_by, extend_sheet, read_deal
from scoring.sheet.table_sheet import (
    StoredRow,
    TableSheet,
    beyond_by,
    folded_row,
    put,
    stored_record,
    with_parts,
)


def preview(language: Language, sheet: TableSheet, number: int, record: Any) -> dict[str, Any]:
    """Return the effect of this record as row `number`: the next row, or a correction.

    Raises NotPossible (`earlier_rows_missing`) for a gap.
    """
    rows = sheet.row_count
    if not 1 <= number <= rows + 1:
        raise refusals.earlier_rows_missing(rows + 1, number)
    try:
        deal_record = read_deal(sheet.game, record)
        if number <= rows:
            return preview_correction(language, sheet, number, record)
        fold = extend_sheet(sheet.game, sheet.last, deal_record, number=number)
    except IllegalDeal as illegal:
        return refused_json(language, sheet.game, sheet.last.state, record, illegal)
    return preview_json(language, sheet.game, fold, fold.rows[-1], record)


def preview_correction(language: Language, sheet: TableSheet, number: int, record: Any) -> dict[str, Any]:
    """Return a row with another record, and later rows that would become impossible. Raises IllegalDeal."""
    after = corrected(sheet, number, record)
    breaks = {*broken_by(sheet.folds, after.folds, changed=number), *beyond_by(sheet, after)}
    row = folded_row(after.folds, number)
    return {**preview_json(language, sheet.game, after.last, row, record), "breaks": sorted(breaks)}


def corrected(sheet: TableSheet, number: int, record: Any) -> TableSheet:
    """Return the sheet with another record in row `number`, even if the rules refuse it."""
    return with_parts(sheet, put(sheet.parts, number, StoredRow(stored_record(sheet.game, record))))
