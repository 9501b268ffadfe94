"""The goals of the login: it waits for no stranger who asks for every file of an event, again and again.

16 connections ask for the PDF, XLSX and pictures of an event with 50 tables, without a cookie and with
invented ones; meanwhile somebody opens the login, and a director the dashboard, one request after the other.
Goal: p99 at most five times that of the same requests in the quiet, measured in turns on one server.
"""

import time
import urllib.request
from collections import defaultdict

from django.core.management import call_command
from django.test import Client

from benchmarks.entry import server
from benchmarks.frame import Figure, Goal, Report, Say, Times
from benchmarks.hall import percentile
from benchmarks.standings import stored_event
from tests.faults.stranger import stranger
from tournaments.models import User
from tournaments.services.clubs.lifecycle import create_club
from tournaments.services.events.lifecycle import change_event

PLAYERS, ROUNDS, FLOODING = 200, 2, 16
TURNS, REQUESTS = 2, 12
FILES = ("standings.pdf", "standings.xlsx", "preview.png", "rounds/1.pdf", "rounds/1/sheets.pdf")
QUIET = "quiet"
COOKIES = {
    "files": "",
    "files, invented session": f" sessionid={'a' * 32}",
    "files, invented messages": " messages=x",
}

Seconds = dict[tuple[str, str], list[float]]  # by page and by what strangers do


def measure(say: Say) -> Report:
    """Seed, serve, ask in turns."""
    call_command("migrate", run_syncdb=True, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    owner = User.objects.create(username="benchmark")
    event = stored_event(create_club(name="Benchmark", owner=owner), PLAYERS, rounds=ROUNDS)
    slug = change_event(event=event, options=event.options, is_published=True).slug
    director = Client()
    director.force_login(owner)
    pages = {
        "login": ("/accounts/login/", ""),
        "dashboard": (f"/events/{slug}/organise/", f"sessionid={director.cookies['sessionid'].value}"),
    }
    seconds: Seconds = defaultdict(list)
    with server() as port:
        for turn in range(TURNS):
            say(f"turn {turn + 1} of {TURNS}")
            ask(seconds, QUIET, port, pages)
            for kind, cookie in COOKIES.items():
                addresses = [f"/events/{slug}/{each}{cookie}" for each in FILES]
                with stranger("flood", port, FLOODING, addresses):
                    ask(seconds, kind, port, pages)
    return Report([figure_of(seconds, page, kind) for page in pages for kind in COOKIES])


def ask(seconds: Seconds, kind: str, port: int, pages: dict[str, tuple[str, str]]) -> None:
    """Ask for each page as often as wanted, and note how long it took. Raises HTTPError for a refusal."""
    for _ in range(REQUESTS):
        for page, (address, cookie) in pages.items():
            request = urllib.request.Request(f"http://127.0.0.1:{port}{address}", headers={"Cookie": cookie})
            begun = time.perf_counter()
            with urllib.request.urlopen(request) as answer:
                answer.read()
            seconds[page, kind].append(time.perf_counter() - begun)


def figure_of(seconds: Seconds, page: str, kind: str) -> Figure:
    """Compare the slowest of a hundred requests with that in the quiet."""
    above, below = (Times(each, (percentile(seconds[page, each], 99),)) for each in (kind, QUIET))
    return Figure(f"{page}, {kind} / quiet, p99", above, below, Goal(at_most=5))
