"""Golden cases: one JSON object a line, `{"case", "in", "out", "why"}` (tests/data/golden)."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.sweeps import todays

GOLDEN = Path(__file__).parent / "data" / "golden"


def golden_cases(name: str) -> list[Any]:
    """Return the cases of one file as pytest parameters, named by what they show."""
    lines = (GOLDEN / name).read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in lines if line.strip()]
    return [pytest.param(case, id=case["case"]) for case in cases]


def golden_files(kind: str) -> list[str]:
    """Return the golden files of one kind: score, auction or replay."""
    return sorted(path.name for path in GOLDEN.glob(f"*.{kind}.jsonl"))


def wrong_cases(name: str, answer: Callable[[Any], Any]) -> list[str]:
    """Return a line for each case of one file that is answered otherwise: which, where, and why not."""
    return [
        f"{case['case']}: {line}; {case['why']}"
        for (case,) in (each.values for each in golden_cases(name))
        for line in differences(answer_or_error(answer, case["in"]), case["out"])
    ]


def answer_or_error(answer: Callable[[Any], Any], asked: Any) -> Any:
    """Return the answer, or what was raised instead: the other cases of the file are still looked at."""
    try:
        return answer(asked)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def a_tenth(cases: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the first accepted case and a tenth of the others, every day others, for slower ways."""
    first = [case for case in cases if case["out"].get("ok")][:1]
    others = [case for case in cases if case not in first]
    return [*first, *todays(others, -(-len(others) // 10))]


def differences(found: Any, wanted: Any, path: str = "") -> list[str]:
    """Return the places where an answer lacks or changes a wanted value; extra keys are allowed."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        return [
            line
            for key, value in wanted.items()
            for line in (
                differences(found[key], value, f"{path}.{key}")
                if key in found
                else [f"{path}.{key} is missing"]
            )
        ]
    return [] if found == wanted else [f"{path or '.'}: wanted {wanted!r}, found {found!r}"]
