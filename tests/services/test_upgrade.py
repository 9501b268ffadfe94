"""An installation made before facts were guarded migrates by itself and agrees afterwards; both databases."""

import json
from pathlib import Path

import psycopg
import pytest

from tests.processes import Environment, environment, manage
from tests.services.kept_installation import kept

SPOILT, KEPT = "old_installation", "kept_installation"
EVENT = "autumn-fipsen-2026-11-21"
MENDED: dict[str, object] = {
    "name": "–",
    "missing_deals": "left_out",
    "leaver_rule": "keeps",
    "confirms": "never",
    "language": "",
    "planned_rounds": None,
    "round_minutes": 1440,
    "places": 9999,
    "fee_cents": 10_000_000,
    "deals_per_table": {},
    "prizes": {},
    "lost_deal_money": {},
    "shown_as": "full",
    "extra_minutes": 1440,
    "generations": [1, 1],
    "round_number": None,
}


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Environment:
    """An installation without a database, in its folder or in a database of its own."""
    env = environment(tmp_path)
    if request.param == "postgresql":
        url = request.getfixturevalue("postgres_url")
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("DROP DATABASE IF EXISTS old_installation WITH (FORCE)")
            connection.execute("CREATE DATABASE old_installation")
        env["DATABASE_URL"] = url.replace("/postgres?", "/old_installation?")
    return env


def run(env: Environment, module: str, name: str) -> str:
    """What a function of a module beside this one prints."""
    return manage(env, "shell", "-v", "0", "-c", f"from tests.services.{module} import {name}; {name}()")


def test_spoilt_rows_are_mended_by_migrations(empty: Environment) -> None:
    old = empty
    manage(old, "migrate", "-v", "0")
    run(old, SPOILT, "make_old")
    manage(old, "migrate", "-v", "0")
    mended = json.loads(run(old, SPOILT, "print_mended"))
    assert mended.pop("markers") >= 1
    assert mended == MENDED
    assert "ok, 3 rows agree" in manage(old, "verify_event", EVENT)
    assert "links are whole" in manage(old, "verify_audit", EVENT)
    rows = manage(old, "standings", EVENT, "--format", "csv").splitlines()[1:]
    assert len(rows) == 8 and rows[:2] == ["1,2,Ben,2,2", "2,1,Ada,1,-4"]
    assert "ok, 0 rows agree" in manage(old, "verify_event", "spoilt")


def test_what_an_older_version_said_of_its_evenings_is_said_after_migrating(empty: Environment) -> None:
    manage(empty, "migrate", "tournaments", "0005", "-v", "0")
    run(empty, KEPT, "load_kept")
    manage(empty, "migrate", "-v", "0")
    assert json.loads(run(empty, KEPT, "print_told")) == kept()["told"]
