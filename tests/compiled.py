"""Compile the program and its tests before the workers of a whole run start.

In a fresh clone nothing is compiled. All workers collect the same tests at the same time, so each would
compile them all. Pytest compiles test files in a way of its own, with which a failure shows values.
"""

import compileall
import sys
from pathlib import Path

import pytest
from _pytest.assertion import AssertionState, rewrite

from tests.layers import ROOMS
from tests.order import ROOT


def compile_once(config: pytest.Config) -> None:
    """Compile what has changed since it was compiled last."""
    if sys.dont_write_bytecode:
        return
    for room in (*sorted(ROOMS), "benchmarks", "release", "tests"):
        compileall.compile_dir(ROOT / room, quiet=2)
    for file in (ROOT / "tests").rglob("*.py"):
        if file.name == "conftest.py" or file.name.startswith("test_"):
            compile_test(file, config)


def compile_test(file: Path, config: pytest.Config) -> None:
    """Compile a test file as its import by pytest would."""
    compiled = compiled_test(file)
    if rewrite._read_pyc(file, compiled) is None:
        source, code = rewrite._rewrite_test(file, config)
        compiled.parent.mkdir(exist_ok=True)
        rewrite._write_pyc(AssertionState(config, "rewrite"), code, source, compiled)


def compiled_test(file: Path) -> Path:
    """Return where pytest keeps the compiled test file."""
    return rewrite.get_cache_dir(file) / f"{file.stem}{rewrite.PYC_TAIL}"
