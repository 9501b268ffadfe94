"""Every test that docs/reliability.md names is there."""

import ast
import re

import pytest

from tests.processes import ROOT

DOCUMENT = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", DOCUMENT)))


@pytest.mark.parametrize(("path", "name"), NAMED)
def test_the_test_that_holds_a_promise_is_there(path: str, name: str) -> None:
    module = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    assert name in {node.name for node in module.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("promise", [f"P{number}" for number in range(1, 9)])
def test_every_promise_names_its_tests_or_says_that_it_is_not_kept_yet(promise: str) -> None:
    section = DOCUMENT.partition(f"## {promise} ")[2].partition("\n## ")[0]
    assert "`tests/" in section or "Not built yet." in section


def test_promises_are_named_at_all() -> None:
    assert len(NAMED) > 20
