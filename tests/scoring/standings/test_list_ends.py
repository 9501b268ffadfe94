"""No operation makes a sheet hold more counting deals than allowed, in any game, however the list ends.

Random changes of small sheets: with an agreed number of deals, and with the game's own end. A run tries a
quarter of them (tests/sweeps.py).
"""

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from rules import GAMES, get_game
from rules.reading import open_table, read_options, read_record
from scoring.not_possible import NotPossible
from scoring.sheet.machine import apply
from scoring.sheet.operations import Correct, Insert, Operation, Pending, Record, Result, Settle, Strike
from scoring.sheet.sheet import IllegalDeal
from scoring.sheet.table_sheet import SheetPart, StoredRow, TableSheet, fold_parts
from simulation.sheets import play_sheet
from tests.sweeps import todays

TRIES, LONGEST = 40, 60
AGREED = 3


@dataclass(frozen=True)
class ListOf:
    """A game, its house rules, and the agreed number of deals (None: the game itself ends)."""

    key: str
    options: dict[str, Any]
    agreed: int | None
    seats: int = 0

    @property
    def table(self) -> int:
        """Return the size of the table."""
        return self.seats or get_game(self.key).standard_seats


THROWING = {"throwing": True}
LISTS = [ListOf(game.key, {}, AGREED) for game in GAMES]
LISTS += [
    ListOf("doppelkopf", THROWING | {"list_deals": 6}, None),
    ListOf("doppelkopf", THROWING | {"list_deals": 6}, 6),
    ListOf("briscola", {}, None),
    ListOf("rifki", {}, None),
]
WHOLE_LISTS = [
    ListOf("skat", {}, 36, 3),
    ListOf("skat", {}, 48, 4),
    ListOf("doppelkopf", THROWING, 24, 4),
    ListOf("doppelkopf", THROWING, 30, 5),
    ListOf("doppelkopf", THROWING, None, 4),
]


def an_empty_sheet(wanted: ListOf, *, marks: bool) -> TableSheet:
    game = get_game(wanted.key)
    options = read_options(game, wanted.options)
    rows: tuple[StoredRow, ...] = ()
    parts = (SheetPart(wanted.table, 0, rows),)
    folds = fold_parts(game, options, parts)
    return TableSheet(game, options, parts, folds, 0, wanted.agreed, marks, True)


def records_of(wanted: ListOf, rng: Random) -> list[dict[str, Any]]:
    """Return deals that are played, and rows that do not count if the game has them."""
    played = [row.record for row in play_sheet(wanted.key, wanted.options, wanted.table, 0, 20, rng)]
    passed = [record for record in NOT_COUNTED if can_stand(wanted, record)]
    return [*played, *passed * (1 + len(played) // 3)]


NOT_COUNTED: tuple[dict[str, Any], ...] = ({"contract": "passed"}, {"contract": "thrown"})


def can_stand(wanted: ListOf, record: dict[str, Any]) -> bool:
    """Return whether a row that does not count can be the first of a sheet."""
    try:
        after, _ = apply(an_empty_sheet(wanted, marks=False), Record(1, record))
    except (IllegalDeal, NotPossible, ValueError):
        return False
    return after.last.deals_counted == 0


def something(sheet: TableSheet, records: list[dict[str, Any]], rng: Random) -> Operation:
    """Return a random operation of a table, desk or director, up to date or outdated."""
    rows, record = sheet.row_count, rng.choice(records)
    number = rng.randint(1, max(1, rows))
    pending = Pending(Result.TAKEN, rng.randint(1, rows + 1), record)
    if not rows or rng.random() < 0.6:
        return Record(rows + 1, record)
    return rng.choice(
        [
            Correct(number, record, sheet.rows[number - 1].revision),
            Insert(number, record, sheet.revision),
            Strike(number, sheet.revision),
            Settle(pending, is_taken=True),
        ]
    )


def is_too_long(sheet: TableSheet) -> bool:
    """Return whether an unmarked counting row is beyond the end, or deals are more than agreed."""
    if sheet.deals_expected is not None and sheet.last.deals_counted > sheet.deals_expected:
        return True
    game, part = sheet.game, sheet.parts[0]
    state = open_table(game, sheet.options, part.seats, part.first_dealer)
    for stored, row in zip(part.rows, sheet.last.rows, strict=True):
        if game.is_over(state) and row.outcome.counts and not row.violations:
            return True
        if row.violations:
            return False  # the fold of a marked row covers the rows after it
        state, _ = game.settle(state, read_record(game, stored.record))
    return False


@pytest.mark.sampled
@pytest.mark.parametrize("marks", [False, True], ids=["refused", "marked"])
@pytest.mark.parametrize("wanted", LISTS, ids=lambda one: f"{one.key}-{one.agreed}")
def test_no_change_makes_a_list_too_long(wanted: ListOf, marks: bool) -> None:
    records = records_of(wanted, Random(15))
    full = 0
    of_today = todays(range(TRIES), TRIES // 8)
    for place, number in enumerate([*of_today, *range(TRIES)]):  # more than today's until a list is full
        if place >= len(of_today) and full:
            break
        rng = Random(number)
        sheet = an_empty_sheet(wanted, marks=marks)
        for _ in range(LONGEST):
            try:
                sheet, _ = apply(sheet, something(sheet, records, rng))
            except (IllegalDeal, NotPossible):
                continue
            assert not is_too_long(sheet), [row.record for row in sheet.rows]
            full += sheet.is_complete
    assert full > 0


@pytest.mark.parametrize("marks", [False, True], ids=["refused", "marked"])
@pytest.mark.parametrize("wanted", WHOLE_LISTS, ids=lambda one: f"{one.key}-{one.agreed}-{one.table}")
def test_a_whole_list_with_rows_that_do_not_count_takes_no_deal_more(wanted: ListOf, marks: bool) -> None:
    # Thrown hands before the deals of a full list are each corrected into a played deal.
    rng = Random(16)
    sheet = an_empty_sheet(wanted, marks=marks)
    played = [row.record for row in play_sheet(wanted.key, wanted.options, wanted.table, 0, 60, rng)]
    thrown = [record for record in NOT_COUNTED if can_stand(wanted, record)]
    for record in played:
        if sheet.is_complete:
            break
        for row in (*thrown, record):
            sheet, _ = apply(sheet, Record(sheet.row_count + 1, row))
    assert sheet.is_complete
    counted = sheet.last.deals_counted
    for number, stored in enumerate(sheet.rows, start=1):
        if thrown and stored.record == thrown[0]:  # each becomes another one of the deals
            refuse_or_mark(sheet, Correct(number, played[number // 2 % 5], stored.revision))
    for number in (1, sheet.row_count):
        for wanted_operation in (
            Insert(number, played[0], sheet.revision),
            Record(sheet.row_count + 1, played[0]),
        ):
            with pytest.raises(NotPossible, match="deals of this sheet are entered"):
                apply(sheet, wanted_operation)
    assert counted == (wanted.agreed or 24)


def refuse_or_mark(sheet: TableSheet, operation: Operation) -> None:
    """Check that a change of a full list is refused, or leaves every row beyond its end marked."""
    try:
        after, _ = apply(sheet, operation)
    except (IllegalDeal, NotPossible):
        return
    assert sheet.marks_later_deals and not is_too_long(after)
