"""H1 with listeners: how long a table waits for its post beside 300 server-sent streams, and without them.

20 tables of one event post deals that are written, one every two seconds each, ten times as often as a hall
does. Beside them 300 programs listen to the event, or 15 to each table by its link; in turns with nobody.
Goals, as for spectators of a hall: p50 at most 1.3 and p95 at most 2 times without listeners.
"""

import os
from typing import Any

from django.core.management import call_command

from benchmarks.entry import server
from benchmarks.frame import Figure, Goal, Report, Say
from benchmarks.hall import DEALS, Hall, Http, times_of
from tests.faults.servers import empty_evening
from tournaments.models import Deal, Event

TABLES, LISTENERS, TURNS = 20, 300, 3
SECONDS = float(os.environ.get("BENCH_SECONDS", "15"))  # of each turn
PACE = (1, 3)  # seconds between two deals of a table
NOBODY, OF_EVENT, OF_TABLES = "nobody", "listeners to the event", "listeners to the tables"


def measure(say: Say) -> Report:
    """Seed, serve, let tables write beside each kind of listeners in turn."""
    call_command("migrate", run_syncdb=True, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    evening = empty_evening(dict(os.environ), players=4 * TABLES)
    Event.objects.update(deals_per_table={"4": DEALS})
    hall, results = Hall([evening]), dict[str, list[Http]]()
    crowds = {NOBODY: [], OF_EVENT: to_event(evening), OF_TABLES: to_tables(evening)}
    with server() as hall.port:
        for turn in range(TURNS):
            for name, listeners in crowds.items():
                say(f"{name}, turn {turn + 1} of {TURNS}")
                done = hall.send(hall.tables(0), seconds=SECONDS, pace=PACE, listeners=listeners)
                hall.take(name, {**done, "looks": [], "late": []})
                results.setdefault(name, []).append(done)
    return Report(figures_of(hall), facts_of(hall, results))


def to_event(evening: Http) -> list[Http]:
    """Return listeners to the event."""
    return [{"path": f"/api/v1/events/{evening['event']}/stream/", "headers": {}}] * LISTENERS


def to_tables(evening: Http) -> list[Http]:
    """Return as many listeners, evenly at the tables."""
    tokens = [table["token"] for table in evening["tables"][:TABLES]]
    ways = [{"Authorization": f"Table {token}"} for token in tokens]
    return [{"path": "/api/v1/table/stream/", "headers": ways[at % len(ways)]} for at in range(LISTENERS)]


def figures_of(hall: Hall) -> list[Figure]:
    """Compare each kind of listeners with nobody."""
    figures = []
    for name in (OF_EVENT, OF_TABLES):
        for hundredth, most in ((50, 1.3), (95, 2.0)):
            with_them, without = (times_of(each, hundredth, hall.posts[each]) for each in (name, NOBODY))
            label = f"posts beside {name} / nobody, p{hundredth}"
            figures.append(Figure(label, with_them, without, Goal(at_most=most)))
    return figures


def facts_of(hall: Hall, results: dict[str, list[Http]]) -> dict[str, Any]:
    """Report how many posts were written and lost, how many listened, and what they were told."""
    listened = {
        f"admitted {name}": min(
            sum(each["status"] == 200 for each in done["heard"]) for done in results[name]
        )
        for name in (OF_EVENT, OF_TABLES)
    }
    changes = {
        f"changes told to {name}": sum(each["changes"] for done in results[name] for each in done["heard"])
        for name in (OF_EVENT, OF_TABLES)
    }
    written = {"posts": sum(map(len, hall.posts.values())), "lost": hall.created - Deal.objects.count()}
    return {**written, "errors": hall.errors, **listened, **changes}
