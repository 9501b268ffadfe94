"""A cache of public pages as bytes: a page that did not change needs neither a query nor rendering.

A page is stored under a key of everything it depends on, and requested with that key alone, without a cookie
or another header, so it cannot contain anything personal. Only public responses (`same_for_all`) are stored.
It is made again when the mark of what it shows changed (`server/marks.py`), and only then. Meanwhile readers
get the old page for two seconds at most; after an organiser's change no reader gets it.
"""

import asyncio
import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from time import monotonic

from server.addresses import OF_FILES, OF_SCREENS, Key
from server.marks import Asks, Mark, Marks, Timestamp, note_error, subject_of
from server.messages import Answer, Environ, Headers
from server.wake_ups import INVALIDATIONS

SECONDS_WHILE_RENEWED = 2.0  # that a page may be sent after it was last found unchanged
MOST_BYTES = 48 * 1024 * 1024  # of all pages together, compressed and uncompressed
LARGEST = MOST_BYTES // 8
OVERHEAD = 2000  # bytes per page besides its body
COMPRESSION = 6
PACKED = (b"text/", b"application/json", b"application/atom", b"image/svg", b"application/javascript")
OURS = {b"etag", b"cache-control", b"vary"}  # headers of a 304
FORGOTTEN = {b"etag", b"content-length", b"last-modified"}  # set anew, or valid for one encoding only


@dataclass(frozen=True, slots=True)
class Page:
    """A stored page, ready to send; `mark` is that of its subject, found last, and `tag` its view's ETag."""

    mark: Mark
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

    @property
    def timestamp(self) -> Timestamp:
        """Return when the page was last found unchanged."""
        return self.mark.timestamp

    def is_fresh(self) -> bool:
        """Return whether nothing can have changed."""
        return self.is_for_ever or self.mark.is_good(Timestamp.now())

    def may_be_shown(self) -> bool:
        """Return whether the page may be sent while its mark is asked for, or while it is renewed."""
        is_new = monotonic() - self.timestamp.at < SECONDS_WHILE_RENEWED
        return self.timestamp.news == INVALIDATIONS.count and is_new

    def answer(self, headers: Mapping[bytes, bytes]) -> Answer:
        """Return the response: 304 if the client has these bytes."""
        if self.etag in headers.get(b"if-none-match", b""):
            return self.unchanged
        return self.packed if b"gzip" in headers.get(b"accept-encoding", b"") else self.plain


class Pages:
    """Stores pages up to a number of bytes; the oldest is evicted first."""

    def __init__(self, lane: Asks, files: Asks, screens: Asks, marks: Marks) -> None:
        self.lane, self.files, self.screens, self.marks = lane, files, screens, marks
        self.stored: dict[Key, Page] = {}
        self.making: dict[Key, asyncio.Task[Page | None]] = {}
        self.size = 0

    async def find(self, key: Key) -> Page | None:
        """Return the current page; None if it is not the same for all. Raises what the lane raises."""
        page, news = self.unchanged(key), INVALIDATIONS.count
        if page is not None and page.is_fresh():
            return page
        if page is not None and page.may_be_shown():
            self.task_for(key)
            return page
        while True:
            page = await asyncio.shield(self.task_for(key))
            if page is None or page.is_for_ever or page.timestamp.news >= news:
                return page

    def unchanged(self, key: Key) -> Page | None:
        """Return the stored page, with the mark of its subject if that is still its own."""
        page, subject = self.stored.get(key), subject_of(key.path, key.query)
        mark = self.marks.last(subject)
        if page and mark and mark.text == page.mark.text and mark.timestamp.at > page.timestamp.at:
            self.stored[key] = page = replace(page, mark=mark)
        return page

    def task_for(self, key: Key) -> asyncio.Task[Page | None]:
        """Return one task per page, however many requests wait for it."""
        task = self.making.get(key)
        if task is None or task.done():
            task = self.making[key] = asyncio.create_task(self.renew(key))
            task.add_done_callback(lambda made: self.is_made(key, made))
        return task

    def is_made(self, key: Key, task: asyncio.Task[Page | None]) -> None:
        """Forget work that is done, unless it was begun anew."""
        if self.making.get(key) is task:
            del self.making[key]
        note_error(task)

    async def renew(self, key: Key) -> Page | None:
        """Request the page unless its mark is the same; its view may know that nothing on it changed.

        What nobody may read is not asked for, so that invented addresses take no turn in these lanes.
        """
        mark = await self.marks.find(subject_of(key.path, key.query))
        known = self.unchanged(key)
        if known and (known.is_for_ever or known.mark.text == mark.text):
            return known
        if mark.text is None:
            self.remove(key)
            return None
        answer = await self.lane_of(key).ask(anonymous(key, known.tag if known else ""), b"")
        if known and answer.status == 304:
            page: Page | None = replace(known, mark=mark)
        elif is_public(answer):
            page = await asyncio.to_thread(page_of, answer, mark)
        else:
            page = None
        self.store(key, page)
        return page

    def lane_of(self, key: Key) -> Asks:
        """Return the lane that makes a page: screens wait neither for files nor for spectators' pages."""
        if OF_SCREENS.match(key.path):
            return self.screens
        return self.files if OF_FILES.match(key.path) else self.lane

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


def page_of(answer: Answer, mark: Mark) -> Page:
    """Return the page compressed and uncompressed; its ETag is weak, as it covers both."""
    fields = dict(answer.headers)
    etag = b'"' + hashlib.sha256(answer.body).hexdigest()[:32].encode() + b'"'
    headers = [(name, value) for name, value in answer.headers if name not in FORGOTTEN]
    headers.append((b"etag", b"W/" + etag))
    plain = Answer(200, sized(headers, answer.body), answer.body)
    packed = plain
    if fields.get(b"content-type", b"").startswith(PACKED):
        body = gzip.compress(answer.body, COMPRESSION, mtime=0)
        packed = Answer(200, sized([*headers, (b"content-encoding", b"gzip")], body), body)
    return Page(
        mark,
        fields.get(b"etag", b"").decode("latin-1"),
        b"immutable" in fields.get(b"cache-control", b""),
        etag,
        plain,
        packed,
        Answer(304, [pair for pair in headers if pair[0] in OURS], b""),
    )


def sized(headers: Headers, body: bytes) -> Headers:
    return [*headers, (b"content-length", str(len(body)).encode())]


def is_public(answer: Answer) -> bool:
    """Return whether a response is public."""
    fields = dict(answer.headers)
    says_so = b"public" in fields.get(b"cache-control", b"")
    return answer.status == 200 and says_so and not fields.keys() & {b"set-cookie", b"content-encoding"}


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
