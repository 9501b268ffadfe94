"""A cache of public pages as bytes: a fresh page needs neither a query nor rendering.

A page is stored under a key of everything it depends on, and requested with that key alone, without a cookie
or another header, so it cannot contain anything personal. Only public responses (`same_for_all`) are stored.
A page is requested again after a second, and at once after a change in any process of this server; a PDF,
which is expensive, and a screen in the hall, of which there are several, are only revalidated. Meanwhile
readers get the old page for two seconds at most; after an organiser's change no reader gets it.
"""

import asyncio
import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from time import monotonic
from typing import NamedTuple, Protocol

from server.addresses import Key
from server.messages import Answer, Environ, Headers
from server.wake_ups import INVALIDATIONS, RESULT_CHANGES

SECONDS = 1.0  # lifetime before a page is revalidated
SECONDS_WHILE_RENEWED = 2.0  # maximum age of a page that is sent during its renewal
MOST_BYTES = 48 * 1024 * 1024  # of all pages together, compressed and uncompressed
LARGEST = MOST_BYTES // 8
OVERHEAD = 2000  # bytes per page besides its body
COMPRESSION = 6
COSTLY = (".pdf", ".xlsx", ".png")
OF_SCREENS = "/w/"  # several in one hall, of which a change concerns one or two
PACKED = (b"text/", b"application/json", b"application/atom", b"image/svg", b"application/javascript")
OURS = {b"etag", b"cache-control", b"vary"}  # headers of a 304
FORGOTTEN = {b"etag", b"content-length", b"last-modified"}  # set anew, or valid for one encoding only


class Asks(Protocol):
    """A lane."""

    async def ask(self, environ: Environ, body: bytes) -> Answer:
        """Return the application's response."""


class Timestamp(NamedTuple):
    """The time of a request: seconds, and the numbers of changes counted by then."""

    at: float
    news: int
    results: int

    @staticmethod
    def now() -> "Timestamp":
        return Timestamp(monotonic(), INVALIDATIONS.count, RESULT_CHANGES.count)


@dataclass(frozen=True, slots=True)
class Page:
    """A stored page, ready to send; `tag` is its view's ETag."""

    timestamp: Timestamp
    tag: str
    is_for_ever: bool
    etag: bytes
    plain: Answer
    packed: Answer
    unchanged: Answer

    @property
    def size(self) -> int:
        """Return the bytes it takes."""
        packed = 0 if self.packed is self.plain else len(self.packed.body)
        return OVERHEAD + len(self.plain.body) + packed

    def is_fresh(self) -> bool:
        """Return whether the page needs no revalidation."""
        now = Timestamp.now()
        is_as_it_was = (self.timestamp.news, self.timestamp.results) == (now.news, now.results)
        return self.is_for_ever or (is_as_it_was and now.at - self.timestamp.at < SECONDS)

    def may_be_shown(self) -> bool:
        """Return whether the page may be sent while it is renewed."""
        now = Timestamp.now()
        return self.timestamp.news == now.news and now.at - self.timestamp.at < SECONDS_WHILE_RENEWED

    def answer(self, headers: Mapping[bytes, bytes]) -> Answer:
        """Return the response: 304 if the client has these bytes."""
        if self.etag in headers.get(b"if-none-match", b""):
            return self.unchanged
        return self.packed if b"gzip" in headers.get(b"accept-encoding", b"") else self.plain


