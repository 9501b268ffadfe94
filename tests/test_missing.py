"""Test runs report a missing browser and the number of tests that need it."""

from pathlib import Path

import pytest

from tests import missing

IDS = ["tests/browser/test_wall.py::test_a[1]", "tests/browser/test_pads.py::test_b", "tests/rules/c.py::c"]


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let the machine have no browser, outside CI."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CI", raising=False)


@pytest.mark.usefixtures("bare")
def test_before_a_run_a_line_says_what_to_install_and_how_many_tests_need_it() -> None:
    [line] = [each for each in missing.before(IDS) if each.startswith("chromium")]
    assert line == (
        "chromium is missing: tests that are skipped without it: 2. Install it: sudo apt-get install chromium"
    )


@pytest.mark.usefixtures("bare")
def test_a_missing_browser_is_not_reported_if_no_test_needs_it() -> None:
    assert list(missing.before(IDS[2:])) == []


@pytest.mark.usefixtures("bare")
def test_after_a_run_a_line_counts_the_tests_that_were_skipped() -> None:
    reasons = ["Skipped: chromium is missing"] * 3 + ["Skipped: not on this system", "assert 1 == 2"]
    assert list(missing.after(reasons)) == [
        "chromium is missing: tests that are skipped without it: 3. Install it: sudo apt-get install chromium"
    ]


def test_in_ci_a_run_without_its_browser_ends_before_its_first_test(
    bare: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing.refuse_to_start(missing.before(IDS))
    monkeypatch.setenv("CI", "true")
    missing.refuse_to_start(missing.before(IDS[2:]))
    with pytest.raises(pytest.exit.Exception, match=r"chromium is missing: .* sudo apt-get") as refused:
        missing.refuse_to_start(missing.before(IDS))
    assert refused.value.returncode == pytest.ExitCode.USAGE_ERROR


def test_a_missing_browser_is_a_failure_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="chromium is missing") as failed:
        missing.miss("chromium")
    assert list(missing.after([str(failed.value)])) == [missing.line_of("chromium", 1)]
    assert "tests that fail" in missing.line_of("chromium", 1)


def test_a_clone_without_its_history_is_tested_in_ci_and_says_what_it_skips(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CI", "true")
    line = missing.line_of(missing.HISTORY, 1)
    assert "tests that are skipped without it: 1. Install it: git fetch --unshallow" in line
    missing.refuse_to_start([line])
    with pytest.raises(pytest.skip.Exception, match="the history of Git is missing"):
        missing.miss(missing.HISTORY)
