"""Every connection there is, and the time each has: whoever says, sends or reads nothing for long is let go.

A connection has one deadline, set anew by each step of a request: to say something, to finish a header, to
send a body, to read an answer. None while the server works. Where all places are taken, the address with the
most connections gives up the one it has left alone the longest; so a share is whatever a hall behind one
address needs until it gets tight, and then it is fair.
"""

import asyncio
import contextlib
import ipaddress
from collections import defaultdict
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST = 4200  # connections at a time
QUIET_SECONDS = 20.0  # a connection that nobody uses, from the first moment on
HEAD_SECONDS = 8.0  # from the first byte of a request to the end of its header
BODY_SECONDS = 8.0  # to send a body, and longer by its length
SLOWEST = 8 * 1024  # bytes a second at which anybody gets a body through, either way
LONGEST_HEAD = 512 * 1024  # bytes before a request begins to be answered; the front refuses far fewer
SWEEP_SECONDS = 0.5
CALM_SECONDS = 5.0  # in which half of what a connection asked for is forgotten
FEW = 2.0  # requests lately for which nobody stands back; a new connection counts as having made them
A_READ = 0.25  # of a request: a phone asks for its sheet every four seconds
STEP_BACK, FURTHEST = 1.0, 3.0  # seconds that a connection stands back for each more, and at most

Client = tuple[str, int]


class Place:
    """One connection."""

    __slots__ = ("address", "asked", "asked_at", "client", "deadline", "heard", "is_answering", "transport")

    def __init__(self, client: Client | None, transport: asyncio.Transport | None, now: float) -> None:
        self.client, self.transport = client, transport
        self.address = network_of(client[0]) if client else ""
        self.deadline: float | None = now + QUIET_SECONDS
        self.is_answering, self.heard = False, 0
        self.asked, self.asked_at = FEW, now

    @property
    def is_gone(self) -> bool:
        """Whether nobody waits for an answer any more."""
        return self.transport is not None and self.transport.is_closing()

    def hear(self, size: int, now: float) -> None:
        """Bytes came; the first ones of a request start its time."""
        if self.is_answering:
            return
        if not self.heard and not self.owes_bytes():
            self.deadline = now + HEAD_SECONDS
        self.heard += size
        if self.heard > LONGEST_HEAD:
            self.abort()

    def owes_bytes(self) -> bool:
        """Whether an answer has not been read to its end."""
        return self.transport is not None and self.transport.get_write_buffer_size() > 0

    def read_body(self, received: int, begun: float) -> None:
        """A body is being sent, of which so many bytes are here."""
        self.is_answering = True
        self.deadline = begun + BODY_SECONDS + received / SLOWEST

    def work(self) -> None:
        """The request is here; now it is our turn."""
        self.is_answering, self.deadline = True, None

    def stand_back(self, now: float, weight: float = 1.0) -> float:
        """Seconds by which this request comes after others: the more, the more was asked for lately."""
        self.asked *= 0.5 ** ((now - self.asked_at) / CALM_SECONDS)
        self.asked, self.asked_at = self.asked + weight, now
        return min(FURTHEST, STEP_BACK * max(0.0, self.asked - FEW))

    def send(self, size: int, now: float) -> None:
        """An answer of so many bytes is to be read."""
        self.deadline = now + QUIET_SECONDS + size / SLOWEST

    def rest(self) -> None:
        """The answer is written; the next request may come."""
        self.is_answering, self.heard = False, 0

    def abort(self) -> None:
        if self.transport is not None:
            self.transport.abort()


class Connections:
    """All of a server."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.by_client: dict[Client | None, Place] = {}
        self.by_address: dict[str, set[Place]] = defaultdict(set)

    def admit(self, client: Client | None, transport: asyncio.Transport, now: float) -> Place:
        """A place for a new connection; where there is none, somebody who holds more gives one up."""
        place = Place(client, transport, now)
        if len(self.by_client) >= self.most and not self.make_room(place.address):
            transport.abort()
            return place
        self.by_client[client] = place
        self.by_address[place.address].add(place)
        return place

    def make_room(self, address: str) -> bool:
        """Close the connection longest left alone of whoever holds the most; false if all are at work."""
        own, largest = self.by_address.get(address, set()), max(self.by_address.values(), key=len)
        idle = [place for place in (own if len(own) >= len(largest) else largest) if not place.is_answering]
        if not idle:
            return False
        oldest = min(idle, key=lambda place: place.deadline or 0)
        oldest.abort()
        self.forget(oldest)
        return True

    def forget(self, place: Place) -> None:
        """The connection is closed."""
        if self.by_client.get(place.client) is place:
            del self.by_client[place.client]
        own = self.by_address.get(place.address, set())
        own.discard(place)
        if not own:
            self.by_address.pop(place.address, None)

    def find(self, client: Any, now: float) -> Place:
        """The place of whoever sent a request."""
        known = self.by_client.get(tuple(client) if client else None)
        return known or Place(None, None, now)

    def close_overdue(self, now: float) -> None:
        """Let go of everybody whose time is over."""
        for place in list(self.by_client.values()):
            if place.deadline is not None and place.deadline < now:
                place.abort()

    async def sweep(self) -> None:
        """Look after the time for ever."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.close_overdue(loop.time())


def network_of(address: str) -> str:
    """Whose connection it is: of version 6 the first half, for everybody has as many as they like."""
    if ":" not in address:
        return address
    with contextlib.suppress(ValueError):
        return str(ipaddress.ip_network((address.split("%")[0], 64), strict=False))
    return address


CONNECTIONS = Connections()


class Guard(HttpToolsProtocol):
    """uvicorn's protocol, with a place among the connections; overrides what asyncio itself calls."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.place = CONNECTIONS.admit(self.client, transport, self.loop.time())

    def data_received(self, data: bytes) -> None:
        self.place.hear(len(data), self.loop.time())
        super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        CONNECTIONS.forget(self.place)