class Pages:
    """Stores pages up to a number of bytes; the oldest is evicted first."""

    def __init__(self, lane: Asks) -> None:
        self.lane = lane
        self.stored: dict[Key, Page] = {}
        self.making: dict[Key, asyncio.Task[Page | None]] = {}
        self.size = 0

    async def find(self, key: Key) -> Page | None:
        """Return the current page; None if it is not the same for all. Raises what the lane raises."""
        page, news = self.stored.get(key), INVALIDATIONS.count
        if page is not None and page.is_fresh():
            return page
        if page is not None and page.may_be_shown():
            self.task_for(key)
            return page
        while True:
            page = await asyncio.shield(self.task_for(key))
            if page is None or page.is_for_ever or page.timestamp.news >= news:
                return page

    def task_for(self, key: Key) -> asyncio.Task[Page | None]:
        """Return one task per page, however many requests wait for it."""
        if key not in self.making:
            self.making[key] = asyncio.create_task(self.renew(key))
            self.making[key].add_done_callback(lambda task: self.is_made(key, task))
        return self.making[key]

    def is_made(self, key: Key, task: asyncio.Task[Page | None]) -> None:
        """Let the next request start again. Errors go to the waiting requests, of which there may be none."""
        del self.making[key]
        if not task.cancelled():
            task.exception()

    async def renew(self, key: Key) -> Page | None:
        """Request the page, or only revalidate it if that is much cheaper."""
        timestamp, known = Timestamp.now(), self.stored.get(key)
        is_asked_first = key.path.endswith(COSTLY) or key.path.startswith(OF_SCREENS)
        tag = known.tag if known and is_asked_first else ""
        answer = await self.lane.ask(anonymous(key, tag), b"")
        if known and answer.status == 304:
            page: Page | None = replace(known, timestamp=timestamp)
        elif is_public(answer):
            page = await asyncio.to_thread(page_of, answer, timestamp)
        else:
            page = None
        self.store(key, page)
        return page

    def store(self, key: Key, page: Page | None) -> None:
        """Store the new page; drop a missing one, and the oldest ones above the limit."""
        self.remove(key)
        if page and page.size <= LARGEST:
            self.stored[key] = page
            self.size += page.size
        while self.size > MOST_BYTES:
            self.remove(next(iter(self.stored)))

    def remove(self, key: Key) -> None:
        """Drop a page."""
        if page := self.stored.pop(key, None):
            self.size -= page.size


def page_of(answer: Answer, timestamp: Timestamp) -> Page:
    """Return the page compressed and uncompressed; its ETag is weak, as it covers both."""
    told = dict(answer.headers)
    etag = b'"' + hashlib.sha256(answer.body).hexdigest()[:32].encode() + b'"'
    headers = [(name, value) for name, value in answer.headers if name not in FORGOTTEN]
    headers.append((b"etag", b"W/" + etag))
    plain = Answer(200, sized(headers, answer.body), answer.body)
    packed = plain
    if told.get(b"content-type", b"").startswith(PACKED):
        body = gzip.compress(answer.body, COMPRESSION, mtime=0)
        packed = Answer(200, sized([*headers, (b"content-encoding", b"gzip")], body), body)
    return Page(
        timestamp,
        told.get(b"etag", b"").decode("latin-1"),
        b"immutable" in told.get(b"cache-control", b""),
        etag,
        plain,
        packed,
        Answer(304, [pair for pair in headers if pair[0] in OURS], b""),
    )


def sized(headers: Headers, body: bytes) -> Headers:
    return [*headers, (b"content-length", str(len(body)).encode())]


def is_public(answer: Answer) -> bool:
    """Return whether a response is public."""
    told = dict(answer.headers)
    says_so = b"public" in told.get(b"cache-control", b"")
    return answer.status == 200 and says_so and not told.keys() & {b"set-cookie", b"content-encoding"}


def anonymous(key: Key, tag: str = "") -> Environ:
    """Return an anonymous request; with a tag, a conditional one."""
    environ = {
        "REQUEST_METHOD": "GET",
        "SCRIPT_NAME": "",
        "PATH_INFO": key.path.encode().decode("latin-1"),
        "QUERY_STRING": key.query,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "443" if key.is_secure else "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": key.host,
        "HTTP_ACCEPT_LANGUAGE": key.language,
        "wsgi.url_scheme": "https" if key.is_secure else "http",
    }
    return {**environ, "HTTP_IF_NONE_MATCH": tag} if tag else environ
