"""Marks of what pages show: each subject is asked for once a second while it is read, all in one request.

A subject is the slug of an event, a screen, or empty for what belongs to no single event. The program says
the mark of each (`tournaments/selectors/events/marks.py`). A page with the mark of now is the page of now.
"""

import asyncio
import json
import re
from time import monotonic
from typing import Any, NamedTuple, Protocol

from server.lanes import Unavailable
from server.messages import Answer, Environ
from server.wake_ups import INVALIDATIONS, RESULT_CHANGES

ASKED = "stichtag.marks"  # names the subjects, as JSON; no header can set it
SECONDS = 1.0  # after which other servers are asked again
SECONDS_AFTER_RESULTS = 0.25  # the shortest time between two questions, however many results change
SECONDS_WATCHED = 10.0  # that a subject is asked for since its last reader
OK = 200
MOST = 5000  # subjects known at a time
OF_EVENT = re.compile(r"/(?:api/v1/)?events/([^/]+)/")
OF_PROGRAM = re.compile(r"/(static|phone)/")  # the same until another version is started
OF_SCREEN = re.compile(r"/w/([^/]+)/")
SITE = ""


REQUEST = {
    "REQUEST_METHOD": "GET",
    "SCRIPT_NAME": "",
    "PATH_INFO": "/",
    "SERVER_NAME": "localhost",
    "SERVER_PORT": "80",
    "SERVER_PROTOCOL": "HTTP/1.1",
    "REMOTE_ADDR": "127.0.0.1",
    "wsgi.url_scheme": "http",
}


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


class Mark(NamedTuple):
    """The mark of a subject, and when it was asked for; None if there is nothing that all may read."""

    text: str | None
    timestamp: Timestamp

    def is_good(self, begun: Timestamp) -> bool:
        """Return whether the mark was asked for after all that had changed in this server by then."""
        then, age = self.timestamp, begun.at - self.timestamp.at
        is_behind = then.results < begun.results and age >= SECONDS_AFTER_RESULTS
        return then.news >= begun.news and age < SECONDS and not is_behind


def note_error(shared: asyncio.Task[Any]) -> None:
    """Leave the error of work to those who wait for it, of whom there may be none.

    Whoever finds such work done begins it anew: to wait for it gives nobody a turn, so that a loop would
    stand still before this function is called.
    """
    if not shared.cancelled():
        shared.exception()


class Marks:
    """The marks of all subjects that are read."""

    def __init__(self, lane: Asks) -> None:
        self.lane = lane
        self.known: dict[str, Mark] = {}
        self.watched: dict[str, float] = {}  # subjects by the time of their last reader, oldest first
        self.asking: asyncio.Task[None] | None = None

    async def find(self, subject: str | None) -> Mark:
        """Return a mark that is good from now on. Raises what the lane raises, and Unavailable."""
        begun = Timestamp.now()
        if subject is None:
            return Mark("", begun)
        self.watch(subject)
        while True:
            mark = self.known.get(subject)
            if mark and mark.is_good(begun):
                return mark
            if self.asking is None or self.asking.done():
                self.asking = asyncio.create_task(self.ask())
                self.asking.add_done_callback(note_error)
            await asyncio.shield(self.asking)

    def last(self, subject: str | None) -> Mark | None:
        """Return the mark as it was asked for last."""
        if subject is None:
            return Mark("", Timestamp.now())
        self.watch(subject)
        return self.known.get(subject)

    def watch(self, subject: str) -> None:
        """Note that a subject is read now."""
        self.watched.pop(subject, None)
        self.watched[subject] = monotonic()

    async def ask(self) -> None:
        """Ask for all marks that are due; forget subjects that nobody reads."""
        timestamp = Timestamp.now()
        while self.watched and (len(self.watched) > MOST or self.is_left(timestamp.at)):
            subject = next(iter(self.watched))
            del self.watched[subject]
            self.known.pop(subject, None)
        good = {each for each, mark in self.known.items() if mark.is_good(timestamp)}
        due = [each for each in self.watched if each not in good]
        answer = await self.lane.ask({**REQUEST, ASKED: json.dumps(due)}, b"")
        if answer.status != OK:
            raise Unavailable
        texts = json.loads(answer.body)
        self.known |= {each: Mark(texts.get(each), timestamp) for each in due}

    def is_left(self, now: float) -> bool:
        """Return whether the subject that was read the longest time ago has no reader."""
        return now - next(iter(self.watched.values())) > SECONDS_WATCHED


def subject_of(path: str, query: str) -> str | None:
    """Return the subject of a page, None for a file of the program; a wall of several events is of no single
    one.
    """
    if OF_PROGRAM.match(path):
        return None
    if screen := OF_SCREEN.match(path):
        return f"screen/{screen[1]}"
    event = OF_EVENT.match(path)
    return event[1] if event and "with=" not in query else SITE
