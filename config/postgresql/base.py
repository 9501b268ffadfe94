"""Connections of a pool: a request waits for a free one, but not for a database that is known to be away."""

from time import monotonic
from typing import Any

from django.db.backends.postgresql import base
from psycopg_pool import ConnectionPool, PoolTimeout

LOOK_SECONDS = 0.1  # between two looks whether an attempt to connect has failed


class DatabaseWrapper(base.DatabaseWrapper):
    """As Django's, whose pool lets each request wait for its whole timeout while PostgreSQL is away."""

    is_away = False  # set for all connections of this process

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return a connection. Raises PoolTimeout if none is free in time, or PostgreSQL is away."""
        pool: ConnectionPool[Any] | None = self.pool
        if pool is None:
            return super().get_new_connection(conn_params)
        longest = self.settings_dict["OPTIONS"]["pool"]["timeout"]
        pool.timeout = min(LOOK_SECONDS, longest)
        failed, end = failures(pool), monotonic() + longest
        while True:
            try:
                connection = super().get_new_connection(conn_params)
            except PoolTimeout:
                if failures(pool) > failed:
                    DatabaseWrapper.is_away = True
                if DatabaseWrapper.is_away or monotonic() >= end:
                    raise
            else:
                DatabaseWrapper.is_away = False
                return connection


def failures(pool: ConnectionPool[Any]) -> int:
    """Return how many attempts to connect have failed since the start."""
    return pool.get_stats().get("connections_errors", 0)
