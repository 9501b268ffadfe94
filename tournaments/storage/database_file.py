"""Check the SQLite file before use: whether it is ours, complete and writable.

Reading header, length and list of tables takes a millisecond for any size; SQLite's own `quick_check`
about 3 ms for each megabyte, so files beyond 64 MB are not checked with it.
"""

import pkgutil
import sqlite3
import tempfile
from collections.abc import Collection
from contextlib import closing
from pathlib import Path

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from tournaments import migrations
from tournaments.storage.trouble import Trouble, trouble_of

MAGIC = b"SQLite format 3\0"
HEADER = 100  # bytes; https://www.sqlite.org/fileformat.html
MOST_CHECKED = 64 * 1024 * 1024
ROOM_TO_START = 1024 * 1024
OUR_TABLES = "tournaments_"
OURS = "tournaments"


class Unusable(Exception):
    """Raised for a database that cannot be used: the trouble, and the file, folder or name."""

    def __init__(self, trouble: Trouble, path: Path | str) -> None:
        super().__init__(f"{path}: {trouble.text}")
        self.trouble = trouble


def check_file(path: Path, known_tables: Collection[str]) -> None:
    """Raise Unusable if the file cannot be used, or does not exist and cannot be created."""
    trouble = trouble_in(path, known_tables) if path.exists() else None
    if trouble:
        raise Unusable(trouble, path)
    trouble = trouble_writing(path.parent)
    if trouble:
        raise Unusable(trouble, path.parent)


def trouble_in(path: Path, known_tables: Collection[str]) -> Trouble | None:
    """Return the trouble with an existing file, or None."""
    if not path.is_file():
        return Trouble.FOREIGN
    if path.stat().st_size == 0:
        return Trouble.EMPTY
    with path.open("rb") as file:
        header = file.read(HEADER)
    if not header.startswith(MAGIC):
        return Trouble.FOREIGN
    return Trouble.DAMAGED if is_cut(path, header) else trouble_reading(path, known_tables)


def is_cut(path: Path, header: bytes) -> bool:
    """Return whether pages are missing at the end; pages in a write-ahead log may be missing here."""
    log = path.with_name(f"{path.name}-wal")
    if len(header) < HEADER or (log.exists() and log.stat().st_size):
        return len(header) < HEADER
    size, pages = int.from_bytes(header[16:18]), int.from_bytes(header[28:32])
    is_counted = header[24:28] == header[92:96]
    return is_counted and path.stat().st_size < pages * (65536 if size == 1 else size)


def trouble_reading(path: Path, known_tables: Collection[str]) -> Trouble | None:
    """Return the trouble that SQLite reports, or FOREIGN if the tables are not ours, else None."""
    try:
        with closing(sqlite3.connect(path)) as connection:
            names = {
                name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type='table'")
            }
            if path.stat().st_size <= MOST_CHECKED:
                (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
                if verdict != "ok":
                    return Trouble.DAMAGED
    except sqlite3.Error as error:
        return trouble_of(error) or Trouble.DAMAGED
    is_ours = any(name.startswith(OUR_TABLES) for name in names) or names <= {*known_tables}
    return None if is_ours else Trouble.FOREIGN


def trouble_writing(folder: Path) -> Trouble | None:
    """Try to write a small file; return the trouble, or None."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(ROOM_TO_START))
    except OSError as error:
        return trouble_of(error) or Trouble.UNWRITABLE
    return None


def is_newer() -> bool:
    """Return whether migrations of ours are recorded that this program does not have."""
    known = {module.name for module in pkgutil.iter_modules(migrations.__path__)}
    applied = MigrationRecorder(connection).applied_migrations()
    return any(app == OURS and name not in known for app, name in applied)
