"""A database file or a disk that is unusable at the start: one line with the remedy."""

import errno
import gc
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.db import OperationalError
from pytest_django import DjangoDbBlocker

import manage
from tests.missing import miss
from tests.processes import DATABASE, ROOT, environment, migrated, run_command
from tests.tournaments.installations import installation
from tournaments.storage.database_file import Unusable, check_file
from tournaments.storage.trouble import Trouble, trouble_of

TABLES = ("tournaments_event", "django_migrations")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a database made by the program."""
    folder = tmp_path_factory.mktemp("installed")
    migrated(environment(folder))
    return folder


def run(*command: str, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a management command on a data folder."""
    return run_command(environment(folder, **more), command)


def cut_off(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])


def overwrite_the_middle(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096 : len(content) // 2] = b"\xa5" * (len(content) // 2 - 4096)
    path.write_bytes(content)


def put_another_programs(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
        other.commit()


def put_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


BROKEN: dict[str, tuple[Callable[[Path], object], Trouble]] = {
    "cut off": (cut_off, Trouble.DAMAGED),
    "only the header": (lambda path: path.write_bytes(path.read_bytes()[:50]), Trouble.DAMAGED),
    "overwritten": (overwrite_the_middle, Trouble.DAMAGED),
    "another program's": (put_another_programs, Trouble.FOREIGN),
    "a text": (lambda path: path.write_text("Dear club, here is the list you wanted."), Trouble.FOREIGN),
    "a folder": (put_a_folder, Trouble.FOREIGN),
    "empty": (lambda path: path.write_bytes(b""), Trouble.EMPTY),
}


@pytest.fixture
def copied(installed: Path, tmp_path: Path) -> Path:
    """Return a copy of the installation that a test may break."""
    return Path(shutil.copytree(installed, tmp_path / "var"))


def test_a_whole_database_and_one_still_to_be_made_are_fine(copied: Path, tmp_path: Path) -> None:
    check_file(copied / DATABASE, TABLES)
    check_file(tmp_path / "not yet.sqlite3", TABLES)


@pytest.mark.parametrize(("break_it", "trouble"), BROKEN.values(), ids=BROKEN)
def test_a_fault_of_a_database_is_found(
    break_it: Callable[[Path], object], trouble: Trouble, copied: Path
) -> None:
    break_it(copied / DATABASE)
    with pytest.raises(Unusable) as refused:
        check_file(copied / DATABASE, TABLES)
    assert refused.value.trouble == trouble


def test_a_server_that_does_not_start_shows_no_traceback(copied: Path) -> None:
    overwrite_the_middle(copied / DATABASE)
    done = run("serve", folder=copied)
    assert done.returncode == 1
    assert done.stderr == f"{copied / DATABASE}: {Trouble.DAMAGED.text}\n"
    assert "“python3 run.py manage restore FILE --replace”" in done.stderr


@pytest.fixture
def same_collections() -> Iterator[None]:
    """Collect garbage afterwards as before: `manage.py` sets it for its process."""
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


@pytest.mark.usefixtures("same_collections")
@pytest.mark.parametrize("command", ["demo", "standings"])
def test_no_command_of_a_club_shows_a_traceback(
    command: str, copied: Path, monkeypatch: pytest.MonkeyPatch, django_db_blocker: DjangoDbBlocker
) -> None:
    overwrite_the_middle(copied / DATABASE)
    monkeypatch.setenv("MIGRATE_FIRST", "on")
    monkeypatch.setattr(sys, "argv", ["manage.py", command])
    with django_db_blocker.unblock(), installation(copied), pytest.raises(SystemExit) as ended:
        manage.main()
    assert ended.value.code == f"{copied / DATABASE}: {Trouble.DAMAGED.text}"


def test_a_database_that_is_away_is_said_in_a_line(tmp_path: Path) -> None:
    away = "postgresql://nobody:x@127.0.0.1:1/nothing?connect_timeout=1"
    done = run(
        "standings", "event", folder=tmp_path, DATABASE_URL=away, MIGRATE_FIRST="on", DATABASE_POOL="1"
    )
    cause, sentence = done.stderr.splitlines()
    assert done.returncode != 0
    assert "Connection refused" in cause and sentence == f"nothing: {Trouble.AWAY.text}"


def test_postgresql_names_its_full_disk() -> None:
    refused = OperationalError("could not extend file")
    refused.__cause__ = psycopg.errors.DiskFull()
    assert trouble_of(refused) == Trouble.FULL


@pytest.mark.parametrize("below", ["", "data"], ids=["a file", "below a file"])
def test_a_folder_that_is_a_file_is_said_in_a_line(tmp_path: Path, below: str) -> None:
    (tmp_path / "file").touch()
    done = run("standings", "event", folder=tmp_path / "file" / below)
    assert done.returncode != 0
    assert done.stderr.splitlines()[-1].endswith(Trouble.UNWRITABLE.text) and "Traceback" not in done.stderr


# Real disks: a file system of two megabytes, which only root can mount


def on_a_disk(options: str, prepare: str, folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command whose data folder is on a separate small disk, removed with the process."""
    mount = shutil.which("unshare")
    probe = [mount or "false", "-m", "mount", "-t", "tmpfs", "none", str(folder)]
    if subprocess.run(probe, capture_output=True).returncode:
        miss("The right to mount a disk")
    script = f'mount -t tmpfs -o {options} none "$0" && {{ {prepare}; }} && exec "$@"'
    whole = [str(mount), "-m", "sh", "-c", script, str(folder), sys.executable, "manage.py", *command]
    env = environment(folder, MIGRATE_FIRST="on")
    return subprocess.run(whole, cwd=ROOT, env=env, capture_output=True, text=True)


def test_a_full_disk_is_said_in_a_line(tmp_path: Path) -> None:
    fill = 'mkdir "$0/static"; head -c 3000000 /dev/zero > "$0/full" || true'
    done = on_a_disk("size=2m", fill, tmp_path, "standings", "event")
    assert done.returncode != 0
    assert done.stderr.splitlines()[-1].endswith(Trouble.FULL.text) and "Traceback" not in done.stderr


def test_a_disk_that_fills_while_a_file_is_copied_is_named_by_its_folder() -> None:
    sentence = manage.sentence_of(OSError(errno.ENOSPC, "No space left on device"))
    assert sentence == f"{settings.DATA_DIR}: {Trouble.FULL.text}"


def test_a_disk_that_fills_while_the_database_is_made_is_said_in_a_line(tmp_path: Path) -> None:
    fill = 'mkdir "$0/static"; head -c 3000000 /dev/zero > "$0/full" || true; truncate -s 1000000 "$0/full"'
    done = on_a_disk("size=2200k", fill, tmp_path, "standings", "event")
    assert done.returncode != 0
    assert done.stderr.splitlines()[-1].endswith(Trouble.FULL.text) and "Traceback" not in done.stderr


def test_a_read_only_folder_is_said_in_a_line(tmp_path: Path) -> None:
    done = on_a_disk("size=2m", 'mount -o remount,ro "$0"', tmp_path, "standings", "event")
    assert done.returncode != 0
    assert done.stderr.splitlines()[-1].endswith(Trouble.UNWRITABLE.text) and "Traceback" not in done.stderr


def test_a_file_that_may_not_grow_is_said_in_a_line(tmp_path: Path) -> None:
    # The effect of a quota, without being root.
    whole = [sys.executable, "manage.py", "migrate", "-v", "0"]
    most = (200_000, 200_000)
    done = subprocess.run(
        whole,
        cwd=ROOT,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, most),
    )
    assert done.returncode != 0
    assert "Traceback" not in done.stderr and done.stderr.count("\n") == 1
