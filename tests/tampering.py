"""Doing to the history what the database refuses: only with its triggers away."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

from tournaments.append_only import PROTECTED, protect, unprotect


@contextmanager
def without_triggers() -> Iterator[None]:
    """Entries can be changed and deleted inside, as somebody could who owns the database."""
    run(unprotect)
    try:
        yield
    finally:
        run(protect)


def run(statements: Any) -> None:
    with connection.cursor() as cursor:
        for table in PROTECTED:
            for statement in statements(connection.vendor, table):
                cursor.execute(statement)
