"""What runs first, what a quick run leaves out, and what is said of long tests."""

from pathlib import Path

import pytest

from tests import order
from tests.order import Taken
from tests.processes import ROOT

TESTS = ROOT / "tests"


@pytest.fixture(autouse=True)
def somebody_looks_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)


def names_in_order(*names: str, **seconds: float) -> list[str]:
    """Return the stems of these test files in the order in which they run."""
    paths = sorted(TESTS.rglob("test_*.py"))
    known = {order.file_of(path): Taken(seconds[path.stem], 1) for path in paths if path.stem in seconds}
    chosen = [path for path in paths if path.stem in names]
    return [path.stem for path in sorted(chosen, key=lambda path: order.place_of(path, known))]


def test_pure_tests_run_first_where_somebody_looks_on_and_servers_last_but_for_the_checks() -> None:
    names = ("test_quality", "test_fairness", "test_access_matrix", "test_upgrade", "test_money")
    told = ["test_fairness", "test_money", "test_access_matrix", "test_upgrade", "test_quality"]
    assert names_in_order(*names) == told


def test_servers_and_browsers_run_first_where_nobody_looks_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    names = ("test_quality", "test_fairness", "test_access_matrix", "test_upgrade")
    assert names_in_order(*names) == ["test_upgrade", "test_access_matrix", "test_fairness", "test_quality"]


def test_files_without_a_record_run_first_then_the_longest() -> None:
    names = ("test_wall", "test_pads", "test_draw")
    assert names_in_order(*names, test_wall=3, test_pads=20) == ["test_draw", "test_pads", "test_wall"]


def test_a_quick_run_leaves_out_servers_and_files_whose_tests_take_more_than_0_07_seconds() -> None:
    record = {"tests/test_slow.py": Taken(0.3, 4), "tests/test_quick.py": Taken(21, 300)}
    names = ("test_slow", "test_quick", "test_new", "browser/test_print")
    slow = [name for name in names if order.is_slow(TESTS / f"{name}.py", record)]
    assert slow == ["test_slow", "browser/test_print"]


def test_a_quick_run_has_more_than_half_of_the_tests() -> None:
    kept = order.kept()
    quick = [taken.tests for file, taken in kept.items() if not order.is_slow(ROOT / file)]
    assert sum(quick) > sum(taken.tests for taken in kept.values()) / 2


def test_a_fresh_clone_has_a_record_and_the_last_whole_run_replaces_it(tmp_path: Path) -> None:
    record = tmp_path / "data" / order.NAME
    assert len(order.known(record)) > 200
    took = {"tests/test_a.py::test_1": 1.5, "tests/test_a.py::test_2": 2.0, "tests/b/test_b.py::t": 9}
    not_today, gone = {"tests/test_bundle.py": Taken(95, 3)}, {"tests/test_gone.py": Taken(5, 1)}
    order.note(record, took, not_today | gone | {"tests/test_a.py": Taken(7, 9)})
    assert order.known(record) == {"tests/test_a.py": (3.5, 2), "tests/b/test_b.py": (9, 1)} | not_today


def test_the_table_names_the_folder_that_takes_most_first() -> None:
    record = {"tests/test_a.py": Taken(1, 5), "tests/browser/test_b.py": Taken(3, 2)}
    assert list(order.by_folder(record))[2:] == [
        "| browser | 3 | 75% | 2 | servers |",
        "| the tree itself | 1 | 25% | 5 | pure |",
        "| all | 4 | 100% | 7 | |",
    ]


def test_the_longest_tests_are_named_and_in_ci_each_that_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    (known, reason), *_ = order.LONG.items()
    seconds = {
        "a.py::test_a": 21,
        f"{known}[x]": 30,
        **{f"a.py::test_{number}": number for number in range(9)},
    }
    assert list(order.longest(seconds))[::4] == [f"   30 s  {known}[x]: {reason}", "    6 s  a.py::test_6"]
    monkeypatch.setenv("CI", "true")
    assert [line.split()[2].partition("[")[0].rstrip(":") for line in order.longest(seconds)] == [
        known,
        "a.py::test_a",
    ]


def test_at_most_ten_tests_may_be_long_and_they_are_there() -> None:
    assert len(order.LONG) <= 10
    for name in order.LONG:
        file, _, test = name.partition("::")
        assert f"def {test}(" in (ROOT / file).read_text(encoding="utf-8")


def test_the_folders_with_servers_and_the_last_file_are_there() -> None:
    names = {path.stem for path in TESTS.rglob("*")}
    assert {*order.WITH_SERVERS, order.LAST} <= names
