"""The tools that read all of the code at once, and the guarantees of the lock files."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from tests import type_check
from tests.processes import ROOT, environment, manage

LOCKS = ["requirements.txt", "requirements-dev.txt"]


def complaints(*command: str) -> str:
    """Return a tool's complaints; nothing if it has none."""
    done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True)
    return done.stdout + done.stderr if done.returncode else ""


def pins_of(lock: str) -> set[str]:
    return {line for line in (ROOT / lock).read_text().splitlines() if "==" in line and line[0] != "#"}


def test_ruff_finds_nothing() -> None:
    assert complaints("ruff", "check", "--quiet", ".") == ""


def test_the_format_is_ruffs() -> None:
    assert complaints("ruff", "format", "--check", "--quiet", ".") == ""


def test_the_types_hold() -> None:
    assert type_check.complaints() == ""


@pytest.mark.django_db
def test_no_migration_is_missing() -> None:
    call_command("makemigrations", "--check", "--dry-run")


def test_behind_https_django_has_no_warning_about_the_deployment(tmp_path: Path) -> None:
    manage(environment(tmp_path, HTTPS="on"), "check", "--deploy", "--fail-level", "WARNING")


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pinned_package_has_hashes(lock: str) -> None:
    assert pins_of(lock)
    assert all(line.endswith("\\") for line in pins_of(lock))


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_address(lock: str) -> None:
    text = (ROOT / lock).read_text()
    assert "://" not in text
    assert "index-url" not in text


def test_the_development_lock_holds_the_very_pins_of_the_program() -> None:
    runtime, development = map(pins_of, LOCKS)
    assert runtime <= development
