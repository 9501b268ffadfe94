"""Server-sent events of a published event and of a table: `.../events/{slug}/stream/`, `.../table/stream/`.

A listener is a coroutine of the front and no thread. A listener of a published event looks into the page
cache, so a hundred cost one page. For any other the application looks, and checks the way in each time;
listeners with the same way in share a look. Nothing of it reaches the lane of tables. The id of an event is a
digest of what was seen, so a listener that comes back with `Last-Event-ID` is told at once what it missed.
"""

import asyncio
import contextlib
import hashlib
import json
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any, Protocol
from weakref import WeakValueDictionary

from server.addresses import Key, key_of
from server.connections import Connection
from server.lanes import Unavailable
from server.marks import Asks, Timestamp
from server.messages import Answer, Environ, Scope, environ_of
from server.page_cache import Pages

STREAM = re.compile(r"/api/v1/(?:events/[^/]+/(?:tables/[^/]+/)?|table/)stream/")
OF_EVENT = re.compile(r"/api/v1/events/([^/]+)/stream/")
LOOK = "stichtag.look"  # marks a repeated look, which counts towards no limit; no header can set it
WAYS_IN = (b"authorization", b"cookie", b"x-table", b"host", b"x-forwarded-proto", b"accept-language")
SEEN = {  # what is watched of an event; the page has the clock, lists and notes as well
    "event": "/api/v1/events/{}/",
    "standings": "/api/v1/events/{}/standings/",
    "page": "/events/{}/live/",
    "screens": "/events/{}/screens/",
}
OF_SCREEN = re.compile(rb"screen=([a-z0-9]{1,8})")  # the query of a screen in the hall
SEEN_OF_SCREEN = {"screen": "/w/{}/live/"}  # it watches what it shows, and nothing else of the evening
MOST, FOR_TABLES = 800, 200  # listeners of a process; of these kept for who has a way in of their own
SHARE = 2  # one network takes at most half of the places that others have left
LOOK_SECONDS, CALM_SECONDS = 0.5, 5.0  # between two looks; without a change in this server
SCREEN_SECONDS = 0.1  # between two looks of a screen, which a whole hall waits for; there are few
HEARTBEAT_SECONDS = 10.0  # a line for proxies; the connection must read it within QUIET_SECONDS
RETRY_MILLISECONDS = 3000
CONTENT_TYPE = "text/event-stream; charset=utf-8"
HEADERS = [
    (b"content-type", CONTENT_TYPE.encode()),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]

OPEN_TO_ALL = [(b"access-control-allow-origin", b"*")]
DATA = "data: "

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
Receive = Callable[[], Awaitable[Message]]


class Full(Exception):
    """All places for listeners are taken."""


class Closed(Exception):
    """There is nothing to listen to; `answer` is the application's refusal, if it was asked."""

    def __init__(self, answer: Answer | None = None) -> None:
        self.answer = answer


class Watch(Protocol):
    """The pages or the table that one or more listeners watch."""

    is_of_screen: bool

    async def look(self) -> tuple[dict[str, str], Timestamp]:
        """Return marks of what can be read, and how old they are. Raises Closed."""


class PublicWatch:
    """A published event as everybody sees it, or a screen in its hall."""

    def __init__(self, pages: Pages, keys: Mapping[str, Key]) -> None:
        self.pages, self.keys = pages, keys
        self.is_of_screen = keys.keys() == SEEN_OF_SCREEN.keys()

    async def look(self) -> tuple[dict[str, str], Timestamp]:
        """Return the ETags of its pages. Raises Closed if they are not open to everybody."""
        pages_by_name = {name: await self.pages.find(key) for name, key in self.keys.items()}
        pages = {name: page for name, page in pages_by_name.items() if page}
        if not pages or pages.keys() != pages_by_name.keys():
            raise Closed
        digests = {name: page.etag.decode().strip('"') for name, page in pages.items()}
        return digests, min(page.timestamp for page in pages.values())


class OwnWatch:
    """A private stream of one table or event; its listeners share each request."""

    is_of_screen = False

    def __init__(self, lane: Asks, environ: Environ) -> None:
        self.lane, self.environ = lane, environ
        self.found: tuple[dict[str, str], Timestamp] | None = None
        self.looking: asyncio.Task[None] | None = None

    async def look(self) -> tuple[dict[str, str], Timestamp]:
        """Return the marks and their age. Raises Closed with its refusal, and what the lane raises."""
        if self.found is None or is_due(self.found[1]):
            if self.looking is None or self.looking.done():
                self.looking = asyncio.create_task(self.renew())
            await asyncio.shield(self.looking)
        assert self.found
        return self.found

    async def renew(self) -> None:
        """Ask the application."""
        timestamp = Timestamp.now()
        again = {LOOK: "1"} if self.found else {}  # the first look counts as a request
        answer = await self.lane.ask({**self.environ, **again}, b"")
        if answer.status != 200:
            raise Closed(answer)
        data = next(line for line in answer.body.decode().split("\n") if line.startswith(DATA))
        self.found = json.loads(data.removeprefix(DATA)), timestamp


