"""After every change, incrementally stored rows equal newly stored ones, as bytes, on both databases."""

from collections.abc import Callable
from pathlib import Path

from tests.processes import Environment, environment, manage, migrated

SCRIPT = "from tests.services.every_change import print_standings; print_standings()"


def evening(env: Environment) -> list[str]:
    """Return the output of every step, line by line."""
    return manage(env, "shell", "-v", "0", "-c", SCRIPT).splitlines()


def test_the_rows_after_every_change_are_the_same_bytes_on_sqlite_and_on_postgresql(
    new_database: Callable[[str], str], tmp_path: Path
) -> None:
    laptop = environment(tmp_path / "laptop")
    migrated(laptop)
    server = environment(tmp_path / "server", DATABASE_URL=new_database("every_change"))
    on_sqlite, on_postgres = evening(laptop), evening(server)
    half = len(on_sqlite) // 2
    changed, anew = on_sqlite[:half], on_sqlite[half:]
    assert changed == anew and len(set(changed)) == half > 10
    assert on_postgres == on_sqlite
