"""A sheet while it is typed: stored records and short lines, row by row.

An unreadable line counts as a deal without points, as does a row that the rules refuse, so that later rows
are still checked.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.game import Game, Violation
from rules.notation import NO_WORDS, Words, read_line
from rules.reading import Refused, read_record
from scoring.sheet.sheet import Row, Sheet, fold_sheet, passed_over

LineOrRecord = str | Mapping[str, Any]


def fold_entries(
    game: Game,
    sheet: Sheet,
    entries: Iterable[LineOrRecord],
    *,
    first_number: int = 1,
    words: Words = NO_WORDS,
) -> Sheet:
    """Return the sheet after lines (in words or marks) and records; unreadable lines have no record."""
    for number, entry in enumerate(entries, start=first_number):
        try:
            record = read_record(game, read_entry(game, sheet.state, entry, words))
            sheet = fold_sheet(game, sheet, [record], first_number=number)
        except Refused as refused:
            sheet = with_unreadable(sheet, number, refused.violations)
    return sheet


def read_entry(game: Game, state: Any, entry: LineOrRecord, words: Words) -> Mapping[str, Any]:
    """Read a line as a record at this point of the sheet. Raises Refused."""
    return read_line(game, state.options, state, entry, words) if isinstance(entry, str) else entry


def with_unreadable(sheet: Sheet, number: int, violations: Iterable[Violation]) -> Sheet:
    """Return the sheet with an empty row."""
    after, outcome = passed_over(sheet.state)
    counted = sheet.deals_counted + 1
    row = Row(number, counted, sheet.state.dealer, None, outcome, after.totals, tuple(violations))
    return Sheet((*sheet.rows, row), after, counted)
