"""Fipsen of Prisdorf, page by page of its rules."""

import doctest
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.auction import CallRefused, fold_calls
from rules.fipsen import prisdorf
from rules.fipsen.prisdorf import GAME
from rules.fipsen.prisdorf.bidding import LADDER, rungs
from rules.fipsen.prisdorf.record import Options, Record

BID_VALUES = [  # the scoring table: tricks bid, options kept, made, lost
    (2, 0, 2, -4),
    (2, 1, 4, -8),
    (2, 2, 8, -16),
    (2, 3, 16, -32),
    (3, 0, 3, -6),
    (3, 1, 6, -12),
    (3, 2, 12, -24),
    (3, 3, 24, -48),
    (4, 0, 4, -8),
    (4, 1, 8, -16),
    (4, 2, 16, -32),
    (4, 3, 32, -64),
    (5, 1, 10, -20),
    (5, 2, 20, -40),
    (5, 3, 40, -80),
]


def a_deal(**changes):
    """Return a deal: seat 1 bids 2, takes the skat, names spades and makes it."""
    defaults: dict[str, Any] = {
        "contract": "tricks",
        "declarer": 1,
        "bid": 2,
        "trump": "S",
        "took_skat": True,
        "tricks": 2,
    }
    return Record(**(defaults | changes))


def with_options(bid, kept):
    """Return a made deal that keeps this many options; five carries Durch automatically."""
    names = (["durch"] if bid == 5 else []) + [
        name for name in ("ruten", "hand", "durch") if bid < 5 or name != "durch"
    ]
    chosen = names[:kept]
    return a_deal(
        bid=bid,
        trump="D" if "ruten" in chosen else "S",
        took_skat="hand" not in chosen,
        durch="announced" if "durch" in chosen else "no",
        tricks=5 if "durch" in chosen else bid,
    )


def points(record, **options):
    """Return the points of the declarer, seat 1 of four."""
    state = GAME.opening(Options(**options), 4, 0)
    assert GAME.violations(state, record) == []
    return GAME.settle(state, record)[1].deltas[1]


def codes(record, **options):
    """Return the code of every refusal, in order."""
    return [each.code for each in GAME.violations(GAME.opening(Options(**options), 4, 0), record)]


def test_the_docstring_is_true():
    assert doctest.testmod(prisdorf).failed == 0


@pytest.mark.parametrize(("bid", "kept", "made", "lost"), BID_VALUES)
def test_the_scoring_table(bid, kept, made, lost):
    record = with_options(bid, kept)
    assert points(record) == made
    assert points(Record(**{**vars(record), "tricks": bid - 1})) == lost


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({"trump": "S", "tricks": 5}, 10, id="kieker made"),
        pytest.param({"trump": "S", "tricks": 4}, -20, id="kieker lost"),
        pytest.param({"trump": "D", "tricks": 5}, 20, id="kieker ruten made"),
        pytest.param({"trump": "D", "tricks": 0}, -40, id="kieker ruten lost"),
        pytest.param({"trump": None, "tricks": None, "surrendered": True}, -5, id="kieker surrendered"),
    ],
)
def test_kieker(changes, expected):
    assert points(a_deal(contract="kieker", **changes)) == expected


def test_a_bid_written_beside_a_kieker_changes_nothing():
    assert points(a_deal(contract="kieker", bid=3, tricks=5)) == 10


def test_a_siebener_fips_is_thirty_without_play():
    assert points(Record(contract="siebener", declarer=1)) == 30


@pytest.mark.parametrize(
    ("announced", "held", "expected"),
    [((), None, -5), (("ruten",), None, -10), ((), 1, -10), ((), 0, -5)],
)
def test_a_surrendered_kieker_ruten_may_cost_double(announced, held, expected):
    record = Record(contract="kieker", declarer=1, announced=announced, held_options=held, surrendered=True)
    assert points(record, kieker_surrender_doubled=True) == expected


@pytest.mark.parametrize(("contra", "tricks", "expected"), [(1, 2, 4), (2, 2, 8), (1, 1, -8), (2, 1, -16)])
def test_contra_doubles_and_recontra_quadruples(contra, tricks, expected):
    assert points(a_deal(contra=contra, tricks=tricks), contra=True) == expected


def test_going_on_and_failing_loses_twice_the_value_with_durch():
    assert points(a_deal(bid=3, durch="continued", tricks=4)) == -12


