"""Fips of Mecklenburg: the bids of the source, and our house scoring."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.auction import CallRefused, fold_calls
from rules.fipsen.mecklenburg import ANSEGER_GAME, DUTT_GAME
from rules.fipsen.mecklenburg.bidding import LADDER, rungs
from rules.fipsen.mecklenburg.record import Options, Record

RUTEN_UEBER = {"contract": "ruten_ueber", "trump": "D", "declarer": 2}


def a_deal(**changes):
    """Return a deal: seat 1, on the dealer's left, bids 2, names spades and makes it."""
    defaults: dict[str, Any] = {
        "contract": "tricks",
        "declarer": 1,
        "bid": 2,
        "trump": "S",
        "tricks": (1, 2, 1, 1),
    }
    return Record(**(defaults | changes))


def test_both_games_say_that_their_points_are_ours():
    assert ANSEGER_GAME.house_scoring == DUTT_GAME.house_scoring != ""


def points(record, game=DUTT_GAME, **options):
    """Return the declarer's points."""
    state = game.opening(Options(**options), 4, 0)
    assert game.violations(state, record) == []
    return game.settle(state, record)[1].deltas[record.declarer]


def codes(record, game=DUTT_GAME, **options):
    """Return the code of every refusal, in order."""
    return [each.code for each in game.violations(game.opening(Options(**options), 4, 0), record)]


def passes(*seats):
    """Return one pass after the other."""
    return [{"seat": seat, "call": "pass"} for seat in seats]


@pytest.mark.parametrize("game", [ANSEGER_GAME, DUTT_GAME], ids=lambda game: game.key)
@pytest.mark.parametrize(("trump", "factor"), [("S", 1), ("D", 2)], ids=["plain", "ruten"])
@pytest.mark.parametrize("bid", [1, 2, 3, 4, 5])
def test_the_house_scoring_of_bids(game, bid, trump, factor):
    made = a_deal(bid=bid, trump=trump, tricks=(0, bid, 5 - bid, 0))
    lost = a_deal(bid=bid, trump=trump, tricks=(0, bid - 1, 6 - bid, 0))
    assert points(made, game) == bid * factor
    assert points(lost, game) == -2 * bid * factor


def test_more_tricks_than_bid_make_it_too():
    assert points(a_deal(bid=1, tricks=(0, 5, 0, 0))) == 1


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({"contract": "dutt", "tricks": (1, 2, 1, 1)}, 2, id="two alone"),
        pytest.param({"contract": "dutt", "tricks": (2, 2, 1, 0)}, -4, id="two shared"),
        pytest.param({"contract": "dutt", "trump": "D", "tricks": (1, 3, 1, 0)}, 4, id="with diamonds"),
        pytest.param({**RUTEN_UEBER, "tricks": (1, 1, 2, 1)}, 4, id="taken over and made"),
        pytest.param({**RUTEN_UEBER, "tricks": (1, 2, 2, 0)}, -8, id="taken over and lost"),
    ],
)
def test_the_dutt_needs_the_most_tricks_alone(changes, expected):
    assert points(a_deal(**changes)) == expected


def test_without_house_scoring_only_made_and_lost_are_kept():
    state = DUTT_GAME.opening(Options(house_scoring="none"), 4, 0)
    outcome = DUTT_GAME.settle(state, a_deal(tricks=(2, 1, 1, 1)))[1]
    assert (outcome.deltas, outcome.facts["made"], outcome.facts["value"]) == ((0, 0, 0, 0), False, 0)


