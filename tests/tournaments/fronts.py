"""The front of a server without sockets and processes: requests in, answers out, the application inside.

The event loop runs in its own thread, as the front's does; the application runs in the test's thread and so
in its transaction.
"""

import asyncio
import gzip
import io
import json
import queue
from collections.abc import Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit

from django.core.handlers.wsgi import WSGIHandler

from server.addresses import DOOR, FILES, ORGANISERS, PUBLIC, TABLES
from server.connections import Connections
from server.front import Front
from server.lanes import Unavailable
from server.marks import ASKED, Marks
from server.messages import Answer, Application, Environ, answer_of
from server.page_cache import Pages
from server.visitors import ASKED as WHO
from server.visitors import Visitors

LANES = (TABLES, ORGANISERS, DOOR, FILES, PUBLIC)
Job = tuple[Environ, bytes, Future[Answer]]


def run_apart(work: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine in its own thread, because a browser's event loop may run in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


class NearLane:
    """A lane whose requests are answered in the test's thread; records its requests."""

    longest_body, longest_photo, most_bytes = 1000, 4000, 5000

    def __init__(self, jobs: queue.SimpleQueue[Job | None]) -> None:
        self.jobs, self.bytes_held = jobs, 0
        self.asked: list[Environ] = []
        self.is_full = False

    async def ask(self, environ: Environ, body: bytes, is_wanted: Any = None, later: float = 0.0) -> Answer:
        if self.is_full:
            raise Unavailable
        self.asked.append(environ)
        answer: Future[Answer] = Future()
        self.jobs.put((environ, body, answer))
        return await asyncio.wrap_future(answer)


class Site:
    """A front with its own lanes; every request runs to its end."""

    def __init__(self, application: Application | None = None) -> None:
        self.application = with_marks(application) if application else WSGIHandler()
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.renewing = NearLane(self.jobs)
        self.lanes: dict[str, Any] = {name: NearLane(self.jobs) for name in LANES}
        self.asking = NearLane(self.jobs)
        self.door = NearLane(self.jobs)
        self.screens = NearLane(self.jobs)
        self.pages = Pages(self.renewing, self.renewing, self.screens, Marks(self.asking))
        self.front = Front(self.lanes, self.pages, Visitors(self.door), Connections())

    def get(self, address: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], str]:
        """Return status, headers and text of an answer."""
        status, answer, body = self.send(scope_of(address, method, **headers))
        text = gzip.decompress(body) if "content-encoding" in answer else body
        return status, answer, text.decode()

    def send(self, scope: dict[str, Any], *parts: bytes) -> tuple[int, dict[str, str], bytes]:
        """Return the answer to a request whose body arrives in these parts."""
        with ThreadPoolExecutor(1) as loop:
            running = loop.submit(asyncio.run, self.run(scope, list(parts) or [b""]))
            running.add_done_callback(lambda _: self.jobs.put(None))
            while job := self.jobs.get():
                environ, body, answer = job
                answer.set_result(answer_of(self.application, environ, body, io.StringIO()))
            sent = running.result()
        headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        return sent[0]["status"], headers, sent[1]["body"]

    async def run(self, scope: dict[str, Any], parts: list[bytes]) -> list[dict[str, Any]]:
        """Return the messages that the front sends."""
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}

        async def send(message: Any) -> None:
            sent.append(message)

        await self.front(scope, receive, send)
        await asyncio.gather(*self.pages.making.values(), return_exceptions=True)
        return sent


def with_marks(application: Application) -> Application:
    """Return the application with the same mark for every subject."""

    def run(environ: Any, start_response: Any) -> Any:
        if ASKED not in environ and WHO not in environ:
            return application(environ, start_response)
        start_response("200 OK", [])
        if WHO in environ:
            return [b"[]"]
        return [json.dumps(dict.fromkeys(json.loads(environ[ASKED]), "1")).encode()]

    return run


def scope_of(address: str, method: str = "GET", **headers: str) -> dict[str, Any]:
    """Return a request as a server describes it; `accept_language="de"` is a header."""
    parts = urlsplit(address)
    told = {"host": "testserver", **{name.replace("_", "-"): value for name, value in headers.items()}}
    return {
        "type": "http",
        "method": method,
        "raw_path": parts.path.encode(),
        "path": parts.path,
        "query_string": parts.query.encode(),
        "scheme": "http",
        "http_version": "1.1",
        "client": ("192.0.2.7", 50000),
        "server": ("127.0.0.1", 8000),
        "headers": [(name.encode(), value.encode()) for name, value in told.items()],
    }
