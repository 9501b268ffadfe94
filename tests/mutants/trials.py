"""A trial: one mutant in a copy of the tree, and the tests that should notice it.

The checkout is never changed. Each worker has its own copy, writes the faulty text, runs pytest until the
first failure, and writes the text back.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.mutants.lists import ROOT, Mutant

LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "var", ".*_cache", ".hypothesis", "build", "*.egg-info")
LONGEST = 900  # seconds; whoever waits for a deal notices an endless loop
PYTEST = (sys.executable, "-m", "pytest", "-q", "--tb=no", "-rfE", "-p", "no:cacheprovider")
# Plugins, and Django with our models, take longer to import than the tests of a game to run.
ENVIRON = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "DJANGO_SETTINGS_MODULE": "config.settings"}
DJANGO = ("-p", "pytest_django.plugin")
WITHOUT_DJANGO = tuple(f"tests/{room}/" for room in ("marked", "rules", "scoring", "seating", "simulation"))
FAILURE = re.compile(r"^(?:FAILED|ERROR) ([^\s\[]+)", re.MULTILINE)
NO_TEST_RAN = 5
TIMES = count(1)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the tests said about one mutant."""

    mutant: Mutant
    noticed_by: str  # a test; empty if the mutant survived
    seconds: float = 0
    refusal: str = ""  # why the trial means nothing

    @property
    def word(self) -> str:
        """Return what became of the mutant."""
        if self.refusal:
            return "REFUSED"
        if self.noticed_by:
            return "killed"
        return "explained" if self.mutant.equivalent else "SURVIVED"


@contextmanager
def copied_tree() -> Iterator[Path]:
    """Yield a copy of this tree with the same environment."""
    with TemporaryDirectory(prefix="mutants-", ignore_cleanup_errors=True) as folder:
        copy = Path(folder, "tree")
        shutil.copytree(ROOT, copy, ignore=LEFT_OUT, symlinks=True)
        (copy / ".venv").symlink_to((ROOT / ".venv").resolve())
        yield copy


def try_mutant(tree: Path, mutant: Mutant) -> Verdict:
    """Return what the tests of a mutant say about it, and leave the tree as it was."""
    if refusals := list(mutant.refusals(tree)):
        return Verdict(mutant, "", refusal="; ".join(refusals))
    began = perf_counter()
    with applied(tree, mutant):
        failed, refusal = failures(tree, ["-x", *plugins_for(mutant), *mutant.tests])
    shutil.rmtree(tree / ".hypothesis", ignore_errors=True)  # examples of this fault would find the next one
    return Verdict(mutant, failed[0] if failed else "", perf_counter() - began, refusal)


def plugins_for(mutant: Mutant) -> tuple[str, ...]:
    """Return the plugins that the tests of a mutant need."""
    return () if all(each.startswith(WITHOUT_DJANGO) for each in mutant.tests) else DJANGO


@contextmanager
def applied(tree: Path, mutant: Mutant) -> Iterator[None]:
    """Hold the fault in its file. A time of its own keeps Python from running bytecode of another text."""
    path = tree / mutant.file
    before, times = path.read_text(encoding="utf-8"), path.stat()
    path.write_text(mutant.apply(before), encoding="utf-8")
    os.utime(path, times=(second := next(TIMES), second))
    try:
        yield
    finally:
        path.write_text(before, encoding="utf-8")
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def failures(tree: Path, arguments: Sequence[str]) -> tuple[list[str], str]:
    """Return the tests that fail in the tree, and why the run means nothing (empty if it means something)."""
    environ = {**os.environ, **ENVIRON, "DATA_DIR": str(tree / "var" / "test")}
    command = [*PYTEST, *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command,
        cwd=tree,
        env=environ,
        stdout=pipe,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as run:
        try:
            said, _ = run.communicate(timeout=LONGEST)
        except subprocess.TimeoutExpired:
            return [f"nothing ended within {LONGEST} seconds"], ""
        finally:
            end_group(run.pid)
    failed = FAILURE.findall(said)
    if run.returncode == NO_TEST_RAN or (run.returncode and not failed):
        return [], f"pytest ended with {run.returncode}: {said[-300:].strip()}"
    return failed, ""


def end_group(leader: int) -> None:
    """End what a run has left behind: itself after an endless loop, servers of its tests."""
    with suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)


def confirm(tree: Path, verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Return the verdicts; a test that fails without any mutant has noticed nothing."""
    witnesses = sorted({each.noticed_by for each in verdicts if each.noticed_by.startswith("tests/")})
    failed, refusal = failures(tree, [*DJANGO, *witnesses]) if witnesses else ([], "")
    if refusal:
        raise RuntimeError(refusal)
    return [
        Verdict(each.mutant, "", refusal=f"{each.noticed_by} fails without it too")
        if each.noticed_by in failed
        else each
        for each in verdicts
    ]
