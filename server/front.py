"""The front: reads each request completely, answers from the page cache, and passes the rest to a lane.

It waits on the event loop only, so slow clients do not block others, however many there are.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from functools import lru_cache
from typing import Any

from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext

from server.addresses import OF_PHOTOS, OF_TABLES, cookies_of, key_of, lane_of, language_of, path_of, text_of
from server.connections import A_READ, CONNECTIONS, Connection, Connections
from server.counts import PATH, Counts, with_counts
from server.lanes import Lane, Unavailable
from server.messages import Answer, Scope, environ_of
from server.page_cache import Pages
from server.refusals import refusal
from server.streams import STREAM, Closed, Full, Streams
from server.visitors import Visitor, Visitors

LONGEST_HEADERS = 32 * 1024
SECONDS_TO_WAIT = "2"  # Retry-After
READS = ("GET", "HEAD")

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class ClientDisconnected(Exception):
    """The client has disconnected."""


class Front:
    """The ASGI application of a server."""

    def __init__(
        self,
        lanes: Mapping[str, Lane],
        pages: Pages,
        visitors: Visitors,
        connections: Connections = CONNECTIONS,
    ) -> None:
        self.lanes, self.pages, self.visitors, self.connections = lanes, pages, visitors, connections
        self.counts, self.streams = Counts(), Streams(pages)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.live(receive, send)
        loop = asyncio.get_running_loop()
        connection = self.connections.find(scope["client"], loop.time())
        connection.work()
        try:
            if STREAM.fullmatch(scope["path"]) and scope["method"] == "GET":
                return await self.stream(scope, receive, send, connection)
            answer = await self.answer(scope, receive, connection)
            connection.send(len(answer.body), loop.time())
            head = {"type": "http.response.start", "status": answer.status, "headers": answer.headers}
            await send(head)
            await send({"type": "http.response.body", "body": answer.body})
        except ClientDisconnected:
            return
        finally:
            connection.rest()

    async def stream(self, scope: Scope, receive: Receive, send: Send, connection: Connection) -> None:
        """Tell a listener of changes; one too many is answered with 503, others are refused as elsewhere."""
        language = reader_language(dict(scope["headers"]))
        try:
            await self.streams.answer(scope, receive, send, connection)
            return await send({"type": "http.response.body", "body": b""})
        except Closed as refused:
            answer = refused.answer or missing(language)
        except (Full, Unavailable):
            answer = busy(True, language)
        connection.send(len(answer.body), asyncio.get_running_loop().time())
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        await send({"type": "http.response.body", "body": answer.body})

    async def live(self, receive: Receive, send: Send) -> None:
        """Run from the server's start to its shutdown."""
        await receive()
        sweep = asyncio.create_task(self.connections.sweep())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        sweep.cancel()
        await send({"type": "lifespan.shutdown.complete"})

    async def answer(self, scope: Scope, receive: Receive, connection: Connection) -> Answer:
        """Return the response to a request. Raises Gone."""
        headers = dict(scope["headers"])
        if sum(len(name) + len(value) for name, value in scope["headers"]) > LONGEST_HEADERS:
            return TOO_LONG
        path = path_of(scope["raw_path"])
        try:
            visitor = await self.meet(path, headers)
            cached = await self.cached(scope, path, visitor.headers)
            lane = self.lanes[lane_of(path, is_known=visitor.is_known)]
            answer = cached or await self.computed(scope, lane, receive, connection)
        except Unavailable:
            cached, answer = None, busy(path.startswith("/api/"), reader_language(headers))
        self.counts.add(answer, is_cached=cached is not None)
        return with_counts(answer, self.counts) if path == PATH else answer

    async def meet(self, path: str, headers: Mapping[bytes, bytes]) -> Visitor:
        """Return who asks, where that matters."""
        if OF_TABLES.match(path) or not {b"cookie", b"authorization"} & headers.keys():
            return Visitor(False, headers)
        return await self.visitors.meet(headers)

    async def cached(self, scope: Scope, path: str, headers: Mapping[bytes, bytes]) -> Answer | None:
        """Return a page that is the same for all; None if it is not."""
        if scope["method"] not in READS:
            return None
        key = key_of(path, scope["query_string"], scope["scheme"], headers)
        page = await self.pages.find(key) if key else None
        return page.answer(headers) if page else None

    async def computed(self, scope: Scope, lane: Lane, receive: Receive, connection: Connection) -> Answer:
        """Return the application's response, once the request is complete."""
        received = ReceivedBody()
        try:
            longest = lane.longest_photo if OF_PHOTOS.match(path_of(scope["raw_path"])) else lane.longest_body
            body = await read_body(scope, receive, lane, connection, received, longest)
            environ = environ_of(scope)
            if body is None:  # too long: the application refuses it by its declared length
                environ["CONTENT_LENGTH"], body = str(max(received.size, declared_length(scope))), b""
            connection.work()
            weight = A_READ if scope["method"] in READS else 1.0
            later = connection.stand_back(asyncio.get_running_loop().time(), weight)
            return await lane.ask(environ, body, lambda: not connection.is_gone, later)
        finally:
            lane.bytes_held -= received.size


