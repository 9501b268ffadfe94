"""A database of its own, empty and in memory: what is only tried holds no lock that others wait for."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from django.apps import apps
from django.db import connections
from django.db.backends.sqlite3.base import DatabaseWrapper

HERE = "default"
SETTINGS = {
    "ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:", "ATOMIC_REQUESTS": False, "AUTOCOMMIT": True,
    "OPTIONS": {"check_same_thread": False}, "CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": False,
    "TIME_ZONE": None, "USER": "", "PASSWORD": "", "HOST": "", "PORT": "", "TEST": {},
}  # fmt: skip


@contextmanager
def database_aside() -> Iterator[None]:
    """Direct all queries of this thread to an empty database of the current schema, until the block ends."""
    real, aside = connections[HERE], DatabaseWrapper(SETTINGS, HERE)
    connections[HERE] = aside
    try:
        aside.ensure_connection()
        empty_tables().backup(aside.connection)
        yield
    finally:
        connections[HERE] = real
        aside.close()


@cache
def empty_tables() -> sqlite3.Connection:
    """Return an SQLite with the empty tables of all models, made once for each process."""
    made = DatabaseWrapper(SETTINGS, HERE)
    made.disable_constraint_checking()
    with made.schema_editor() as editor:
        for model in apps.get_models():
            if model._meta.managed and not model._meta.proxy:
                editor.create_model(model)
    connection: sqlite3.Connection = made.connection
    return connection
