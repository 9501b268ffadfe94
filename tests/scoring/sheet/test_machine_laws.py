"""Every operation on every small sheet, against a list of rows that is changed by hand.

The game is one of points, whose rules refuse no record here; Rifki's deals exclude each other, so that a
change can make later ones impossible.
"""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import get_game
from scoring.not_possible import NotPossible
from scoring.sheet.machine import apply
from scoring.sheet.operations import (
    Correct,
    Insert,
    Kind,
    Pending,
    Record,
    Result,
    SetFirstDealer,
    Settle,
    Strike,
)
from scoring.sheet.sheet import IllegalDeal
from scoring.sheet.table_sheet import SheetPart, StoredRow, TableSheet, fold_parts

POINTS, RIFKI = get_game("points"), get_game("rifki")
SEATS = 3


def a_sheet(game, rows, **changes):
    """Return a sheet of one part with these rows."""
    parts = (SheetPart(game.standard_seats if game is RIFKI else SEATS, 0, tuple(rows)),)
    options = game.Options()
    sheet = TableSheet(game, options, parts, fold_parts(game, options, parts), 5, None, False, True)
    return replace(sheet, **changes)


DEALS = st.integers(1, 3).map(lambda points: {"points": [points, 0, 0]})
IDS = st.none() | st.integers(1, 4)
REVISIONS = st.integers(1, 2)
NUMBERS = st.integers(0, 5)
SHEET_REVISIONS = st.sampled_from([5, 5, 5, 4, None])
ROWS = st.lists(
    st.builds(StoredRow, DEALS, REVISIONS, IDS), max_size=4, unique_by=lambda row: row.row_id or id(row)
)
PENDING = st.builds(Pending, st.just(Result.STALE), NUMBERS, DEALS, IDS)
OPERATIONS = {
    "record": st.builds(Record, NUMBERS, DEALS, st.sampled_from(["", "k"])),
    "correct": st.builds(Correct, NUMBERS, DEALS, st.sampled_from([1, 1, 2, None]), IDS),
    "strike": st.builds(Strike, NUMBERS, SHEET_REVISIONS),
    "insert": st.builds(Insert, NUMBERS, DEALS, SHEET_REVISIONS, st.sampled_from(["", "k"])),
    "first dealer": st.builds(SetFirstDealer, st.integers(-1, SEATS)),
    "take": st.builds(Settle, PENDING, st.just(True)),
    "leave": st.builds(Settle, PENDING, st.just(False)),
}
SHEETS = st.builds(
    lambda rows, left, is_open: a_sheet(
        POINTS, rows, deals_expected=left and len(rows) + left - 1, is_open=is_open
    ),
    ROWS,
    st.sampled_from([None, 1, 1, 2]),  # one more than the deals that are left
    st.sampled_from([True, True, True, False]),
)


class ByHand:
    """The rows of a sheet, and what a table does to them; each method returns the answer's words."""

    def __init__(self, sheet):
        self.rows, self.is_open, self.revision = list(sheet.rows), sheet.is_open, sheet.revision
        expected = sheet.deals_expected
        self.is_full = expected is not None and len(self.rows) >= expected

    def has(self, number):
        return 1 <= number <= len(self.rows)

    def record(self, wanted):
        if not self.is_open:
            return "late"
        if self.has(wanted.number):
            return "done" if self.rows[wanted.number - 1].record == wanted.record else "taken"
        return self.add(wanted.number, wanted.record, wanted.key)

    def add(self, number, record, key=""):
        if number != len(self.rows) + 1:
            return "earlier_rows_missing"
        if self.is_full:
            return "sheet_complete"
        self.rows.append(StoredRow(record, key=key))
        return "written"

    def correct(self, wanted):
        number, ids = wanted.number, [row.row_id for row in self.rows]
        if wanted.row_id is None and not self.has(number):
            return "row_unknown"
        here = self.has(number) and wanted.row_id in (None, ids[number - 1])
        is_nameless = self.has(number) and ids[number - 1] is None and wanted.row_id not in ids
        if not self.is_open:
            return "late"
        if not (here or is_nameless) or self.rows[number - 1].revision != wanted.revision:
            return "stale"
        return self.rewrite(number, wanted.record)

    def rewrite(self, number, record):
        old = self.rows[number - 1]
        self.rows[number - 1] = replace(old, record=record, revision=old.revision + 1)
        return "done"

    def strike(self, wanted):
        if not self.has(wanted.number):
            return "row_unknown"
        if not self.is_open:
            return "round_closed"
        if wanted.sheet_revision != self.revision:
            return "stale"
        del self.rows[wanted.number - 1]
        return "done"

    def insert(self, wanted):
        if not self.is_open:
            return "late"
        if wanted.sheet_revision != self.revision:
            return "stale"
        return self.squeeze_in(wanted.number, wanted.record, wanted.key)

    def squeeze_in(self, number, record, key=""):
        if not self.has(number):
            return "row_unknown"
        if self.is_full:
            return "sheet_complete"
        self.rows.insert(number - 1, StoredRow(record, key=key))
        return "written"

    def set_first_dealer(self, wanted):
        if not self.is_open:
            return "round_closed"
        if self.rows:
            return "deals_exist"
        return "done" if 0 <= wanted.first_dealer < SEATS else "dealer_out_of_range"

    def settle(self, wanted):
        if not self.is_open:
            return "round_closed"
        if not wanted.is_taken:
            return "done"
        kept, ids = wanted.pending, [row.row_id for row in self.rows]
        if kept.row_id is not None and kept.row_id in ids:
            return self.rewrite(ids.index(kept.row_id) + 1, kept.record)
        put = self.add if kept.number > len(self.rows) else self.squeeze_in
        answer = put(kept.number, kept.record)
        return "done" if answer == "written" else answer

    def does(self, wanted):
        acts = {
            Record: self.record,
            Correct: self.correct,
            Strike: self.strike,
            Insert: self.insert,
            SetFirstDealer: self.set_first_dealer,
            Settle: self.settle,
        }
        return acts[type(wanted)](wanted)


