"""Standings against the naive implementation: the same lines for random events of every policy."""

from random import Random

import pytest

from scoring.standings.standings import compute_standings
from tests.scoring.standings.comparing import naive_lines, our_lines, random_events
from tests.scoring.standings.naive_standings import Naive

EVENTS = 450
SEED = 2026


@pytest.fixture(scope="module")
def events():
    return list(random_events(SEED, EVENTS))


def test_the_naive_way_agrees_about_every_line_of_450_random_events(events):
    for event in events:
        assert our_lines(event) == naive_lines(event), event


def test_the_rounds_that_count_are_those_of_the_naive_way(events):
    # The explanation of a rank names the dropped rounds, which no value of a line shows.
    for event in events:
        if event.policy.best is not None:
            lines = compute_standings(event.results, event.numbers, event.method)
            naive = Naive(event)
            for line in lines:
                assert line.rounds.keys() - line.dropped == set(naive.counting(line.entrant)), event


def test_the_order_in_which_results_arrive_never_matters(events):
    rng = Random(SEED)
    for event in events:
        shuffled = rng.sample(event.results, len(event.results))
        assert our_lines(event, shuffled) == our_lines(event), event


def test_random_events_have_what_makes_standings_hard(events):
    ranks = [[line[0] for line in our_lines(event)] for event in events]
    assert any(len(set(each)) < len(each) for each in ranks)
    assert {event.raw["by"] for event in events} == {"game", "total", "average", "table_points"}
    assert len({key for event in events for key in event.raw["tie_breaks"]}) >= 12
    assert any(not line[-1] for event in events for line in our_lines(event))
