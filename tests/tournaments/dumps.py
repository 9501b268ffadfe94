"""All of our database rows, to compare before and after."""

from collections.abc import Collection
from functools import cache
from typing import Any

from django.apps import apps
from django.db import connection

# Columns that differ between two runs of one use case: times, random values, and hashes of them.
OF_THE_MOMENT = frozenset({
    "at", "last_activity", "digest", "previous", "head", "salt", "reason_digest", "public_id", "facts",
    "token_digest", "seed", "committed_at", "revealed_at", "searched_at", "clock_started_at",
    "clock_paused_at", "signed_off_at", "asked_at",
})  # fmt: skip

Row = tuple[Any, ...]
Dump = dict[str, list[Row]]


def dump(leaving_out: frozenset[str] = frozenset(), only: Collection[str] | None = None) -> Dump:
    """Return every row of every table of ours, or of `only` some, without the excluded columns."""
    return {table: rows_of(table, leaving_out) for table in columns_of() if only is None or table in only}


def changed_tables(before: Dump, left: Dump | None) -> list[str]:
    """Return the tables whose rows differ from those before; `left` has none that was not written."""
    return [table for table, rows in (left or {}).items() if rows != before[table]]


def is_as_before(before: Dump, written: Collection[str]) -> bool:
    """Return whether the tables that were written have the rows of before; no other can have changed."""
    return all(rows_of(table, frozenset()) == before[table] for table in written)


def lasting_dump() -> Dump:
    """Return the dump without columns that differ from run to run."""
    return dump(OF_THE_MOMENT)


@cache
def columns_of() -> dict[str, list[str]]:
    """Return the columns of our tables, by table."""
    models = apps.get_app_config("tournaments").get_models()
    return {
        model._meta.db_table: [str(field.column) for field in model._meta.local_concrete_fields]
        for model in models
    }


def rows_of(table: str, leaving_out: frozenset[str]) -> list[Row]:
    columns = ", ".join(f'"{name}"' for name in columns_of()[table] if name not in leaving_out)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {columns} FROM {table} ORDER BY id")
        return list(cursor.fetchall())
