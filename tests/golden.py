"""Golden cases: one JSON object a line, `{"case", "in", "out", "why"}` (tests/data/golden)."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

GOLDEN = Path(__file__).parent / "data" / "golden"
PARTS = 1 if os.environ.get("GOLDEN") == "all" else 10  # `run.py soak` takes all


def golden_cases(name: str) -> list[Any]:
    """The cases of one file as pytest parameters, named by what they show."""
    lines = (GOLDEN / name).read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in lines if line.strip()]
    return [pytest.param(case, id=case["case"]) for case in cases]


def golden_files(kind: str) -> list[str]:
    """The file names of one kind: score, auction or replay."""
    return sorted(path.name for path in GOLDEN.glob(f"*.{kind}.jsonl"))


def a_tenth(cases: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those whose names choose them: for ways that need much longer than the rules themselves."""
    return [case for case in cases if crc32(case["case"].encode()) % PARTS == 0]


def differences(found: Any, wanted: Any, path: str = "") -> list[str]:
    """Where a found answer lacks or changes something wanted; keys may be added."""
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
