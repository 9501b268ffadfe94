"""Teams and money that cannot be, for programs: a code and the path of the field, and no half answer."""

from collections.abc import Callable
from typing import Any

import pytest

from scoring.competitions.json_answers import award_prizes, rank_competitions
from tournaments.management.json_lines import digest

LIST = {"round": 1, "table": 1, "seats": [1, 2], "tallies": {"total": [3, 5]}, "deals": 1}
PAIR = {"number": 1, "name": "Aces", "members": [1, 2]}
PAIRS = {"key": "pairs", "unit": "team", "value": {"by": "total"}}
RANKED: dict[str, Any] = {
    "game": "skat",
    "entrants": [{"number": 1}, {"number": 2}],
    "lists": [LIST],
    "competitions": [PAIRS],
}
AWARDED: dict[str, Any] = {
    "competitions": {"pairs": [{"number": 1, "rank": 1, "members": [1, 2]}]},
    "sources": {"fees": 1000},
    "pots": [{"competition": "pairs", "shares": {"fees": 1000}}],
}


@pytest.mark.parametrize(
    ("answer", "request_", "problem"),
    [
        pytest.param(
            rank_competitions,
            RANKED | {"teams": [PAIR | {"members": []}]},
            ("out_of_range", "teams[0].members"),
            id="a team without members",
        ),
        pytest.param(
            rank_competitions,
            RANKED | {"teams": [{"number": 1, "members": [1, 2]}]},
            ("key_missing", "teams[0].name"),
            id="a team without a name",
        ),
        pytest.param(
            rank_competitions,
            RANKED | {"teams": [PAIR | {"substitutes": [2]}]},
            ("named_twice", "teams[0].substitutes[0]"),
            id="a partner named twice",
        ),
        pytest.param(
            rank_competitions,
            RANKED | {"entrants": [{"number": 2}], "teams": [PAIR | {"members": [1, 2]}], "lists": []},
            ("number_unknown", "teams[0].members[0]"),
            id="a captain who is gone",
        ),
        pytest.param(
            award_prizes,
            AWARDED | {"pots": [*AWARDED["pots"], {"competition": "main", "shares": {"fees": 1}}],
                       "competitions": {**AWARDED["competitions"], "main": []}},
            ("shares_over_1000", "pots[1].shares.fees"),
            id="shares above the whole",
        ),
        pytest.param(
            award_prizes,
            AWARDED | {"steps": [[None, 100], [3, 50]], "lost": {}},
            ("steps_not_ascending", "steps[0]"),
            id="a step for all further deals before the last",
        ),
        pytest.param(
            award_prizes,
            AWARDED | {"prizes": [{"competition": "pairs", "places": [1], "cents": 1001}]},
            ("pot_too_small", "prizes[0]"),
            id="prizes above the pot",
        ),
    ],
)  # fmt: skip
def test_a_program_that_sends_it_is_told_the_code_and_the_field(
    answer: Callable[..., dict[str, Any]], request_: dict[str, Any], problem: tuple[str, str]
) -> None:
    told = answer(request_, digest)
    assert not told["ok"] and "competitions" not in told and "awards" not in told
    assert [(each["code"], each["field"]) for each in told["problems"]] == [problem]


def test_a_competition_whose_rounds_were_never_played_places_no_team() -> None:
    later = PAIRS | {"lists": {"rounds": [2]}}
    told = rank_competitions(RANKED | {"teams": [PAIR], "competitions": [later]}, digest)
    assert [(row["number"], row["rank"], row["lists"]) for row in told["competitions"]["pairs"]] == [
        (1, None, [])
    ]


def test_mistakes_of_a_row_are_told_in_the_order_of_the_contract() -> None:
    told = award_prizes({"competitions": {"pairs": [{"number": "1", "rank": "1"}]}}, digest)
    assert [each["field"] for each in told["problems"]] == [
        "competitions.pairs[0].rank",
        "competitions.pairs[0].number",
    ]
