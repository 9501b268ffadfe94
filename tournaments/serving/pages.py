"""Pages that strangers see alike, kept as bytes: neither a query nor a rendering while they are fresh.

A page is kept under a key that holds all it depends on, and is asked for with nothing but that key, without
a cookie or another header, so that nothing personal can be in it. Only what calls itself public
(`same_for_all`) is kept. After a second, and at once after a change in any process of this server, it is
asked for again; a paper that is costly to make is only asked whether it changed. While that goes on, readers
get the page as it was, for two seconds at most; but after a change that an organiser made nobody does.
"""

import asyncio
import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from time import monotonic
from typing import NamedTuple, Protocol

from tournaments.live import NEWS, RESULTS
from tournaments.serving.addresses import Key
from tournaments.serving.messages import Answer, Environ, Headers

SECONDS = 1.0  # how long nobody asks whether a page is still what it was
SECONDS_WHILE_RENEWED = 2.0  # how old a page may be that is sent while the next one is made
MOST_BYTES = 48 * 1024 * 1024  # of all pages together, with and without compression
LARGEST = MOST_BYTES // 8
OVERHEAD = 2000  # bytes of a page beside its body
COMPRESSION = 6
COSTLY = (".pdf", ".xlsx", ".png")
PACKED = (b"text/", b"application/json", b"application/atom", b"image/svg", b"application/javascript")
OURS = {b"etag", b"cache-control", b"vary"}  # headers of a 304
FORGOTTEN = {b"etag", b"content-length", b"last-modified"}  # said anew, or true of one form of the bytes only


class Asks(Protocol):
    """A lane."""

    async def ask(self, environ: Environ, body: bytes) -> Answer:
        """The application's answer."""


class Moment(NamedTuple):
    """When a page was asked for: seconds, and what had been heard by then."""

    at: float
    news: int
    results: int

    @staticmethod
    def now() -> "Moment":
        return Moment(monotonic(), NEWS.rings, RESULTS.rings)


@dataclass(frozen=True, slots=True)
class Page:
    """A page as it was, ready to be sent; `tag` is what its view calls this version."""

    moment: Moment
    tag: str
    is_for_ever: bool
    etag: bytes
    plain: Answer
    packed: Answer
    unchanged: Answer

    @property
    def size(self) -> int:
        """Bytes it takes."""
        packed = 0 if self.packed is self.plain else len(self.packed.body)
        return OVERHEAD + len(self.plain.body) + packed

    def is_fresh(self) -> bool:
        """Whether nobody needs to ask again."""
        now = Moment.now()
        is_as_it_was = (self.moment.news, self.moment.results) == (now.news, now.results)
        return self.is_for_ever or (is_as_it_was and now.at - self.moment.at < SECONDS)

    def may_be_shown(self) -> bool:
        """Whether it is good enough while the next one is made."""
        now = Moment.now()
        return self.moment.news == now.news and now.at - self.moment.at < SECONDS_WHILE_RENEWED

    def answer(self, headers: Mapping[bytes, bytes]) -> Answer:
        """What to send: 304 to whoever knows these very bytes."""
        if self.etag in headers.get(b"if-none-match", b""):
            return self.unchanged
        return self.packed if b"gzip" in headers.get(b"accept-encoding", b"") else self.plain


class Pages:
    """Keeps pages up to a number of bytes; the one made longest ago goes first."""

    def __init__(self, lane: Asks) -> None:
        self.lane = lane
        self.kept: dict[Key, Page] = {}
        self.making: dict[Key, asyncio.Task[Page | None]] = {}
        self.size = 0

    async def find(self, key: Key) -> Page | None:
        """The page as it is now; None for one that is not the same for all. Raises what the lane raises."""
        page, news = self.kept.get(key), NEWS.rings
        if page is not None and page.is_fresh():
            return page
        if page is not None and page.may_be_shown():
            self.task_for(key)
            return page
        while True:
            page = await asyncio.shield(self.task_for(key))
            if page is None or page.is_for_ever or page.moment.news >= news:
                return page

    def task_for(self, key: Key) -> asyncio.Task[Page | None]:
        """However many wait for a page, it is made once."""
        if key not in self.making:
            self.making[key] = asyncio.create_task(self.renew(key))
            self.making[key].add_done_callback(lambda task: self.is_made(key, task))
        return self.making[key]

    def is_made(self, key: Key, task: asyncio.Task[Page | None]) -> None:
        """The next who asks may begin anew. An error is theirs who waited; often nobody did."""
        del self.making[key]
        if not task.cancelled():
            task.exception()

    async def renew(self, key: Key) -> Page | None:
        """Ask for the page, or, where that is much cheaper, whether it changed."""
        moment, known = Moment.now(), self.kept.get(key)
        tag = known.tag if known and key.path.endswith(COSTLY) else ""
        answer = await self.lane.ask(anonymous(key, tag), b"")
        if known and answer.status == 304:
            page: Page | None = replace(known, moment=moment)
        elif is_public(answer):
            page = await asyncio.to_thread(page_of, answer, moment)
        else:
            page = None
        self.keep(key, page)
        return page

    def keep(self, key: Key, page: Page | None) -> None:
        """Remember the newest; forget what is gone, and the oldest where there is too much."""
        self.forget(key)
        if page and page.size <= LARGEST:
            self.kept[key] = page
            self.size += page.size
        while self.size > MOST_BYTES:
            self.forget(next(iter(self.kept)))

    def forget(self, key: Key) -> None:
        """Keep it no longer."""
        if page := self.kept.pop(key, None):
            self.size -= page.size


def page_of(answer: Answer, moment: Moment) -> Page:
    """The bytes with and without compression; a weak tag, for it stands for both."""
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
        moment,
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
    """Whether an answer says that everybody may have it."""
    told = dict(answer.headers)
    says_so = b"public" in told.get(b"cache-control", b"")
    return answer.status == 200 and says_so and not told.keys() & {b"set-cookie", b"content-encoding"}


def anonymous(key: Key, tag: str = "") -> Environ:
    """The request of nobody in particular; with a tag, whether the page is another one by now."""
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
