"""Triggers that keep the history append-only: the database refuses to change or delete an entry.

On SQLite they also apply to INSERT OR REPLACE: connections set `recursive_triggers` (config/settings.py).
"""

from collections.abc import Callable, Iterator
from typing import Any

PROTECTED = ("tournaments_entry", "tournaments_evententry")
REFUSAL = "the history is append-only"
CHANGES = ("UPDATE", "DELETE")


def set_triggers(apps: Any, schema_editor: Any) -> None:
    """Create the triggers; a migration step. SQLite rebuilds a table to alter it and loses the triggers, so
    any change of a protected table goes between `drop_triggers` and `set_triggers`.
    """
    run_for_all(schema_editor, protect)


def drop_triggers(apps: Any, schema_editor: Any) -> None:
    """Drop the triggers; a migration step."""
    run_for_all(schema_editor, unprotect)


def run_for_all(schema_editor: Any, statements: Callable[[str, str], Iterator[str]]) -> None:
    """Run statements for every protected table."""
    for table in PROTECTED:
        for statement in statements(schema_editor.connection.vendor, table):
            schema_editor.execute(statement)


def protect(vendor: str, table: str) -> Iterator[str]:
    """Yield the SQL that makes a table append-only, for `sqlite` or `postgresql`."""
    if vendor == "sqlite":
        yield from (sqlite_trigger(table, change) for change in CHANGES)
    if vendor == "postgresql":
        yield (
            "CREATE OR REPLACE FUNCTION tournaments_refuse_change() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'integrity_constraint_violation'; END $$"
        )
        for change in (*CHANGES, "TRUNCATE"):
            each = "STATEMENT" if change == "TRUNCATE" else "ROW"
            yield (
                f"CREATE TRIGGER {name_of(table, change)} BEFORE {change} ON {table} "
                f"FOR EACH {each} EXECUTE FUNCTION tournaments_refuse_change()"
            )


def sqlite_trigger(table: str, change: str) -> str:
    """Return a trigger for SQLite."""
    return (
        f"CREATE TRIGGER {name_of(table, change)} BEFORE {change} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
    )


def unprotect(vendor: str, table: str) -> Iterator[str]:
    """Yield the SQL that drops the triggers: to migrate back, and for tests that tamper with the history."""
    if vendor == "sqlite":
        yield from (f"DROP TRIGGER IF EXISTS {name_of(table, change)}" for change in CHANGES)
    if vendor == "postgresql":
        for change in (*CHANGES, "TRUNCATE"):
            yield f"DROP TRIGGER IF EXISTS {name_of(table, change)} ON {table}"


def name_of(table: str, change: str) -> str:
    """Return the name of a trigger."""
    return f"{table}_no_{change.lower()}"
