"""A lock between processes that is released when its holder ends, even by a crash, on every system."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path


class Taken(Exception):
    """Raised if another process holds the lock."""


@contextlib.contextmanager
def alone(file: Path, seconds: float = 0) -> Iterator[None]:
    """Hold the lock of this file, an empty SQLite database used only for it.

    Raises Taken if another process still holds it after `seconds`.
    """
    with contextlib.closing(sqlite3.connect(file, timeout=seconds, isolation_level=None)) as connection:
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            raise Taken(str(file)) from error
        yield
