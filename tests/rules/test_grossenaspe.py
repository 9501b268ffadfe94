"""Fipsen of Grossenaspe, page by page of its rules."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.auction import fold_calls
from rules.fipsen.grossenaspe import GAME
from rules.fipsen.grossenaspe.bidding import LADDER, rungs
from rules.fipsen.grossenaspe.record import Options, Record

SCORES = [  # the scoring table: contract, bid, made, lost, lost without a trick; all doubled with clubs
    pytest.param("tricks", 1, 1, None, 5, id="one trick"),
    pytest.param("tricks", 2, 2, 2, 5, id="two tricks"),
    pytest.param("tricks", 3, 3, 3, 5, id="three tricks"),
    pytest.param("tricks", 4, 4, 4, 5, id="four tricks"),
    pytest.param("tricks", 5, 5, 5, 5, id="five tricks"),
    pytest.param("kieker", None, 10, 10, 10, id="kieker"),
    pytest.param("fips", None, 20, 20, 20, id="fips"),
]


def a_deal(**changes):
    """Return a deal: seat 1 bids 2, names spades and makes it."""
    defaults: dict[str, Any] = {"contract": "tricks", "declarer": 1, "bid": 2, "trump": "S", "tricks": 2}
    return Record(**(defaults | changes))


def a_table(seats=4, dealer=0, **options):
    """Return a table of four players; seat 0 deals."""
    return GAME.opening(Options(**options), seats, dealer)


def points(record, **options):
    """Return the points of every seat."""
    state = a_table(**options)
    assert GAME.violations(state, record) == []
    return GAME.settle(state, record)[1].deltas


def codes(record, **options):
    """Return the code of every refusal, in order."""
    return [each.code for each in GAME.violations(a_table(**options), record)]


@pytest.mark.parametrize(("trump", "factor"), [("S", 1), ("C", 2)], ids=["spades", "clubs"])
@pytest.mark.parametrize(("contract", "bid", "made", "lost", "no_trick"), SCORES)
def test_the_scoring_table(contract, bid, made, lost, no_trick, trump, factor):
    played = {"contract": contract, "bid": bid, "trump": trump}
    assert points(a_deal(**played, tricks=bid or 5))[1] == made * factor
    assert points(a_deal(**played, tricks=0))[0] == no_trick * factor
    if lost:
        assert points(a_deal(**played, tricks=(bid or 5) - 1))[0] == lost * factor


def test_a_lost_bid_scores_for_everybody_else():
    assert points(a_deal(tricks=1)) == (2, 0, 2, 2)


@pytest.mark.parametrize(("tricks", "expected"), [(5, (0, 5, 0, 0)), (4, (5, 0, 5, 5))])
def test_going_on_is_as_if_five_had_been_bid(tricks, expected):
    assert points(a_deal(continued=True, tricks=tricks)) == expected


@pytest.mark.parametrize("announced", [(), ("gute",)], ids=["plain", "with gute"])
def test_a_surrendered_kieker_gives_five_to_everybody_else(announced):
    record = Record(contract="kieker", declarer=1, announced=announced, surrendered=True)
    assert points(record) == (5, 0, 5, 5)


@pytest.mark.parametrize(("contract", "larger", "flat"), [("kieker", 10, 5), ("fips", 20, 5)])
def test_a_house_may_give_five_for_no_trick_whatever_was_bid(contract, larger, flat):
    record = a_deal(contract=contract, bid=None, tricks=0)
    assert points(record)[0] == larger
    assert points(record, zero_trick_floor="flat5")[0] == flat


@pytest.mark.parametrize(("tricks", "expected"), [(2, (0, 4, 0, 0)), (1, (4, 0, 4, 4))])
def test_a_knock_doubles_the_points_of_a_deal(tricks, expected):
    assert points(a_deal(knock=True, tricks=tricks), knock=True) == expected


def test_the_dealer_of_five_may_sit_out():
    assert points(a_deal(tricks=1), seats=5, five_player_mode="sit_out") == (0, 0, 2, 2, 2)
    assert points(a_deal(tricks=1), seats=5) == (2, 0, 2, 2, 2)


def test_a_passed_deal_is_dealt_again_by_the_same_dealer():
    after, outcome = GAME.settle(a_table(dealer=2), Record(contract="passed"))
    assert (after.dealer, outcome.counts, outcome.deltas) == (2, False, (0, 0, 0, 0))


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"contract": None}, "contract_unknown"),
        ({"contract": "siebener"}, "contract_unknown"),
        ({"declarer": None}, "declarer_required"),
        ({"declarer": 4}, "declarer_out_of_range"),
        ({"declarer": -1}, "declarer_out_of_range"),
        ({"announced": ("ruten",)}, "option_unknown"),
        ({"announced": ("gute", "gute"), "trump": "C"}, "option_repeated"),
        ({"knock": True}, "knock_not_enabled"),
        ({"surrendered": True}, "surrender_only_in_kieker"),
        ({"bid": None}, "bid_out_of_range"),
        ({"bid": 0, "tricks": 0}, "bid_out_of_range"),
        ({"bid": 6, "tricks": 5}, "bid_out_of_range"),
        ({"trump": None}, "trump_required"),
        ({"trump": "NT"}, "trump_unknown"),
        ({"announced": ("gute",)}, "gute_bound_but_trump_not_clubs"),
        ({"contract": "fips", "took_skat": True, "tricks": 5}, "fips_forbids_exchange"),
        ({"tricks": None}, "tricks_out_of_range"),
        ({"tricks": -1}, "tricks_out_of_range"),
        ({"bid": 5, "continued": True, "tricks": 5}, "nothing_to_continue"),
        ({"contract": "kieker", "continued": True, "tricks": 5}, "nothing_to_continue"),
        ({"continued": True, "tricks": 1}, "continued_before_bid_was_made"),
        ({"tricks": 3}, "overtricks_without_going_on"),
    ],
)
def test_a_table_is_refused(changes, code):
    assert codes(a_deal(**changes)) == [code]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"declarer": 1}, ["passed_deal_has_declarer"]),
        ({"bid": 2}, ["passed_deal_is_not_played"]),
        ({"trump": "S", "tricks": 2}, ["passed_deal_is_not_played"] * 2),
    ],
)
def test_a_passed_deal_has_no_play(changes, expected):
    assert codes(Record(contract="passed", **changes)) == expected


def test_a_surrendered_kieker_is_neither_played_nor_knocked():
    record = a_deal(contract="kieker", surrendered=True, knock=True)
    expected = ["surrender_is_not_played", "surrender_is_not_played", "knock_on_unplayed_deal"]
    assert codes(record, knock=True) == expected


def test_the_dealer_who_sits_out_cannot_play_alone():
    assert codes(a_deal(), seats=5, dealer=1, five_player_mode="sit_out") == ["declarer_sits_out"]


@pytest.mark.parametrize(
    ("seats", "options", "expected"),
    [
        (2, {}, ["seats_out_of_range"]),
        (3, {}, ["three_player_rules_unknown"]),
        (3, {"allow_three_player_karo": True}, []),
        (5, {}, []),
        (6, {}, ["seats_out_of_range"]),
    ],
)
def test_sizes_of_table(seats, options, expected):
    assert [each.code for each in GAME.table_violations(Options(**options), seats, 0)] == expected


def test_a_refusal_names_what_was_expected_and_found():
    (refused,) = GAME.violations(a_table(), a_deal(announced=("gute",)))
    assert str(refused) == "A bid with Gute has clubs as trumps, not spades."


def test_the_ladder_rises_by_fourteen_levels():
    levels = [LADDER.level(call) for call in rungs(Options())]
    assert levels == sorted(set(levels)) and len(levels) == 14


def test_the_dealer_who_sits_out_is_not_asked():
    table = a_table(seats=5, five_player_mode="sit_out")
    calls = [
        {"seat": 1, "call": "bid", "contract": "fips"},
        *({"seat": n, "call": "pass"} for n in (2, 3, 4)),
    ]
    result = fold_calls(GAME.auction, table, calls)
    assert (result["declarer"], result["contract"], result["bid"]) == (1, "fips", None)


@given(st.integers(1, 5), st.integers(0, 5), st.sampled_from("CSHD"), st.sampled_from([4, 5]))
def test_points_are_never_negative_and_never_for_both_sides(bid, tricks, trump, seats):
    record = a_deal(bid=bid, tricks=min(bid, tricks), trump=trump)
    deltas = points(record, seats=seats)
    others = deltas[:1] + deltas[2:]
    assert min(deltas) >= 0
    assert (deltas[1] > 0) != all(others) and len(set(others)) == 1
