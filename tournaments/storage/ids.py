"""IDs that are known before their rows are stored."""

from django.db import connection, transaction
from django.db.models import Model


def reserve_ids(model: type[Model], number: int) -> list[int]:
    """Return so many IDs that no other row of this table gets."""
    table = model._meta.db_table
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            statement = "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)"
            cursor.execute(statement, [table, number])
            return [each for (each,) in cursor.fetchall()]
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        if (row := cursor.fetchone()) is None:
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, 0)", [table])
        last = row[0] if row else 0
        cursor.execute("UPDATE sqlite_sequence SET seq = %s WHERE name = %s", [last + number, table])
        return list(range(last + 1, last + 1 + number))
