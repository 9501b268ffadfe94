"""A series: points for places, sums of totals, best results, guests, categories, and refusals."""

from fractions import Fraction

import pytest

from rules.reading import Refused
from scoring.standings.series import Result, compute_series, lines_among
from scoring.standings.series_policy import POINTS_BY_PLACE, Counted, SeriesPolicy, read_series_policy

ADA, BEN, CLEO, DOV = 1, 2, 3, 4


def evening(*players, ranks=(), values=()):
    """Return an event with players in this order, unless ranks are given."""
    ranks = ranks or range(1, len(players) + 1)
    return [
        Result(player, rank, value)
        for player, rank, value in zip(players, ranks, values or [0] * len(players), strict=True)
    ]


def series(*events, **policy):
    return compute_series(dict(enumerate(events, start=1)), read_series_policy(policy))


def totals(lines):
    return {line.player: line.total for line in lines}


def ranks(lines):
    return [(line.rank, line.player) for line in lines]


def refusals(raw, events=None):
    with pytest.raises(Refused) as refused:
        read_series_policy(raw, events)
    return [str(violation) for violation in refused.value.violations]


# Points for places


def test_every_place_has_its_points_and_they_add_up():
    lines = series(evening(ADA, BEN, CLEO), evening(BEN, ADA))
    assert totals(lines) == {ADA: 43, BEN: 43, CLEO: 15}
    assert ranks(lines) == [(1, ADA), (1, BEN), (3, CLEO)]


def test_equals_share_the_points_of_the_places_they_take():
    lines = series(evening(ADA, BEN, CLEO, DOV, ranks=(1, 2, 2, 2)), points=[10, 5, 2, 1])
    assert totals(lines) == {ADA: 10, BEN: Fraction(8, 3), CLEO: Fraction(8, 3), DOV: Fraction(8, 3)}


def test_equals_may_all_get_the_best_of_the_places_they_take():
    lines = series(evening(ADA, BEN, CLEO, ranks=(1, 1, 3)), points=[10, 5, 2], ties="best")
    assert totals(lines) == {ADA: 10, BEN: 10, CLEO: 2}


def test_places_beyond_the_last_typed_get_nothing_and_have_played():
    lines = series(evening(ADA, BEN, CLEO), points=[3, 1])
    assert totals(lines) == {ADA: 3, BEN: 1, CLEO: 0}
    assert lines[-1].points == {1: 0}


def test_by_the_rule_a_place_is_worth_as_many_points_as_there_are_players_from_it_down():
    lines = series(evening(ADA, BEN, CLEO, DOV, ranks=(1, 2, 2, 4)), points="players")
    assert totals(lines) == {ADA: 4, BEN: Fraction(5, 2), CLEO: Fraction(5, 2), DOV: 1}


def test_the_order_of_an_events_results_does_not_matter():
    results = evening(ADA, BEN, CLEO, DOV, ranks=(1, 2, 2, 4))
    assert series(results) == series(results[::-1])


# Totals


def test_totals_add_up_exactly():
    first = evening(ADA, BEN, values=(Fraction(1, 3), -5))
    lines = series(first, evening(BEN, ADA, values=(2, Fraction(2, 3))), by="total")
    assert totals(lines) == {ADA: 1, BEN: -3}


def test_the_lowest_sum_is_first_and_the_lowest_result_counts_where_low_is_better():
    events = {1: evening(ADA, BEN, values=(3, 5)), 2: evening(ADA, BEN, values=(9, 4))}
    lines = compute_series(events, SeriesPolicy(by="total", best=1), high_is_better=False)
    assert [(line.player, line.total) for line in lines] == [(ADA, 3), (BEN, 4)]


def test_an_average_is_exact_over_the_events_that_a_player_played():
    first = evening(ADA, BEN, CLEO, values=(10, 8, 20))
    played = [first, evening(ADA, BEN, values=(5, 8)), evening(ADA, values=(5,))]
    lines = series(*played, by="average", minimum=2)
    assert [(line.player, line.rank, line.total, line.is_placed) for line in lines] == [
        (BEN, 1, 8, True), (ADA, 2, Fraction(20, 3), True), (CLEO, 3, 20, False),
    ]  # fmt: skip
    assert totals(series(*played, by="average", best=2)) == {ADA: Fraction(15, 2), BEN: 8, CLEO: 20}


def test_the_lowest_average_is_first_where_low_is_better():
    events = {1: evening(ADA, BEN, values=(3, 5)), 2: evening(ADA, values=(9,))}
    lines = compute_series(events, SeriesPolicy(by="average"), high_is_better=False)
    assert [(line.player, line.total) for line in lines] == [(BEN, 5), (ADA, 6)]


# Counting events


def test_only_the_best_events_count_and_of_equal_ones_the_earlier():
    lines = series(evening(ADA, BEN), evening(BEN, ADA), evening(BEN, ADA), best=2, points=[5, 2])
    by_player = {line.player: line for line in lines}
    assert (by_player[ADA].total, by_player[ADA].counting) == (7, {1, 2})
    assert (by_player[BEN].total, by_player[BEN].counting) == (10, {2, 3})


