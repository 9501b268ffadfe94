"""A backup moves an installation from SQLite to PostgreSQL and back; all members stay the same."""

import json
import zipfile
from pathlib import Path

import psycopg

from tests.processes import Environment, environment, manage, migrated, run_alone

NEW = "from tests.builders import *; a_table(event=an_event(name='New'))"
MAKE = "from tests.builders import *; t = a_table(); write_deal(t); write_deal(t, 2)"


def members_of(file: Path) -> object:
    with zipfile.ZipFile(file) as archive:
        return json.loads(archive.read("manifest.json"))["members"]


def backed_up(env: Environment) -> Path:
    """Return a backup of this installation."""
    return Path(json.loads(manage(env, "backup", "--format", "json"))["file"])


def test_from_sqlite_to_postgresql_and_back_every_row_is_the_same(postgres_url: str, tmp_path: Path) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("CREATE DATABASE moved")
    url = postgres_url.replace("/postgres?", "/moved?")
    laptop, server, other = (tmp_path / name for name in ("laptop", "server", "other"))
    small, grown = environment(laptop), environment(server, DATABASE_URL=url)
    migrated(small)
    manage(small, "shell", "-v", "0", "-c", MAKE)
    first = backed_up(small)
    assert "Every event agrees" in manage(grown, "restore", str(first))
    second = backed_up(grown)
    assert "Every event agrees" in manage(environment(other), "restore", str(second))
    assert members_of(backed_up(environment(other))) == members_of(second) == members_of(first)
    with psycopg.connect(url) as somebody:
        somebody.execute("SELECT 1")
        refused = run_alone(grown, ["restore", str(first), "--replace"])
    assert refused.returncode == 1 and "is running on this database" in refused.stderr
    manage(
        grown, "shell", "-v", "0", "-c", "from tests.builders import *; a_table(event=an_event(name='New'))"
    )
    assert "before-" in manage(grown, "restore", str(first), "--replace")
    assert members_of(backed_up(grown)) == members_of(first)
