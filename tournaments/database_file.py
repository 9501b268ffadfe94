"""A quick look at the SQLite file before anything uses it: is it ours, is it whole, can it be written?

Header, length and list of tables take a millisecond whatever the size; SQLite's own `quick_check` about 3 ms
for each megabyte, so that files beyond 64 MB go without it.
"""

import sqlite3
import tempfile
from collections.abc import Collection
from contextlib import closing
from pathlib import Path

from tournaments.storage_trouble import Trouble, trouble_of

MAGIC = b"SQLite format 3\0"
HEADER = 100  # bytes; https://www.sqlite.org/fileformat.html
MOST_CHECKED = 64 * 1024 * 1024
ROOM_TO_START = 1024 * 1024
OUR_TABLES = "tournaments_"


class Unusable(Exception):
    """A database file that cannot be used: which trouble, and which file or folder."""

    def __init__(self, trouble: Trouble, path: Path) -> None:
        super().__init__(f"{path}: {trouble.value}")
        self.trouble = trouble


def check_file(path: Path, known_tables: Collection[str]) -> None:
    """Raises Unusable. A file that does not exist yet is fine where it can be made."""
    trouble = trouble_in(path, known_tables) if path.exists() else None
    if trouble:
        raise Unusable(trouble, path)
    trouble = trouble_writing(path.parent)
    if trouble:
        raise Unusable(trouble, path.parent)


def trouble_in(path: Path, known_tables: Collection[str]) -> Trouble | None:
    """What is wrong with a file that is there."""
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
    """Whether pages are missing at the end; what stands in a write-ahead log may be missing here."""
    log = path.with_name(f"{path.name}-wal")
    if len(header) < HEADER or (log.exists() and log.stat().st_size):
        return len(header) < HEADER
    size, pages = int.from_bytes(header[16:18]), int.from_bytes(header[28:32])
    is_counted = header[24:28] == header[92:96]
    return is_counted and path.stat().st_size < pages * (65536 if size == 1 else size)


def trouble_reading(path: Path, known_tables: Collection[str]) -> Trouble | None:
    """What SQLite finds, and whether the tables are ours."""
    try:
        with closing(sqlite3.connect(path)) as connection:
            names = {
                name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type='table'")
            }
            if path.stat().st_size <= MOST_CHECKED:
                (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
                if found != "ok":
                    return Trouble.DAMAGED
    except sqlite3.Error as error:
        return trouble_of(error) or Trouble.DAMAGED
    is_ours = any(name.startswith(OUR_TABLES) for name in names) or names <= {*known_tables}
    return None if is_ours else Trouble.FOREIGN


def trouble_writing(folder: Path) -> Trouble | None:
    """What hinders a small file from being written there, tried out."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(ROOM_TO_START))
    except OSError as error:
        return trouble_of(error) or Trouble.UNWRITABLE
    return None
