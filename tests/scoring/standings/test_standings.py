"""Standings: shared ranks, any order of input, the effects of a policy, and explanations."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.game import Outcome, Ranking
from scoring.sheet.tallies import PartResult, json_value, read_value, sheet_tallies
from scoring.standings.standings import (
    MINIMUM,
    NEVER_PLAYED,
    UNPLACED,
    Line,
    Reason,
    compute_standings,
    why_before,
    why_unranked,
)
from tests.scoring.standings.events import (
    BRISCOLA,
    FIPSEN,
    POINTS,
    a_method,
    a_result,
    lines_of,
    order,
    tie_break,
    values,
)


def with_ranking(*ranks_by):
    return replace(POINTS, ranks_by=ranks_by)


# Ranks


def test_players_equal_in_every_value_share_a_rank():
    assert order(lines_of(a_result(5, 9, 5, 1))) == [(1, 2), (2, 1), (2, 3), (4, 4)]


def test_points_go_to_the_account_of_a_seat():
    lines = compute_standings([a_result(7, 3, accounts=(2, 2))], [1, 2], a_method())
    assert values(lines) == {2: 10, 1: 0}


def test_rounds_stand_beside_the_total():
    best, last = lines_of(a_result(4, 1), a_result(-6, 2, round=2))
    assert (best.entrant, best.rounds) == (2, {1: 1, 2: 2})
    assert last.rounds == {1: 4, 2: -6}


def test_the_second_value_decides_between_equals():
    game = with_ranking(Ranking("games", "Games"), Ranking("losses", "Losses", high_is_better=False))
    result = PartResult(1, (1, 2), {"games": (3, 3), "losses": (5, 4)})
    assert [line.entrant for line in compute_standings([result], [1, 2], a_method(game))] == [2, 1]


@pytest.mark.parametrize(
    "policy",
    [
        {"by": "total"},
        {"by": "average"},
        {"by": "table_points"},
        {"by": "game", "best": 1},
        {"by": "game", "tie_breaks": ["best_round", "head_to_head", "opponents", "lot"]},
    ],
    ids=lambda policy: "-".join(map(str, policy.values())),
)
def test_a_player_who_never_played_has_no_rank_and_stands_behind_those_below_zero(policy):
    lines = compute_standings([a_result(-3, -5)], [1, 2, 3], a_method(**policy))
    assert [(line.entrant, line.rank, line.is_placed) for line in lines] == [
        (1, 1, True), (2, 2, True), (3, 3, False),
    ]  # fmt: skip
    assert (lines[2].values[0], lines[2].rounds) == (0, {})


def test_a_player_who_never_played_was_placed_with_zero_in_events_of_earlier_versions():
    lines = compute_standings([a_result(-3)], [1, 2], replace(a_method(), is_as_before=True))
    assert order(lines) == [(1, 2), (2, 1)]
    assert values(lines) == {2: 0, 1: -3} and all(line.is_placed for line in lines)


def test_a_player_who_never_played_reads_so_as_the_reason_for_the_order():
    method = a_method(minimum=2)
    one, two = compute_standings([a_result(-3)], [1, 2], a_method())
    assert why_before(one, two, method) == (NEVER_PLAYED, 1, 0)
    assert [why_unranked(rounds, 2) for rounds in (0, 1, 2)] == [NEVER_PLAYED, MINIMUM, UNPLACED]


def test_a_value_of_which_less_is_better_ranks_from_below():
    game = with_ranking(Ranking("total", "Strokes", high_is_better=False))
    assert order(lines_of(a_result(4, 0, 4), game=game)) == [(1, 2), (2, 1), (2, 3)]


def test_a_round_played_at_two_tables_stands_once():
    (line,) = lines_of(a_result(4), a_result(3, table=2))
    assert line.rounds == {1: 7}


def test_a_tie_break_parts_equals_and_the_rest_still_share():
    lines = lines_of(a_result(6, 6, 6, deals_won=(1, 2, 1)), game=FIPSEN, by="game", tie_breaks=["deals_won"])
    assert order(lines) == [(1, 2), (2, 1), (2, 3)]


def test_tie_breaks_decide_in_their_order():
    result = a_result(6, 6, deals_won=(1, 2), deals_lost=(0, 5))
    for first, second, best in (("deals_won", "deals_lost", 2), ("deals_lost", "deals_won", 1)):
        lines = lines_of(result, game=FIPSEN, tie_breaks=[first, second])
        assert lines[0].entrant == best


RESULT_CHANGES = st.lists(
    st.builds(
        lambda points, first, number: PartResult(
            number, tuple(first + seat for seat in range(4)), {"total": points}
        ),
        st.lists(st.integers(-50, 50), min_size=4, max_size=4),
        st.integers(1, 9),
        st.integers(1, 5),
    ),
    max_size=12,
)


@given(RESULT_CHANGES, st.randoms(use_true_random=False))
def test_the_order_of_results_does_not_matter(results, rng):
    shuffled = list(results)
    rng.shuffle(shuffled)
    lines = compute_standings(shuffled, reversed(range(1, 13)), a_method())
    assert lines == compute_standings(results, range(1, 13), a_method())


# Average


def test_an_average_makes_tables_of_three_and_four_comparable():
    three, four = a_result(120, 60, 30, deals=120), a_result(100, 90, 0, 0, deals=100, accounts=(4, 5, 6, 7))
    lines = lines_of(three, four, nominal=100, by="average")
    assert values(lines) == {1: 100, 4: 100, 5: 90, 2: 50, 3: 25, 6: 0, 7: 0}
    assert order(lines)[:3] == [(1, 1), (1, 4), (3, 5)]


def test_an_average_is_an_exact_fraction():
    lines = lines_of(a_result(7, 0, deals=3), by="average")
    assert values(lines) == {1: Fraction(7, 3), 2: 0}
    assert json_value(lines[0].values[0]) == "7/3"


def test_long_rounds_weigh_more_than_short_ones():
    (line,) = lines_of(a_result(10, deals=10), a_result(0, deals=30, round=2), by="average")
    assert (line.values, line.rounds) == ((Fraction(1, 4),), {1: 1, 2: 0})


def test_a_player_without_a_deal_has_an_average_of_zero():
    lines = compute_standings([a_result(5)], [1, 2], a_method(by="average"))
    assert values(lines) == {1: Fraction(1, 2), 2: 0}


# Table points


def test_table_points_go_by_place_at_the_table():
    assert values(lines_of(a_result(-5, 20, 3, 4), by="table_points")) == {2: 4, 4: 2, 3: 1, 1: 0}


def test_shared_places_share_the_points_of_the_places_they_take():
    assert values(lines_of(a_result(9, 9, 3, 1), by="table_points")) == {1: 3, 2: 3, 3: 1, 4: 0}
    assert values(lines_of(a_result(9, 3, 3, 3), by="table_points")) == {1: 4, 2: 1, 3: 1, 4: 1}
    assert values(lines_of(a_result(5, 5, 5, 1), by="table_points"))[1] == Fraction(7, 3)


def test_typed_table_points_end_at_nothing_or_at_the_last_below_it():
    result = a_result(9, 5, 3, 1)
    assert values(lines_of(result, by="table_points", table_points=[3, 1])) == {1: 3, 2: 1, 3: 0, 4: 0}
    assert values(lines_of(result, by="table_points", table_points=[1, -1])) == {1: 1, 2: -1, 3: -1, 4: -1}


def test_the_parts_of_one_table_are_one_sheet_and_two_tables_are_two():
    parts = a_result(5, 0), a_result(0, 9)
    assert values(lines_of(*parts, by="table_points")) == {2: 4, 1: 2}
    tables = a_result(5, 0), a_result(0, 9, table=2)
    assert values(lines_of(*tables, by="table_points")) == {1: 6, 2: 6}


def test_places_at_a_table_are_those_of_the_game():
    tallies = {"games": (1, 0), "deals": (0, 9), "card_points": (0, 9), "total": (0, 9)}
    result = PartResult(1, (1, 2), tallies, 5)
    assert values(lines_of(result, game=BRISCOLA, by="table_points")) == {1: 4, 2: 2}


# Best rounds and minimum


def rounds_of_one(*points):
    return [a_result(value, round=number) for number, value in enumerate(points, start=1)]


def test_only_the_best_rounds_count():
    (line,) = lines_of(*rounds_of_one(5, -3, 8, 1), best=2)
    assert line.values == (13,)
    assert line.rounds == {1: 5, 2: -3, 3: 8, 4: 1}


def test_a_player_of_no_more_rounds_than_the_best_drops_nothing():
    (line,) = lines_of(*rounds_of_one(-5, -3), best=2)
    assert line.values == (-8,)


def test_equal_rounds_are_chosen_by_the_later_values():
    first = PartResult(1, (1,), {"games": (1,), "deals": (-2,), "card_points": (50,), "total": (0,)}, 5)
    second = first._replace(round=2, tallies={**first.tallies, "deals": (3,), "card_points": (0,)})
    (line,) = lines_of(first, second, game=BRISCOLA, by="game", best=1)
    assert line.values == (1, 3, 0)


def test_of_equal_averages_the_longer_round_counts():
    rounds = a_result(10, deals=10), a_result(20, deals=20, round=2), a_result(0, deals=30, round=3)
    (line,) = lines_of(*rounds, by="average", best=1, tie_breaks=["total"])
    assert (line.values, line.tie_breaks) == ((1,), {"total": 20})


def test_of_rounds_without_points_the_longer_counts():
    rounds = a_result(10, deals=10), a_result(0, deals=10, round=2), a_result(0, deals=20, round=3)
    (line,) = lines_of(*rounds, by="average", best=2)
    assert line.values == (Fraction(1, 3),)


def test_a_player_of_too_few_rounds_stands_behind_all_others_unplaced():
    lines = lines_of(a_result(1, 90), a_result(0, round=2), minimum=2)
    assert [(line.entrant, line.is_placed) for line in lines] == [(1, True), (2, False)]


# Explanations


def why(lines, method):
    first, second = lines
    return why_before(first, second, method)


def test_the_deciding_value_is_named_with_both_values():
    lines = lines_of(a_result(6, 6, 4, deals_won=(1, 2, 9)), game=FIPSEN, tie_breaks=["deals_won"])
    method = a_method(FIPSEN, tie_breaks=["deals_won"])
    assert why_before(lines[0], lines[1], method) == Reason("deals_won", 2, 1)
    assert why_before(lines[1], lines[2], method) == Reason("total", 6, 4)


def test_fewer_deals_lost_is_the_better_reason():
    lines = lines_of(a_result(6, 6, deals_lost=(3, 2)), game=FIPSEN, tie_breaks=["deals_lost"])
    method = a_method(FIPSEN, tie_breaks=["deals_lost"])
    assert why(lines, method) == Reason("deals_lost", 2, 3)


def test_a_shared_rank_has_no_reason():
    assert why(lines_of(a_result(6, 6)), a_method()) is None


def test_a_round_sat_out_is_behind_one_that_was_played():
    played, sat_out = (
        Line(number, number, (0,), (), {"last_round": v}) for number, v in ((1, -5), (2, None))
    )
    assert why_before(played, sat_out, a_method(tie_breaks=["last_round"])) == Reason("last_round", -5, None)


def test_too_few_rounds_are_the_first_reason():
    lines = lines_of(a_result(1, 90), a_result(0, round=2), minimum=2)
    assert why(lines, a_method(minimum=2)) == Reason("minimum", 2, 1)


# Tallies of a sheet


def test_deals_won_and_lost_are_counted_for_the_declarer():
    facts = [(0, True), (0, False), (2, True), (None, None)]
    outcomes = [Outcome((0,) * 4, facts={"declarer": seat, "made": made}) for seat, made in facts]
    tallies = sheet_tallies(FIPSEN, FIPSEN.opening(FIPSEN.Options(), 4, 0), [*outcomes, Outcome((0,) * 4)])
    assert tallies == {"total": [0] * 4, "deals_won": [1, 0, 1, 0], "deals_lost": [1, 0, 0, 0]}


def test_a_game_without_a_declarer_counts_no_deals_won():
    state = BRISCOLA.opening(BRISCOLA.Options(), 4, 0)
    assert set(sheet_tallies(BRISCOLA, state, [])) == {"games", "deals", "card_points", "total"}


def test_a_stored_fraction_comes_back_as_it_was():
    for value in (7, -3, Fraction(7, 3), Fraction(-1, 2), None):
        assert read_value(json_value(value)) == value


def test_a_lot_is_the_last_word():
    lines = lines_of(a_result(6, 6, 6), tie_breaks=["lot"])
    assert (order(lines), tie_break("lot", lines)) == ([(1, 1), (2, 2), (3, 3)], {1: 1, 2: 2, 3: 3})
