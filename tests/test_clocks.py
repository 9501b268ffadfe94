"""No test looks at a clock, sleeps, limits a wait by a number of its own, or reads what a page replaces."""

import re
from pathlib import Path

import pytest

from tests.clocks import looks_in
from tests.layers import ROOMS
from tests.processes import ROOT

ALLOWED = {  # a file, or a function in it: few, each with its reason
    "tests/processes.py": "the one place that waits, with the one limit",
    "tests/progress.py": "says how long a run still takes",
    "tests/conftest.py": "tells what a test takes from what all tests of a worker share",
    "tests/mutants/trials.py": "says how long a mutant took",
    "tests/scoring/foot/guarding.py": "prints seconds of the processor for benchmarks/guard.py",
    "tests/faults/stranger.py Stranger.begin": "a stranger reads slowly, that is the attack",
    "tests/browser/test_bidding.py -": "a network whose answers come late",
    "tests/browser/test_pad_facts.py -": "a store that opens late",
    "tests/browser/test_turns.py -": "a lease ends at a time of day",
}
FILES = [
    path.relative_to(ROOT)
    for kind in ("py", "js", "html")
    for path in sorted(ROOT.glob(f"tests/**/*.{kind}"))
    if path.stem not in ("clocks", "test_clocks")
]


def test_no_test_looks_at_a_clock_or_sleeps() -> None:
    looks = [look for path in FILES for look in looks_in(path, (ROOT / path).read_text(encoding="utf-8"))]
    places = {look.place for look in looks} | {look.place.partition(" ")[0] for look in looks}
    assert [look for look in looks if not ALLOWED.keys() & {look.place, look.place.partition(" ")[0]}] == []
    assert ALLOWED.keys() <= places, "these look at no clock any more: take them from the list"
    assert len(ALLOWED) <= 10


def test_no_module_of_the_program_keeps_a_clock_by_a_name_of_its_own() -> None:
    # A test that stops the clock would stop it there for ever, or not at all.
    kept = re.compile(r"^from django\.utils\.timezone import .*\bnow\b", re.MULTILINE)
    files = (path for room in ROOMS for path in ROOT.glob(f"{room}/**/*.py"))
    assert [str(path) for path in files if kept.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("step", ["bounding_box(", "evaluate_all(", "eval_on_selector"])
def test_no_test_finds_elements_and_reads_them_in_two_steps(step: str) -> None:
    # A live page may replace them in between; `box_of` and `measured` of the hands bear it.
    own = {path for path in FILES if path.parent.name == "browser" and path.stem != "hands"}
    assert {str(path) for path in own if step in (ROOT / path).read_text(encoding="utf-8")} == set()


@pytest.mark.parametrize(
    ("source", "place", "words"),
    [
        pytest.param("def f():\n    began = time.monotonic()", "f", "monotonic", id="a clock"),
        pytest.param("from time import perf_counter", "-", "perf_counter", id="an imported clock"),
        pytest.param("from time import time", "-", "time.time", id="the clock with the plainest name"),
        pytest.param("clock: Any = time.time_ns", "-", "time_ns", id="a clock that is handed on"),
        pytest.param("class A:\n    def f(self): time.sleep(1)", "A.f", "sleep", id="a pause"),
        pytest.param("async def f():\n    await asyncio.sleep(0.1)", "f", "sleep", id="a task that sleeps"),
        pytest.param("def f(page): page.wait_for_timeout(50)", "f", "wait_for_timeout", id="a page's pause"),
        pytest.param("page.evaluate('() => performance.now()')", "-", "performance.now(", id="a script"),
        pytest.param('JS = f"{a} setTimeout(done, 9)"', "-", "setTimeout(", id="a pause in a script"),
        pytest.param("RUN = 'import time; time.sleep(1)'", "-", "sleep(", id="a process of its own"),
        pytest.param("server.wait(timeout=10)", "-", "timeout 10", id="a limit"),
        pytest.param("event.wait(60 * 2)", "-", "wait 60 * 2", id="a limit without a name"),
        pytest.param("await asyncio.wait_for(task, 5)", "-", "wait_for 5", id="a limit of a task"),
        pytest.param("wait_until(f, 'it is so', seconds=9.5)", "-", "seconds 9.5", id="a limit of ours"),
    ],
)
def test_a_look_is_found(source: str, place: str, words: str) -> None:
    assert [(each.place, each.words) for each in looks_in(Path("a.py"), source)] == [(f"a.py {place}", words)]


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("await asyncio.sleep(0)", id="other tasks have their turn"),
        pytest.param("sqlite3.connect(path, timeout=0)", id="no waiting at all"),
        pytest.param("server.wait(timeout=PATIENCE)", id="the one limit"),
        pytest.param("row.at = timezone.now() - timedelta(seconds=90)", id="a time that is stored"),
        pytest.param("', '.join(names)", id="a text"),
        pytest.param("TURN = 'new Promise((resolve) => setTimeout(resolve))'", id="a turn of a page"),
    ],
)
def test_a_line_that_is_no_look_is_not_found(source: str) -> None:
    assert list(looks_in(Path("a.py"), source)) == []


def test_a_script_in_a_file_is_read_too() -> None:
    [look] = looks_in(Path("a.js"), "go();\nawait new Promise((then) => setTimeout(then, 200));")
    assert look == ("a.js -", 2, "setTimeout(")
