"""Automatic backups: their folders, their retention, and the problems that prevent them."""

import contextlib
import errno
import os
import re
import shutil
from collections.abc import Collection, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone

from tournaments.models import BackupPlace, PlaceKey, PlaceProblem
from tournaments.selectors.installation.health import is_backup_due
from tournaments.services.installation.backup import NAME, Backup, make_backup, new_file
from tournaments.storage.archive import BrokenBackup, sha256_of, written_beside
from tournaments.storage.lock import Taken, alone
from tournaments.storage.trouble import Trouble, trouble_of

FOLDER, LOCK = "backups", "backup.lock"
OURS = re.compile(r"stichtag-\d{8}-\d{6}\.zip")
SECONDS_SILENT = 3600  # since the last byte of a draft: nobody writes it any more
ROOM_FOR_DEALS = 50_000_000  # bytes
ALL_OF, DAILY_OF = timedelta(hours=24), timedelta(days=30)


def back_up_if_due() -> Path | None:
    """Make a backup if one is due and no other process makes one; return its file."""
    if not is_backup_due(timezone.now()):
        return None
    with contextlib.suppress(Taken):
        return back_up_everywhere()
    return None


def back_up_everywhere() -> Path | None:
    """Make a backup, copy it to every folder and delete expired ones; return the first file.

    Returns None if every folder failed. Raises Taken while another process makes a backup. A failing
    folder is recorded for the dashboard and does not stop the others.
    """
    with alone(settings.DATA_DIR / LOCK):
        first: Backup | None = None
        for key, folder in places():
            try:
                made = put_into(folder, first) if first else make_in(folder)
            except (OSError, BrokenBackup) as error:
                remember(key, problem=problem_of(error))
            else:
                first = first or made
                remember(key, made)
                remove_old(folder, datetime.now(UTC))
        return first.file if first else None


def places() -> Iterator[tuple[PlaceKey, Path]]:
    """Yield the backup folders."""
    yield PlaceKey.OWN, settings.DATA_DIR / FOLDER
    if settings.BACKUP_DIR:
        yield PlaceKey.SECOND, settings.BACKUP_DIR


def make_in(folder: Path) -> Backup:
    """Make a backup in a folder; creates only our own folder, because a removable drive may be missing."""
    if folder.parent == settings.DATA_DIR:
        folder.mkdir(mode=0o700, exist_ok=True)
        leave_room(folder)
    return make_backup(file=new_file(folder, datetime.now(UTC)))


def leave_room(folder: Path) -> None:
    """Raise OSError if a backup like the newest one would take the last space, which deals need."""
    ours = [path for path in folder.iterdir() if OURS.fullmatch(path.name)]
    size = max(ours, key=lambda path: path.name).stat().st_size if ours else 0
    if shutil.disk_usage(folder).free < size + ROOM_FOR_DEALS:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(folder))


def put_into(folder: Path, made: Backup) -> Backup:
    """Copy a backup to another folder and verify it. Raises OSError, and BrokenBackup if the copy differs."""
    target = folder / made.file.name
    with written_beside(target) as draft:
        shutil.copyfile(made.file, draft)
        if sha256_of(draft) != made.sha256:
            raise BrokenBackup(f"{target} is not what was written. Use another place.")
    return Backup(target, made.bytes, made.sha256, made.manifest)


def problem_of(error: OSError | BrokenBackup) -> PlaceProblem:
    """Return the problem shown on the dashboard for an error."""
    if isinstance(error, BrokenBackup):
        return PlaceProblem.DAMAGED
    if isinstance(error, FileNotFoundError):
        return PlaceProblem.MISSING
    return PlaceProblem.FULL if trouble_of(error) == Trouble.FULL else PlaceProblem.UNWRITABLE


def remember(key: PlaceKey, made: Backup | None = None, problem: str = "") -> None:
    """Record the result of a backup, unless the database does not have the table yet."""
    if BackupPlace._meta.db_table not in connection.introspection.table_names():
        return
    known = {"made_at": datetime.fromisoformat(made.manifest.made_at), "file": str(made.file)} if made else {}
    BackupPlace.objects.update_or_create(key=key, defaults={"problem": problem, **known})


# Retention


def remove_old(folder: Path, now: datetime) -> None:
    """Delete our backups that the retention rule does not keep, and drafts left by killed processes.

    What cannot be deleted stays, because a new backup is worth more than order.
    """
    made_at_by_file = {
        path: datetime.strptime(path.name, NAME).replace(tzinfo=UTC)
        for path in folder.iterdir()
        if OURS.fullmatch(path.name)
    }
    times = times_to_keep(made_at_by_file.values(), now)
    for path in (path for path, at in made_at_by_file.items() if at not in times):
        with contextlib.suppress(OSError):
            path.unlink()
    for draft in folder.glob(".stichtag-*.part"):
        with contextlib.suppress(OSError):
            if now.timestamp() - draft.stat().st_mtime > SECONDS_SILENT:
                draft.unlink()


def times_to_keep(times: Collection[datetime], now: datetime) -> set[datetime]:
    """Return the times kept.

    All of the last 24 hours and later, one per day for 30 days, then one per month.
    """
    newest: dict[object, datetime] = {}
    for at in sorted(times):
        age = now - at
        if age <= ALL_OF:
            newest[at] = at
        elif age <= DAILY_OF:
            newest[at.date()] = at
        else:
            newest[at.year, at.month] = at
    return set(newest.values())
