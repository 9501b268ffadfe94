"""H8: one deal over HTTP, with checks, history and marker, against a plain view that only inserts the row.

Both run on the same real server (`manage.py serve`, SQLite in WAL mode, `synchronous=FULL`) and take turns in
the same run: 50 tables, each a keep-alive connection that never pauses. Goal: at least 0.25 of the plain
view's rate. A bare SQLite commit of the same row, one connection, no HTTP, serves as reference. Then, one
request at a time: the 100th deal of a sheet against its first (goal: at most 1.5 times), and against the
100th after a restart of the server with empty caches. Acknowledged deals are compared with the database:
errors and lost deals appear below the table and must be 0.
"""

import datetime
import json
import os
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from django.conf import settings
from django.core.management import call_command

from benchmarks.frame import Figure, Goal, Report, Say, Times
from benchmarks.models import PlainDeal
from simulation import play_sheet
from tests.processes import answers, free_port, running, wait_until
from tournaments.models import Deal, Round, SheetChange, StoredResponse, Table, TableLink, User
from tournaments.services.clubs.lifecycle import create_club
from tournaments.services.entry.entrants import enter_players
from tournaments.services.events.lifecycle import create_event
from tournaments.services.rounds.lifecycle import open_round, seat_round
from tournaments.services.sheets.table_links import token_of

SEED = 2026
GAME = "fipsen-prisdorf"
SEATS = 4
TABLES = 50
RUNS = 9
DEALS_PER_RUN = 11
HUNDREDTH = RUNS * DEALS_PER_RUN + 1
COLD = TABLES // 2  # tables kept back for the server with empty caches
ENTRY, PLAIN, BARE = "/api/v1/table/deals/", "/api/v1/table/plain/", "bare"
JSON_HEADERS = {"Content-Type": "application/json"}

CREATED = 201

Http = dict[str, Any]
Lanes = list[list[Http]]
Row = tuple[int, int | None]  # table, number


@dataclass(frozen=True, slots=True)
class Phone:
    """A table, its link and the records to send."""

    table: Table
    part_id: int
    token: str
    records: list[dict[str, Any]]

    def entry(self, number: int) -> Http:
        """Return the product's request for a deal."""
        keys = {"Authorization": f"Table {self.token}", "Idempotency-Key": f"{self.table.pk}-{number}"}
        return self.request(ENTRY, number, JSON_HEADERS | keys, {})

    def plain(self, number: int) -> Http:
        """Return the plain view's request for the same row."""
        return self.request(PLAIN, number, JSON_HEADERS, {"table": self.table.pk, "part": self.part_id})

    def request(self, path: str, number: int, headers: Http, more: Http) -> Http:
        """Return a request as the client process sends it, with its counting key."""
        body = json.dumps({"number": number, "record": self.records[number - 1], **more})
        return {"path": path, "headers": headers, "body": body, "row": (self.table.pk, number)}


@dataclass(slots=True)
class Tally:
    """The server's statuses and the acknowledged rows, by address."""

    statuses: Counter[int] = field(default_factory=Counter)
    acknowledged: dict[str, set[Row]] = field(default_factory=lambda: {ENTRY: set(), PLAIN: set()})

    def send(self, port: int, lanes: Lanes) -> Http:
        """Send all lanes at once from a client process, and count the answers."""
        job = json.dumps({"port": port, "lanes": lanes})
        command = [sys.executable, "-m", "benchmarks.client"]
        done = subprocess.run(command, input=job, stdout=subprocess.PIPE, text=True, check=True)
        answered: Http = json.loads(done.stdout)
        for requests, sent in zip(lanes, answered["sent"], strict=True):
            for request, (status, _) in zip(requests, sent, strict=True):
                self.statuses[status] += 1
                if status == CREATED:
                    self.acknowledged[request["path"]].add(request["row"])
        return answered


def measure(say: Say) -> Report:
    """Seed, serve, send, compare."""
    call_command("migrate", run_syncdb=True, verbosity=0)
    say(f"simulating {TABLES} tables")
    phones, fresh = seeded_phones()
    tally = Tally()
    with server() as port:
        entry, plain, bare = busy_times(port, phones, tally, say)
        say(f"first deals against deal {HUNDREDTH}, one request at a time")
        first = one_at_a_time(port, fresh, 1, tally, "first deal")
        warm = one_at_a_time(port, phones[COLD:], HUNDREDTH, tally, "100th deal")
    with server() as port:
        one_at_a_time(port, fresh, 2, tally, "warming up")  # only the sheets should be cold
        cold = one_at_a_time(port, phones[:COLD], HUNDREDTH, tally, "100th deal, not remembered")
    figures = [*busy_figures(entry, plain, bare), *length_figures(first, warm, cold)]
    return Report(figures, facts_of(tally, entry, plain))


# Data


def seeded_phones() -> tuple[list[Phone], list[Phone]]:
    """Return tables for the busy part, and untouched ones for their first deal."""
    club = create_club(name="Benchmark", owner=User.objects.create(username="benchmark"))
    event = create_event(
        club=club, name="Entry", date=datetime.date(2026, 11, 21), game=GAME, deals_per_table={"4": 200}
    )
    names = [f"Player {number}" for number in range(2 * TABLES * SEATS)]
    entrants = enter_players(event=event, names=names)
    seated = [entrants[start : start + SEATS] for start in range(0, len(entrants), SEATS)]
    phones = phones_of(open_round(round=seat_round(event=event, tables=seated)))
    return phones[:TABLES], phones[TABLES:]


