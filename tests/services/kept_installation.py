"""Fourteen events as the version of 2026-11-21 stored them, and the output of its commands.

tests/data/old_installation.json holds the rows of an installation of that version (deals corrected, struck
out, inserted, parked, settled, late, signed; paper sheets, rulings, points taken, seats changed, an abandoned
table) and the output of `standings`, `verify_event` and `verify_audit` there. For `manage.py shell`:
`load_kept()` makes the tables of that version and stores the rows. Versions since 1.0.0 are kept as backups:
`tests/installations.py`.
"""

import json
from pathlib import Path
from typing import Any

from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor

from tournaments.services.installation.stored_rows import loader_of

KEPT = Path(__file__).parent.parent / "data" / "old_installation.json"
VERSION = ("tournaments", "0005_pin_made_anew")


def kept() -> dict[str, Any]:
    """Return `told`: lines by event; `rows`: fields and rows by model, in the order of their keys."""
    return dict(json.loads(KEPT.read_text(encoding="utf-8")))


def load_kept() -> None:
    """Make the tables of that version, and store the rows with its models."""
    store(make_tables(VERSION))


def make_tables(version: tuple[str, str]) -> Any:
    """Make the tables of a version, along the migrations that it had; return its models."""
    executor = MigrationExecutor(connection)
    executor.loader = loader_of(dict([version]), connection)
    return executor.migrate([version]).apps


@transaction.atomic
def store(apps: Any) -> None:
    """Store the rows with these models."""
    stored = []
    for name, table in kept()["rows"].items():
        model = apps.get_model("tournaments", name)
        rows = (dict(zip(table["fields"], row, strict=True)) for row in table["rows"])
        model._base_manager.bulk_create([model(**row) for row in rows])
        stored.append(model)
    for statement in connection.ops.sequence_reset_sql(no_style(), stored):
        connection.cursor().execute(statement)
