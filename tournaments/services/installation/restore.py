"""Restore a backup: prepare it beside the current data, check it, then exchange both in one step.

The replaced data is kept aside under another name and never deleted. SQLite gets a new file; PostgreSQL a
new schema, in one transaction that also renames the old one.
"""

import contextlib
import shutil
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.commands.migrate import Command as Migrate
from django.db import DatabaseError, DataError, IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from scoring.not_possible import NotPossible
from tournaments.models import Event
from tournaments.services.history.audit import audit
from tournaments.services.installation.stored_rows import (
    LEFT_OUT,
    check_later,
    check_now,
    insert_rows,
    loader_of,
    models_by_table,
    reset_sequences,
    unknown_migrations,
)
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.verification import differences
from tournaments.storage.archive import (
    FOLDERS,
    SECRET_KEY,
    USE_ANOTHER,
    Archive,
    BrokenBackup,
    Manifest,
    open_archive,
)
from tournaments.storage.lock import Taken, alone
from tournaments.storage.replacement import Move, decide, decide_prepared, finish_restore, prepare
from tournaments.storage.trouble import Trouble, trouble_of
from tournaments.wording.broken_rows import broken_rule

BESIDE = ".restoring"
ASIDE = ".before-%Y%m%d-%H%M%S"
LOCK = "restore.lock"
ADVISORY_LOCK = 7_301_920  # of PostgreSQL: any number, the same in every version
MADE_BY_MIGRATIONS = {"django_content_type", "auth_permission", "django_migrations", "stichtag_cache"}
OTHERS = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    " AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
)
TRIES, SECONDS = 15, 3
RUNNING = (
    "Stichtag is running on this database, or another program has it open. Nothing was changed; stop it,"
    " then restore."
)

REPLACE = "Nothing was changed; with --replace the backup takes its place, and what is there is kept aside."


@dataclass(frozen=True, slots=True)
class Restored:
    """The result of a restore: the manifest, the places of the replaced data, and the problems of events."""

    manifest: Manifest
    has_key: bool
    aside: list[str]
    problems: list[str]


def restore(*, file: Path, replace: bool = False) -> Restored:
    """Restore a backup into an empty installation or, with `replace`, in place of the current data.

    Raises BrokenBackup for a file that cannot be restored; NotPossible: `restore_running` during another
    restore or while Stichtag runs, `restore_filled` if there is data; OSError and DatabaseError if the disk
    or the database fails. After any exception, the current data is unchanged.
    """
    with open_archive(file) as archive:
        refuse_newer(archive)
        with only_restore():
            if not replace:
                refuse_filled()
            aside = datetime.now(UTC).strftime(ASIDE)
            if connection.vendor == "sqlite":
                return into_sqlite(archive, aside, keeps_database=replace)
            return into_postgresql(archive, aside)


@contextlib.contextmanager
def only_restore() -> Iterator[None]:
    """Raise NotPossible (`restore_running`) during another restore."""
    try:
        with alone(settings.DATA_DIR / LOCK):
            yield
    except Taken as error:
        message = "Another restore is at work here. Nothing was changed; wait for its end."
        raise NotPossible("restore_running", message) from error


def refuse_newer(archive: Archive) -> None:
    """Raise BrokenBackup for migrations that this version does not know."""
    unknown = unknown_migrations(archive.manifest.schema)
    if unknown:
        raise BrokenBackup(
            f"{archive.path} was made by a newer version of Stichtag ({archive.manifest.program}; this one is"
            f" {settings.VERSION} and does not know {', '.join(unknown)}). Nothing was changed; install that"
            " version, then restore."
        )


def refuse_filled() -> None:
    """Raise NotPossible (`restore_filled`) for a database with rows of ours or a damaged one.

    Raises DatabaseError for a database that does not answer.
    """
    try:
        filled = filled_tables()
    except DatabaseError as error:
        if trouble_of(error) == Trouble.AWAY:
            raise
        raise NotPossible("restore_filled", f"The database here is damaged ({error}). {REPLACE}") from error
    if filled:
        content = f"there are rows in {first_three(filled)}"
        raise NotPossible("restore_filled", f"This installation is not empty: {content}. {REPLACE}")


