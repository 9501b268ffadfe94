"""An installation made before facts were guarded migrates by itself and agrees afterwards; both databases."""

import json
from pathlib import Path

import psycopg
import pytest

from tests.processes import Environment, environment, manage

MODULE = "tests.services.old_installation"
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
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Environment:
    """The old installation, in its folder or in a database of its own."""
    env = environment(tmp_path)
    if request.param == "postgresql":
        url = request.getfixturevalue("postgres_url")
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("CREATE DATABASE old_installation")
        env["DATABASE_URL"] = url.replace("/postgres?", "/old_installation?")
    manage(env, "migrate", "-v", "0")
    run(env, "make_old")
    return env


def run(env: Environment, name: str) -> str:
    """What a function of the module prints."""
    return manage(env, "shell", "-v", "0", "-c", f"from {MODULE} import {name}; {name}()")


def test_an_old_installation_migrates_with_no_manual_step_and_agrees(old: Environment) -> None:
    manage(old, "migrate", "-v", "0")
    mended = json.loads(run(old, "print_mended"))
    assert mended.pop("markers") >= 1
    assert mended == MENDED
    assert "ok, 3 rows agree" in manage(old, "verify_event", EVENT)
    assert "links are whole" in manage(old, "verify_audit", EVENT)
    rows = manage(old, "standings", EVENT, "--format", "csv").splitlines()[1:]
    assert len(rows) == 8 and rows[:2] == ["1,2,Ben,2,2", "2,1,Ada,1,-4"]
    assert "ok, 0 rows agree" in manage(old, "verify_event", "spoilt")
