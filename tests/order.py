"""Decide which test files run first and which ones a quick run leaves out, and name the longest tests.

Slow are all files in the folders of tests with servers or browsers, and those whose tests took long on the
average of the record of a fresh clone, `RECORDED`. Each whole run records the seconds and the number of tests
of each file. `python -m tests.order` prints them by folder, `python -m tests.order keep`
makes those of the last whole run the ones of a fresh clone.
"""

import json
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
RECORDED = ROOT / "tests" / "data" / "record.json"
NAME = "record.json"  # of the record of this machine, in the folder of its data
WITH_SERVERS = {"browser", "faults", "services"}
QUICK = 0.07  # seconds of a test on the average of its file, with the other workers of a whole run
LAST = "test_quality"  # reads the result of the type check, which runs beside the tests
UNKNOWN = float("inf")  # seconds of a file without a record: it may be a long one
MOST_SECONDS = 20  # of a test, on a quiet machine
LONG: dict[str, str] = {  # the tests that may take more, at most ten, each with its reason
    "tests/faults/test_long_work.py::test_standings_of_others_are_computed_while_photos_are_read": (
        "photographs are read until a deal has met them"
    ),
    "tests/services/test_upgrade.py::"
    "test_spoilt_rows_are_mended_by_migrations_and_players_find_what_was_said": (
        "an installation of an old version, spoilt, goes through all migrations since on PostgreSQL"
    ),
    "tests/services/test_deploy.py::"
    "test_an_evening_on_the_set_up_survives_a_new_version_and_kills_of_its_processes": (
        "an evening on all processes of compose behind nginx, which are renewed and killed in turn"
    ),
    "tests/test_release.py::test_the_installed_command_plays_the_demo_and_reads_a_photograph_of_its_sheets": (
        "everything in an environment of its own: the demo, sheets, a photograph, each by the wheel's command"
    ),
    "tests/test_benchmarks.py::test_a_benchmark_runs_in_its_smallest_form": (
        "on its day that of a federation, which makes a PostgreSQL, a Redis, a worker and two servers"
    ),
    "tests/faults/test_strangers.py::test_a_stranger_who_does_not_go_on_is_let_go": (
        "the server lets a silent connection go after 20 s"
    ),
    "tests/services/test_moving_house.py::test_from_sqlite_to_postgresql_and_back_every_row_is_the_same": (
        "two restores, each of which makes all tables along the migrations"
    ),
    "tests/test_bundle.py::test_a_club_without_python_plays_the_demo_and_feeds_its_phones": (
        "on its day a first start of the packed program, which plays the whole demo"
    ),
    "tests/browser/test_evening.py::test_nine_players_have_an_evening_from_the_door_to_the_prizes": (
        "an evening of three rounds in seven browsers, in the order in which a club lives it"
    ),
    "tests/browser/test_whole_evening.py::"
    "test_every_figure_of_a_whole_evening_is_the_one_that_the_ledger_has": (
        "an evening on which everything goes wrong, whose figures a ledger knows"
    ),
}
MOST_TOLD = 5


class Taken(NamedTuple):
    """What a test file took: seconds, set-up included, and how many tests it has."""

    seconds: float
    tests: int


Record = Mapping[str, Taken]


def is_slow(path: Path, record: Record | None = None) -> bool:
    """Return whether a quick run leaves the file out; it takes a new one, which nobody has measured."""
    taken = (record or kept()).get(file_of(path))
    return has_servers(path) or (taken is not None and taken.seconds > QUICK * taken.tests)


def has_servers(path: Path) -> bool:
    """Return whether the file is in a folder of tests with servers or browsers."""
    return path.parent.name in WITH_SERVERS


def is_pure(path: Path) -> bool:
    """Return whether the file tests no part of the application: rules, scoring, seating, the tree itself."""
    return not has_servers(path) and "tournaments" not in path.relative_to(ROOT).parts


