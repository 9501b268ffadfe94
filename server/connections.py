"""All open connections and their deadlines: an idle, slow or unread connection is closed.

A connection has one deadline, reset by each step of a request: to start it, to finish its header, to send its
body, to read its response. It has none while the server works. If all places are taken, the address with the
most connections loses the one idle longest. So a hall behind one address may use as many places as it needs
until they run short, and then places are shared fairly.
"""

import asyncio
import contextlib
import ipaddress
from collections import defaultdict
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST = 4200  # concurrent connections
QUIET_SECONDS = 20.0  # an idle connection, from its opening on
HEAD_SECONDS = 8.0  # from the first byte of a request to the end of its header
BODY_SECONDS = 8.0  # to send a body, plus time in proportion to its length
SLOWEST = 8 * 1024  # bytes per second: the slowest permitted transfer, in both directions
LONGEST_HEAD = 512 * 1024  # bytes before a response begins; the front refuses far fewer
SWEEP_SECONDS = 0.5
CALM_SECONDS = 5.0  # half-life of a connection's count of requests
FEW = 2.0  # recent requests without a delay; a new connection starts with this count
A_READ = 0.25  # weight of a read in requests: a phone polls its sheet every four seconds
STEP_BACK, FURTHEST = 1.0, 3.0  # seconds of delay per request above FEW, and the maximum

Client = tuple[str, int]


class Connection:
    """One connection."""

    __slots__ = (
        "address",
        "client",
        "counted_at",
        "deadline",
        "heard",
        "is_answering",
        "recent_requests",
        "transport",
    )

    def __init__(self, client: Client | None, transport: asyncio.Transport | None, now: float) -> None:
        self.client, self.transport = client, transport
        self.address = network_of(client[0]) if client else ""
        self.deadline: float | None = now + QUIET_SECONDS
        self.is_answering, self.heard = False, 0
        self.recent_requests, self.counted_at = FEW, now

    @property
    def is_gone(self) -> bool:
        """Return whether the client has disconnected."""
        return self.transport is not None and self.transport.is_closing()

    def hear(self, size: int, now: float) -> None:
        """Record received bytes; the first ones of a request start its deadline."""
        if self.is_answering:
            return
        if not self.heard and not self.owes_bytes():
            self.deadline = now + HEAD_SECONDS
        self.heard += size
        if self.heard > LONGEST_HEAD:
            self.abort()

    def owes_bytes(self) -> bool:
        """Return whether a response has not been read completely."""
        return self.transport is not None and self.transport.get_write_buffer_size() > 0

    def read_body(self, received: int, begun: float) -> None:
        """Set the deadline of a body of which this many bytes have arrived."""
        self.is_answering = True
        self.deadline = begun + BODY_SECONDS + received / SLOWEST

    def work(self) -> None:
        """Clear the deadline: the request is complete and the server works."""
        self.is_answering, self.deadline = True, None

    def stand_back(self, now: float, weight: float = 1.0) -> float:
        """Return the seconds by which this request yields to others; they grow with its recent requests."""
        self.recent_requests *= 0.5 ** ((now - self.counted_at) / CALM_SECONDS)
        self.recent_requests, self.counted_at = self.recent_requests + weight, now
        return min(FURTHEST, STEP_BACK * max(0.0, self.recent_requests - FEW))

    def send(self, size: int, now: float) -> None:
        """Set the deadline to read a response of this many bytes."""
        self.deadline = now + QUIET_SECONDS + size / SLOWEST

    def rest(self) -> None:
        """Mark the response as written, so that the next request may come."""
        self.is_answering, self.heard = False, 0

    def abort(self) -> None:
        if self.transport is not None:
            self.transport.abort()


class Connections:
    """All connections of a server."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.by_client: dict[Client | None, Connection] = {}
        self.by_address: dict[str, set[Connection]] = defaultdict(set)

    def admit(self, client: Client | None, transport: asyncio.Transport, now: float) -> Connection:
        """Return a place for a new connection; if all are taken, the address with the most loses one."""
        connection = Connection(client, transport, now)
        if len(self.by_client) >= self.most and not self.make_room(connection.address):
            transport.abort()
            return connection
        self.by_client[client] = connection
        self.by_address[connection.address].add(connection)
        return connection

    def make_room(self, address: str) -> bool:
        """Close the longest idle connection of the address with the most; return False if all are busy."""
        own, largest = self.by_address.get(address, set()), max(self.by_address.values(), key=len)
        idle = [
            connection
            for connection in (own if len(own) >= len(largest) else largest)
            if not connection.is_answering
        ]
        if not idle:
            return False
        oldest = min(idle, key=lambda connection: connection.deadline or 0)
        oldest.abort()
        self.remove(oldest)
        return True

    def remove(self, connection: Connection) -> None:
        """Remove a closed connection."""
        if self.by_client.get(connection.client) is connection:
            del self.by_client[connection.client]
        own = self.by_address.get(connection.address, set())
        own.discard(connection)
        if not own:
            self.by_address.pop(connection.address, None)

    def find(self, client: Any, now: float) -> Connection:
        """Return the connection of a request's client."""
        known = self.by_client.get(tuple(client) if client else None)
        return known or Connection(None, None, now)

    def close_overdue(self, now: float) -> None:
        """Close every connection past its deadline."""
        for connection in list(self.by_client.values()):
            if connection.deadline is not None and connection.deadline < now:
                connection.abort()

    async def sweep(self) -> None:
        """Close overdue connections in an endless loop."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.close_overdue(loop.time())


def network_of(address: str) -> str:
    """Return the address, or the first half of an IPv6 one, as clients choose the second half freely."""
    if ":" not in address:
        return address
    with contextlib.suppress(ValueError):
        return str(ipaddress.ip_network((address.split("%")[0], 64), strict=False))
    return address


CONNECTIONS = Connections()


class Guard(HttpToolsProtocol):
    """uvicorn's protocol with a place among the connections; overrides the methods asyncio calls."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.connection = CONNECTIONS.admit(self.client, transport, self.loop.time())

    def data_received(self, data: bytes) -> None:
        self.connection.hear(len(data), self.loop.time())
        super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        CONNECTIONS.remove(self.connection)
