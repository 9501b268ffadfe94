"""What is the same for everybody, kept as bytes: an event's public page, its live part, its standings.

A shared cache in front of Django, inside the process. Whoever asks without a session gets the snapshot of
his language; that takes no query and no rendering. A snapshot is the answer to a request that says nothing of
who asks: no cookie, no header but the host and the language. So nothing of anybody's can be in it. Only what
the page itself calls public (`same_for_all`) is kept, and only while it is published: after a second, and at
once after a change to an event in this process, the page is asked for again.
"""

import gzip
import hashlib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache, wraps
from io import BytesIO
from threading import Lock
from time import monotonic
from typing import Any

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.http.cookie import parse_cookie
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language_from_request

SECONDS = 1.0  # how long nobody asks whether a page is still what it was
FOR_ALL = f"public, max-age={SECONDS:.0f}"
MOST = 500  # snapshots, each of some ten kilobytes
COMPRESSION = 6
ADDRESSES = re.compile(r"/events/[^/]+/(live/)?|/api/v1/events/[^/]+/standings/")
COOKIES = {settings.LANGUAGE_COOKIE_NAME, settings.CSRF_COOKIE_NAME}  # these pages read no other of strangers
TABLE_COOKIE = f"{settings.COOKIE_PREFIX}table_"
CONNECTION = ("SCRIPT_NAME", "PATH_INFO", "SERVER_NAME", "SERVER_PORT", "SERVER_PROTOCOL", "HTTP_HOST")
FORWARDED = "HTTP_X_FORWARDED_PROTO"
OURS = {"etag", "content-length", "cache-control", "vary"}  # headers of a 304, beside the page's own

Environ = dict[str, Any]
StartResponse = Callable[..., Any]
Application = Callable[[Environ, StartResponse], Iterable[bytes]]
Headers = list[tuple[str, str]]
Key = tuple[Any, ...]


# What pages and services say


