"""A backup moves an installation from SQLite to PostgreSQL and back; all members stay the same.

Except an address that SQLite stored longer than its column, as of a club with a long name.

`test_two_restores.py` replaces what is on PostgreSQL.
"""

import json
from pathlib import Path

import psycopg

from tests.processes import Environment, environment, loaded, manage, migrated, run_command
from tests.services.postgres import create_database
from tests.tournaments.installations import manifest_of

MAKE = "from tests.builders import *; t = a_table(); write_deal(t); write_deal(t, 2)"
LONG = "the-club-of-all-who-play-cards-on-the-first-friday-after-payday"
TOO_LONG = f"; from tournaments.models import Club; Club.objects.create(name='Long', slug='{LONG}')"
CLUBS = "rows/tournaments_club.jsonl"


def members_of(file: Path) -> dict[str, object]:
    return dict(manifest_of(file)["members"])


def but_clubs(members: dict[str, object]) -> dict[str, object]:
    return {name: facts for name, facts in members.items() if name != CLUBS}


def backed_up(env: Environment) -> Path:
    """Return a backup of this installation."""
    return Path(json.loads(manage(env, "backup", "--format", "json"))["file"])


def test_from_sqlite_to_postgresql_and_back_every_row_is_the_same(postgres_url: str, tmp_path: Path) -> None:
    url = create_database(postgres_url, "moved")
    laptop, server, other = (tmp_path / name for name in ("laptop", "server", "other"))
    small, grown = environment(laptop), environment(server, DATABASE_URL=url)
    migrated(small)
    with loaded(small, tmp_path, "tables"):
        manage(small, "shell", "-v", "0", "-c", MAKE + TOO_LONG)
        first = backed_up(small)
    with loaded(grown, tmp_path, "tables"):
        output = manage(grown, "restore", str(first))
        assert "Every event agrees" in output and "schema public.before-" in output
        second = backed_up(grown)
        with psycopg.connect(url) as somebody:
            slugs = [slug for (slug,) in somebody.execute("SELECT slug FROM tournaments_club ORDER BY id")]
            refused = run_command(grown, ["restore", str(first), "--replace"])
    assert len(slugs[1]) == 50 and LONG.startswith(slugs[1][:45])
    assert refused.returncode == 1 and "is running on this database" in refused.stderr
    with loaded(environment(other), tmp_path, "tables"):
        assert "Every event agrees" in manage(environment(other), "restore", str(second))
        assert members_of(backed_up(environment(other))) == members_of(second)
    assert but_clubs(members_of(second)) == but_clubs(members_of(first))
