"""H1, H1b, H2: how long a table waits for its post, alone, among spectators, under attack, after an outage.

50 tables of one event post, open loop, and their phones request the sheet as ours do; beside them 300
spectators, three walls, a director (H1); a stranger who floods every kind of public address, holds 2,000
connections, sends 64 half bodies (H1b); 50 other phones that return with 40 deals each (H2). All parts run in
one run, the quiet hall twice; between its turns the same tables post as often to a view that only inserts a
row. A table posts every 20-40 s, as a real table does; `--minutes 10` is the whole.
Goals: among spectators p50 at most 1.3 and p99 at most 2 times quiet, p99 at most ten times p50; quiet p50 at
most 4 times a plain insert's; under attack 3 and 5 times; the burst in 1.5 times what one client needs,
others' p99 at most 5 times quiet; a deal seen within 3 s; nothing lost.
"""

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

from django.core.management import call_command
from django.test import Client

from benchmarks.crowd import LOOK_SECONDS
from benchmarks.entry import PLAIN, server
from benchmarks.frame import Figure, Goal, Report, Say, Times
from rules import get_game
from rules.reading import open_table, read_options, read_record
from simulation import play_sheet
from tests.faults.servers import empty_evening
from tests.faults.stranger import stranger
from tournaments.models import Deal, Event, Part, StoredResponse, User

MINUTES = float(os.environ.get("BENCH_MINUTES", "2"))  # of each part
PACE = (20, 40)  # seconds between two deals of a table
GAME, SEATS, TABLES, SPECTATORS, WALLS = "fipsen-prisdorf", 4, 50, 300, 3
DEALS, BURST = 200, 40
IDLE, HALVES, FLOODING = 2000, 64, 16
EVENINGS = (200, 204, 208)  # players: the hall, phones that return, phones that return in turn
CREATED = 201
SHEET = "/api/v1/table/"
HEAD_START = 20  # seconds that the hall has been writing when the others return

Http = dict[str, Any]


