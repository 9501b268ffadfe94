"""Simulated sheets resemble a club event: all kinds of deals occur, and most declarers make it."""

from collections import Counter
from functools import cache
from random import Random

import pytest

from rules.fipsen.prisdorf import GAME
from rules.fipsen.prisdorf.settle import is_made
from rules.reading import Refused, read_record
from simulation import SimulatedDeal, play_sheet
from simulation.people import Person

PRISDORF_SIZES = pytest.mark.parametrize("seats", GAME.seats)


@cache
def evening(seats: int) -> list[SimulatedDeal]:
    return play_sheet(GAME.key, {}, seats, 0, 800, Random(3))


@PRISDORF_SIZES
def test_most_declarers_make_their_bid_but_not_all(seats: int) -> None:
    records = [read_record(GAME, row.record) for row in evening(seats) if "tricks" in row.record]
    made = sum(is_made(record) for record in records)
    assert 0.55 < made / len(records) < 0.75


@PRISDORF_SIZES
def test_every_kind_of_contract_occurs(seats: int) -> None:
    contracts = Counter(row.record["contract"] for row in evening(seats))
    bids = Counter(row.record.get("bid") for row in evening(seats))
    assert contracts.keys() >= {"tricks", "kieker", "passed"}
    assert all(bids[bid] > 10 for bid in (2, 3, 4, 5))
    assert contracts["passed"] < 0.1 * len(evening(seats))


@PRISDORF_SIZES
def test_kiekers_are_played_and_surrendered(seats: int) -> None:
    kiekers = [row.record for row in evening(seats) if row.record["contract"] == "kieker"]
    assert {record.get("surrendered") for record in kiekers} == {True, False}
    assert len(kiekers) < 0.1 * len(evening(seats))


@PRISDORF_SIZES
def test_holds_options_and_going_on_occur(seats: int) -> None:
    records = [row.record for row in evening(seats)]
    assert any(record.get("held_options") is not None for record in records)
    assert {record.get("durch") for record in records} >= {"no", "announced", "continued"}
    assert {record.get("took_skat") for record in records} >= {True, False}


def test_passed_deals_are_rows_but_do_not_count() -> None:
    rows = evening(4)
    passed = sum(row.record["contract"] == "passed" for row in rows)
    assert passed > 0
    assert len(rows) - passed == 800


def test_the_first_dealer_deals_first() -> None:
    assert play_sheet(GAME.key, {}, 3, 2, 1, Random(1))[0].cards["dealer"] == 2


def test_the_skilled_win_against_the_careless() -> None:
    people = [Person(skill=1.0), Person(skill=0.0), Person(skill=0.0)]
    rows = play_sheet(GAME.key, {}, 3, 0, 600, Random(4), people=people)
    state = GAME.opening(GAME.Options(), 3, 0)
    for row in rows:
        state, _ = GAME.settle(state, read_record(GAME, row.record))
    assert state.totals[0] == max(state.totals)


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        play_sheet("watten", {}, 3, 0, 1, Random(1))
    assert refused.value.code == "game_unknown"