class Streams:
    """The listeners of a process, in a bounded number of places."""

    def __init__(self, pages: Pages) -> None:
        self.pages = pages
        self.listeners: Counter[str] = Counter()
        self.is_ending = False  # the server shuts down: no stream keeps it waiting
        self.watches: WeakValueDictionary[tuple[bytes, ...], OwnWatch] = WeakValueDictionary()

    @contextlib.contextmanager
    def place(self, address: str, *, is_table: bool) -> Any:
        """Take a place for a listener of this network. Raises Full.

        A hall alone may take half of the places, and no network what others need; the last places are
        for tables and others who have a way in of their own.
        """
        places = MOST if is_table else MOST - FOR_TABLES
        free, own = places - self.listeners.total(), self.listeners[address]
        if free <= 0 or own >= -(-(free + own) // SHARE):
            raise Full
        self.listeners[address] += 1
        try:
            yield
        finally:
            self.listeners[address] -= 1
            self.listeners += Counter()  # forgets networks without a listener

    def watch(self, scope: Scope, headers: Mapping[bytes, bytes]) -> Watch:
        """Return what a listener watches: by everybody's pages, or by its own way in."""
        if OF_EVENT.fullmatch(scope["path"]) and b"authorization" not in headers:
            return PublicWatch(self.pages, keys_of(scope, headers))
        way_in = (scope["raw_path"], *(headers.get(name, b"") for name in WAYS_IN))
        watch = self.watches.get(way_in) or OwnWatch(self.pages.lane, environ_of_look(scope))
        self.watches[way_in] = watch
        return watch

    async def answer(self, scope: Scope, receive: Receive, send: Send, connection: Connection) -> None:
        """Send changes until the listener disconnects. Raises Full, Closed, and what the lane raises."""
        headers = dict(scope["headers"])
        watch = self.watch(scope, headers)
        with self.place(connection.address, is_table=isinstance(watch, OwnWatch)):
            await watch.look()
            own = [] if isinstance(watch, OwnWatch) else OPEN_TO_ALL
            await send({"type": "http.response.start", "status": 200, "headers": [*HEADERS, *own]})
            leaving = asyncio.ensure_future(left(receive))
            try:
                known = headers.get(b"last-event-id", b"").decode("latin-1")
                await self.tell(watch, known, send, connection, leaving)
            finally:
                leaving.cancel()

    async def tell(
        self,
        watch: Watch,
        known: str,
        send: Send,
        connection: Connection,
        leaving: asyncio.Future[None],
    ) -> None:
        """Send an event whenever what is seen differs from what the listener knows, else a heartbeat."""
        loop, looked = asyncio.get_running_loop(), Timestamp(0.0, -1, -1)
        silent_since = loop.time()
        await write(send, connection, opening())
        while not leaving.done() and not self.is_ending:
            if is_due(looked):
                try:
                    digests, looked = await watch.look()
                except (Closed, Unavailable):
                    return  # hidden meanwhile, or the server is busy: a new request is told so
                if text := told(digests, known):
                    known, silent_since = digest_of(digests), loop.time()
                    await write(send, connection, text)
            if loop.time() - silent_since > HEARTBEAT_SECONDS:
                silent_since = loop.time()
                await write(send, connection, ": still here\n\n")
            await asyncio.wait([leaving], timeout=SCREEN_SECONDS if watch.is_of_screen else LOOK_SECONDS)


def environ_of_look(scope: Scope) -> Environ:
    """Return the listener's request as one whose answer has every mark."""
    return {name: value for name, value in environ_of(scope).items() if name != "HTTP_LAST_EVENT_ID"}


def keys_of(scope: Scope, headers: Mapping[bytes, bytes]) -> dict[str, Key]:
    """Return the pages that a stream watches, as everybody sees them; none for a foreign host.

    A screen asks for its page in its own language right after, so that is the page which is watched.
    """
    event, screen = OF_EVENT.fullmatch(scope["path"]), OF_SCREEN.fullmatch(scope["query_string"])
    decisive = [b"host", b"x-forwarded-proto", *([b"accept-language"] if screen else [])]
    plain = {name: headers[name] for name in decisive if name in headers}
    seen, of = (SEEN_OF_SCREEN, screen[1].decode()) if screen else (SEEN, event[1] if event else "")
    paths = {name: path.format(of) for name, path in seen.items()} if event else {}
    keys = {name: key_of(path, b"", scope["scheme"], plain) for name, path in paths.items()}
    return {name: key for name, key in keys.items() if key}


def is_due(looked: Timestamp) -> bool:
    """Return whether to look again: after a change in this server at once, for other servers now and then."""
    now = Timestamp.now()
    return (looked.news, looked.results) != (now.news, now.results) or now.at - looked.at > CALM_SECONDS


def opening() -> str:
    """Return the first line of a stream: after how long to come back."""
    return f"retry: {RETRY_MILLISECONDS}\n\n"


def told(digests: Mapping[str, str], known: str) -> str:
    """Return the event with these marks; empty if the listener has them already."""
    name = digest_of(digests)
    return f"id: {name}\nevent: changed\ndata: {json.dumps(digests)}\n\n" if name != known else ""


def digest_of(values: Mapping[str, Any]) -> str:
    """Return the id of an event."""
    return hashlib.sha256(json.dumps(values, default=str).encode()).hexdigest()[:16]


async def write(send: Send, connection: Connection, text: str) -> None:
    """Send a piece; a listener that does not read it is closed by its deadline."""
    connection.send(len(text), asyncio.get_running_loop().time())
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


async def left(receive: Receive) -> None:
    """Return when the listener has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass
