"""H1 beside another club: how long a table waits for its post while another club is loud.

Two clubs play on one server, 50 tables each, open loop. The quiet club's tables post every 5-10 s, more often
than people play, so that its 99th percentile is of many posts. In turns, the other club does nothing, or is
loud: its tables post every 10-20 s, twice as often as people play, 300 spectators look at its event, 20 more
request its lists as PDF and XLSX and search the front page, and its director reloads the dashboard.
Goals: the quiet club's p50 at most 1.3 times and its p99 at most 2 times alone (as among its own spectators,
H1); nothing lost.
"""

from concurrent.futures import ThreadPoolExecutor

from django.core.management import call_command
from django.test import Client

from benchmarks.entry import server
from benchmarks.evenings import open_evening
from benchmarks.frame import Figure, Report, Say
from benchmarks.hall import MINUTES, PACE, SHEET, SPECTATORS, TABLES, Hall, Http, against_quiet
from tournaments.models import Deal, Event, TableLink, User
from tournaments.services.sheets.table_links import token_of

QUIET, LOUD = "quiet", "beside a loud club"
TURNS, FACTOR, READERS = 4, 2, 20
OFTEN = (5, 10)  # seconds between two deals of a quiet table


def measure(say: Say) -> Report:
    """Seed two clubs, serve, let the loud one be loud in every second part."""
    call_command("migrate", run_syncdb=True, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    evenings = [evening_of(number) for number in range(2)]
    hall, neighbour = Hall(evenings), evenings[1]["event"]
    with server() as hall.port:
        for turn in range(1, TURNS + 1):
            say(f"{QUIET}, turn {turn} of {TURNS}")
            hall.part(QUIET, pace=OFTEN)
            say(f"{LOUD}, turn {turn} of {TURNS}")
            with ThreadPoolExecutor() as pool:
                noise = pool.submit(
                    hall.send,
                    hall.tables(1),
                    seconds=60 * MINUTES,
                    pace=[each / FACTOR for each in PACE],
                    sheet=SHEET,
                    spectators=crowd_at(neighbour),
                )
                hall.part(LOUD, pace=OFTEN)
                hall.take("the loud club", noise.result())
    return Report(figures_of(hall), facts_of(hall))


def evening_of(number: int) -> Http:
    """Return the event of a club of its own, with its tables."""
    owner = User.objects.create(username=f"owner{number}")
    slug = open_evening(owner, number, TABLES)
    links = TableLink.objects.filter(table__round__event__slug=slug).order_by("pk")
    return {"event": slug, "tables": [{"token": token_of(link)} for link in links]}


def crowd_at(slug: str) -> list[Http]:
    """Return the people of the loud club: spectators, readers of files, the director."""
    event, headers = f"/events/{slug}/", {"Accept-Encoding": "gzip"}
    spectators = {"paths": [event, *[f"{event}live/"] * 20], "headers": headers}
    readers = {
        "paths": [f"{event}standings.pdf", f"{event}standings.xlsx", "/?name=club"],
        "headers": headers,
    }
    director = Client()
    director.force_login(Event.objects.get(slug=slug).club.members.get().user)
    cookie = {"Cookie": f"sessionid={director.cookies['sessionid'].value}"}
    dashboard = {"paths": [f"{event}organise/", f"{event}organise/live/"], "headers": cookie}
    return [spectators] * SPECTATORS + [readers] * READERS + [dashboard]


# Results


def figures_of(hall: Hall) -> list[Figure]:
    """Compare the quiet club beside the loud one with itself alone."""
    return [against_quiet(hall, LOUD, 50, 1.3), against_quiet(hall, LOUD, 99, 2)]


def facts_of(hall: Hall) -> Http:
    """Return what was posted, and what is missing."""
    return {
        "minutes of each part": MINUTES,
        "posts": {name: len(seconds) for name, seconds in hall.posts.items()},
        "looks of the loud club": len(hall.looks),
        "errors": hall.errors,
        "lost": hall.created - Deal.objects.count(),
    }
