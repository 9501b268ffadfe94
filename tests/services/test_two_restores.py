"""Restores into PostgreSQL that are killed around their commit, and two at once."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.processes import ROOT, Environment, environment, manage, run_alone, running, wait_until

MAKE = "from tests.builders import *; an_event(name='{}')"
COUNT = "from tournaments.models import Event; print(Event.objects.count())"
ANOTHER_KEY = "another key " * 6
RESTORE = """
import os, pathlib, time
from tournaments.services.installation import restore
{changes}
restore.restore(file=pathlib.Path({file!r}), replace=True)
"""
KILLED_BEFORE_THE_COMMIT = """
prepare = restore.prepare
restore.prepare = lambda *more: (prepare(*more), os._exit(9))
"""
KILLED_AFTER_THE_COMMIT = "restore.decide_prepared = lambda *more: os._exit(9)"
HELD = """
fill, held = restore.fill, pathlib.Path({held!r})
def fill_later(archive):
    held.touch()
    while held.exists():
        time.sleep(0.05)
    fill(archive)
restore.fill = fill_later
"""


@pytest.fixture
def server(new_database: Callable[[str], str], tmp_path: Path, request: pytest.FixtureRequest) -> Environment:
    """Return an installation on PostgreSQL with one event."""
    env = environment(tmp_path / "server", DATABASE_URL=new_database(request.node.name))
    shell(env, MAKE.format("Old"))
    return env


def shell(env: Environment, code: str) -> str:
    return manage(env, "shell", "-v", "0", "-c", code)


def restoring(file: str, changes: str) -> list[str]:
    """Return the arguments of a restore in whose process something is otherwise."""
    return ["shell", "-v", "0", "-c", RESTORE.format(file=file, changes=changes)]


def backed_up(env: Environment) -> str:
    return str(json.loads(manage(env, "backup", "--with-secrets", "--format", "json"))["file"])


def events_and_key(env: Environment) -> tuple[int, str]:
    """Return the number of events, then the key: after the start of a process."""
    return int(shell(env, COUNT)), (Path(env["DATA_DIR"]) / "secret_key").read_text()


def test_files_go_with_their_rows_wherever_a_restore_is_killed(server: Environment) -> None:
    file = backed_up(server)
    one, key = events_and_key(server)
    (Path(server["DATA_DIR"]) / "secret_key").write_text(ANOTHER_KEY)
    shell(server, MAKE.format("New"))
    assert run_alone(server, restoring(file, KILLED_BEFORE_THE_COMMIT)).returncode == 9
    assert events_and_key(server) == (2, ANOTHER_KEY)
    assert run_alone(server, restoring(file, KILLED_AFTER_THE_COMMIT)).returncode == 9
    assert (Path(server["DATA_DIR"]) / "secret_key").read_text() == ANOTHER_KEY
    assert events_and_key(server) == (one, key) == (1, key)
    assert not list(Path(server["DATA_DIR"]).glob("*restor*.json*"))


def test_of_two_restores_at_once_the_second_is_refused(server: Environment, tmp_path: Path) -> None:
    file, held, log = backed_up(server), tmp_path / "held", tmp_path / "first.log"
    shell(server, MAKE.format("New"))
    command = [sys.executable, "manage.py", *restoring(file, HELD.format(held=str(held)))]
    with running(command, server, log, ROOT) as first:
        wait_until(held.exists, "the first restore is at work", log=log)
        elsewhere = {**server, "DATA_DIR": str(tmp_path / "elsewhere")}
        refused = [run_alone(env, ["restore", file, "--replace"]) for env in (server, elsewhere)]
        held.unlink()
        assert first.wait(timeout=60) == 0, log.read_text()
    assert [each.returncode for each in refused] == [1, 1]
    assert "Another restore is at work here." in refused[0].stderr
    assert "Stichtag is running on this database" in refused[1].stderr
    assert events_and_key(server)[0] == 1
