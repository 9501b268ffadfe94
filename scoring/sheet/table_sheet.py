"""A table's whole sheet as a value: its parts, their stored rows, and the event's settings.

scoring/sheet/machine.py has the operations on it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.game import Game
from rules.halves import in_halves
from rules.reading import clean_record, open_table, read_record
from scoring.sheet import refusals
from scoring.sheet.sheet import IllegalDeal, Row, Sheet, blank_sheet, fold_sheet


@dataclass(frozen=True, slots=True)
class StoredRow:
    """A stored row: its record, its revision, and its id if the server gave it one.

    A row that only its phone knows has the `key` of the operation that made it.
    """

    record: Mapping[str, Any]
    revision: int = 1
    row_id: int | None = None
    key: str = ""


@dataclass(frozen=True, slots=True)
class SheetPart:
    """The number of seats, the first dealer, the rows, and the length of the list if one was agreed."""

    seats: int
    first_dealer: int
    rows: tuple[StoredRow, ...]
    list_deals: int | None = None


@dataclass(frozen=True, slots=True)
class TableSheet:
    """All parts of a table's sheet, and the event's settings. `folds[i]` is the fold of `parts[i]`."""

    game: Game
    options: Any
    parts: tuple[SheetPart, ...]
    folds: tuple[Sheet, ...]
    revision: int
    deals_expected: int | None
    marks_later_deals: bool
    is_open: bool

    @property
    def last(self) -> Sheet:
        """Return the part where the sheet continues."""
        return self.folds[-1]

    @property
    def rows(self) -> tuple[StoredRow, ...]:
        """Return all stored rows in order."""
        return tuple(row for part in self.parts for row in part.rows)

    @property
    def row_count(self) -> int:
        """Return the number of rows."""
        return sum(len(part.rows) for part in self.parts)

    @property
    def is_complete(self) -> bool:
        """Return whether the sheet has all its deals."""
        return is_complete(self.game, self.last.state, self.last.deals_counted, self.deals_expected)

    def row(self, number: int) -> StoredRow:
        """Return the stored row of a number. Raises NotPossible (`row_unknown`)."""
        if not 1 <= number <= self.row_count:
            raise refusals.row_unknown(number)
        return self.rows[number - 1]

    def part_at(self, number: int) -> int:
        """Return the index of the part that has row `number`, or will have it."""
        end = 0
        for index, part in enumerate(self.parts[:-1]):
            end += len(part.rows)
            if number <= end:
                return index
        return len(self.parts) - 1

    def folded_row(self, number: int) -> Row:
        """Return the folded row of a number that is on the sheet."""
        return folded_row(self.folds, number)


def is_complete(game: Game, state: Any, deals_counted: int, deals_expected: int | None) -> bool:
    """Return whether a sheet in this state has all its deals."""
    return game.is_over(state) or (deals_expected is not None and deals_counted >= deals_expected)


def folded_row(folds: Sequence[Sheet], number: int) -> Row:
    """Return the folded row of a number."""
    return next(row for fold in folds for row in fold.rows if row.number == number)


def fold_parts(game: Game, options: Any, parts: Sequence[SheetPart]) -> tuple[Sheet, ...]:
    """Return the folds of all parts; rows and deals are numbered through."""
    folds: list[Sheet] = []
    first = 1
    for part in parts:
        counted = folds[-1].deals_counted if folds else 0
        opening = open_table(game, options, part.seats, part.first_dealer, part.list_deals)
        blank = blank_sheet(opening, deals_counted=counted)
        records = [read_record(game, row.record) for row in part.rows]
        folds.append(fold_sheet(game, blank, records, first_number=first))
        first += len(part.rows)
    return tuple(folds)


def stored_record(game: Game, record: Any) -> dict[str, Any]:
    """Return the stored form of a record: its own fields. The dealer is only a check, always derived."""
    return {name: value for name, value in clean_record(game, record).items() if name != "dealer"}


def account_totals(
    accounts: Sequence[Sequence[int]], folds: Sequence[Sheet], ruled: Mapping[int, Sequence[int]]
) -> dict[int, int]:
    """Return the points of the whole sheet by account, part by part in the order of the seats.

    `accounts[i]` has the accounts of part i's seats; `ruled` has the points that count instead, by row.
    """
    totals = {account: 0 for part in accounts for account in part}
    for part, fold in zip(accounts, folds, strict=True):
        for row in fold.rows:
            for account, points in zip(part, ruled.get(row.number, row.outcome.deltas), strict=False):
                totals[account] += points
    return dict(zip(totals, in_halves(totals.values()), strict=True))


# The sheet with other rows


def put(parts: Sequence[SheetPart], number: int, *rows: StoredRow) -> tuple[SheetPart, ...]:
    """Return the parts with these rows in the place of row `number`."""
    after = []
    first = 1
    for part in parts:
        place = number - first
        first += len(part.rows)
        if 0 <= place < len(part.rows):
            part = replace(part, rows=(*part.rows[:place], *rows, *part.rows[place + 1 :]))
        after.append(part)
    return tuple(after)


def with_parts(sheet: TableSheet, parts: tuple[SheetPart, ...]) -> TableSheet:
    """Return the sheet with these parts, one revision later."""
    folds = fold_parts(sheet.game, sheet.options, parts)
    return replace(sheet, parts=parts, folds=folds, revision=sheet.revision + 1)


def folds_with(sheet: TableSheet, number: int, record: Any) -> tuple[Sheet, ...]:
    """Return the folds with another record in row `number`. Raises IllegalDeal if it cannot stand there."""
    parts = put(sheet.parts, number, StoredRow(stored_record(sheet.game, record)))
    folds = fold_parts(sheet.game, sheet.options, parts)
    if problems := folded_row(folds, number).violations:
        raise IllegalDeal(problems)
    return folds


def beyond_by(before: TableSheet, after: TableSheet) -> list[int]:
    """Return the rows that a change moves past the last agreed deal; a game's own end is left to its rules.

    A sheet that already has too many deals, because the event was shortened, only takes no more of them.
    """
    if after.deals_expected is None:
        return []
    most = max(after.deals_expected, before.last.deals_counted)
    return [row.number for row in after.last.rows if row.deal > most]
