"""The score sheet as a fold."""

import pytest

from rules import get_game
from rules.reading import read_record
from scoring.sheet.sheet import blank_sheet, broken_by, fold_sheet

FIPSEN = get_game("fipsen-prisdorf")


def a_record(**changes):
    defaults = {"contract": "tricks", "declarer": 1, "bid": 2, "trump": "S", "took_skat": True, "tricks": 2}
    return read_record(FIPSEN, defaults | changes)


def a_sheet(*records):
    state = FIPSEN.opening(FIPSEN.Options(), 4, 0)
    return fold_sheet(FIPSEN, blank_sheet(state), records)


def test_an_empty_sheet_has_zeros():
    assert a_sheet().totals == (0, 0, 0, 0)


def test_the_deal_goes_round_the_table():
    assert [row.dealer for row in a_sheet(*[a_record()] * 5).rows] == [0, 1, 2, 3, 0]


def test_a_passed_row_shares_its_deal_with_the_next():
    passed = read_record(FIPSEN, {"contract": "passed"})
    sheet = a_sheet(a_record(), passed, a_record())
    assert [(row.number, row.deal) for row in sheet.rows] == [(1, 1), (2, 2), (3, 2)]
    assert sheet.deals_counted == 2


def test_folding_in_two_steps_is_folding_in_one():
    records = [a_record(), a_record(tricks=1), a_record(declarer=3, bid=4, tricks=4)]
    first = a_sheet(*records[:1])
    assert fold_sheet(FIPSEN, first, records[1:], first_number=2) == a_sheet(*records)


@pytest.mark.parametrize("place", range(5))
def test_the_deal_goes_round_the_table_over_an_impossible_row_too(place):
    records = [a_record(trump="X") if number == place else a_record() for number in range(5)]
    assert [row.dealer for row in a_sheet(*records).rows] == [0, 1, 2, 3, 0]
    assert a_sheet(*records).state.dealer == 1


def test_an_impossible_row_counts_without_points_and_is_marked():
    sheet = a_sheet(a_record(), a_record(trump="X"), a_record())
    assert sheet.broken == {2}
    assert sheet.totals == (0, 4, 0, 0)
    assert [row.deal for row in sheet.rows] == [1, 2, 3]


@pytest.mark.parametrize("changed", [1, 2, 3])
def test_a_row_that_was_impossible_before_is_not_blamed_on_an_inserted_one(changed):
    possible, impossible = a_record(), a_record(trump="X")
    before = [possible, impossible, possible]
    after = [*before[: changed - 1], possible, *before[changed - 1 :]]
    assert broken_by([a_sheet(*before)], [a_sheet(*after)], changed=changed, shift=1) == []
