"""Installations of older versions are upgraded without help and stay as they were; both databases."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from tests.installations import FOLDER
from tests.processes import DATABASE, ROOT, Environment, environment, loaded, manage, migrated
from tests.services.kept_installation import kept
from tests.services.postgres import create_database
from tests.sweeps import sweep

SPOILT, KEPT, TODAY = (
    "tests.services.old_installation", "tests.services.kept_installation", "tests.installations"
)  # fmt: skip
RELEASES = sorted(FOLDER.glob("*.zip"))
MIGRATIONS = sorted(each.stem for each in (ROOT / "tournaments" / "migrations").glob("0*.py"))
SQUASHED = [each for each in MIGRATIONS if "squashed" not in each]
MENDED: dict[str, object] = {
    "date": "2026-11-28",
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
    "shown_as": ["full"],
    "extra_minutes": [1440],
    "generations": [1],
    "round_number": None,
}


@dataclass(frozen=True)
class Old:
    """An installation as an older version left it, its backup, and the tables of a new one."""

    database: str
    env: Environment
    backup: dict[str, Any]
    tables_today: dict[str, list[str]]


@pytest.fixture(scope="module", params=sweep(["sqlite", "postgresql"], ["sqlite"], sample=0))
def old(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Old]:
    """Return the installation, in its folder or in a separate database."""
    folder = tmp_path_factory.mktemp("old")
    env = new_installation(request, folder, "old_installation")
    with loaded(env, folder, "tables"):
        tables_today = schema(env)
        empty(env)
        run(env, KEPT, "load_kept")
        backup = json.loads(manage(env, "backup", "--format", "json"))
        yield Old(request.param, env, backup, tables_today)


def new_installation(request: pytest.FixtureRequest, folder: Path, name: str) -> Environment:
    """Return a migrated installation without rows, in its folder or in a database with this name."""
    env = environment(folder)
    if request.param == "postgresql":
        env["DATABASE_URL"] = request.getfixturevalue("new_database")(name)
    else:
        migrated(env)
    return env


@pytest.fixture(scope="module", params=sweep(["migrated", "restored"]))
def upgraded(
    old: Old, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Environment]:
    """Return that installation as it is today: migrated in its place, or restored from its backup."""
    if request.param == "migrated":
        manage(old.env, "migrate", "-v", "0")
        yield old.env
        return
    folder = tmp_path_factory.mktemp("restored")
    new = environment(folder / "data")
    if old.database == "postgresql":
        new["DATABASE_URL"] = create_database(request.getfixturevalue("postgres_url"), "restored_from_older")
    with loaded(new, folder, "tables"):
        restored = json.loads(manage(new, "restore", old.backup["file"], "--format", "json"))
        assert (restored["rows"], restored["events"]) == (old.backup["rows"], len(kept()["told"]))
        assert (restored["verified"], restored["problems"]) == (True, [])
        yield new


@pytest.fixture(params=sweep(["sqlite", "postgresql"], ["postgresql"], sample=0))
def today(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Environment]:
    env = new_installation(request, tmp_path, "spoilt_rows")
    with loaded(env, tmp_path, "tables"):
        yield env


def run(env: Environment, module: str, name: str) -> str:
    """Return what a function of a module prints."""
    return manage(env, "shell", "-v", "0", "-c", f"from {module} import {name}; {name}()")


def figures_now() -> dict[str, list[str]]:
    """Return what was said; of an event without a deal, that nobody has played and has a rank."""
    return {slug: unranked_in(lines) for slug, lines in kept()["told"].items()}


def unranked_in(lines: list[str]) -> list[str]:
    if not any(": ok, 0 rows agree" in line for line in lines):
        return lines
    head, *rest = lines
    rows = [line for line in rest if line[:1].isdigit()]
    unplayed = ["," + row.split(",", 1)[1] + ",has not played" for row in rows]
    return [f"{head},unranked" if rows else head, *unplayed, *rest[len(rows) :]]


def empty(env: Environment) -> None:
    """Take the tables away."""
    if url := env.get("DATABASE_URL"):
        with psycopg.connect(url, autocommit=True) as database:
            database.execute("DROP SCHEMA public CASCADE")
            database.execute("CREATE SCHEMA public")
    for file in Path(env["DATA_DIR"]).glob(f"{DATABASE}*"):
        file.unlink()


def schema(env: Environment) -> dict[str, list[str]]:
    return dict(json.loads(run(env, "tests.services.schema", "print_schema")))


def test_spoilt_rows_are_mended_by_migrations_and_players_find_what_was_said(today: Environment) -> None:
    new = schema(today)
    empty(today)
    run(today, SPOILT, "make_old")
    manage(today, "migrate", "-v", "0")
    mended = json.loads(run(today, SPOILT, "print_mended"))
    assert mended.pop("markers") >= 1
    assert mended == MENDED
    lines = json.loads(run(today, TODAY, "print_lines"))
    assert any("ok, 0 rows agree" in line for line in lines.pop("spoilt"))
    assert lines == figures_now()
    assert schema(today) == new


def test_players_find_after_an_upgrade_what_an_older_version_said_of_their_evenings(
    upgraded: Environment,
) -> None:
    assert json.loads(run(upgraded, TODAY, "print_lines")) == figures_now()


def test_an_older_installation_gets_the_tables_of_a_new_one(old: Old, upgraded: Environment) -> None:
    assert "[ ]" not in manage(upgraded, "showmigrations", "tournaments")
    assert schema(upgraded) == old.tables_today


@pytest.mark.django_db
def test_an_installation_of_any_version_goes_on_with_what_it_does_not_have() -> None:
    recorder = MigrationRecorder(connection)
    recorder.migration_qs.filter(app="tournaments").delete()
    for place, version in enumerate(SQUASHED, start=1):
        recorder.record_applied("tournaments", version)
        executor = MigrationExecutor(connection)
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
        steps = [name for each, _ in plan for _, name in each.replaces or [("", each.name)]]
        assert steps == SQUASHED[place:], version


@pytest.mark.parametrize("version", sweep(SQUASHED, sample=0))  # every day: 0005 and 0008, with rows
def test_an_installation_between_squashed_migrations_goes_on_with_the_others(
    version: str, tmp_path: Path
) -> None:
    env = environment(tmp_path / "data")
    migrated(env)
    with loaded(env, tmp_path, "tables"):
        new = schema(env)
        empty(env)
        script = f"from {KEPT} import make_tables; make_tables(('tournaments', {version!r}))"
        manage(env, "shell", "-v", "0", "-c", script)
        manage(env, "migrate", "-v", "0")
        assert "[ ]" not in manage(env, "showmigrations", "tournaments")
        assert schema(env) == new


@pytest.mark.parametrize("backup", RELEASES, ids=[each.stem for each in RELEASES])
def test_players_find_what_a_release_said_of_their_evenings_after_every_upgrade_from_it(
    backup: Path, old: Old, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    today = environment(tmp_path)
    if old.database == "postgresql":
        today["DATABASE_URL"] = create_database(request.getfixturevalue("postgres_url"), "restored_release")
    with loaded(today, tmp_path, "tables"):
        restored = json.loads(manage(today, "restore", str(backup), "--format", "json"))
        assert (restored["verified"], restored["problems"]) == (True, [])
        lines = json.loads(backup.with_suffix(".json").read_text(encoding="utf-8"))
        assert json.loads(run(today, TODAY, "print_lines")) == lines
        assert schema(today) == old.tables_today
