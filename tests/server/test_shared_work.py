"""Work that many requests wait for: who comes in the moment in which it ends begins it anew, and ends.

To wait for work that is done gives nobody a turn: a loop around it stood still for ever, and all tables too.
"""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from server.addresses import Key
from server.lanes import Unavailable
from server.marks import ASKED, Marks
from server.messages import Answer
from server.page_cache import Pages
from server.visitors import MOST_WAITING, SESSION, Visitors
from server.wake_ups import INVALIDATIONS
from tests.tournaments.fronts import run_apart
from tournaments.serving.caching import FOR_ALL

MOST_CALLS = 20_000
LONG_AGO = float("-inf")
KEY = Key("/events/a/", "", "en", "localhost", False)


class LaneOfNext:
    """A lane that answers in the next turn of the event loop."""

    async def ask(self, environ: Any, body: bytes) -> Answer:
        await asyncio.sleep(0)
        subjects = json.loads(environ.get(ASKED, "[]"))
        marks = json.dumps(dict.fromkeys(subjects, "mark")).encode()
        return Answer(200, [(b"cache-control", FOR_ALL.encode())], marks)


@contextmanager
def ending() -> Iterator[None]:
    """Fail when this thread calls on and on, as a loop without an end does."""
    left = MOST_CALLS

    def count(frame: Any, event: str, argument: Any) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            sys.setprofile(None)
            raise AssertionError("nobody else gets a turn")

    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(None)


async def when_done(task: asyncio.Task[Any] | None) -> None:
    """Go on in the turn in which it is done, before those who wait for it hear so."""
    assert task is not None
    while not task.done():
        await asyncio.sleep(0)


async def a_second_visitor() -> None:
    visitors = Visitors(LaneOfNext())
    first = asyncio.create_task(visitors.meet({b"cookie": b"sessionid=a"}))
    await asyncio.sleep(0)
    await when_done(visitors.asking)
    assert not (await visitors.meet({b"cookie": b"sessionid=b"})).is_known
    await first


async def a_mark_after_news() -> None:
    marks = Marks(LaneOfNext())
    first = asyncio.create_task(marks.find("a"))
    await asyncio.sleep(0)
    await when_done(marks.asking)
    INVALIDATIONS.receive()
    assert (await marks.find("a")).timestamp.news == INVALIDATIONS.count
    await first


async def a_page_after_news() -> None:
    lane = LaneOfNext()
    pages = Pages(lane, lane, lane, Marks(lane))
    await pages.find(KEY)
    INVALIDATIONS.receive()
    first = asyncio.create_task(pages.find(KEY))
    await asyncio.sleep(0)
    await when_done(pages.making[KEY])
    INVALIDATIONS.receive()
    page = await pages.find(KEY)
    assert page is not None and page.timestamp.news == INVALIDATIONS.count
    await first


async def of_an_organiser_among_strangers() -> None:
    visitors = Visitors(LaneOfNext())
    visitors.known[SESSION, "owner"] = (True, LONG_AGO)  # has to be asked about again
    visitors.waiting = {(SESSION, f"invented {number}") for number in range(MOST_WAITING)}
    with pytest.raises(Unavailable):
        await visitors.meet({b"cookie": b"sessionid=invented"})
    await visitors.meet({b"cookie": b"sessionid=owner"})
    assert visitors.known[SESSION, "owner"][1] > LONG_AGO


def test_strangers_who_invent_sessions_keep_no_organiser_out() -> None:
    run_apart(of_an_organiser_among_strangers())


async def bounded(work: Awaitable[None]) -> None:
    with ending():
        await work


@pytest.mark.parametrize("late", [a_second_visitor, a_mark_after_news, a_page_after_news])
def test_a_request_in_the_moment_in_which_shared_work_ends_is_answered(
    late: Callable[[], Awaitable[None]],
) -> None:
    run_apart(bounded(late()))