def test_a_passed_deal_is_dealt_again_by_the_same_dealer():
    state = GAME.opening(Options(), 4, 2)
    after, outcome = GAME.settle(state, Record(contract="passed"))
    assert (after.dealer, outcome.counts, outcome.deltas) == (2, False, (0, 0, 0, 0))


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"contract": None}, "contract_unknown"),
        ({"contract": "solo"}, "contract_unknown"),
        ({"contra": 1}, "contra_not_enabled"),
        ({"declarer": None}, "declarer_required"),
        ({"declarer": 4}, "declarer_out_of_range"),
        ({"announced": ("kontra",)}, "option_unknown"),
        ({"announced": ("hand", "hand"), "took_skat": False}, "option_repeated"),
        ({"surrendered": True}, "surrender_only_in_kieker"),
        ({"bid": None}, "bid_out_of_range"),
        ({"bid": 6}, "bid_out_of_range"),
        ({"bid": 1, "tricks": 1}, "bid_below_minimum"),
        ({"trump": None}, "trump_required"),
        ({"trump": "NT"}, "trump_unknown"),
        ({"tricks": None}, "tricks_out_of_range"),
        ({"tricks": 6}, "tricks_out_of_range"),
        ({"announced": ("ruten",)}, "ruten_bound_but_trump_not_diamonds"),
        ({"took_skat": None}, "took_skat_required"),
        ({"durch": "later"}, "durch_unknown"),
        ({"announced": ("hand",)}, "hand_bound_but_skat_taken"),
        ({"announced": ("durch",)}, "durch_bound_but_not_undertaken"),
        ({"durch": "continued", "tricks": 1}, "continued_before_bid_was_made"),
        ({"tricks": 3}, "overtricks_without_durch"),
        ({"held_options": 1}, "held_options_missing"),
        ({"held_options": 1, "durch": "continued", "tricks": 5}, "held_options_missing"),
    ],
)
def test_a_table_is_refused(changes, code):
    assert codes(a_deal(**changes)) == [code]


def test_all_refusals_come_at_once():
    record = a_deal(declarer=7, trump="X", tricks=None, took_skat=None)
    assert codes(record) == [
        "declarer_out_of_range",
        "trump_unknown",
        "tricks_out_of_range",
        "took_skat_required",
    ]


def test_a_refusal_names_what_was_expected_and_found():
    state = GAME.opening(Options(), 4, 0)
    (refused,) = GAME.violations(state, a_deal(announced=("ruten",)))
    assert str(refused) == "A bid with Ruten has diamonds as trumps, not spades."


def test_the_ladder_has_seventeen_levels_and_thirteen_from_three():
    for lowest, levels in ((2, 17), (3, 13)):
        assert len({LADDER.level(call) for call in rungs(Options(min_bid=lowest))}) == levels


def test_no_bid_stands_twice_on_the_ladder():
    named = [(call.contract, call.bid, LADDER.named(call)) for call in rungs(Options())]
    assert len(named) == len(set(named)) == 30


def test_an_unfinished_auction_says_so():
    table = GAME.opening(Options(), 4, 0)
    with pytest.raises(CallRefused) as refused:
        fold_calls(GAME.auction, table, [{"seat": 1, "call": "pass"}])
    assert refused.value.violations[0].code == "auction_incomplete"


@given(st.lists(st.integers(min_value=0, max_value=60), max_size=40))
def test_an_auction_of_legal_calls_always_ends(choices):
    auction = GAME.auction
    state = auction.opening(Options(), 4, 0)
    for choice in [*choices, *[0] * 20]:
        calls = auction.legal_calls(state)
        if calls:
            state = auction.take(state, calls[choice % len(calls)])
    assert auction.result(state) is not None


@given(
    st.sampled_from("CSHD"),
    st.integers(0, 5),
    st.sampled_from([None, True, False]),
    st.sampled_from(["no", "announced", "continued"]),
    st.sampled_from([(), ("ruten",)]),
)
def test_a_kieker_counts_ten_and_diamonds_and_nothing_else(trump, tricks, took_skat, durch, announced):
    record = Record(
        contract="kieker",
        declarer=2,
        trump=trump,
        tricks=tricks,
        took_skat=took_skat,
        durch=durch,
        announced=announced,
    )
    outcome = GAME.settle(GAME.opening(Options(), 4, 0), record)[1]
    value = 20 if trump == "D" else 10
    assert outcome.facts["options"] == (("ruten",) if trump == "D" else ())
    assert outcome.deltas == (0, 0, value if tricks == 5 else -2 * value, 0)