def first_three(names: list[str]) -> str:
    """Return the first three, and how many more."""
    more = len(names) - 3
    return ", ".join(names[:3]) + (f" and {more} more tables" if more > 0 else "")


def filled_tables() -> list[str]:
    """Return the tables with rows that users made."""
    if connection.vendor == "sqlite" and not database_path().exists():
        return []
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor)) - MADE_BY_MIGRATIONS - LEFT_OUT
        return [table for table in sorted(tables) if has_rows(cursor, table)]


def has_rows(cursor: Any, table: str) -> bool:
    """Return whether a table has a row."""
    cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(table)} LIMIT 1")
    return cursor.fetchone() is not None


# SQLite


def database_path() -> Path:
    """Return the SQLite database file."""
    return Path(connection.settings_dict["NAME"])


def into_sqlite(archive: Archive, aside: str, keeps_database: bool) -> Restored:
    """Fill a new file beside the database, then exchange them; an empty database is not kept.

    The leftover files of a damaged database are kept aside with it.
    """
    current, ending = database_path(), aside if keeps_database else ""
    new = beside(current)
    remove(new)
    connection.close()
    with nobody_else(current), another_database(new):
        fill(archive)
        problems = all_problems()
        connection.close()
        moves = [Move(str(new), str(current), f"{current}{ending}" if ending else "")]
        for end in ("-wal", "-shm") if ending else ():
            moves.append(Move("", f"{current}{end}", f"{current}{ending}{end}"))
        moves += file_moves(archive, aside)
    decide(settings.DATA_DIR, moves)
    finish_restore(settings.DATA_DIR)
    return result_of(archive, moves, problems)


@contextlib.contextmanager
def nobody_else(path: Path) -> Iterator[None]:
    """Keep a file locked against other processes; its write-ahead log is merged into it.

    Raises NotPossible (`restore_running`) if another process has it open. A damaged file needs no lock.
    """
    if not path.exists():
        yield
        return
    with contextlib.closing(sqlite3.connect(path, timeout=1, isolation_level=None)) as held:
        try:
            held.execute("PRAGMA journal_mode=DELETE").fetchone()
            held.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            raise NotPossible("restore_running", RUNNING) from error
        except sqlite3.DatabaseError:
            pass
        yield


@contextlib.contextmanager
def another_database(path: Path) -> Iterator[None]:
    """Direct all queries to this file meanwhile, as Django's test runner does with its test database."""
    current = connection.settings_dict["NAME"]
    connection.settings_dict["NAME"] = str(path)
    try:
        yield
    except BaseException:
        connection.close()
        remove(path)
        raise
    finally:
        connection.close()
        connection.settings_dict["NAME"] = current


# PostgreSQL


def into_postgresql(archive: Archive, aside: str) -> Restored:
    """Fill a new schema under the name of the old one, which is renamed, in one transaction.

    The files follow the commit. If the process is killed between, the next one to start moves them.
    """
    with one_connection(), transaction.atomic():
        schema_aside = new_schema(aside)
        fill(archive)
        problems = all_problems()
        moves = list(file_moves(archive, aside))
        prepare(settings.DATA_DIR, moves, aside)
    decide_prepared(settings.DATA_DIR, aside.__eq__)
    finish_restore(settings.DATA_DIR)
    done = result_of(archive, moves, problems)
    done.aside.insert(0, f"schema {schema_aside}")
    return done


@contextlib.contextmanager
def one_connection() -> Iterator[None]:
    """Use a single connection and no pool meanwhile, so that all others belong to other processes."""
    options = connection.settings_dict["OPTIONS"]
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]  # of PostgreSQL only
    connection.settings_dict["OPTIONS"] = {key: value for key, value in options.items() if key != "pool"}
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["OPTIONS"] = options


def new_schema(aside: str) -> str:
    """Rename the connection's schema, make an empty one in its place, and return the old one's new name.

    Raises NotPossible (`restore_running`) while other clients are connected.
    """
    quote = connection.ops.quote_name
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s), current_schema()", [ADVISORY_LOCK])
        is_ours, schema = cursor.fetchone()
        if not is_ours or not is_left_alone(cursor):
            raise NotPossible("restore_running", RUNNING)
        name_aside = f"{schema}{aside}"
        cursor.execute(f"ALTER SCHEMA {quote(schema)} RENAME TO {quote(name_aside)}")
        cursor.execute(f"CREATE SCHEMA {quote(schema)}")
    return name_aside


