"""A second typing of a sheet: only the rows that differ from the first one are decided."""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext

from scoring.sheet.refusals import NotPossible
from tournaments.models import SheetChangeKind, Table
from tournaments.selectors.sheets.folded_sheets import load_sheet
from tournaments.selectors.tables.second_typing import FIRST, SECOND, SecondTyping, second_typing
from tournaments.services.history.sheet_chain import Author, append_entry
from tournaments.services.sheets.sheet_transaction import remember
from tournaments.services.sheets.write_guard import lock_played
from tournaments.services.tables.sheet_entry import (
    IllegalLines,
    checked_lines,
    findings_in,
    refuse_stale,
    store_lines,
)


def compared_lines(table: Table, lines: Sequence[str]) -> SecondTyping:
    """Return a sheet beside its second typing. Raises NotPossible (`rows_differ`) and IllegalLines."""
    compared = second_typing(table, lines)
    rows = len(compared.stored.loaded.deals)
    if len(lines) != rows:
        message = gettext(
            "%(rows)s rows are stored, and you typed %(typed)s lines; the first that differs is row"
            " %(number)s. Was a line left out or typed twice?"
        )
        after = compared.stored.first + min(rows, len(lines))
        first = min([after, *(each.number for each in compared.differences)])
        raise NotPossible("rows_differ", message % {"rows": rows, "typed": len(lines), "number": first})
    if findings := findings_in(compared.typed):
        raise IllegalLines(findings)
    return compared


def type_again(
    *, table: Table, lines: Sequence[str], chosen: Mapping[int, str], seen: int, key: str, by: Author
) -> SecondTyping:
    """Store that a sheet was typed a second time, and the rows in which the second typing is right.

    `chosen` says which typing is right, by the numbers of the rows that differ. The sheet is compared before
    anything is locked, and must not have changed since. Raises NotPossible (`undecided`) and as
    `compared_lines` and `type_sheet`.
    """
    table.refresh_from_db(fields=["revision"])
    refuse_stale(table, seen)
    compared = compared_lines(table, lines)
    numbers = [each.number for each in compared.differences]
    if open_ones := [each for each in numbers if chosen.get(each) not in (FIRST, SECOND)]:
        message = gettext("Choose which line is right in row %(number)s.")
        raise NotPossible("undecided", message % {"number": open_ones[0]})
    typed = checked_lines(table, compared.lines_with(chosen), seen)
    with transaction.atomic():
        _, table = lock_played(table)
        store_lines(typed, seen, key, by)
        table.refresh_from_db()
        loaded = load_sheet(table)
        record = {"part": len(loaded.part_ids), "rows": len(lines), "differed": numbers}
        append_entry(table, SheetChangeKind.TYPED_TWICE, by=by, record=record)
        remember(table, loaded)
    return compared
