"""The rows of every table as lines of JSON, written and read by the models of their own schema.

Those models come from the migrations and not from the current code, so that a database can be backed up
before it is migrated, and the backup of an earlier version can be restored.
"""

import hashlib
import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, date, datetime, time
from itertools import islice
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.core.management.color import no_style
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.models import Field, Model

from tournaments.storage.archive import USE_ANOTHER, BrokenBackup

# Sessions would sign in the holder of the file; backup folders are valid on one computer only; uploads that
# wait for a decision are found by a session.
LEFT_OUT = {
    "django_session", "tournaments_backupplace", "tournaments_sentrequest",
    "tournaments_keptfile", "tournaments_archiveimport",
}  # fmt: skip
ROWS_AT_ONCE = 2000
MARK = 4  # letters that tell shortened texts apart

Schema = Mapping[str, str]


def applied_schema() -> dict[str, str]:
    """Return the newest applied migration of each app."""
    executor = MigrationExecutor(connection)
    leaves = executor.loader.graph.leaf_nodes()
    plan = executor.migration_plan(leaves, clean_start=True)
    applied = executor.loader.applied_migrations
    return {each.app_label: each.name for each, _ in plan if (each.app_label, each.name) in applied}


def unknown_migrations(schema: Schema) -> list[str]:
    """Return the migrations of a schema that this program does not have."""
    known = MigrationLoader(None).disk_migrations
    return [f"{app} {name}" for app, name in schema.items() if (app, name) not in known]


def loader_of(schema: Schema, database: BaseDatabaseWrapper | None = None) -> MigrationLoader:
    """Return the migrations that lead to a schema, which may be one of those that a squashed one replaced."""
    loader = MigrationLoader(database)
    if not loader.graph.nodes.keys() >= set(schema.items()):
        loader = MigrationLoader(database, replace_migrations=False)
        for squashed, migration in loader.replacements.items():
            loader.graph.remove_replacement_node(squashed, migration.replaces)
    return loader


def models_by_table(schema: Schema) -> dict[str, type[Model]]:
    """Return the models of all tables in a backup, as of a schema, sorted by table name."""
    state = loader_of(schema).project_state(list(schema.items()))
    models = state.apps.get_models(include_auto_created=True)
    by_table = {model._meta.db_table: model for model in models if model._meta.managed}
    return {table: by_table[table] for table in sorted(by_table) if table not in LEFT_OUT}


def fields_of(model: type[Model]) -> list["Field[Any, Any]"]:
    """Return the model's fields that are columns."""
    return list(model._meta.concrete_fields)


# Writing lines


def row_lines(model: type[Model]) -> Iterator[bytes]:
    """Yield a line for every row, ordered by ID."""
    names = [field.attname for field in fields_of(model)]
    rows = model._base_manager.order_by("pk").values_list(*names)
    for row in rows.iterator(chunk_size=ROWS_AT_ONCE):
        values = dict(zip(names, row, strict=True))
        yield json.dumps(values, sort_keys=True, separators=(",", ":"), default=plain).encode() + b"\n"


def plain(value: object) -> str:
    """Encode a value: bytes in base 64, times in UTC with all microseconds; digests cover those."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, bytes | memoryview):
        return b64encode(value).decode()
    raise TypeError(f"no column holds {type(value)}")


# Reading lines


def insert_rows(model: type[Model], lines: Iterable[bytes]) -> int:
    """Insert rows with their original IDs; return their number. Raises BrokenBackup for an unreadable row."""
    fields, table, stored = fields_of(model), model._meta.db_table, 0
    quote = connection.ops.quote_name
    columns = ", ".join(quote(str(field.column)) for field in fields)
    marks = ", ".join("%s" for _ in fields)
    statement = f"INSERT INTO {quote(table)} ({columns}) VALUES ({marks})"
    rows = (row_of(fields, line) for line in lines)
    try:
        with connection.cursor() as cursor:
            while batch := list(islice(rows, ROWS_AT_ONCE)):
                cursor.executemany(statement, batch)
                stored += len(batch)
    except (ValueError, TypeError, KeyError, ValidationError) as error:
        raise BrokenBackup(f"A row of {table} after row {stored} cannot be read. {USE_ANOTHER}") from error
    return stored


def row_of(fields: Iterable["Field[Any, Any]"], line: bytes) -> list[Any]:
    """Return the database values of a line. Raises ValueError for other columns."""
    values = json.loads(line)
    row = [stored_value(field, values.pop(field.attname)) for field in fields]
    if values:
        raise ValueError(f"unknown columns {sorted(values)}")
    return row


def stored_value(field: "Field[Any, Any]", value: Any) -> Any:
    """Return the database value of a field; a JSON null stays one if the column does not allow NULL."""
    prepare = field.get_db_prep_save if field.null else field.get_db_prep_value
    read = field.to_python(value)
    if connection.vendor == "postgresql" and isinstance(read, str) and field.max_length:
        read = fit_column(read, field.max_length)
    return prepare(read, connection=connection)


def fit_column(text: str, most: int) -> str:
    """Return a text that fits its column; the end of one that SQLite stored longer tells it from others.

    >>> shortened("hall", 4), shortened("the-club-of-many-words", 12)
    ('hall', 'the-clu-b619')
    """
    if len(text) <= most:
        return text
    return f"{text[: most - MARK - 1]}-{hashlib.sha256(text.encode()).hexdigest()[:MARK]}"


def reset_sequences(models: Iterable[type[Model]]) -> None:
    """Set the sequences so that new rows get IDs above the stored ones."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(models)):
            cursor.execute(statement)


def check_later() -> None:
    """Defer constraints: rows may precede those they refer to; PostgreSQL migrations make some immediate."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")


def check_now() -> None:
    """Check constraints at once: migrations cannot alter unchecked tables. Raises DatabaseError."""
    connection.check_constraints()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