def is_left_alone(cursor: Any) -> bool:
    """Return whether no other client is connected; waits up to three seconds for clients that are leaving."""
    for _ in range(TRIES):
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(OTHERS)
        if not cursor.fetchone()[0]:
            return True
        time.sleep(SECONDS / TRIES)
    return False


# Both


def fill(archive: Archive) -> None:
    """Create the tables as of the backup, insert its rows, and migrate both to the current schema.

    Raises BrokenBackup if the rows do not fit the tables.
    """
    schema = archive.manifest.schema
    executor = MigrationExecutor(connection)
    executor.loader = loader_of(schema, connection)
    executor.migrate(list(schema.items()))
    models = models_by_table(schema)
    if models.keys() != archive.manifest.counts.keys():
        other = sorted(models.keys() ^ archive.manifest.counts.keys())
        raise BrokenBackup(f"{archive.path} has other tables than its version: {', '.join(other)}.")
    try:
        with transaction.atomic():
            check_later()
            for table, model in models.items():
                stored = insert_rows(model, archive.lines(f"rows/{table}.jsonl"))
                refuse_other_count(archive, table, stored)
            reset_sequences(models.values())
            check_now()
    except (IntegrityError, DataError) as error:
        raise BrokenBackup(
            f"{archive.path}: the database refuses its rows ({broken_rule(error)}). {USE_ANOTHER}"
        ) from error
    call_command(Migrate(), verbosity=0, interactive=False)


def refuse_other_count(archive: Archive, table: str, stored: int) -> None:
    """Raise BrokenBackup if a table has more or fewer rows than the manifest says."""
    expected = archive.manifest.counts[table]
    if stored != expected:
        raise BrokenBackup(
            f"{archive.path}: {table} has {stored} rows, its manifest says {expected}. {USE_ANOTHER}"
        )


def all_problems() -> list[str]:
    """Return the problems that `verify_event` and `verify_audit` find in all events; changes nothing."""
    return [problem for event in Event.objects.order_by("pk") for problem in problems_of(event)]


def problems_of(event: Event) -> Iterator[str]:
    """Yield the problems of one event; pending standings are computed and rolled back."""
    with transaction.atomic():
        compute_event_standings(event_id=event.pk)
        problems = differences(event)
        transaction.set_rollback(True)
    _, broken = audit(event)
    yield from (f"{event.slug}: {each}" for each in dict.fromkeys([*problems, *broken]))


def file_moves(archive: Archive, aside: str) -> Iterator[Move]:
    """Unpack uploads, certificates and the key beside the files they replace; other files stay."""
    for folder in FOLDERS:
        current = settings.DATA_DIR / folder
        remove(beside(current))
        members = list(archive.files_in(folder))
        for name, inside in members:
            unpack(archive, name, beside(current) / inside)
        if members:
            yield Move(str(beside(current)), str(current), f"{current}{aside}")
    if SECRET_KEY in archive.manifest.members:
        current = settings.DATA_DIR / SECRET_KEY
        unpack(archive, SECRET_KEY, beside(current))
        yield Move(str(beside(current)), str(current), f"{current}{aside}")


def unpack(archive: Archive, name: str, target: Path) -> None:
    """Unpack one member to a file readable by this user only."""
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    target.touch(mode=0o600)
    with target.open("wb") as file:
        for chunk in archive.chunks(name):
            file.write(chunk)


def beside(path: Path) -> Path:
    """Return the path for preparing a file; restores never run in parallel, so one name is enough."""
    return path.with_name(f"{path.name}{BESIDE}")


def remove(path: Path) -> None:
    """Delete what a killed restore left at this path."""
    if path.is_dir():
        shutil.rmtree(path)
    for end in ("", "-wal", "-shm", "-journal"):
        path.with_name(f"{path.name}{end}").unlink(missing_ok=True)


def result_of(archive: Archive, moves: list[Move], problems: list[str]) -> Restored:
    """Return the result of the restore."""
    aside = [move.aside for move in moves if move.aside and Path(move.aside).exists()]
    return Restored(archive.manifest, SECRET_KEY in archive.manifest.members, aside, problems)
