"""Deals replayed from their cards, as docs/json-lines.md says in section 3."""

from typing import Any

import pytest

from simulation import replay_deal
from tests.golden import differences, golden_cases, golden_files


@pytest.mark.parametrize("name", golden_files("replay"))
def test_golden_deals_replay_to_their_record_or_their_fault(name: str) -> None:
    cases: list[Any] = [case.values[0] for case in golden_cases(name)]
    wrong = {case["case"]: differences(replay_deal(case["in"]), case["out"]) for case in cases}
    assert not {case: lines for case, lines in wrong.items() if lines}