def test_a_passed_anseger_deal_is_dealt_again_by_the_same_dealer():
    after, outcome = ANSEGER_GAME.settle(ANSEGER_GAME.opening(Options(), 4, 2), Record(contract="passed"))
    assert (after.dealer, outcome.counts) == (2, False)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"contract": None}, "contract_unknown"),
        ({"contract": "kieker"}, "contract_unknown"),
        ({"contract": "passed"}, "forehand_must_play_dutt"),
        ({"declarer": None}, "declarer_required"),
        ({"declarer": 4}, "declarer_out_of_range"),
        ({"announced": ("gute",)}, "option_unknown"),
        ({"announced": ("ruten", "ruten"), "trump": "D"}, "option_repeated"),
        ({"trump": None}, "trump_required"),
        ({"trump": "NT"}, "trump_unknown"),
        ({"tricks": None}, "tricks_invalid"),
        ({"tricks": (5, 0, 0)}, "tricks_invalid"),
        ({"tricks": (4, 2, -1, 0)}, "tricks_invalid"),
        ({"tricks": (1, 2, 1, 0)}, "tricks_sum_not_five"),
        ({"bid": None}, "bid_out_of_range"),
        ({"bid": 6}, "bid_out_of_range"),
        ({"contract": "dutt", "declarer": 2}, "dutt_belongs_to_forehand"),
        ({**RUTEN_UEBER, "declarer": 1}, "ruten_ueber_is_for_others"),
        ({**RUTEN_UEBER, "trump": "S"}, "ruten_bound_but_trump_not_diamonds"),
        ({"announced": ("ruten",)}, "ruten_bound_but_trump_not_diamonds"),
        ({"bid": 5, "took_dutt": True}, "fips_forbids_exchange"),
    ],
)
def test_a_table_is_refused(changes, code):
    assert codes(a_deal(**changes)) == [code]


@pytest.mark.parametrize("contract", ["dutt", "ruten_ueber"])
def test_anseger_fips_has_no_dutt(contract):
    assert codes(a_deal(contract=contract), ANSEGER_GAME) == ["contract_unknown"]


def test_a_passed_anseger_deal_has_neither_declarer_nor_play():
    record = Record(contract="passed", declarer=0, trump="S")
    assert codes(record, ANSEGER_GAME) == ["passed_deal_has_declarer", "passed_deal_is_not_played"]


def test_a_house_may_let_a_bid_of_five_exchange():
    assert points(a_deal(bid=5, took_dutt=True, tricks=(0, 5, 0, 0)), fips_may_exchange=True) == 5


def test_the_ladder_rises_by_ten_levels():
    levels = [LADDER.level(call) for call in rungs(Options())]
    assert levels == sorted(set(levels)) and len(levels) == 10


@pytest.mark.parametrize(
    ("calls", "declarer", "contract"),
    [
        pytest.param(passes(1, 2, 3, 0, 2, 3, 0), 1, "dutt", id="nobody takes it over"),
        pytest.param(
            [*passes(1, 2, 3, 0, 2), {"seat": 3, "call": "bid", "contract": "ruten_ueber"}],
            3,
            "ruten_ueber",
            id="taken over",
        ),
    ],
)
def test_after_four_passes_somebody_plays_the_dutt(calls, declarer, contract):
    result = fold_calls(DUTT_GAME.auction, DUTT_GAME.opening(Options(), 4, 0), calls)
    assert (result["declarer"], result["contract"], result["announced"]) == (declarer, contract, ())


@pytest.mark.parametrize(
    ("before", "bid", "code"),
    [
        ((), {"seat": 1, "contract": "ruten_ueber"}, "ruten_ueber_not_available"),
        ((1, 2, 3, 0), {"seat": 2, "contract": "tricks", "bid": 5}, "bid_after_all_passed"),
    ],
)
def test_a_bid_has_its_time(before, bid, code):
    table = DUTT_GAME.opening(Options(), 4, 0)
    with pytest.raises(CallRefused) as refused:
        fold_calls(DUTT_GAME.auction, table, [*passes(*before), {"call": "bid", **bid}])
    assert [each.code for each in refused.value.violations] == [code]


@pytest.mark.parametrize("game", [ANSEGER_GAME, DUTT_GAME], ids=lambda game: game.key)
@given(choices=st.lists(st.integers(min_value=0, max_value=60), max_size=30))
def test_an_auction_of_legal_calls_always_ends(game, choices):
    auction = game.auction
    state = auction.opening(Options(), 4, 0)
    for choice in [*choices, *[0] * 20]:
        if calls := auction.legal_calls(state):
            state = auction.take(state, calls[choice % len(calls)])
    assert auction.result(state) is not None
