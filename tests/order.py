"""Decide which test files run first and which ones a quick run leaves out.

A slow file says so itself with `pytestmark = pytest.mark.slow`; all files in the folders of tests with
servers or browsers are slow. Each whole run records the seconds of each file. The next run starts the longest
files first, so that no worker is still busy with a long file after the others have finished.
"""

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

WITH_SERVERS = {"browser", "faults", "services"}
MARK = re.compile(r"^pytestmark = .*\bpytest\.mark\.slow\b", re.MULTILINE)
LAST = "test_quality"  # reads the result of the type check, which runs beside the tests
UNKNOWN = float("inf")  # seconds of a file without a record: it may be a long one


@cache
def is_slow(path: Path) -> bool:
    """Whether a quick run leaves the file out; reads its text, because importing slow files takes seconds."""
    return has_servers(path) or bool(MARK.search(path.read_text(encoding="utf-8")))


def has_servers(path: Path) -> bool:
    """Whether the file is in a folder of tests with servers or browsers."""
    return path.parent.name in WITH_SERVERS


def place_of(path: Path, seconds: Mapping[str, float]) -> tuple[bool, bool, bool, float]:
    """Sort key: tests with servers or browsers, then other slow files, then the rest; longest first."""
    return path.stem == LAST, not has_servers(path), not is_slow(path), -seconds.get(file_of(path), UNKNOWN)


def file_of(path: Path) -> str:
    """Return the file as it is written in node ids."""
    return path.relative_to(Path(__file__).parent.parent).as_posix()


def known(record: Path) -> dict[str, float]:
    """Return the recorded seconds by file; empty before the first whole run."""
    return dict(json.loads(record.read_text(encoding="utf-8"))) if record.exists() else {}


def note(record: Path, seconds: Mapping[str, float]) -> None:
    """Record the seconds of these files and keep the record of the others."""
    record.parent.mkdir(parents=True, exist_ok=True)
    record.write_text(json.dumps({**known(record), **seconds}, indent=0, sort_keys=True), encoding="utf-8")
