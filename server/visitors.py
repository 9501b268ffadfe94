"""Who asks: whether the cookie or token of a request is one that the program gave somebody.

An invented session is no session: its owner is a stranger like all others, reads the pages that are kept for
everybody, and stands in the queues of strangers. The application is asked about what the front does not know,
many at once.
"""

import asyncio
import json
from collections.abc import Iterator, Mapping
from time import monotonic
from typing import NamedTuple

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.signing import BadSignature, get_cookie_signer

from server.addresses import HELPER, MESSAGES, cookies_of, text_of
from server.lanes import Unavailable
from server.marks import OK, REQUEST, Asks, note_error

ASKED = "stichtag.visitors"  # names what was shown at the door, as JSON; no header can set it
SESSION, LINK, TOKEN = "session", "link", "token"
SECONDS = 20.0  # that an answer holds; an ended session is refused by the program itself
MOST_KNOWN, MOST_WAITING, AT_ONCE = 20_000, 500, 100
MOST_SHOWN, LONGEST = 20, 300  # of one request; what is longer was not made here

Shown = tuple[str, str]  # kind and value


class Visitor(NamedTuple):
    """Whether the program knows who asks, and the headers without what it does not know."""

    is_known: bool
    headers: Mapping[bytes, bytes]


class Visitors:
    """What was shown at the door in the last seconds."""

    def __init__(self, lane: Asks) -> None:
        self.lane = lane
        self.known: dict[Shown, tuple[bool, float]] = {}
        self.waiting: set[Shown] = set()
        self.asking: asyncio.Task[None] | None = None

    async def meet(self, headers: Mapping[bytes, bytes]) -> Visitor:
        """Look at what a request shows. Raises Unavailable if too many are asked about."""
        cookies = cookies_of(text_of(headers, b"cookie"))
        shown = {name: each for name, each in shown_in(cookies, headers) if len(each[1]) <= LONGEST}
        shown = dict(list(shown.items())[:MOST_SHOWN])
        await self.ask_about({each for each in shown.values() if not self.is_answered(each)})
        valid = {name for name, each in shown.items() if self.known.get(each, (False, 0))[0]}
        harmless = [name for name in cookies if not names_somebody(name) or name in valid]
        if MESSAGES in cookies and is_ours(cookies[MESSAGES]):
            harmless.append(MESSAGES)
        return Visitor(bool(valid), {**headers, b"cookie": only(text_of(headers, b"cookie"), harmless)})

    def is_answered(self, shown: Shown) -> bool:
        """Return whether the answer about it still holds."""
        answer = self.known.get(shown)
        return answer is not None and monotonic() - answer[1] < SECONDS

    async def ask_about(self, unknown: set[Shown]) -> None:
        """Wait for answers about all of them; one question is asked at a time.

        Raises Unavailable if too many are asked about, though not for whom the program knew a moment ago:
        strangers can invent as many as they like.
        """
        was_known = any(self.known.get(each, (False, 0))[0] for each in unknown)
        if len(self.waiting) + len(unknown) > MOST_WAITING and not was_known:
            raise Unavailable
        self.waiting |= unknown
        while unknown & self.waiting:
            if self.asking is None or self.asking.done():
                self.asking = asyncio.create_task(self.ask())
                self.asking.add_done_callback(note_error)
            await asyncio.shield(self.asking)

    async def ask(self) -> None:
        """Ask about the next ones; if nobody answers, they have to come again."""
        some = list(self.waiting)[:AT_ONCE]
        self.waiting -= set(some)
        try:
            answer = await self.lane.ask({**REQUEST, ASKED: json.dumps(some)}, b"")
        except Unavailable:
            self.waiting.clear()
            raise
        if answer.status != OK:
            raise Unavailable
        valid, now = {tuple(each) for each in json.loads(answer.body)}, monotonic()
        self.known |= {each: (each in valid, now) for each in some}
        while len(self.known) > MOST_KNOWN:
            del self.known[next(iter(self.known))]


def shown_in(cookies: Mapping[str, str], headers: Mapping[bytes, bytes]) -> Iterator[tuple[str, Shown]]:
    """Yield what a request shows of its sender, by the name of the cookie; of a program by no name."""
    for name, value in cookies.items():
        if name == settings.SESSION_COOKIE_NAME:
            yield name, (SESSION, value)
        elif name.startswith(HELPER):
            yield name, (LINK, value)
    _scheme, _, token = text_of(headers, b"authorization").partition(" ")
    if token:
        yield "", (TOKEN, token.strip())


def names_somebody(cookie: str) -> bool:
    """Return whether only the program itself may set this cookie."""
    return cookie in (settings.SESSION_COOKIE_NAME, MESSAGES) or cookie.startswith(HELPER)


def is_ours(messages: str) -> bool:
    """Return whether the program wrote these messages."""
    try:
        get_cookie_signer(salt=CookieStorage.key_salt).unsign(messages)
    except BadSignature:
        return False
    return True


def only(header: str, names: list[str]) -> bytes:
    """Return the header with the cookies of these names."""
    parts = [part.strip() for part in header.split(";")]
    return "; ".join(part for part in parts if part.partition("=")[0] in names).encode("latin-1")
