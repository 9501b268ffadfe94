"""H12: how long a table waits for its post while the installation is backed up, one backup after the other.

The database holds years of evenings (H4); 50 tables of one more event post, open loop, as in H1. The quiet
hall and the hall beside backups take turns. The last backup is restored into an empty installation, which
computes every event again. Every run fills 30 evenings; `--whole` fills 300, a million deals.
Goals: p99 at most 5 times quiet; no post over 500 ms while a backup is made; nothing lost.
"""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management import call_command

from benchmarks.entry import server
from benchmarks.frame import Figure, Goal, Report, Say, Times
from benchmarks.hall import DEALS, EVENINGS, MINUTES, Hall, against_quiet
from benchmarks.years import SHORT, WHOLE, Size, Years
from tests.faults.servers import empty_evening
from tournaments.models import Deal, Event

ROOT = Path(__file__).resolve().parent.parent
SLOWEST, TURNS = 0.5, 2  # seconds of a post; turns of each way
BESIDE = "beside backups"


def measure(say: Say) -> Report:
    """Measure with 30 evenings."""
    return measure_with(SHORT, say)


def measure_whole(say: Say) -> Report:
    """Measure with 300 evenings, a million deals."""
    return measure_with(WHOLE, say)


def measure_with(size: Size, say: Say) -> Report:
    """Fill, serve, let the hall write in turns, restore."""
    hall, deals = filled(size, say)
    with tempfile.TemporaryDirectory(prefix="stichtag-backups-") as folder:
        made: list[dict[str, Any]] = []
        with server() as hall.port:
            for turn in range(1, TURNS + 1):
                say(f"quiet, turn {turn} of {TURNS}")
                hall.part("quiet")
                say(f"{BESIDE}, turn {turn} of {TURNS}")
                with backups(Path(folder), made):
                    hall.part(BESIDE)
        say("restoring the last backup")
        restored = restore(made[-1]["file"], Path(folder, "restored"))
    lost = hall.created - (Deal.objects.count() - deals)
    return Report(figures_of(hall), {**facts_of(hall, made), "lost": lost, "restored": restored})


def filled(size: Size, say: Say) -> tuple[Hall, int]:
    """Return the hall of an empty event in a database of years, and the number of earlier deals."""
    call_command("migrate", run_syncdb=True, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    Years(size).fill(say, range(1, size.evenings))
    evening = empty_evening(dict(os.environ), players=EVENINGS[0])
    Event.objects.filter(slug=evening["event"]).update(deals_per_table={"3": DEALS, "4": DEALS})
    return Hall([evening]), Deal.objects.count()


@contextlib.contextmanager
def backups(folder: Path, made: list[dict[str, Any]]) -> Iterator[None]:
    """Make one backup after the other in another process meanwhile; a failure ends the benchmark."""
    is_over = threading.Event()
    failures: list[subprocess.CompletedProcess[str]] = []

    def go_on() -> None:
        while not is_over.is_set() and not failures:
            done = manage(dict(os.environ), "backup", str(folder / f"{len(made)}.zip"), "--format", "json")
            if done.returncode:
                failures.append(done)
            else:
                made.append(json.loads(done.stdout))

    thread = threading.Thread(target=go_on)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
    for failed in failures:
        failed.check_returncode()


def restore(file: str, data_dir: Path) -> str:
    """Return whether an empty installation takes the backup and computes the same from its records."""
    done = manage({**os.environ, "DATA_DIR": str(data_dir)}, "restore", file)
    return "every event agrees" if done.returncode == 0 else done.stdout + done.stderr


def manage(env: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a management command in its own process."""
    command = [sys.executable, str(ROOT / "manage.py"), *arguments]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)


# Results


def figures_of(hall: Hall) -> list[Figure]:
    """Compare the hall beside backups with the quiet hall."""
    slowest = Times(f"slowest post {BESIDE}", (max(hall.posts[BESIDE]),))
    return [
        against_quiet(hall, BESIDE, 50, 5),
        against_quiet(hall, BESIDE, 99, 5),
        Figure("slowest post / 500 ms", slowest, Times("500 ms", (SLOWEST,)), Goal(at_most=1)),
    ]


def facts_of(hall: Hall, made: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what was posted and backed up."""
    return {
        "minutes of each part": MINUTES,
        "posts": {name: len(seconds) for name, seconds in hall.posts.items()},
        "slowest post, quiet": f"{max(hall.posts['quiet']) * 1000:.0f} ms",
        "errors": hall.errors,
        "backups": len(made),
        "rows of the last": made[-1]["rows"],
        "bytes of the last": made[-1]["bytes"],
    }
