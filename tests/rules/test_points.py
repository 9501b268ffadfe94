"""Points: for any game, the sums and bounds set by a club are enforced."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.game import MOST_SEATS
from rules.halves import MOST, is_half
from rules.notation import read_line
from rules.points import GAME, Options, Record, ranks_by_options
from rules.reading import Refused, open_table, read_options, read_record
from rules.seats import sizes_of


def a_deal(points=(24, 0, -24)):
    """Return a deal of three players, in which one wins what another loses."""
    return Record(points=points)


def codes(record, **options):
    """Return the code of every refusal, in order."""
    return [each.code for each in GAME.violations(GAME.opening(Options(**options), 3, 0), record)]


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        (None, ["points_wrong_length"]),
        ("24 0 -24", ["points_wrong_length"]),
        ((24, 0), ["points_wrong_length"]),
        ((24, 0, -24, 0), ["points_wrong_length"]),
        ((24, 0, True), ["points_not_integers"]),
        ((24, 0.5, "3"), ["points_not_integers", "points_not_integers"]),
    ],
)
def test_points_are_one_whole_number_per_seat(points, expected):
    assert codes(a_deal(points)) == expected


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ((3.5, 0, -3.5), []),
        ((7.0, 0.5, -7.5), []),
        ((3.25, 0, -3.25), ["points_not_integers"] * 2),
        ((float("nan"), 0, 0), ["points_not_integers"]),
        ((1e300, 0, -1e300), ["points_not_integers"] * 2),
        ((3.5, 0, -3), ["points_not_zero_sum"]),
        ((10.5, 0, -10.5), ["points_out_of_range"]),
    ],
)
def test_points_are_whole_or_half_where_the_club_says_so(points, expected):
    assert codes(a_deal(points), halves=True, zero_sum=True, max=10) == expected


@pytest.mark.parametrize("sign", [1, -1])
def test_a_half_is_less_than_a_thousand_millions(sign):
    assert is_half(sign * (MOST - 0.5))
    assert not is_half(sign * float(MOST)) and not is_half(sign * (MOST + 0.5))


@given(st.lists(st.tuples(*[st.integers(-1000, 1000).map(lambda each: each / 2)] * 3), max_size=30))
def test_halves_add_up_exactly_and_two_of_them_are_a_whole_number(deals):
    state = GAME.opening(Options(halves=True), 3, 0)
    for points in deals:
        state, outcome = GAME.settle(state, Record(points=points))
        assert outcome.deltas == points
    assert state.totals == tuple(sum(map(Fraction, each)) for each in zip(*deals, strict=True)) or not deals
    assert all(isinstance(each, int) == (each % 1 == 0) for each in state.totals)


@pytest.mark.parametrize(
    ("options", "points", "expected"),
    [
        ({"min": 0}, (0, 1, 2), []),
        ({"min": 0}, (-1, 1, 2), ["points_out_of_range"]),
        ({"max": 5}, (0, 4, 5), []),
        ({"max": 5}, (0, 4, 6), ["points_out_of_range"]),
        ({"zero_sum": True}, (24, 0, -24), []),
        ({"zero_sum": True}, (24, 0, -23), ["points_not_zero_sum"]),
        ({"deal_sum": 120}, (60, 60, 0), []),
        ({"deal_sum": 120}, (60, 60, 1), ["points_sum_wrong"]),
        ({"deal_sum": (26, 78)}, (13, 13, 0), []),
        ({"deal_sum": (26, 78)}, (39, 39, 0), []),
        ({"deal_sum": (26, 78)}, (26, 26, 0), ["points_sum_wrong"]),
        ({"deal_sum": (120,)}, (60, 60, 1), ["points_sum_wrong"]),
        ({"max": 5, "deal_sum": 12}, (6, 6, 1), ["points_out_of_range"] * 2 + ["points_sum_wrong"]),
    ],
)
def test_the_bounds_and_sums_of_a_club(options, points, expected):
    assert codes(a_deal(points), **options) == expected


@pytest.mark.parametrize(
    "options",
    [
        pytest.param({"seats_allowed": [5, 3]}, id="largest below smallest"),
        pytest.param({"seats_allowed": [3]}, id="one size only"),
        pytest.param({"seats_allowed": [2, 10**19]}, id="a table larger than any hall"),
        pytest.param({"seats_allowed": [0, 4]}, id="an empty table"),
        pytest.param({"zero_sum": True, "deal_sum": 120}, id="two sums"),
        pytest.param({"min": 6, "max": 5}, id="no number fits"),
        pytest.param({"deal_sum": "120"}, id="a word"),
        pytest.param({"deal_sum": []}, id="no sum at all"),
        pytest.param({"deal_sum": [26, 78, 26]}, id="the same sum twice"),
        pytest.param({"deal_sum": [26, 26]}, id="a sum twice"),
        pytest.param({"deal_sum": [26, True]}, id="yes for a sum"),
        pytest.param({"deal_sum": [*range(11)]}, id="eleven sums"),
        pytest.param({"zero_sum": True, "deal_sum": [0, 26]}, id="zero and two sums"),
        pytest.param({"min": [1, 2]}, id="two bounds"),
        pytest.param({"lowest_wins": 1}, id="a number for the lowest"),
        pytest.param({"zero_sum": 1}, id="a number for yes"),
    ],
)
def test_options_that_contradict_each_other_are_refused(options):
    with pytest.raises(Refused) as refused:
        read_options(GAME, options)
    assert refused.value.code == "switch_invalid"


def test_a_size_no_table_has_is_refused_in_one_short_sentence():
    options = read_options(GAME, {"seats_allowed": [2, MOST_SEATS]})
    (refusal,) = GAME.table_violations(options, 41, 0)
    assert str(refusal) == "This game is played by 2-40 players at a table, not 41."


def test_points_that_add_up_to_nothing_may_be_said_twice():
    assert read_options(GAME, {"zero_sum": True, "deal_sum": 0}).deal_sum == 0
    assert read_options(GAME, {"zero_sum": True, "deal_sum": [0]}).deal_sum == (0,)


@pytest.mark.parametrize(("seats", "is_allowed"), [(2, False), (3, True), (5, True), (6, False)])
def test_sizes_of_table_are_the_clubs(seats, is_allowed):
    options = read_options(GAME, {"seats_allowed": [3, 5]})
    assert (GAME.table_violations(options, seats, 0) == []) == is_allowed


def test_a_record_of_anything_can_be_read_and_is_judged_by_the_game():
    assert codes(read_record(GAME, {"points": {"0": 24}})) == ["points_wrong_length"]


def test_a_refusal_names_what_was_expected_and_found():
    (refused,) = GAME.violations(GAME.opening(Options(deal_sum=120), 3, 0), a_deal())
    assert str(refused) == "The points of a deal add up to 120; these add up to 0."


@pytest.mark.parametrize(
    ("sums", "expected"),
    [
        ((26, 78), "The points of a deal add up to 26 or 78, not 0."),
        ((26, 78, 104), "The points of a deal add up to 26, 78 or 104, not 0."),
        ((26,), "The points of a deal add up to 26; these add up to 0."),
    ],
)
def test_a_refusal_names_every_sum(sums, expected):
    (refused,) = GAME.violations(GAME.opening(Options(deal_sum=sums), 3, 0), a_deal())
    assert str(refused) == expected


def test_the_club_says_whether_the_lowest_total_wins():
    assert [each.high_is_better for each in ranks_by_options(Options())] == [True]
    (lowest,) = ranks_by_options(read_options(GAME, {"lowest_wins": True}))
    assert (lowest.tally, lowest.label, lowest.high_is_better) == ("total", "Total", False)


@given(st.lists(st.tuples(*[st.integers()] * 3), max_size=9), st.integers(0, 2))
def test_the_sheet_adds_up_and_the_deal_passes_on(deals, first_dealer):
    state = GAME.opening(Options(), 3, first_dealer)
    for points in deals:
        state, _ = GAME.settle(state, a_deal(points))
    assert state.totals == tuple(sum(column) for column in zip((0, 0, 0), *deals, strict=True))
    assert state.dealer == (first_dealer + len(deals)) % 3


# Sides


def by_sides(points, seats=4, **options):
    state = open_table(GAME, read_options(GAME, {"sides": 2, **options}), seats, 0)
    record = read_record(GAME, {"points": points})
    problems = [each.code for each in GAME.violations(state, record)]
    return problems or list(GAME.settle(state, record)[1].deltas)


@pytest.mark.parametrize(
    ("points", "seats", "options", "found"),
    [
        ([90, 72], 4, {}, [90, 72, 90, 72]),
        ([3, -3], 6, {"zero_sum": True}, [3, -3, 3, -3, 3, -3]),
        ([1, 2, 3], 6, {"sides": 3}, [1, 2, 3, 1, 2, 3]),
        ([90, 72], 4, {"deal_sum": 162}, [90, 72, 90, 72]),
        ([90, 70], 4, {"deal_sum": 162}, ["points_sum_wrong"]),
        ([90, 72, 0, 0], 4, {}, ["points_wrong_length"]),
        ([3, 4], 4, {"zero_sum": True}, ["points_not_zero_sum"]),
    ],
)
def test_the_points_of_a_side_go_to_all_its_players(points, seats, options, found):
    assert by_sides(points, seats, **options) == found


@pytest.mark.parametrize(
    ("sides", "sizes"), [(None, [2, 3, 4, 5, 6, 7, 8]), (2, [4, 6, 8]), (3, [6]), (4, [8])]
)
def test_a_side_has_two_players_or_more(sides, sizes):
    assert sizes_of(GAME, read_options(GAME, {"sides": sides})) == sizes


def test_a_line_has_one_number_for_each_side_and_the_last_may_be_left_out():
    state = open_table(GAME, read_options(GAME, {"sides": 2, "deal_sum": 162}), 4, 0)
    assert read_line(GAME, state.options, state, "90") == {"points": [90, 72]}
    assert read_line(GAME, state.options, state, "90 72") == {"points": [90, 72]}
