"""Every case of the contract, answer by answer."""

from typing import Any

import pytest

from scoring.competitions.json_answers import award_prizes, rank_competitions
from tests.golden import differences, golden_cases
from tournaments.management.json_lines import digest

ANSWERS = {"rank_competitions": rank_competitions, "award_prizes": award_prizes}


@pytest.mark.parametrize("case", golden_cases("competitions.jsonl"))
def test_a_case_of_the_contract_has_its_answer(case: dict[str, Any]) -> None:
    answer = ANSWERS[case["command"]](case["in"], digest)
    assert differences(answer, case["out"]) == []
    if not case["out"]["ok"]:
        assert answer == case["out"], "no problem more, and none named otherwise"