@pytest.mark.parametrize("kind", OPERATIONS)
@given(SHEETS, st.data())
def test_every_operation_does_to_a_sheet_what_a_hand_does_to_its_rows(kind, sheet, data):
    wanted = data.draw(OPERATIONS[kind])
    by_hand = ByHand(sheet)
    said = by_hand.does(wanted)
    try:
        after, change = apply(sheet, wanted)
    except NotPossible as refusal:
        assert (refusal.code, sheet.rows) == (said, tuple(by_hand.rows))
        return
    assert (change.result, after.rows) == (said, tuple(by_hand.rows))
    assert after.folds == fold_parts(after.game, after.options, after.parts)
    assert after.revision == sheet.revision + (change.kind != Kind.NONE)
    assert (change.pending is not None) == (said in ("taken", "stale", "late"))
    if change.kind == Kind.FIRST_DEALER:
        assert after.last.state.dealer == wanted.first_dealer


@pytest.mark.parametrize("kind", ["record", "correct", "insert"])
@given(SHEETS, st.data())
def test_a_version_that_is_not_taken_is_kept_with_the_row_that_it_would_replace(kind, sheet, data):
    wanted = data.draw(OPERATIONS[kind])
    try:
        after, change = apply(sheet, wanted)
    except NotPossible:
        return
    if change.pending is None:
        return
    kept = change.pending
    assert (after, kept.record, kept.cause) == (sheet, wanted.record, change.result)
    assert kept.row_id == (change.beside.row_id if change.beside else None)
    if change.beside:
        assert sheet.row(kept.number) == change.beside


# Where deals exclude each other


def a_deal(contract):
    units = {"koz": 13, "el_almaz": 13, "kiz": 4, "rifki": 1}[contract]
    trump = {"trump": "S"} if contract == "koz" else {}
    return {"contract": contract, "counts": [units, 0, 0, 0], **trump}


CONTRACTS = st.sampled_from(["koz", "el_almaz", "kiz", "rifki"]).map(a_deal)
RIFKI_ROWS = st.lists(st.builds(StoredRow, CONTRACTS), min_size=1, max_size=7)


def broken_before(sheet, wanted):
    """Return the impossible rows of the sheet as they are numbered after the operation."""
    moved = {Insert: 1, Strike: -1}.get(type(wanted), 0)
    return {
        number + moved * (number >= wanted.number)
        for number in sheet.last.broken
        if not (isinstance(wanted, Strike | Correct) and number == wanted.number)
    }


@given(
    RIFKI_ROWS,
    st.integers(1, 7),
    CONTRACTS,
    st.sampled_from([Correct, Insert, Strike]),
    st.booleans(),
)
def test_a_change_breaks_later_deals_only_where_the_event_marks_them(rows, number, record, act, marks):
    sheet = a_sheet(RIFKI, rows, marks_later_deals=marks)
    if number > len(rows):
        return
    wanted = {
        Correct: Correct(number, record, 1),
        Insert: Insert(number, record, 5),
        Strike: Strike(number, 5),
    }[act]
    by_hand = ByHand(sheet)
    by_hand.does(wanted)
    options = RIFKI.Options()
    (fold,) = fold_parts(RIFKI, options, [SheetPart(4, 0, tuple(by_hand.rows))])
    broken = set(fold.broken)
    new = sorted(broken - broken_before(sheet, wanted))
    if act is not Strike and number in broken:
        with pytest.raises(IllegalDeal):
            apply(sheet, wanted)
    elif new and not marks:
        with pytest.raises(NotPossible) as refused:
            apply(sheet, wanted)
        assert (refused.value.code, refused.value.details) == ("later_deals_impossible", {"breaks": new})
    else:
        after, change = apply(sheet, wanted)
        assert (after.folds, list(change.breaks)) == ((fold,), new)


@given(st.lists(st.integers(1, 4), min_size=1, max_size=3), st.integers(0, 2))
def test_rows_and_deals_are_numbered_through_all_parts(lengths, first_dealer):
    parts = [
        SheetPart(SEATS, first_dealer, (StoredRow({"points": [1, 0, 0]}),) * length) for length in lengths
    ]
    folds = fold_parts(POINTS, POINTS.Options(), parts)
    rows = [row for fold in folds for row in fold.rows]
    assert [(row.number, row.deal) for row in rows] == [(n, n) for n in range(1, sum(lengths) + 1)]
    assert [fold.rows[0].dealer for fold in folds] == [first_dealer] * len(parts)
    assert [fold.totals[0] for fold in folds] == lengths
