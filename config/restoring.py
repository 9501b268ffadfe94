"""Complete a restore into PostgreSQL that was killed between its commit and the exchange of its files."""

from pathlib import Path
from typing import Any

import psycopg
from django.core.exceptions import ImproperlyConfigured

from tournaments.storage.replacement import decide_prepared

KEPT = "SELECT EXISTS (SELECT 1 FROM pg_namespace WHERE right(nspname, length(%s)) = %s)"
NOT_REACHED = (
    "A restore was interrupted, and only PostgreSQL knows whether it was completed, but it does not answer:"
    " %s. Start PostgreSQL, then start Stichtag again."
)


def decide_restore(data_dir: Path, database: dict[str, Any]) -> None:
    """Decide the prepared moves of a committed restore. `database` is an entry of DATABASES.

    Raises ImproperlyConfigured if there are some and PostgreSQL does not answer.
    """

    def is_committed(aside: str) -> bool:
        """Return whether there is the schema that the restore replaced.

        Its renaming is in the same commit.
        """
        try:
            with psycopg.connect(**arguments(database)) as connection:
                row = connection.execute(KEPT, [aside, aside]).fetchone()
        except psycopg.OperationalError as error:
            raise ImproperlyConfigured(NOT_REACHED % str(error).strip()) from error
        return bool(row and row[0])

    decide_prepared(data_dir, is_committed)


def arguments(database: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of a connection, as Django's backend makes them from the same entry."""
    named = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
    options = {name: value for name, value in database["OPTIONS"].items() if name != "pool"}
    return {**{name: database[key] for name, key in named.items() if database.get(key)}, **options}
