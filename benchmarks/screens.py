"""The goals of the hall: how long from the director's switch to the new page on every screen.

Eight screens of an event of 184 hold their streams and ask for their page as soon as they are told, as
`wall.js` does; a director switches all of them, in turns alone and beside 300 spectators and 46 tables that
write. Goals: the slowest screen of a switch within two seconds, at the median and among spectators, too; the
tables' posts meanwhile at most 1.3 times those of a quiet hall at p50 (H1).
"""

import http.client
import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from django.core.management import call_command

from benchmarks import hall as halls
from benchmarks.entry import server
from benchmarks.frame import Figure, Goal, Report, Say, Times
from benchmarks.hall import DEALS, PACE, SHEET, Hall
from tests.faults.servers import empty_evening
from tournaments.models import Event, User
from tournaments.services.clubs.tokens import create_token
from tournaments.services.hall.screens import add_screens

PLAYERS, SCREENS, SWITCHES = 184, 8, 8
PAUSE, PATIENCE = 1.5, 20.0  # seconds: between two switches, for a screen that never hears
QUIET = 40.0  # seconds that the tables write alone
SCENES = (("clock", "data-clock-large"), ("seats", "wall-seats"))  # with a sign on their pages
ALONE, BESIDE = "alone", "beside 300 spectators"


def measure(say: Say) -> Report:
    """Seed, serve, switch alone and among spectators."""
    call_command("migrate", run_syncdb=True, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    evening = empty_evening(dict(os.environ), players=PLAYERS)
    Event.objects.update(deals_per_table={"3": DEALS, "4": DEALS})
    event = Event.objects.get(slug=evening["event"])
    codes = [each.code for each in add_screens(event=event, name="Hall", parts=SCREENS, shows="seats")]
    hall, times_of = Hall([evening]), dict[str, list[float]]()
    with server() as hall.port:
        say(f"{len(hall.tables(0))} tables write alone")
        hall.take("quiet", hall.send(hall.tables(0), seconds=QUIET, pace=PACE, sheet=SHEET))
        with watched(hall.port, event.slug, codes) as screens:
            say(f"{SCREENS} screens, {SWITCHES} switches")
            times_of[ALONE] = switches(hall.port, event.slug, screens)
            say(f"the same beside {halls.SPECTATORS} spectators and {len(hall.tables(0))} tables")
            with spectators(hall):
                times_of[BESIDE] = switches(hall.port, event.slug, screens)
        memory = hall.memory()
    times = {name: Times(name, tuple(each)) for name, each in times_of.items()}
    goal = Times("goal", (2.0,))
    figures = [Figure(f"slowest screen, {name} / 2 s", each, goal, Goal(1)) for name, each in times.items()]
    quiet, among = (Times(name, tuple(hall.posts[name])) for name in ("quiet", BESIDE))
    figures.append(Figure("posts among screens and spectators / quiet, p50", among, quiet, Goal(1.3)))
    facts: dict[str, Any] = {f"worst {name}, ms": round(max(each) * 1000) for name, each in times_of.items()}
    return Report(figures, {**facts, "errors": hall.errors, "memory of the server": memory})


class Screen(threading.Thread):
    """A screen: it listens, and reads its page when it is told; `shown` has when it had each page."""

    def __init__(self, port: int, slug: str, code: str) -> None:
        super().__init__(daemon=True)
        self.port, self.slug, self.code = port, slug, code
        self.shown: list[tuple[float, str]] = []

    def run(self) -> None:
        stream = http.client.HTTPConnection("127.0.0.1", self.port)
        stream.request("GET", f"/api/v1/events/{self.slug}/stream/?screen={self.code}")
        answer, page = stream.getresponse(), http.client.HTTPConnection("127.0.0.1", self.port)
        while line := answer.readline():
            if line.startswith(b"event: changed"):
                page.request("GET", f"/w/{self.code}/live/")
                self.shown.append((time.monotonic(), page.getresponse().read().decode()))


@contextmanager
def watched(port: int, slug: str, codes: list[str]) -> Iterator[list[Screen]]:
    """Open the screens; they have their first page at the beginning."""
    screens = [Screen(port, slug, code) for code in codes]
    for each in screens:
        each.start()
    wait_for(lambda: all(each.shown for each in screens))
    yield screens


@contextmanager
def spectators(hall: Hall) -> Iterator[None]:
    """Let the hall write and look meanwhile."""
    seconds = SWITCHES * (PAUSE + 2)
    job: dict[str, Any] = {"spectators": hall.spectators(), "sheet": SHEET}

    def write_and_look() -> None:
        hall.take(BESIDE, hall.send(hall.tables(0), seconds=seconds, pace=PACE, **job))

    crowd = threading.Thread(target=write_and_look)
    crowd.start()
    time.sleep(PAUSE)
    yield
    crowd.join()


def switches(port: int, slug: str, screens: list[Screen]) -> list[float]:
    """Return for each switch the seconds until the slowest screen has its new page."""
    _, secret = create_token(user=User.objects.get(username="demo"), name="bench", scopes=["read", "direct"])
    seconds = []
    for number in range(SWITCHES):
        scene, sign = SCENES[number % len(SCENES)]
        at = switch(port, slug, secret, scene, number)
        wait_for(partial(do_all_show, screens, sign))
        seconds.append(max(first_since(each, at, sign) for each in screens) - at)
        time.sleep(PAUSE)
    return seconds


def switch(port: int, slug: str, secret: str, scene: str, number: int) -> float:
    """Switch all screens; return when the answer was there."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
    headers["Idempotency-Key"] = f"switch-{number}-{time.monotonic_ns()}"
    body = json.dumps({"to": scene})
    connection.request("POST", f"/api/v1/events/{slug}/screens/switch/", body, headers)
    answer = connection.getresponse()
    assert answer.status == 200, answer.read()
    return time.monotonic()


def do_all_show(screens: list[Screen], sign: str) -> bool:
    """Return whether every screen has a page with this sign."""
    return all(sign in each.shown[-1][1] for each in screens)


def first_since(screen: Screen, at: float, sign: str) -> float:
    """Return when a screen first had this page after a switch; at once if it was there already."""
    return min((moment for moment, page in screen.shown if moment >= at and sign in page), default=at)


def wait_for(is_done: Callable[[], bool]) -> None:
    """Wait until something holds. Raises TimeoutError."""
    late = time.monotonic() + PATIENCE
    while not is_done():
        if time.monotonic() > late:
            raise TimeoutError("a screen never heard of its switch")
        time.sleep(0.002)
