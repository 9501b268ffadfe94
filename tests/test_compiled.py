"""Test files are compiled once for all workers of a run, as pytest would compile them."""

from pathlib import Path

import pytest
from _pytest.assertion.rewrite import _read_pyc

from tests.compiled import compile_test, compiled_test


def test_a_test_is_compiled_as_pytest_reads_it_and_shows_values_when_it_fails(
    tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    file = tmp_path / "test_bid.py"
    file.write_text("def test_a_bid():\n    assert 1 + 1 == 3\n")
    compile_test(file, pytestconfig)
    found = _read_pyc(file, compiled_test(file))
    assert found is not None and "@pytest_ar" in found.co_names


def test_a_changed_test_is_compiled_again_and_another_is_left_alone(
    tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    file = tmp_path / "test_bid.py"
    for text in ("A = 1\n", "A = 22\n"):
        file.write_text(text)
        compile_test(file, pytestconfig)
        assert _read_pyc(file, compiled_test(file)) is not None
    made = compiled_test(file).stat()
    compile_test(file, pytestconfig)
    assert compiled_test(file).stat().st_ino == made.st_ino