def same_for_all(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page that strangers see alike: public for a second; private where a browser says who asks."""

    @wraps(view)
    def run(request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponse:
        response = view(request, *arguments, **named)
        is_anybody = not request.COOKIES.keys() - {settings.LANGUAGE_COOKIE_NAME}
        response["Cache-Control"] = FOR_ALL if is_anybody else "private, no-cache"
        patch_vary_headers(response, ["Cookie"])
        return response

    return run


class News:
    """Changes whenever a snapshot may show what is no longer so; what it is means nothing."""

    def __init__(self) -> None:
        self.now = object()

    def spread(self) -> None:
        """Have every snapshot of this process made anew before it is shown again."""
        self.now = object()

    def spread_after_commit(self) -> None:
        """The same, once the transaction has committed."""
        transaction.on_commit(self.spread)


NEWS = News()


# Snapshots


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A page as it was, ready to be sent."""

    at: float
    news: object
    etag: str
    plain: tuple[Headers, list[bytes]]
    compressed: tuple[Headers, list[bytes]]
    unchanged: Headers

    def is_fresh(self) -> bool:
        """Whether nobody needs to ask again."""
        return self.news is NEWS.now and monotonic() - self.at < SECONDS

    def send(self, environ: Environ, start_response: StartResponse) -> list[bytes]:
        """Answer a request: 304 where it knows these very bytes."""
        if self.etag in environ.get("HTTP_IF_NONE_MATCH", ""):
            start_response("304 Not Modified", self.unchanged)
            return []
        takes_gzip = "gzip" in environ.get("HTTP_ACCEPT_ENCODING", "")
        headers, body = self.compressed if takes_gzip else self.plain
        start_response("200 OK", headers)
        return [] if environ["REQUEST_METHOD"] == "HEAD" else body


class Snapshots:
    """A WSGI application that answers from snapshots where it can, and asks the one behind it where not."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.kept: dict[Key, Snapshot] = {}
        self.lock = Lock()
        self.makers = [Lock() for _ in range(64)]  # of one page, one thread makes the next snapshot

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        key = key_of(environ)
        if key is None:
            return self.application(environ, start_response)
        snapshot = self.kept.get(key)
        if snapshot is None or not snapshot.is_fresh():
            snapshot = self.renewed(key, environ)
        return (snapshot.send if snapshot else self.application)(environ, start_response)

    def renewed(self, key: Key, environ: Environ) -> Snapshot | None:
        """The page as it is now, unless another thread has just asked; None for what is not for everybody."""
        with self.makers[hash(key) % len(self.makers)]:
            snapshot = self.kept.get(key)
            if snapshot is None or not snapshot.is_fresh():
                snapshot = self.ask(anonymous(environ, language=key[0]))
                self.keep(key, snapshot)
            return snapshot

    def ask(self, environ: Environ) -> Snapshot | None:
        """A snapshot of what the application answers."""
        news, at = NEWS.now, monotonic()
        status, headers, body = answer_of(self.application, environ)
        return snapshot_of(headers, body, at, news) if is_public(status, headers) else None

    def keep(self, key: Key, snapshot: Snapshot | None) -> None:
        """Remember the newest; forget what is gone, and the oldest where there are too many."""
        with self.lock:
            self.kept.pop(key, None)
            if snapshot:
                self.kept[key] = snapshot
            if len(self.kept) > MOST:
                del self.kept[next(iter(self.kept))]


def snapshot_of(headers: Headers, body: bytes, at: float, news: object) -> Snapshot:
    """The bytes with and without compression; a weak tag, for it stands for both."""
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    kept = [(name, value) for name, value in headers if name.lower() not in ("etag", "content-length")]
    kept.append(("ETag", f"W/{etag}"))
    packed = gzip.compress(body, COMPRESSION, mtime=0)
    return Snapshot(
        at,
        news,
        etag,
        ([*kept, ("Content-Length", str(len(body)))], [body]),
        ([*kept, ("Content-Encoding", "gzip"), ("Content-Length", str(len(packed)))], [packed]),
        [(name, value) for name, value in kept if name.lower() in OURS],
    )


def is_public(status: str, headers: Headers) -> bool:
    """Whether an answer says that everybody may have it."""
    told = {name.lower(): value for name, value in headers}
    is_for_all = "public" in told.get("cache-control", "")
    return status.startswith("200 ") and is_for_all and "set-cookie" not in told


# Requests


def key_of(environ: Environ) -> Key | None:
    """What two requests have in common that are answered alike; None for one that is not answered here."""
    asks = environ["REQUEST_METHOD"] in ("GET", "HEAD") and not environ.get("QUERY_STRING")
    if not asks or "HTTP_AUTHORIZATION" in environ or not ADDRESSES.fullmatch(environ["PATH_INFO"]):
        return None
    language = language_of(environ.get("HTTP_COOKIE", ""), environ.get("HTTP_ACCEPT_LANGUAGE", ""))
    if language is None:
        return None
    scheme = environ["wsgi.url_scheme"], environ.get(FORWARDED)
    return (language, environ["PATH_INFO"], environ.get("HTTP_HOST"), environ.get("SCRIPT_NAME"), *scheme)


@lru_cache(maxsize=2000)
def language_of(cookies: str, accepted: str) -> str | None:
    """The language of somebody whose cookies say nothing else about him; None of somebody else."""
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"], request.COOKIES = accepted, parse_cookie(cookies)
    if any(name not in COOKIES and not name.startswith(TABLE_COOKIE) for name in request.COOKIES):
        return None
    return get_language_from_request(request)


def anonymous(environ: Environ, *, language: str) -> Environ:
    """The request of nobody in particular for the same address."""
    kept = {name: environ[name] for name in (*CONNECTION, FORWARDED) if name in environ}
    kept |= {name: value for name, value in environ.items() if name.startswith("wsgi.")}
    return {
        **kept,
        "REQUEST_METHOD": "GET",
        "QUERY_STRING": "",
        "HTTP_ACCEPT_LANGUAGE": language,
        "wsgi.input": BytesIO(),
    }


def answer_of(application: Application, environ: Environ) -> tuple[str, Headers, bytes]:
    """Status, headers and body of an application's answer, read to the end."""
    told: list[tuple[str, Headers]] = []
    answer = application(environ, lambda status, headers, *_: told.append((status, headers)))
    try:
        body = b"".join(answer)
    finally:
        getattr(answer, "close", lambda: None)()
    return *told[0], body
