"""The rule of a competition that an event stores: what it takes over from the event's own ranking."""

import pytest

from rules import get_game
from rules.reading import Refused, read_options
from scoring.standings.competition_rules import read_rule, refuse_wrong_categories
from scoring.standings.policy import read_policy

SKAT = get_game("skat")


def a_rule(raw, **policy):
    """Return a rule beside an event that ranks by this policy."""
    own = read_policy({"by": "total", **policy}, SKAT)
    return read_rule(raw, "1", SKAT, read_options(SKAT, {}), own)


def test_a_competition_without_a_value_is_counted_as_the_event():
    ranked = a_rule({}, best=2, minimum=1, tie_breaks=["head_to_head", "lot"]).competition
    assert (ranked.way.by, ranked.lists.best, ranked.lists.minimum) == ("total", 2, 1)
    assert ranked.tie_breaks == ("head_to_head", "lot")


def test_of_named_rounds_all_count_however_many_count_in_the_event():
    lists = a_rule({"lists": {"rounds": [1, 2]}}, best=1, minimum=1).competition.lists
    assert lists.best is None and {*lists.rounds} == {1, 2}


def test_of_all_rounds_as_many_count_as_the_competition_itself_says():
    assert a_rule({"lists": {"best": 3}}, best=2).competition.lists.best == 3


def test_teams_go_by_the_tie_breaks_of_the_event_that_teams_can_have():
    ties = ["head_to_head", "best_round", "opponents", "lot"]
    assert a_rule({"unit": "team"}, tie_breaks=ties).competition.tie_breaks == ("best_round", "lot")
    assert len(a_rule({"unit": "person"}, tie_breaks=ties).competition.tie_breaks) == 4


def test_an_average_of_the_event_is_one_of_deals_and_not_of_lists():
    assert a_rule({}, by="average").competition.way.per == "deal"


@pytest.mark.parametrize(("least", "most"), [(60, 60), (18, 26), (None, 17), (60, None)])
def test_ages_are_from_the_least_to_the_most(least, most):
    who = a_rule({"who": {"least_age": least, "most_age": most}}).who
    assert (who.least_age, who.most_age) == (least, most)


def test_nobody_is_at_least_27_and_at_most_26():
    with pytest.raises(Refused, match="at least 27 and at most 26"):
        a_rule({"who": {"least_age": 27, "most_age": 26}})


def test_a_category_that_is_named_twice_is_refused_when_it_is_written():
    with pytest.raises(Refused) as refused:
        refuse_wrong_categories({"who": {"categories": ["ladies", "youth", "ladies"]}})
    [twice] = refused.value.violations
    assert twice.field == "who.categories[2]" and "named twice" in twice.message
