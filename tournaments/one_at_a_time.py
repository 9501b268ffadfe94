"""A lock between processes that ends with its holder, however that one ends, on every system."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path


class Taken(Exception):
    """Another process holds the lock."""


@contextlib.contextmanager
def alone(file: Path) -> Iterator[None]:
    """Hold the lock of this file, an empty database of its own. Raises Taken."""
    with contextlib.closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as connection:
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            raise Taken(str(file)) from error
        yield
