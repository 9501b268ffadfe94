"""Standings of an entrant who leaves early: unplaced, with the lowest result, or with their own."""

from dataclasses import replace
from fractions import Fraction

from rules.game import Ranking
from scoring.sheet.tallies import PartResult
from scoring.standings.standings import Leavers, Reason, compute_standings, why_before
from tests.scoring.standings.events import POINTS, a_method, a_result, order, values


def with_ranking(*ranks_by):
    return replace(POINTS, ranks_by=ranks_by)


def left(policy=None, game=POINTS, **leavers):
    """Return three rounds of four; entrant 1 won the first, then left and is not seated again."""
    results = [
        a_result(9, 3, 2, 1),
        a_result(5, 7, -4, round=2, accounts=(2, 3, 4)),
        a_result(6, 0, 0, round=3, accounts=(2, 3, 4)),
    ]
    method = replace(a_method(game, nominal=10, **(policy or {})), leavers=Leavers(**leavers))
    return compute_standings(results, range(1, 5), method)


def test_a_leaver_who_keeps_their_result_is_ranked_by_it():
    assert order(left()) == [(1, 2), (2, 1), (2, 3), (4, 4)]


def test_an_unplaced_leaver_comes_after_all_others_with_their_result():
    lines = left(unplaced=frozenset({1}))
    assert order(lines) == [(1, 2), (2, 3), (3, 4), (4, 1)]
    assert [line.is_placed for line in lines] == [True, True, True, False]
    assert values(lines)[1] == 9


def test_the_reason_for_no_rank_is_given():
    lines = left(unplaced=frozenset({1}))
    assert why_before(lines[2], lines[3], a_method()) == Reason("unplaced", 1, 0)


def test_the_lowest_result_is_the_last_of_every_missed_round():
    (line,) = [line for line in left(gone_after={1: 1}) if line.entrant == 1]
    assert line.rounds == {1: 9, 2: -4, 3: 0}
    assert line.values == (5,)


def test_a_leaver_who_never_played_is_credited_nothing():
    results = [a_result(9, 3), a_result(5, 7, round=2)]
    method = replace(a_method(), leavers=Leavers(gone_after={3: 1}))
    line = compute_standings(results, [1, 2, 3], method)[-1]
    assert (line.entrant, line.is_placed, line.rounds) == (3, False, {})


def test_a_round_before_the_leaving_is_not_credited():
    (line,) = [line for line in left(gone_after={1: 2}) if line.entrant == 1]
    assert line.rounds == {1: 9, 3: 0}


def test_a_leaver_who_plays_again_keeps_their_own_round():
    (line,) = [line for line in left(gone_after={2: 1}) if line.entrant == 2]
    assert line.rounds == {1: 3, 2: 5, 3: 6}


def test_two_leavers_get_the_same_and_no_other_values_change():
    results = [a_result(9, 3, 2, 1), a_result(5, 7, round=2, accounts=(1, 2))]
    method = replace(a_method(), leavers=Leavers(gone_after={3: 1, 4: 1}))
    assert values(compute_standings(results, range(1, 5), method)) == {1: 14, 2: 10, 3: 7, 4: 6}


def test_the_lowest_of_the_evening_counts_in_every_policy():
    average, best = left({"by": "average"}, gone_after={1: 1}), left({"best": 1}, gone_after={1: 1})
    points = left({"by": "table_points", "table_points": [3, 2, 1, 0]}, gone_after={1: 1})
    assert values(average)[1] == Fraction(5, 3)
    assert values(best)[1] == 9
    assert values(points)[1] == 3 + 1 + Fraction(3, 2)


def test_of_equal_lowest_results_the_highest_start_number_is_credited():
    results = [
        a_result(9, 3, 2),
        a_result(10, round=2, accounts=(2,), deals=10),
        a_result(5, round=2, accounts=(3,), table=2, deals=5),
    ]
    method = replace(a_method(nominal=10, by="average"), leavers=Leavers(gone_after={1: 1}))
    (line,) = [line for line in compute_standings(results, range(1, 4), method) if line.entrant == 1]
    assert line.rounds == {1: 9, 2: 10}  # 10 points in 10 deals and 5 in 5 are the same average
    assert line.values == (Fraction(14 * 10, 15),)


def test_the_lowest_is_the_one_with_most_where_less_is_better():
    game = with_ranking(Ranking("losses", "Losses", high_is_better=False))
    results = [PartResult(1, (1, 2), {"losses": (1, 2), "total": (0, 0)}, 10)]
    results += [PartResult(2, (2, 3), {"losses": (4, 8), "total": (0, 0)}, 10)]
    method = replace(a_method(game), leavers=Leavers(gone_after={1: 1}))
    assert values(compute_standings(results, range(1, 4), method))[1] == 9
