"""Folders with servers are handed out in few parts, so that their servers are not started in every worker."""

from tests.order import Taken
from tests.processes import ROOT
from tests.sharing import READERS, parts_of_folders

SECONDS = {
    "tests/browser/test_a.py": 9,
    "tests/browser/test_b.py": 5,
    "tests/browser/test_c.py": 4,
    "tests/browser/test_d.py": 1,
    "tests/faults/test_e.py": 5,
    "tests/rules/test_skat.py": 90,
}
RECORD = {file: Taken(seconds, 1) for file, seconds in SECONDS.items()}


def test_a_folder_has_as_many_parts_as_workers_are_busy_with_it_about_equally_long() -> None:
    browser, faults = (f"tests/{folder}/test_" for folder in ("browser", "faults"))
    assert parts_of_folders(SECONDS, RECORD, 3) == {
        f"{browser}a.py": "browser, part 1",
        f"{browser}b.py": "browser, part 2",
        f"{browser}c.py": "browser, part 3",
        f"{browser}d.py": "browser, part 3",
        f"{faults}e.py": "faults, part 1",
    }


def test_one_worker_has_each_folder_whole_and_the_other_files_one_by_one() -> None:
    parts = parts_of_folders(SECONDS, RECORD, 1)
    assert set(parts.values()) == {"browser, part 1", "faults, part 1"}
    assert "tests/rules/test_skat.py" not in parts


def test_files_without_a_record_are_shared_too() -> None:
    parts = parts_of_folders([each for each in SECONDS if "browser" in each], {}, 2)
    assert sorted(parts.values()) == ["browser, part 1"] * 2 + ["browser, part 2"] * 2


def test_a_run_without_servers_has_no_parts() -> None:
    assert parts_of_folders(["tests/rules/test_skat.py"], RECORD, 4) == {}


def test_all_files_whose_tests_read_the_whole_source_are_handed_out_together() -> None:
    texts = {f"tests/{path.name}": path.read_text(encoding="utf-8") for path in ROOT.glob("tests/test_*.py")}
    assert texts.keys() >= READERS
    assert {file for file, text in texts.items() if "\nfrom tests.sources import" in text} <= READERS