def measure(say: Say) -> Report:
    """Seed, serve, run one part after the other."""
    call_command("migrate", run_syncdb=True, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    evenings = [empty_evening(dict(os.environ), players=players) for players in EVENINGS]
    Event.objects.update(deals_per_table={"3": DEALS, "4": DEALS})
    hall = Hall(evenings)
    with server() as hall.port:
        for turn in range(2):
            say(f"quiet, turn {turn + 1} of 2")
            hall.part("quiet")
            say(f"a plain insert, turn {turn + 1} of 2")
            hall.plain_inserts(turn)
            say(f"{SPECTATORS} spectators, turn {turn + 1} of 2")
            hall.part("spectators", spectators=hall.spectators())
        for kind, count, addresses in attacks(evenings[0]["event"]):
            say(f"a stranger: {kind}")
            with stranger(kind, hall.port, count, addresses) as answers:
                hall.part(kind)
            hall.told[kind] = answers
        say("a burst")
        hall.burst()
        memory = hall.memory()
    return Report(figures_of(hall), {**facts_of(hall), "memory of the server": memory})


def attacks(slug: str) -> list[tuple[str, int, list[str]]]:
    """Return a stranger's attacks: every kind of address in turn, silent connections, half requests."""
    papers = [
        "?a=1",
        "wall/?a=1",
        "embed/",
        "standings.pdf",
        "standings.xlsx",
        "preview.png",
        "seats/?name=a",
    ]
    costly = ["rounds/1/sheets.pdf", " sessionid=junk", "standings.pdf sessionid=junk"]
    event = [f"/events/{slug}/{each}" for each in (*papers, *costly)]
    return [
        ("flood", FLOODING, [*event, "/", "/accounts/login/", "/api/v1/events/"]),
        ("silent", IDLE, []),
        ("half-body", HALVES, ["/api/v1/table/deals/", "/accounts/login/"]),
    ]


class Hall:
    """Three events on one server, and the duration of every post, by part."""

    port = 0

    def __init__(self, evenings: Sequence[Http]) -> None:
        self.slug = evenings[0]["event"]
        self.requests = [requests_of(evening) for evening in evenings]
        self.parts = list(Part.objects.values_list("table_id", "pk").order_by("pk")[:TABLES])
        self.posts: dict[str, list[float]] = {}
        self.looks: list[float] = []
        self.late: list[float] = []
        self.told: dict[str, dict[str, int]] = {}
        self.errors = self.created = 0
        self.seconds: dict[str, float] = {}

    def part(self, name: str, **more: Any) -> None:
        """Let the tables write for the given minutes, with the other load of the part."""
        standings = f"/api/v1/events/{self.slug}/standings/"
        job = {"pace": PACE, "standings": standings, "sheet": SHEET, **more}
        self.take(name, self.send(self.tables(0), seconds=60 * MINUTES, **job))

    def plain_inserts(self, turn: int) -> None:
        """Let the tables write as often to the plain view."""
        tables = [{"requests": insertions_of(*each, turn)} for each in self.parts]
        result = self.send(tables, seconds=60 * MINUTES, pace=PACE)
        self.posts.setdefault("plain insert", []).extend(seconds for _, seconds in result["posts"])
        self.errors += sum(status != CREATED for status, _ in result["posts"])

    def tables(self, evening: int, deals: int = DEALS) -> list[Http]:
        """Return each table's next requests; they are counted off when they are sent."""
        return [{"requests": requests[:deals]} for requests in self.requests[evening]]

    def send(self, tables: list[Http], **job: Any) -> Http:
        """Send them from a crowd."""
        text = json.dumps({"port": self.port, "tables": tables, **job})
        command = [sys.executable, "-m", "benchmarks.crowd"]
        done = subprocess.run(command, input=text, stdout=subprocess.PIPE, text=True, check=True)
        return dict(json.loads(done.stdout))

    def take(self, name: str, result: Http) -> None:
        """Record the results of a part."""
        self.posts.setdefault(name, []).extend(seconds for _, seconds in result["posts"])
        self.looks += [seconds for _, seconds in result["looks"]]
        self.late += result["late"] if name in ("quiet", "spectators") else []
        statuses = [status for status, _ in result["posts"]]
        self.errors += sum(status not in (200, 201) for status in statuses)
        self.errors += sum(status not in (200, 304) for status, _ in result["looks"])
        self.created += sum(status == CREATED for status in statuses)
        self.seconds[name] = result["seconds"]
        self.count_off()

    def count_off(self) -> None:
        """Remove stored deals from the count."""
        stored = set(StoredResponse.objects.values_list("key", flat=True))
        self.requests = [
            [[each for each in table if each["key"] not in stored] for table in evening]
            for evening in self.requests
        ]

    def spectators(self) -> list[Http]:
        """Return spectators at the event, walls, and a director at the dashboard."""
        event = f"/events/{self.slug}/"
        headers = {"Accept-Encoding": "gzip"}
        crowd = [{"paths": [event, *[f"{event}live/"] * 20], "headers": headers}] * SPECTATORS
        walls = [{"paths": [f"{event}wall/live/"], "headers": headers}] * WALLS
        director = Client()
        director.force_login(User.objects.get(username="demo"))
        cookie = {"Cookie": f"sessionid={director.cookies['sessionid'].value}"}
        dashboard = f"{event}organise/"
        return [
            *crowd,
            *walls,
            {"paths": [dashboard, f"{dashboard}live/", f"{dashboard}players/"], "headers": cookie},
        ]

    def burst(self) -> None:
        """Let phones return all at once while the hall writes; then the same load one after the other."""
        with ThreadPoolExecutor() as pool:
            hall = pool.submit(self.send, self.tables(0), seconds=60 * MINUTES, pace=PACE, sheet=SHEET)
            sleep(HEAD_START)
            back = self.send(self.tables(1, BURST), seconds=3600, pace=(0, 0))
            others = hall.result()
        chain = [each for table in self.tables(2, BURST) for each in table["requests"]]
        alone = self.send([{"requests": chain}], seconds=3600, pace=(0, 0))
        self.take("beside the burst", others)
        self.take("burst", back)
        self.take("one after the other", alone)

    def memory(self) -> str:
        """Return megabytes of all processes, shared memory counted once; Linux only."""
        sizes = [pss_of(each) for each in Path("/proc").glob("[0-9]*") if serves(each, self.port)]
        return f"{sum(sizes) // 1024} MB in {len(sizes)} processes" if sizes else "unknown"


def requests_of(evening: Http) -> list[list[Http]]:
    """Return every table's posts."""
    requests = []
    for place, table in enumerate(evening["tables"][:TABLES]):
        deals = play_sheet(GAME, {}, SEATS, 0, DEALS, Random(place))
        records = [dict(deal.record) for deal in deals][:DEALS]
        rows = zip(records, which_count(records), strict=True)
        requests.append([post_of(table["token"], number, *row) for number, row in enumerate(rows, 1)])
    return requests


def which_count(records: Sequence[Http]) -> list[bool]:
    """Return whether each record counts; a passed deal never appears in the count of deals."""
    game = get_game(GAME)
    state, counting = open_table(game, read_options(game, {}), SEATS, 0), []
    for record in records:
        state, outcome = game.settle(state, read_record(game, record))
        counting.append(outcome.counts)
    return counting


def insertions_of(table: int, part: int, turn: int) -> list[Http]:
    """Return a table's requests to the plain view."""
    headers = {"Content-Type": "application/json"}
    bodies = [
        {"table": table, "part": part, "number": turn * DEALS + number, "record": deal.record}
        for number, deal in enumerate(play_sheet(GAME, {}, SEATS, 0, DEALS, Random(table))[:DEALS], 1)
    ]
    return [
        {"method": "POST", "path": PLAIN, "headers": headers, "body": json.dumps(each)} for each in bodies
    ]


def post_of(token: str, number: int, record: Http, counts: bool) -> Http:
    """Return a deal as a phone sends it, and whether it counts."""
    key = f"{token[:12]}-{number}"
    headers = {"Authorization": f"Table {token}", "Idempotency-Key": key, "Content-Type": "application/json"}
    body = json.dumps({"number": number, "record": record})
    request = {"method": "POST", "path": "/api/v1/table/deals/", "headers": headers, "body": body}
    return {**request, "key": key, "counts": counts}


# Results


def percentile(seconds: Sequence[float], hundredth: int) -> float:
    return statistics.quantiles(seconds, n=100)[hundredth - 1] if len(seconds) > 1 else 0.0


def times_of(name: str, hundredth: int, seconds: Sequence[float]) -> Times:
    return Times(f"{name} p{hundredth}", (percentile(seconds, hundredth),))


def figures_of(hall: Hall) -> list[Figure]:
    """Compare each part with the quiet hall."""
    figures = []
    goals = {"spectators": (1.3, 2), "flood": (3, 5), "silent": (3, 5), "half-body": (3, 5)}
    for name, most in goals.items():
        for hundredth, goal in zip((50, 99), most, strict=True):
            figures.append(against_quiet(hall, name, hundredth, goal))
    figures.append(against_quiet(hall, "beside the burst", 99, 5))
    post, insert = (times_of(name, 50, hall.posts[name]) for name in ("quiet", "plain insert"))
    figures.append(Figure("posts, quiet / a plain insert, p50", post, insert, Goal(at_most=4)))
    figures += [spread(name, seconds, goal) for name, seconds, goal in spreads(hall)]
    back, alone = hall.seconds["burst"], hall.seconds["one after the other"]
    burst = Times("50 at once", (back,)), Times("one after the other", (alone,))
    figures.append(Figure("burst / one after the other", *burst, Goal(at_most=1.5)))
    visible = Times("seen p99, with a page's poll", (percentile(hall.late, 99) + LOOK_SECONDS,))
    return [*figures, Figure("a deal is seen / 3 s", visible, Times("3 s", (3.0,)), Goal(at_most=1))]


def against_quiet(hall: Hall, name: str, hundredth: int, goal: float) -> Figure:
    """Return a part's percentile / the quiet hall's."""
    above, below = (
        times_of(name, hundredth, hall.posts[name]),
        times_of("quiet", hundredth, hall.posts["quiet"]),
    )
    return Figure(f"posts, {name} / quiet, p{hundredth}", above, below, Goal(at_most=goal))


def spreads(hall: Hall) -> list[tuple[str, list[float], float]]:
    return [("posts", hall.posts["spectators"], 10), ("pages", hall.looks, 20)]


def spread(name: str, seconds: list[float], goal: float) -> Figure:
    """Return p99 / p50 among spectators."""
    return Figure(
        f"{name}, p99 / p50", times_of(name, 99, seconds), times_of(name, 50, seconds), Goal(at_most=goal)
    )


def facts_of(hall: Hall) -> Http:
    """Report errors, acknowledged deals that are missing, and the stranger's answers."""
    return {
        "minutes of each part": MINUTES,
        "posts": sum(map(len, hall.posts.values())),
        "errors": hall.errors,
        "lost": hall.created - Deal.objects.count(),
        **{f"told to the stranger ({kind})": answers for kind, answers in hall.told.items()},
    }


def serves(process: Path, port: int) -> bool:
    """Return whether a process belongs to the server: it has its command line, or a parent that does."""
    try:
        own = process / "cmdline"
        if f"--port\0{port}" in own.read_text():
            return True
        parent = (process / "stat").read_text().rpartition(")")[2].split()[1]
        return parent != "0" and serves(process.parent / parent, port)
    except OSError:
        return False


def pss_of(process: Path) -> int:
    """Return kilobytes, with shared memory divided among the processes."""
    try:
        lines = (process / "smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)