class ReceivedBody:
    """The number of bytes of a body received so far."""

    size = 0


async def read_body(
    scope: Scope,
    receive: Receive,
    lane: Lane,
    connection: Connection,
    received: ReceivedBody,
    longest: int,
) -> bytes | None:
    """Return the body; None if it is longer than that. Raises ClientDisconnected, Unavailable."""
    if declared_length(scope) > longest:
        return None
    begun, parts = asyncio.get_running_loop().time(), []
    while True:
        connection.read_body(received.size, begun)
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnected
        part = message.get("body", b"")
        parts.append(part)
        received.size += len(part)
        lane.bytes_held += len(part)
        if received.size > longest:
            return None
        if lane.bytes_held > lane.most_bytes:
            raise Unavailable
        if not message.get("more_body"):
            return b"".join(parts)


def declared_length(scope: Scope) -> int:
    """Return the declared length of the body; 0 if there is none."""
    length = dict(scope["headers"]).get(b"content-length", b"0")
    return int(length) if length.isdigit() and len(length) < 20 else 0


# Responses of the front itself


def plain(status: int, text: str) -> Answer:
    """Return a plain text response."""
    body = text.encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    return Answer(status, headers, body)


TOO_LONG = plain(
    431,
    f"A request has at most {LONGEST_HEADERS // 1024} KB of headers."
    " Delete the cookies of this site, then try again.",
)


def reader_language(headers: Mapping[bytes, bytes]) -> str:
    """Return the reader's language from the request headers."""
    return language_of(cookies_of(text_of(headers, b"cookie")), text_of(headers, b"accept-language"))


@lru_cache
def missing(language: str) -> Answer:
    """Return 404 for a stream of no event that is open to everybody."""
    with translation.override(language):
        body = refusal(404, "not_found", gettext("Page not found.")).content
    length = (b"content-length", str(len(body)).encode())
    return Answer(
        404, [(b"content-type", b"application/json"), (b"cache-control", b"no-store"), length], body
    )


@lru_cache
def busy(is_for_program: bool, language: str) -> Answer:
    """Return 503 with Retry-After; built once per language."""
    with translation.override(language):
        if is_for_program:
            message = gettext("The server is busy; try again.")
            response: HttpResponse = refusal(503, "unavailable", message)
        else:
            response = HttpResponse(render_to_string("pages/busy.html"), status=503)
    headers = {
        "Content-Type": response["Content-Type"],
        "Content-Length": str(len(response.content)),
        "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'",
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "no-store",
        "Retry-After": SECONDS_TO_WAIT,
    }
    pairs = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    return Answer(503, pairs, response.content)
