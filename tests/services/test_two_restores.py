"""Restores into PostgreSQL: two at once, and some that are killed around their commit."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from tests.processes import ROOT, Environment, environment, loaded, manage, run_anew, run_command, wait_until
from tests.tournaments.installations import manifest_of

MAKE = "from tests.builders import *; an_event(name='{}')"
COUNT = "from tournaments.models import Event; print(Event.objects.count())"
ANOTHER_KEY = "another key " * 6
RESTORE = """
import os, pathlib, sys
from tournaments.services.installation import restore
{changes}
restore.restore(file=pathlib.Path({file!r}), replace=True)
"""
HELD = """
fill = restore.fill
def fill_later(archive):
    pathlib.Path({made!r}).touch()
    sys.stdin.read()
    fill(archive)
restore.fill = fill_later
"""
KILLED_BEFORE_THE_COMMIT = """
prepare = restore.prepare
restore.prepare = lambda *more: (prepare(*more), os._exit(9))
"""
KILLED_AFTER_THE_COMMIT = "restore.decide_prepared = lambda *more: os._exit(9)"
KEPT = "SELECT count(*) FROM pg_namespace WHERE nspname LIKE '%before-%'"


@pytest.fixture(scope="module")
def server(
    new_database: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Environment]:
    """Yield an installation on PostgreSQL with one event."""
    folder = tmp_path_factory.mktemp("server")
    env = environment(folder / "data", DATABASE_URL=new_database("two_restores"))
    with loaded(env, folder, "tables"):
        shell(env, MAKE.format("Old"))
        yield env


@dataclass(frozen=True)
class Backup:
    """A backup of one event, and the key in it; the installation has two events and another key since."""

    file: str
    key: str


@pytest.fixture(scope="module")
def backup(server: Environment) -> Backup:
    made = Backup(str(backed_up(server)), key_of(server).read_text())
    shell(server, MAKE.format("New"))
    key_of(server).write_text(ANOTHER_KEY)
    return made


def backed_up(env: Environment) -> Path:
    """Return a backup of this installation."""
    return Path(json.loads(manage(env, "backup", "--with-secrets", "--format", "json"))["file"])


def shell(env: Environment, code: str) -> str:
    return manage(env, "shell", "-v", "0", "-c", code)


def restoring(file: str, *changes: str) -> list[str]:
    """Return the arguments of a restore in whose process something is otherwise."""
    return ["shell", "-v", "0", "-c", RESTORE.format(file=file, changes="".join(changes))]


def key_of(env: Environment) -> Path:
    return Path(env["DATA_DIR"]) / "secret_key"


def events_and_key(env: Environment) -> tuple[int, str]:
    """Return the number of events, then the key: after the start of a process."""
    return int(run_anew(env, ["shell", "-v", "0", "-c", COUNT]).stdout), key_of(env).read_text()


def schemas_kept(env: Environment) -> int:
    """Return the number of schemas kept aside."""
    with closing(psycopg.connect(env["DATABASE_URL"])) as connection:
        row = connection.execute(KEPT).fetchone()
    assert row
    return int(row[0])


def test_of_two_restores_at_once_the_second_is_refused_and_the_first_changes_nothing_until_its_commit(
    server: Environment, backup: Backup, tmp_path: Path
) -> None:
    made, log = tmp_path / "made", tmp_path / "first.log"
    arguments = restoring(backup.file, HELD.format(made=str(made)), KILLED_BEFORE_THE_COMMIT)
    command = [sys.executable, "manage.py", *arguments]
    with (
        log.open("wb") as output,
        subprocess.Popen(
            command, cwd=ROOT, env=server, stdin=subprocess.PIPE, stdout=output, stderr=output
        ) as first,
    ):
        wait_until(made.exists, "the first restore is at work", log=log)
        elsewhere = {**server, "DATA_DIR": str(tmp_path / "elsewhere")}
        refused = [run_command(env, ["restore", backup.file, "--replace"]) for env in (server, elsewhere)]
        first.communicate()
    assert first.returncode == 9, log.read_text()
    assert [each.returncode for each in refused] == [1, 1]
    assert "Another restore is at work here." in refused[0].stderr
    assert "Stichtag is running on this database" in refused[1].stderr
    assert events_and_key(server) == (2, ANOTHER_KEY)
    assert schemas_kept(server) == 0


def test_a_restore_that_is_killed_after_its_commit_is_completed_by_the_next_start(
    server: Environment, backup: Backup
) -> None:
    assert run_command(server, restoring(backup.file, KILLED_AFTER_THE_COMMIT)).returncode == 9
    assert key_of(server).read_text() == ANOTHER_KEY
    assert events_and_key(server) == (1, backup.key)
    assert schemas_kept(server) == 1
    assert manifest_of(backed_up(server))["members"] == manifest_of(Path(backup.file))["members"]
    assert not list(Path(server["DATA_DIR"]).glob("*restor*.json*"))
