"""A policy from JSON: readable values, and a sentence for every contradiction."""

import pytest

from rules.points import LOWEST
from rules.reading import Refused
from scoring.standings.policy import TABLE_POINTS, Policy, points_text, read_policy
from tests.scoring.standings.events import BRISCOLA, FIPSEN, POINTS


def refusals(raw, game=FIPSEN, rounds=None):
    with pytest.raises(Refused) as refused:
        read_policy(raw, game, rounds)
    assert {violation.code for violation in refused.value.violations} == {"policy_invalid"}
    return [str(violation) for violation in refused.value.violations]


def test_a_policy_that_says_nothing_ranks_as_the_game_does():
    assert read_policy({}) == Policy("game", TABLE_POINTS, None, 0, ())


def test_a_policy_may_say_everything():
    raw = {
        "by": "table_points",
        "table_points": [3, 1],
        "best": 3,
        "minimum": 2,
        "tie_breaks": ["total", "lot"],
    }
    assert read_policy(raw, FIPSEN, rounds=3) == Policy("table_points", (3, 1), 3, 2, ("total", "lot"))


@pytest.mark.parametrize(
    ("raw", "ranked_by"),
    [
        ({}, ["games", "deals", "card_points"]),
        ({"by": "total"}, ["total"]),
        ({"by": "average"}, ["average"]),
        ({"by": "table_points"}, ["table_points"]),
    ],
    ids=["nothing said", "by points", "by average", "by places"],
)
def test_players_are_ranked_by_these_values(raw, ranked_by):
    rankings = read_policy(raw).rankings(BRISCOLA.ranks_by)
    assert [ranking.tally for ranking in rankings] == ranked_by


@pytest.mark.parametrize(("by", "is_high"), [("total", False), ("average", False), ("table_points", True)])
def test_players_with_low_totals_and_averages_are_best_where_the_fewest_points_win(by, is_high):
    (ranking,) = read_policy({"by": by}).rankings((LOWEST,))
    assert ranking.high_is_better is is_high


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (["total"], "A ranking policy is an object with “by”, not ['total']."),
        (
            {"worst": 1},
            "A ranking policy has “by”, “table_points”, “best”, “minimum” and “tie_breaks”, not “worst”.",
        ),
        ({"by": None}, "Standings are ranked by “game”, “total”, “average” or “table_points”, not “null”."),
        ({"best": 0}, "“best” is a number of rounds, 1 or more, not 0. Leave it out for none."),
        ({"minimum": True}, "“minimum” is a number of rounds, 1 or more, not true. Leave it out for none."),
        (
            {"by": "table_points", "table_points": ["4", 2]},
            "Table points are whole numbers, the first place's first, as in 4-2-1-0, not ['4', 2].",
        ),
        (
            {"by": "table_points", "table_points": [1, 2, 4]},
            "Table points go down from place to place, as in 4-2-1-0, not as in 1-2-4.",
        ),
        (
            {"by": "table_points", "table_points": [2, 2]},
            "Table points go down from place to place, as in 4-2-1-0, not as in 2-2.",
        ),
        (
            {"by": "total", "table_points": [4, 2]},
            "Table points are given, but the event is ranked by “total”. Remove one of them.",
        ),
        ({"tie_breaks": "lot"}, "Tie-breaks are a list of words, in their order, not lot."),
        ({"tie_breaks": ["lot", "lot"]}, "The tie-break “lot” is named twice. Name it once, at its place."),
        (
            {"tie_breaks": ["total"]},
            "The event is ranked by the tie-break “total” already, so it cannot break a tie.",
        ),
        (
            {"by": "total", "tie_breaks": ["points"]},
            "The event is ranked by the tie-break “points” already, so it cannot break a tie.",
        ),
    ],
)
def test_a_refused_policy_says_what_was_expected(raw, sentence):
    assert refusals(raw) == [sentence]


def test_a_refused_tie_break_is_told_which_there_are():
    (reasons,) = refusals({"tie_breaks": ["luck"]}, POINTS)
    assert reasons == (
        "The tie-breaks are total, points, best_round, last_round, head_to_head, opponents, lot, not “luck”."
    )


def test_a_game_without_a_declarer_has_no_deals_won():
    (reasons,) = refusals({"tie_breaks": ["deals_won"]}, BRISCOLA)
    assert reasons.startswith("Briscola has no deals won or lost by one player")


@pytest.mark.parametrize("key", ["deals", "card_points"])
def test_a_value_the_game_ranks_by_breaks_no_ties_of_that_ranking(key):
    assert refusals({"tie_breaks": [key]}, BRISCOLA)
    assert read_policy({"by": "total", "tie_breaks": [key]}, BRISCOLA).tie_breaks == (key,)


def test_more_rounds_than_there_are_cannot_count():
    assert refusals({"best": 3, "minimum": 4}, rounds=2) == [
        "The best 3 of 2 rounds cannot count; there are only 2.",
        "No player can play 4 of 2 rounds; enter 2 at most.",
    ]
    assert read_policy({"best": 2, "minimum": 2}, FIPSEN, rounds=2).best == 2


def test_everything_that_is_wrong_is_named_at_once():
    raw = {"by": "luck", "best": 0, "table_points": "4-2", "tie_breaks": ["luck", "lot", "lot"], "worst": 1}
    assert len(refusals(raw)) == 6


def test_a_policy_leaves_out_what_is_given_as_nothing():
    assert read_policy({"by": "total", "best": None, "table_points": [], "tie_breaks": []}) == Policy("total")


@pytest.mark.parametrize(("points", "text"), [([4, 2, 1, 0], "4-2-1-0"), ([2, -1], "2, -1")])
def test_table_points_are_written_as_people_do(points, text):
    assert points_text(points) == text