def phones_of(opened: Round) -> list[Phone]:
    """Return one phone for every table."""
    return [
        Phone(link.table, link.table.parts.get().pk, token_of(link), played_records(link.table.number))
        for link in TableLink.objects.filter(table__round=opened).select_related("table").order_by("table")
    ]


def played_records(seed: int) -> list[dict[str, Any]]:
    """Return the records of a played sheet, the same at every run."""
    deals = play_sheet(GAME, {}, SEATS, 0, HUNDREDTH, Random(SEED + seed))
    return [deal.record for deal in deals]


# Server and client


@contextmanager
def server() -> Iterator[int]:
    """Run the product's own server on the scratch database; yield its port."""
    port = free_port()
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    log = Path(settings.DATA_DIR) / "server.log"
    with running(command, {**os.environ, "LOG_LEVEL": "ERROR"}, log) as process:
        url = f"http://127.0.0.1:{port}/api/v1/events/"
        wait_until(lambda: process.poll() is not None or answers(url), "the server answers")
        if process.poll() is not None:
            sys.exit(f"The server did not start:\n{log.read_text()}")
        yield port


# The runs


def busy_times(port: int, phones: list[Phone], tally: Tally, say: Say) -> tuple[Times, Times, Times]:
    """Return seconds per deal with every table busy: ours, the plain view, the bare commit; in turns."""
    seconds: dict[str, list[float]] = {ENTRY: [], PLAIN: [], BARE: []}
    for run in range(RUNS):
        say(f"{TABLES} tables that never pause, run {run + 1} of {RUNS}")
        numbers = range(1 + run * DEALS_PER_RUN, 1 + (run + 1) * DEALS_PER_RUN)
        entries = [[phone.entry(number) for number in numbers] for phone in phones]
        inserts = [[phone.plain(number) for number in numbers] for phone in phones]
        for path, lanes in ((ENTRY, entries), (PLAIN, inserts)):
            seconds[path].append(tally.send(port, lanes)["seconds"] / (TABLES * DEALS_PER_RUN))
        seconds[BARE].append(bare_commit(phones, run))
    return (
        Times("one deal", tuple(seconds[ENTRY])),
        Times("plain view", tuple(seconds[PLAIN])),
        Times("bare commit", tuple(seconds[BARE])),
    )


def bare_commit(phones: Sequence[Phone], run: int) -> float:
    """Return seconds per commit of the same row through the standard library, into a separate database."""
    rows = [(phone.table.pk, phone.part_id, run, json.dumps(phone.records[run]), 1) for phone in phones]
    connection = sqlite3.connect(Path(settings.DATA_DIR) / "bare.sqlite3", isolation_level=None)
    connection.executescript(
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
        'CREATE TABLE IF NOT EXISTS deal (id integer PRIMARY KEY AUTOINCREMENT, "table" bigint, part bigint,'
        ' number integer, record text, revision integer, UNIQUE ("table", number));'
    )
    start = perf_counter()
    for row in rows:
        connection.execute(
            'INSERT INTO deal ("table", part, number, record, revision) VALUES (?, ?, ?, ?, ?)', row
        )
    seconds = (perf_counter() - start) / len(rows)
    connection.close()
    return seconds


def one_at_a_time(port: int, phones: Sequence[Phone], number: int, tally: Tally, label: str) -> Times:
    """Return seconds of one deal at each table, without other load."""
    answered = tally.send(port, [[phone.entry(number) for phone in phones]])
    return Times(label, tuple(seconds for _, seconds in answered["sent"][0]))


# Results


def busy_figures(entry: Times, plain: Times, bare: Times) -> list[Figure]:
    """Compare rates: the ratio of two rates is the inverse ratio of the times."""
    return [
        Figure("rate of entry / rate of the plain view", plain, entry, Goal(at_least=0.25)),
        Figure("rate of entry / rate of the bare commit", bare, entry),
        Figure("rate of the plain view / rate of the bare commit", bare, plain),
    ]


def length_figures(first: Times, warm: Times, cold: Times) -> list[Figure]:
    """Compare a long sheet with a short one."""
    return [
        Figure("100th deal / first deal", warm, first, Goal(at_most=1.5)),
        Figure("100th deal after a restart / first deal", cold, first),
    ]


def facts_of(tally: Tally, entry: Times, plain: Times) -> dict[str, Any]:
    """Report rates, errors, and differences between acknowledged and stored rows."""
    acknowledged, stored = tally.acknowledged[ENTRY], set(Deal.objects.values_list("table_id", "number"))
    inserted = set(PlainDeal.objects.values_list("table_id", "number"))
    complete = stored & entries_and_replies()
    return {
        "seed": SEED,
        "deals per second": round(1 / entry.median),
        "plain rows per second": round(1 / plain.median),
        "acknowledged": len(acknowledged),
        "errors": sum(count for status, count in tally.statuses.items() if status != CREATED),
        "lost": len(acknowledged - complete) + len(tally.acknowledged[PLAIN] - inserted),
        "stored but not acknowledged": len(stored - acknowledged),
    }


def entries_and_replies() -> set[Row]:
    """Count rows with both their history entry and the stored response of their request."""
    entries = set(SheetChange.objects.values_list("table_id", "deal_number"))
    replies = {
        (table, body.get("number")) for table, body in StoredResponse.objects.values_list("table_id", "body")
    }
    return entries & replies
