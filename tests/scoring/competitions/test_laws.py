"""Laws of competitions: the order of what is sent does not matter, and no cent is made or lost."""

import copy
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.competitions.json_answers import award_prizes, rank_competitions
from scoring.competitions.lists import points_by_place
from tests.golden import golden_cases
from tournaments.management.json_lines import digest

CASES = [case.values[0] for case in golden_cases("competitions.jsonl")]
RANKED = [each["in"] for each in CASES if each["command"] == "rank_competitions" and each["out"]["ok"]]
AWARDED = [each["in"] for each in CASES if each["command"] == "award_prizes" and each["out"]["ok"]]


@given(st.sampled_from(RANKED), st.randoms(use_true_random=False))
def test_a_ranking_is_the_same_in_whatever_order_sheets_and_players_are_named(
    request: dict[str, Any], chance: Random
) -> None:
    mixed = copy.deepcopy(request)
    for name in ("entrants", "teams", "lists", "adjustments", "left"):
        chance.shuffle(mixed.get(name) or [])
    assert rank_competitions(mixed, digest) == rank_competitions(request, digest)


@given(st.sampled_from(RANKED), st.data())
def test_a_player_who_is_taken_out_of_a_competition_changes_no_order_of_the_others(
    request: dict[str, Any], data: st.DataObject
) -> None:
    simple = {**request, "competitions": [{"key": "all", "value": {"by": "total"}}]}
    out = data.draw(st.sampled_from([entrant["number"] for entrant in request["entrants"]]))
    others = [entrant["number"] for entrant in request["entrants"] if entrant["number"] != out]
    without = {**simple, "competitions": [{**simple["competitions"][0], "who": {"numbers": others}}]}
    order = [row["number"] for row in rank_competitions(simple, digest)["competitions"]["all"]]
    assert [row["number"] for row in rank_competitions(without, digest)["competitions"]["all"]] == [
        number for number in order if number != out
    ]


@given(st.sampled_from(AWARDED), st.dictionaries(st.sampled_from(["fees", "host"]), st.integers(0, 99_999)))
def test_players_get_back_all_that_comes_in_or_it_is_left_to_the_cent(
    request: dict[str, Any], cents: dict[str, int]
) -> None:
    sources = {
        **(request.get("sources") or {}),
        **{name: cents[name] for name in cents if name in (request.get("sources") or {})},
    }
    answer = award_prizes({**request, "sources": sources}, digest)
    if answer["ok"]:
        left = answer["left"]
        kept = answer["paid"] + sum(left["sources"].values()) + sum(left["pots"].values())
        assert sum(answer["sources"].values()) == kept
    else:
        assert {problem["code"] for problem in answer["problems"]} == {"pot_too_small"}


@given(
    st.dictionaries(st.integers(1, 30), st.integers(0, 5), min_size=1),
    st.lists(st.integers(-5, 30), min_size=1, max_size=6).map(lambda points: sorted(points, reverse=True)),
)
def test_players_who_share_places_share_all_points_of_these_places(
    merits: dict[int, int], points: list[int]
) -> None:
    beyond = min(points[-1], 0)
    places = [points[place] if place < len(points) else beyond for place in range(len(merits))]
    assert sum(points_by_place(merits, points, shares_ties=True).values()) == sum(places)


@pytest.mark.parametrize("answer", [rank_competitions, award_prizes])
@pytest.mark.parametrize(
    "sent", [None, [], "text", 7, {}, {"competitions": [None]}, {"competitions": {"": [{}]}}]
)
def test_a_program_that_sends_nonsense_is_told_and_no_more(
    answer: Callable[..., dict[str, Any]], sent: Any
) -> None:
    told = answer(sent, digest)
    assert told["ok"] is False and told["problems"]


def test_a_club_that_types_a_row_of_nines_for_lost_deals_is_answered_at_once() -> None:
    request = {"competitions": {}, "lost": {"1": [10**30]}, "steps": [[3, 50], [5, 70], [None, 100]]}
    cents = award_prizes(request, digest)["lost"]["1"]["cents"]
    assert cents == 3 * 50 + 2 * 70 + (10**30 - 5) * 100


def problems_of(competition: dict[str, Any], **more: Any) -> list[dict[str, str]]:
    """Return what contradicts in a competition of four persons over two rounds, nothing played yet."""
    persons = [{"number": number} for number in (1, 2, 3, 4)]
    request = {"game": "skat", "entrants": persons, "lists": [], "lot": "seed", **more}
    whole = {"key": "all", "value": {"by": "total"}, **competition}
    answer = rank_competitions({**request, "competitions": [whole]}, digest)
    return [] if answer["ok"] else answer["problems"]


@pytest.mark.parametrize("name", ["best", "minimum"])
def test_as_many_lists_as_there_are_rounds_may_count_and_one_more_may_not(name: str) -> None:
    at = {number: problems_of({"lists": {"rounds": [1, 2], name: number}}) for number in (1, 2, 3)}
    assert at[1] == at[2] == []
    assert [each["code"] for each in at[3]] == [f"{name}_too_many"]


@pytest.mark.parametrize(("members", "substitutes"), [([1, 2], [2]), ([1, 1], []), ([1, 2], [3, 3])])
def test_nobody_is_in_a_team_twice_not_even_as_a_substitute(
    members: list[int], substitutes: list[int]
) -> None:
    team = {"number": 1, "name": "Herzdame", "members": members, "substitutes": substitutes}
    assert [each["code"] for each in problems_of({"unit": "team"}, teams=[team])] == ["named_twice"]
