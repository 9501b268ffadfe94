"""The way in: reads each request whole, answers what is kept, and hands the rest to its lane.

Nothing here waits for anybody but by the event loop, so no number of slow clients keeps others waiting.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from functools import lru_cache
from typing import Any

from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext

from tournaments.serving.addresses import cookies_of, key_of, lane_of, language_of, path_of, text_of
from tournaments.serving.connections import A_READ, CONNECTIONS, Connections, Place
from tournaments.serving.lanes import Lane, Unavailable
from tournaments.serving.messages import Answer, Scope, environ_of
from tournaments.serving.pages import Pages
from tournaments.views.errors import refusal

LONGEST_HEADERS = 32 * 1024
SECONDS_TO_WAIT = "2"  # before another try
READS = ("GET", "HEAD")

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class Gone(Exception):
    """Whoever asked has hung up."""


class Front:
    """The ASGI application of a server."""

    def __init__(
        self, lanes: Mapping[str, Lane], pages: Pages, connections: Connections = CONNECTIONS
    ) -> None:
        self.lanes, self.pages, self.connections = lanes, pages, connections

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.live(receive, send)
        loop = asyncio.get_running_loop()
        place = self.connections.find(scope["client"], loop.time())
        place.work()
        try:
            answer = await self.answer(scope, receive, place)
            place.send(len(answer.body), loop.time())
            head = {"type": "http.response.start", "status": answer.status, "headers": answer.headers}
            await send(head)
            await send({"type": "http.response.body", "body": answer.body})
        except Gone:
            return
        finally:
            place.rest()

    async def live(self, receive: Receive, send: Send) -> None:
        """From the server's start to its end."""
        await receive()
        sweep = asyncio.create_task(self.connections.sweep())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        sweep.cancel()
        await send({"type": "lifespan.shutdown.complete"})

    async def answer(self, scope: Scope, receive: Receive, place: Place) -> Answer:
        """The answer to a request. Raises Gone."""
        headers = dict(scope["headers"])
        if sum(len(name) + len(value) for name, value in scope["headers"]) > LONGEST_HEADERS:
            return TOO_LONG
        path = path_of(scope["raw_path"])
        try:
            return await self.kept(scope, path, headers) or await self.worked_out(scope, path, receive, place)
        except Unavailable:
            return busy(path.startswith("/api/"), reader_language(headers))

    async def kept(self, scope: Scope, path: str, headers: Mapping[bytes, bytes]) -> Answer | None:
        """A page that is the same for all; None where it is not."""
        if scope["method"] not in READS:
            return None
        key = key_of(path, scope["query_string"], scope["scheme"], headers)
        page = await self.pages.find(key) if key else None
        return page.answer(headers) if page else None

    async def worked_out(self, scope: Scope, path: str, receive: Receive, place: Place) -> Answer:
        """What the application answers, once the whole request is here."""
        lane, held = self.lanes[lane_of(path)], Held()
        try:
            body = await read_body(scope, receive, lane, place, held)
            environ = environ_of(scope)
            if body is None:  # too long: the application says so, by the length it is told
                environ["CONTENT_LENGTH"], body = str(max(held.size, declared_length(scope))), b""
            place.work()
            weight = A_READ if scope["method"] in READS else 1.0
            later = place.stand_back(asyncio.get_running_loop().time(), weight)
            return await lane.ask(environ, body, lambda: not place.is_gone, later)
        finally:
            lane.bytes_held -= held.size


class Held:
    """How much of a body is here."""

    size = 0


async def read_body(scope: Scope, receive: Receive, lane: Lane, place: Place, held: Held) -> bytes | None:
    """The whole body; None for one that is longer than the lane takes. Raises Gone, Unavailable."""
    if declared_length(scope) > lane.longest_body:
        return None
    begun, parts = asyncio.get_running_loop().time(), []
    while True:
        place.read_body(held.size, begun)
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        part = message.get("body", b"")
        parts.append(part)
        held.size += len(part)
        lane.bytes_held += len(part)
        if held.size > lane.longest_body:
            return None
        if lane.bytes_held > lane.most_bytes:
            raise Unavailable
        if not message.get("more_body"):
            return b"".join(parts)


def declared_length(scope: Scope) -> int:
    """How long the body says it is; 0 where it does not."""
    length = dict(scope["headers"]).get(b"content-length", b"0")
    return int(length) if length.isdigit() and len(length) < 20 else 0


# Refusals of our own


def plain(status: int, text: str) -> Answer:
    """A sentence and nothing else."""
    body = text.encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    return Answer(status, headers, body)


TOO_LONG = plain(
    431,
    f"A request has at most {LONGEST_HEADERS // 1024} KB of headers."
    " Delete the cookies of this site, then try again.",
)


def reader_language(headers: Mapping[bytes, bytes]) -> str:
    """The language of whoever sent these headers."""
    return language_of(cookies_of(text_of(headers, b"cookie")), text_of(headers, b"accept-language"))


@lru_cache
def busy(is_for_program: bool, language: str) -> Answer:
    """503, and when to try again; made once for each language."""
    with translation.override(language):
        if is_for_program:
            message = gettext("Too many people are asking at the moment; try again.")
            response: HttpResponse = refusal(503, "unavailable", message)
        else:
            response = HttpResponse(render_to_string("busy.html"), status=503)
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