def place_of(path: Path, record: Record) -> tuple[bool | float, ...]:
    """Sort key. Of each kind the longest files come first, so that none is left over at the end.

    Whoever looks on learns of a broken rule in the first minute: pure tests first, then pages, then what is
    slow, servers and browsers last. With CI=true nobody looks on, and all is done soonest the other way
    round: many short files fill the gaps that the long ones leave.
    """
    kind: tuple[bool, ...] = (has_servers(path), is_slow(path), not is_pure(path))
    if os.environ.get("CI") == "true":
        kind = (not has_servers(path), not is_slow(path))
    taken = record.get(file_of(path))
    return path.stem == LAST, *kind, -(taken.seconds if taken else UNKNOWN)


def file_of(path: Path) -> str:
    """Return the file as it is written in node ids."""
    return path.relative_to(ROOT).as_posix()


# The record


def known(own: Path) -> dict[str, Taken]:
    """Return what each file took in the last whole run of this machine, or for a fresh clone."""
    return read(own) if own.exists() else kept()


@cache
def kept() -> dict[str, Taken]:
    """Return what each file took when the record of a fresh clone was kept."""
    return read(RECORDED)


def read(source: Path) -> dict[str, Taken]:
    return {file: Taken(*taken) for file, taken in json.loads(source.read_text(encoding="utf-8")).items()}


def note(own: Path, seconds: Mapping[str, float], before: Record) -> None:
    """Record what the tests of a whole run took; a file whose turn it was not keeps what it took before."""
    sums, tests = defaultdict[str, float](float), Counter[str]()
    for name, each in seconds.items():
        file = name.partition("::")[0]
        sums[file] += each
        tests[file] += 1
    own.parent.mkdir(parents=True, exist_ok=True)
    record = {file: taken for file, taken in before.items() if (ROOT / file).exists()}
    record |= {file: Taken(round(sums[file], 1), tests[file]) for file in sums}
    lines = (f'"{file}": [{taken.seconds}, {taken.tests}]' for file, taken in sorted(record.items()))
    own.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def names_in(record: Record) -> Iterator[str]:
    """Yield the beginning of a name for each recorded test."""
    for file, taken in record.items():
        yield from [f"{file}::"] * taken.tests


def by_folder(record: Record) -> Iterator[str]:
    """Yield the lines of a table: seconds, share and tests of each folder, and what kind they are."""
    sums, tests = defaultdict[str, float](float), Counter[str]()
    for file, taken in record.items():
        folder = file.removeprefix("tests/").rpartition("/")[0] or "the tree itself"
        sums[folder] += taken.seconds
        tests[folder] += taken.tests
    yield "| folder | seconds | share | tests | kind |"
    yield "|---|---|---|---|---|"
    whole = sum(sums.values())
    for folder, each in sorted(sums.items(), key=lambda each: -each[1]):
        kind = "servers" if folder in WITH_SERVERS else "Django" if "tournaments" in folder else "pure"
        yield f"| {folder} | {each:,.0f} | {each / whole:.0%} | {tests[folder]:,} | {kind} |"
    yield f"| all | {whole:,.0f} | 100% | {tests.total():,} | |"


# The longest tests


def longest(seconds: Mapping[str, float]) -> Iterator[str]:
    """Yield a line for each of the longest tests; with CI=true for each that takes too long."""
    ordered = sorted(seconds.items(), key=lambda each: -each[1])
    too_long = [each for each in ordered if each[1] > MOST_SECONDS]
    for name, each in too_long if os.environ.get("CI") == "true" else ordered[:MOST_TOLD]:
        reason = LONG.get(name.partition("[")[0], "too long, and not in tests/order.py with a reason")
        yield f"{each:5.0f} s  {name}" + (f": {reason}" if each > MOST_SECONDS else "")


if __name__ == "__main__":
    last = Path(os.environ.get("DATA_DIR") or ROOT / "var" / "test", NAME)
    if sys.argv[1:] == ["keep"]:
        RECORDED.write_text(last.read_text(encoding="utf-8"), encoding="utf-8")
    print("\n".join(by_folder(known(last))))
