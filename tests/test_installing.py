"""release/installing.py: when the packages of a checkout are installed, without installing anything."""

import contextlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

import run
from release import installing


@pytest.fixture
def lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a lock file with .venv and a Python beside it."""
    monkeypatch.setattr(installing, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(installing, "PYTHON", tmp_path / ".venv" / "python")
    installing.VENV.mkdir()
    installing.PYTHON.touch()
    lock = tmp_path / "requirements.txt"
    lock.write_text("django==5.2\n")
    return lock


def test_a_stamped_environment_is_fresh(lock: Path) -> None:
    installing.stamp_of(lock).write_text(installing.fingerprint(lock))
    assert installing.is_fresh(lock)


def test_an_interrupted_installation_left_no_stamp(lock: Path) -> None:
    assert not installing.is_fresh(lock)


def test_an_environment_without_any_stamp_is_made_anew(lock: Path) -> None:
    assert not installing.is_sound()


def test_checkouts_that_share_an_environment_install_one_after_the_other(
    lock: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fcntl, other = pytest.importorskip("fcntl"), tmp_path / "other"
    with installing.alone():
        other.mkdir()
        (other / ".venv").symlink_to(installing.VENV)
        monkeypatch.setattr(installing, "VENV", other / ".venv")
        monkeypatch.setattr(installing, "LOCK_EX", fcntl.LOCK_EX | fcntl.LOCK_NB)
        with pytest.raises(BlockingIOError), installing.alone():
            pass


def test_an_environment_behind_a_link_is_made_where_it_leads(
    lock: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "link").symlink_to(installing.VENV)
    command_line: list[str] = []
    monkeypatch.setattr(installing, "has_module", lambda *_: True)
    monkeypatch.setattr(subprocess, "run", lambda command, **_: command_line.extend(command))
    real = installing.VENV.resolve()
    monkeypatch.setattr(installing, "VENV", tmp_path / "link")
    installing.make_venv()
    assert command_line[-1] == str(real)


def test_without_venv_and_without_root_the_line_to_type_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(SystemExit, match="sudo apt-get install -y python3-venv"):
        installing.install_venv_module()


def test_a_changed_lock_makes_the_environment_stale(lock: Path) -> None:
    installing.stamp_of(lock).write_text(installing.fingerprint(lock))
    lock.write_text("django==5.3\n")
    assert not installing.is_fresh(lock)


def test_another_python_makes_the_environment_stale(lock: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installing.stamp_of(lock).write_text(installing.fingerprint(lock))
    monkeypatch.setattr(sys, "version_info", (3, 99, 0))
    assert not installing.is_fresh(lock)


def test_an_environment_without_its_python_is_stale(lock: Path) -> None:
    installing.stamp_of(lock).write_text(installing.fingerprint(lock))
    installing.PYTHON.unlink()
    assert not installing.is_fresh(lock)


def test_progress_counts_packages_and_keeps_what_pip_said(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [f"Collecting package{number}\n" for number in range(25)]
    assert list(installing.report_progress(lines, 60)) == lines
    assert capsys.readouterr().err == "  10 of 60\n  20 of 60\n"


@pytest.mark.parametrize("command", ["setup", "demo", "serve", "manage", "test", "bundle"])
def test_a_command_explains_itself_before_any_package_is_installed(
    command: str, lock: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(installing, "install", lambda lock: pytest.fail(f"{lock} is installed"))
    with contextlib.suppress(SystemExit):
        run.main(command, ["--help"])
    assert "python3 run.py" in capsys.readouterr().out
