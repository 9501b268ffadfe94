"""Penalties and bonuses, and deals that were not played: each statement of docs/ranking.md."""

from dataclasses import replace
from fractions import Fraction

from scoring.sheet.tallies import Adjusted
from scoring.standings.standings import compute_standings
from tests.scoring.standings.events import FIPSEN, a_method, a_result, order, tie_break, values


def lines(*results, adjusted=(), nominal=1, **policy):
    entrants = sorted({account for result in results for account in result.accounts})
    method = replace(a_method(FIPSEN, nominal, **policy), adjustments=tuple(adjusted))
    return compute_standings(results, entrants, method)


def test_a_penalty_is_taken_from_the_total():
    assert order(lines(a_result(9, 8), adjusted=[Adjusted(1, -2)])) == [(1, 2), (2, 1)]


def test_points_of_a_round_stand_in_that_round():
    (line, *_) = lines(a_result(9, 0), a_result(1, 0, round=2), adjusted=[Adjusted(1, 5, 2)])
    assert line.rounds == {1: 9, 2: 6} and line.values == (15,)


def test_points_of_a_dropped_round_are_dropped_with_it():
    results = [a_result(9, 0), a_result(1, 0, round=2)]
    assert values(lines(*results, adjusted=[Adjusted(1, 5, 2)], best=1))[1] == 9
    assert values(lines(*results, adjusted=[Adjusted(1, 50, 2)], best=1))[1] == 51


def test_points_of_a_round_that_was_not_played_count_for_the_whole_event():
    (line, *_) = lines(a_result(9, 0), adjusted=[Adjusted(1, 5, 7)], minimum=1)
    assert line.rounds == {1: 9} and line.values == (14,)


def test_an_average_is_adjusted_as_it_is_shown():
    result = a_result(10, 0, deals=20)
    assert values(lines(result, adjusted=[Adjusted(1, -3)], nominal=100, by="average"))[1] == 47
    assert values(lines(result, adjusted=[Adjusted(1, -3, 1)], nominal=100, by="average"))[1] == 47


def test_table_points_are_adjusted_as_table_points():
    assert values(lines(a_result(9, 5, 3, 1), adjusted=[Adjusted(1, -3)], by="table_points"))[1] == 1


def test_tie_breaks_that_add_up_the_sheets_know_no_adjustment():
    rows = lines(a_result(9, 5), adjusted=[Adjusted(1, -4)], by="average", tie_breaks=["points"])
    assert tie_break("points", rows) == {1: 9, 2: 5}


def test_an_adjustment_of_an_unknown_entrant_is_ignored():
    assert values(lines(a_result(9, 5), adjusted=[Adjusted(3, 50)])) == {1: 9, 2: 5}


def test_missing_deals_that_count_as_zero_lengthen_the_average():
    played = a_result(10, 0, deals=20)
    assert values(lines(played, nominal=100, by="average"))[1] == 50
    assert values(lines(played._replace(deals_missing=40), nominal=100, by="average"))[1] == Fraction(50, 3)
