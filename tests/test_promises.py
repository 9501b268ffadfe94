"""Every test named in docs/reliability.md and docs/security.md exists."""

import ast
import re

import pytest

from tests.processes import ROOT

DOCUMENT = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
SECURITY = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", DOCUMENT + SECURITY)))
ITEMS = re.findall(r"^\| (V\d[^|]*) \| ([^|]*) \| ([^|]*) ?\|$", SECURITY, re.M)


@pytest.mark.parametrize(("path", "name"), NAMED)
def test_the_test_that_holds_a_promise_is_there(path: str, name: str) -> None:
    module = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    assert name in {node.name for node in module.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("promise", [f"P{number}" for number in range(1, 9)])
def test_every_promise_names_its_tests_or_says_that_it_is_not_kept_yet(promise: str) -> None:
    section = DOCUMENT.partition(f"## {promise} ")[2].partition("\n## ")[0]
    assert "`tests/" in section or "Not built yet." in section


@pytest.mark.parametrize(("item", "said", "held"), ITEMS)
def test_every_item_of_the_standard_names_its_test_or_says_why_there_is_none(
    item: str, said: str, held: str
) -> None:
    assert "`tests/" in held or said.startswith("Does not apply") or "Open:" in said


def test_every_chapter_of_the_standard_is_gone_through() -> None:
    chapters = {int(number) for item, _, _ in ITEMS for number in re.findall(r"V(\d+)", item)}
    assert chapters == set(range(1, 18))


def test_promises_are_named_at_all() -> None:
    assert len(NAMED) > 20