def test_a_player_of_fewer_events_than_count_loses_none():
    lines = series(evening(ADA, BEN), evening(ADA), best=2)
    assert totals(lines) == {ADA: 50, BEN: 18}


def test_a_player_of_too_few_events_stands_behind_all_others_and_is_not_placed():
    lines = series(evening(ADA, BEN, CLEO), evening(BEN, CLEO), minimum=2, points=[100, 1, 1])
    assert [(line.player, line.is_placed) for line in lines] == [(BEN, True), (CLEO, True), (ADA, False)]


# Guests and categories


def test_guests_who_do_not_count_are_left_out_before_places_are_given():
    lines = compute_series({1: evening(DOV, ADA, BEN)}, SeriesPolicy(guests="out"), {DOV})
    assert totals(lines) == {ADA: 25, BEN: 18}


def test_guests_count_unless_they_are_left_out():
    lines = compute_series({1: evening(DOV, ADA)}, SeriesPolicy(), {DOV})
    assert totals(lines) == {DOV: 25, ADA: 18}


def test_without_guests_equals_stay_equal():
    policy = SeriesPolicy(points=(6, 4, 2), guests="out")
    lines = compute_series({1: evening(DOV, ADA, BEN, CLEO, ranks=(1, 2, 2, 4))}, policy, {DOV})
    assert totals(lines) == {ADA: 5, BEN: 5, CLEO: 2}


def test_a_category_has_the_same_points_and_ranks_of_its_own():
    lines = lines_among(series(evening(ADA, BEN, CLEO, DOV, ranks=(1, 2, 2, 4))), {BEN, CLEO, DOV})
    assert ranks(lines) == [(1, BEN), (1, CLEO), (3, DOV)]
    assert lines[0].total == Fraction(33, 2)


# Refusals


GAMES = [Counted("May", "Fipsen", "Total"), Counted("June", "Briscola", "Games")]


def test_a_policy_that_says_nothing_gives_points_by_place():
    assert read_series_policy({}) == SeriesPolicy("places", POINTS_BY_PLACE)


def test_the_best_three_of_two_events_are_refused():
    [sentence] = refusals({"best": 3}, [Counted("May", "Fipsen", "Total")] * 2)
    assert sentence.startswith("The best 3 of 2 events cannot count.")


def test_the_best_three_of_two_events_may_be_meant_where_more_are_to_come():
    assert read_series_policy({"best": 3, "of": 8}, GAMES).best == 3


def test_totals_of_different_games_are_refused_by_name():
    [sentence] = refusals({"by": "total"}, GAMES)
    assert sentence.startswith(
        "Totals of different games cannot be added up: “May” is Fipsen, “June” is Briscola."
    )


def test_different_games_count_by_places():
    assert read_series_policy({"by": "places"}, GAMES).by == "places"


def test_totals_of_different_kinds_are_refused():
    events = [Counted("May", "Fipsen", "Total"), Counted("June", "Fipsen", "Average")]
    assert "“June” by Average" in refusals({"by": "total"}, events)[0]


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ([], "is an object"),
        ({"by": "elo"}, "places / total / average, not “elo”"),
        ({"bonus": 3}, "not “bonus”"),
        ({"best": 0}, "not 0"),
        ({"best": True}, "not true"),
        ({"points": []}, "first place's first"),
        ({"points": [1, 2]}, "not as in 1-2"),
        ({"points": [2, -1]}, "not below 0"),
        ({"points": [0, 0]}, "not as in 0-0"),
        ({"points": "all"}, "not all"),
        ({"guests": "maybe"}, "in / out"),
        ({"ties": "lot"}, "share / best"),
        ({"best": 3, "of": 2}, "best 3 of 2"),
        ({"minimum": 3, "of": 2}, "No player can play 3 of 2"),
        ({"by": "total", "points": [3, 1]}, "adds up totals"),
    ],
)
def test_a_policy_that_cannot_be_meant_is_refused_with_a_sentence(raw, words):
    [sentence] = refusals(raw)
    assert words in sentence


def test_more_events_than_the_series_has_are_refused():
    assert refusals({"of": 1}, GAMES)[0].startswith("2 events are chosen, but the series has 1.")


@pytest.mark.parametrize("planned", [1, 2, 3])
def test_a_series_has_as_many_events_as_planned_or_fewer(planned):
    for chosen in range(planned + 1):
        assert read_series_policy({"of": planned}, GAMES[:1] * chosen).of == planned
    assert len(refusals({"of": planned}, GAMES[:1] * (planned + 1))) == 1


@pytest.mark.parametrize("name", ["best", "minimum"])
def test_as_many_events_count_as_there_are_and_none_more(name):
    for events in (1, 2, 3):
        assert getattr(read_series_policy({name: events}, GAMES[:1] * events), name) == events
        assert len(refusals({name: events + 1}, GAMES[:1] * events)) == 1


def test_everything_that_is_wrong_is_named_at_once():
    assert len(refusals({"best": 3, "minimum": 4}, GAMES)) == 2
