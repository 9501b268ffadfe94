"""A test in a browser waits for what an act brings about before it looks, and lets a page take its time."""

import ast

import pytest

from tests.instants import asserted_states, functions_in, helpers_of, looks_too_early
from tests.processes import ROOT
from tests.sources import tree_of

ALLOWED = {  # each with its reason
    "test_offline.py "
    "test_a_reload_right_after_the_tap_loses_nothing_that_was_saved_and_writes_nothing_twice": (
        "looks and reloads at every moment after the tap, which is what is tested"
    ),
    "test_still_pad.py test_nothing_is_refused_and_no_key_moves_while_a_deal_is_tapped": (
        "its script waits for the answers"
    ),
}
FOLDER = ROOT / "tests" / "browser"
TREES = {path.name: tree_of(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.py")}


def test_between_an_act_and_a_look_stands_a_wait() -> None:
    steps = {
        f"{name} {each.name}": step
        for name, tree in TREES.items()
        for each in functions_in(tree).values()
        for step in looks_too_early(each, helpers_of(name, TREES))
    }
    assert {place: step for place, step in steps.items() if place not in ALLOWED} == {}
    assert ALLOWED.keys() <= steps.keys(), "these wait now: take them from the list"


@pytest.mark.parametrize("name", sorted(TREES))
def test_a_statement_that_expect_can_say_is_not_asserted(name: str) -> None:
    assert [*asserted_states(TREES[name])] == []


@pytest.mark.parametrize("name", sorted(TREES))
def test_every_page_may_take_its_time(name: str) -> None:
    # A context that is not `patient` gives up after 30 seconds, which a busy machine may need.
    source = (FOLDER / name).read_text(encoding="utf-8")
    for opens in ("new_context(", "launch_persistent_context("):
        assert source.count(f".{opens}") == source.count(f"patient(browser.{opens}") + source.count(
            f"patient(browser.browser_type.{opens}"
        )


HELPERS = """
def press(page, name):
    page.get_by_text(name).click()
def send(page, name):
    with page.expect_navigation():
        press(page, name)
def key_of(page):
    return page.get_attribute("data-key")
"""


@pytest.mark.parametrize(
    ("test", "words"),
    [
        pytest.param('press(page, "Save"); other.goto("/")', ["goto"], id="a page that is left too early"),
        pytest.param('page.click("#save"); slug = page.url', ["url"], id="an address"),
        pytest.param("pad.tap(bid=2); pad.row(1).count()", ["count"], id="a number"),
        pytest.param("pad.save(); pad.evaluate(TOPS)", ["evaluate"], id="a script"),
        pytest.param("pad.save(); key_of(page)", ["key_of, get_attribute"], id="a helper"),
        pytest.param("for each in keys: each.tap(); page.reload()", ["reload"], id="a loop"),
        pytest.param('send(page, "Save"); page.goto("/")', [], id="a navigation"),
        pytest.param("pad.save(); expect(row).to_be_visible(); page.reload()", [], id="a statement"),
        pytest.param("with page.expect_response(POST): pad.save(); page.content()", ["content"], id="inside"),
        pytest.param('page.goto("/"); page.evaluate(TOPS)', [], id="a page that has been loaded"),
        pytest.param("pad.save(); route(lambda each: each.content())", [], id="what is called later"),
    ],
)
def test_a_look_right_after_an_act_is_found(test: str, words: list[str]) -> None:
    trees = {"hands.py": ast.parse(HELPERS), "test_it.py": ast.parse(f"def test():\n    {test}")}
    helpers = helpers_of("test_it.py", trees)
    assert [step.words for step in looks_too_early(helpers["test"], helpers)] == words


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("box.is_visible()", ["is_visible"]),
        ("rows.count() == 3", ["count"]),
        ("tops.count(tops[0]) == 3", []),
        ("page.evaluate(SPILLED) == []", []),
    ],
)
def test_an_asserted_state_is_found(said: str, found: list[str]) -> None:
    assert [step.words for step in asserted_states(ast.parse(f"assert {said}"))] == found
