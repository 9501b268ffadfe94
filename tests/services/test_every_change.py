"""After every change, rows stored where they differ are those stored anew, as bytes, on both databases."""

from pathlib import Path

import psycopg
import pytest

from tests.processes import Environment, environment, manage

SCRIPT = "from tests.services.every_change import print_standings; print_standings()"


@pytest.fixture(scope="module")
def postgres(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """A database of its own, on which nobody else computes."""
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("CREATE DATABASE every_change")
    own = postgres_url.replace("/postgres?", "/every_change?")
    return environment(tmp_path_factory.mktemp("postgres"), DATABASE_URL=own)


def evening(env: Environment) -> list[str]:
    """What every step gave, line by line."""
    manage(env, "migrate", "-v", "0")
    return manage(env, "shell", "-v", "0", "-c", SCRIPT).splitlines()


def test_the_rows_after_every_change_are_the_same_bytes_on_sqlite_and_on_postgresql(
    postgres: Environment, tmp_path: Path
) -> None:
    on_sqlite, on_postgres = evening(environment(tmp_path)), evening(postgres)
    half = len(on_sqlite) // 2
    changed, anew = on_sqlite[:half], on_sqlite[half:]
    assert changed == anew and len(set(changed)) == half > 10
    assert on_postgres == on_sqlite
