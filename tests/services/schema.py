"""What a database consists of: columns, indexes, constraints and triggers by table; for `manage.py shell`."""

import json
from collections import defaultdict
from collections.abc import Iterator

from django.db import connection

SQLITE = "SELECT tbl_name, type, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
POSTGRES = """
SELECT table_name, 'column', concat_ws(' ', column_name, data_type, character_maximum_length,
    numeric_precision, column_default, is_nullable, is_identity, identity_generation, collation_name)
    FROM information_schema.columns WHERE table_schema = 'public'
UNION ALL SELECT conrelid::regclass::text, 'constraint', conname || ' ' || pg_get_constraintdef(oid)
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
UNION ALL SELECT tablename, 'index', indexdef FROM pg_indexes WHERE schemaname = 'public'
UNION ALL SELECT sequencename, 'sequence', concat_ws(' ', data_type, start_value, increment_by, cycle)
    FROM pg_sequences WHERE schemaname = 'public'
UNION ALL SELECT tgrelid::regclass::text, 'trigger', pg_get_triggerdef(oid)
    FROM pg_trigger WHERE NOT tgisinternal
UNION ALL SELECT proname, 'function', pg_get_functiondef(oid)
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace
"""


def print_schema() -> None:
    """Print the parts of each table as JSON, sorted: a column that came later stands elsewhere."""
    parts: defaultdict[str, list[str]] = defaultdict(list)
    with connection.cursor() as cursor:
        cursor.execute(SQLITE if connection.vendor == "sqlite" else POSTGRES)
        for table, kind, text in cursor.fetchall():
            told = list(definitions(text)) if (connection.vendor, kind) == ("sqlite", "table") else [text]
            parts[table] += [f"{kind}: {each}" for each in told]
    print(json.dumps({table: sorted(parts[table]) for table in sorted(parts)}))


def definitions(statement: str) -> Iterator[str]:
    """Yield the columns and constraints of SQLite's CREATE TABLE: what stands between its outer commas."""
    depth, begun = 0, statement.index("(") + 1
    for place, sign in enumerate(statement):
        depth += (sign == "(") - (sign == ")")
        if (sign, depth) in ((",", 1), (")", 0)):
            yield statement[begun:place].strip()
            begun = place + 1
