"""Typed lists of Doppelkopf: one refused row does not blame later rows."""

from random import Random

import pytest

from rules import get_game
from rules.reading import open_table, read_options, read_record
from scoring.paper.course import Lost, TypedRow, check_rows
from scoring.sheet.sheet import blank_sheet, fold_sheet
from simulation import play_sheet

DOPPELKOPF = get_game("doppelkopf")
DEALS = {4: 24, 5: 30}
SLIPS = {
    "card_points_out_of_range": {"card_points": 300},
    "contract_unknown": {"contract": "damensolo"},
    "re_said_unknown": {"re_said": "kontra"},
}


def an_opening(seats, **options):
    return open_table(DOPPELKOPF, read_options(DOPPELKOPF, options), seats, 0)


def a_list(seats, seed, *, dealers=True):
    """Return the rows of a whole simulated list as typed, with the dealers as checks."""
    records = [deal.record for deal in play_sheet("doppelkopf", {}, seats, 0, DEALS[seats], Random(seed))]
    sheet = fold_sheet(
        DOPPELKOPF, blank_sheet(an_opening(seats)), [read_record(DOPPELKOPF, each) for each in records]
    )
    checks = [{"dealer": row.dealer} if dealers else {} for row in sheet.rows]
    return [
        TypedRow(row.number + 1, row.deal, record | check)
        for row, record, check in zip(sheet.rows, records, checks, strict=True)
    ]


def with_slip(rows, place, slip):
    """Return the rows with one of them spoiled."""
    spoiled = TypedRow(rows[place].line, rows[place].deal, {**rows[place].record, **slip})
    return [*rows[:place], spoiled, *rows[place + 1 :]]


def found(rows, seats, **more):
    checked = check_rows(DOPPELKOPF, an_opening(seats), rows, last_deal=DEALS[seats], **more)
    return [(line, each.code) for line, each in checked.problems]


@pytest.mark.parametrize("code", SLIPS)
@pytest.mark.parametrize("seats", [4, 5])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_only_the_row_that_is_wrong_in_itself_is_listed(seats, seed, code):
    rows = a_list(seats, seed)
    for place in range(0, len(rows), 3):
        assert found(with_slip(rows, place, SLIPS[code]), seats) == [(rows[place].line, code)]


@pytest.mark.parametrize("seats", [4, 5])
def test_a_list_typed_without_dealers_is_judged_as_mildly(seats):
    rows = a_list(seats, 4, dealers=False)
    slip = SLIPS["card_points_out_of_range"]
    assert found(with_slip(rows, 2, slip), seats) == [(rows[2].line, "card_points_out_of_range")]


@pytest.mark.parametrize("seats", [4, 5])
def test_an_untyped_row_is_missing_and_nothing_else_is_wrong(seats):
    rows = a_list(seats, 5)
    assert found([*rows[:6], *rows[7:]], seats) == [(rows[7].line, "deal_missing")]
    assert found([*rows[:6], *rows[7:]], seats, lost=Lost(frozenset((rows[6].deal,)))) == []


def test_a_second_wrong_row_is_still_found():
    rows = a_list(4, 1)
    twice = with_slip(with_slip(rows, 3, {"card_points": 300}), 9, {"kontra_said": "re"})
    assert found(twice, 4) == [
        (rows[3].line, "card_points_out_of_range"),
        (rows[9].line, "kontra_said_unknown"),
    ]


def test_a_dealer_that_fits_no_way_the_sheet_may_stand_is_refused():
    rows = with_slip(a_list(4, 1), 3, {"card_points": 300})
    dealer = (rows[4].record["dealer"] + 2) % 4
    assert (rows[4].line, "wrong_dealer") in found(with_slip(rows, 4, {"dealer": dealer}), 4)


def test_a_table_without_a_refused_row_is_refused_what_only_earlier_deals_decide():
    rows = a_list(4, 1)
    last = rows[-1]
    beyond = TypedRow(last.line + 1, last.deal + 1, {"contract": "normal", "declarer": 0, "partner": 1})
    checked = check_rows(DOPPELKOPF, an_opening(4), [*rows, beyond])
    assert checked.problems[0][1].code == "list_complete"


def test_a_refused_row_uses_up_one_deal_of_the_list():
    state = an_opening(4)
    assert state.missed(2).deals_left == 23
    assert an_opening(4, mandatory_solo=False).missed(2).deals_left is None


def test_no_solo_is_called_due_behind_a_refused_row_even_on_a_list_of_solos_only():
    solo = {"contract": "queens", "declarer": 1, "card_points": 300}
    normal = {"contract": "normal", "declarer": 0, "partner": 2, "card_points": 121}
    rows = [TypedRow(2, 1, solo), TypedRow(3, 2, normal)]
    checked = check_rows(DOPPELKOPF, an_opening(4, list_deals=4), rows)
    assert [(line, each.code) for line, each in checked.problems] == [(2, "card_points_out_of_range")]
