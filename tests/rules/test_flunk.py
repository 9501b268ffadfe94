"""Flunk, page by page of its rules."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.flunk import GAME
from rules.flunk.record import Options, Record

EXACT = [  # the scoring table: contract, bid, with trumps, without
    ("high", 7, 70, 105),
    ("high", 8, 80, 120),
    ("high", 9, 90, 135),
    ("high", 10, 100, 150),
    ("high", 11, 110, 165),
    ("high", 12, 150, 200),
    ("high", 13, 200, 250),
    ("low", 6, 70, 105),
    ("low", 5, 80, 120),
    ("low", 4, 90, 135),
    ("low", 3, 100, 150),
    ("low", 2, 110, 165),
    ("low", 1, 150, 200),
    ("low", 0, 200, 250),
]


def a_deal(**changes):
    """Return a High of nine clubs, made exactly."""
    defaults: dict[str, Any] = {"contract": "high", "bid": 9, "trump": "C", "tricks": 9}
    return Record(**(defaults | changes))


@given(st.sampled_from(["high", "low"]), st.integers(0, 6), st.integers(0, 13), st.sampled_from(["S", "NT"]))
def test_a_deal_is_won_with_exactly_the_bid_lost_below_it_and_neither_beyond(contract, low, tricks, trump):
    bid = low if contract == "low" else 13 - low
    record = a_deal(contract=contract, bid=bid, tricks=tricks, trump=trump)
    state = GAME.opening(Options(), 3, 1)
    assert GAME.violations(state, record) == []
    beyond = tricks - bid if contract == "high" else bid - tricks
    expected = {0: (1, True)}.get(beyond, (1, False) if beyond < 0 else None)
    assert GAME.declared(GAME.settle(state, record)[1]) == expected


def a_dump(**changes):
    """Return a Dump of hearts, four tricks without a heart."""
    defaults: dict[str, Any] = {"contract": "dump", "dump_suit": "H", "tricks": 4, "dump_cards": 0}
    return Record(**(defaults | changes))


def settled(record):
    """Return the points of the dealer, seat 0, and the result."""
    state = GAME.opening(Options(), 3, 0)
    assert GAME.violations(state, record) == []
    outcome = GAME.settle(state, record)[1]
    return outcome.deltas[0], outcome.facts["result"]


def codes(record):
    """Return the code of every refusal, in order."""
    return [each.code for each in GAME.violations(GAME.opening(Options(), 3, 0), record)]


@pytest.mark.parametrize(("contract", "bid", "trump", "no_trump"), EXACT)
def test_the_table_of_exact_bids(contract, bid, trump, no_trump):
    played = {"contract": contract, "bid": bid, "tricks": bid}
    assert settled(a_deal(**played)) == (trump, "made")
    assert settled(a_deal(**played, **{"trump": "NT"})) == (no_trump, "made")


@pytest.mark.parametrize(
    ("tricks", "expected"),
    [(7, (-20, "lost")), (8, (-10, "lost")), (9, (90, "made")), (10, (45, "flunk")), (11, (22, "flunk"))],
)
def test_the_example_of_nine_clubs(tricks, expected):
    assert settled(a_deal(tricks=tricks)) == expected


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({"tricks": 4}, (-10, "lost"), id="one too many"),
        pytest.param({"tricks": 5, "trump": "NT"}, (-30, "lost"), id="two too many without trumps"),
        pytest.param({"tricks": 2}, (50, "flunk"), id="one too few"),
        pytest.param({"tricks": 0}, (12, "flunk"), id="three too few"),
        pytest.param({"bid": 1, "tricks": 0}, (75, "flunk"), id="a slam halved"),
        pytest.param({"bid": 0, "tricks": 1}, (-10, "lost"), id="a slam lost costs no more"),
    ],
)
def test_a_low_is_the_mirror_of_a_high(changes, expected):
    assert settled(a_deal(**({"contract": "low", "bid": 3} | changes))) == expected


@pytest.mark.parametrize(
    ("tricks", "cards", "expected"),
    [
        pytest.param(4, 0, (120, "made"), id="clean"),
        pytest.param(9, 0, (270, "made"), id="clean at its longest"),
        pytest.param(4, 1, (-10, "lost"), id="one card"),
        pytest.param(13, 13, (-130, "lost"), id="all cards"),
        pytest.param(0, 0, (0, "flunk"), id="no trick at all"),
    ],
)
def test_a_dump_counts_tricks_without_the_suit(tricks, cards, expected):
    assert settled(a_dump(tricks=tricks, dump_cards=cards)) == expected


@pytest.mark.parametrize(
    ("record", "code"),
    [
        (a_deal(declarer=1), "declarer_must_be_dealer"),
        (a_deal(contract=None), "contract_unknown"),
        (a_deal(contract="solo"), "contract_unknown"),
        (a_deal(tricks=None), "tricks_out_of_range"),
        (a_deal(tricks=14), "tricks_out_of_range"),
        (a_deal(tricks=-1), "tricks_out_of_range"),
        (a_dump(trump="S"), "dump_has_no_trump"),
        (a_dump(bid=4), "dump_has_no_bid"),
        (a_dump(dump_suit=None), "dump_suit_required"),
        (a_dump(dump_suit="NT"), "dump_suit_required"),
        (a_dump(dump_cards=None), "dump_cards_out_of_range"),
        (a_dump(dump_cards=14), "dump_cards_out_of_range"),
        (a_dump(tricks=1, dump_cards=5), "dump_cards_too_many_for_tricks"),
        (a_dump(tricks=10, dump_cards=0), "dump_cards_too_few_for_tricks"),
        (a_dump(tricks=None), "tricks_out_of_range"),
        (a_dump(tricks=-1), "tricks_out_of_range"),
        (a_dump(tricks=14), "tricks_out_of_range"),
        (a_dump(dump_cards=-1), "dump_cards_out_of_range"),
        (a_dump(dump_suit="X"), "dump_suit_required"),
        (a_deal(trump=None), "trump_required"),
        (a_deal(trump="X"), "trump_required"),
        (a_deal(dump_suit="H"), "dump_fields_only_in_dump"),
        (a_deal(dump_cards=0), "dump_fields_only_in_dump"),
        (a_deal(bid=None), "bid_out_of_range"),
        (a_deal(bid=6), "bid_out_of_range"),
        (a_deal(bid=14), "bid_out_of_range"),
        (a_deal(contract="low", bid=7), "bid_out_of_range"),
        (a_deal(contract="low", bid=-1), "bid_out_of_range"),
    ],
)
def test_a_table_is_refused(record, code):
    assert codes(record) == [code]


@pytest.mark.parametrize(
    "record", [a_dump(trump="NT"), a_dump(tricks=1, dump_cards=4), a_dump(tricks=10, dump_cards=1)]
)
def test_a_table_may_write_what_is_just_possible(record):
    assert codes(record) == []


def test_a_refusal_names_what_was_expected_and_found():
    (refused,) = GAME.violations(GAME.opening(Options(), 3, 0), a_deal(contract="low"))
    assert str(refused) == "Low is a bid of 0 to 6 tricks, not 9."


def test_the_dealer_plays_and_the_next_seat_deals():
    state, outcome = GAME.settle(GAME.opening(Options(), 3, 2), a_deal(declarer=2))
    assert (outcome.deltas, outcome.facts["declarer"], state.dealer) == ((0, 0, 90), 2, 0)


@given(st.integers(0, 13), st.integers(0, 13), st.sampled_from(["C", "NT"]))
def test_nothing_is_worth_more_than_the_exact_bid(bid, tricks, trump):
    played = {"contract": "high" if bid >= 7 else "low", "bid": bid, "trump": trump}
    exact, _ = settled(a_deal(**played, tricks=bid))
    points, result = settled(a_deal(**played, tricks=tricks))
    assert (points < 0) == (result == "lost")
    assert points < exact or tricks == bid
