"""Connections of a pool: a request waits for a free one, but not for a database that is known to be away."""

from time import monotonic
from typing import Any

from django.db.backends.postgresql import base
from psycopg import Connection, OperationalError
from psycopg_pool import ConnectionPool, PoolTimeout

from server.database_patience import longest_wait

LOOK_SECONDS = 0.1  # between two looks whether an attempt to connect has failed
KNOWN_SECONDS = 0.2  # to answer, for a server that has answered nobody lately


class PatientConnection(Connection[Any]):
    """A connection that is given up when its request has no patience left; then PostgreSQL is away.

    A server that is stopped keeps its connections open, so nothing below would ever end the wait.
    """

    def wait(self, gen: Any, interval: float = LOOK_SECONDS, timeout: float | None = None) -> Any:
        """Return what the server answers. Raises OperationalError if it comes too late."""
        longest = longest_wait()
        if longest is None:
            return super().wait(gen, interval, timeout)
        longest = KNOWN_SECONDS if DatabaseWrapper.is_away else longest
        end = monotonic() + longest
        try:
            return super().wait(gen, interval, longest if timeout is None else min(timeout, longest))
        except OperationalError:
            self.close()  # an answer that comes later would be taken for that to the next question
            DatabaseWrapper.is_away |= monotonic() >= end
            raise


class DatabaseWrapper(base.DatabaseWrapper):
    """As Django's, whose pool lets each request wait for its whole timeout while PostgreSQL is away."""

    is_away = False  # set for all connections of this process

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        if pool := self.settings_dict["OPTIONS"].get("pool"):
            pool.setdefault("connection_class", PatientConnection)

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return a connection. Raises PoolTimeout if none is free in time, or PostgreSQL is away."""
        pool: ConnectionPool[Any] | None = self.pool
        if pool is None:
            return super().get_new_connection(conn_params)
        longest = self.settings_dict["OPTIONS"]["pool"]["timeout"]
        pool.timeout = min(LOOK_SECONDS, longest)
        failed, end = failures(pool), monotonic() + min(longest, longest_wait() or longest)
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
