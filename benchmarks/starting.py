"""H13, H14: an empty database, and a server's first answer; processor seconds of all their processes.

Compared with `manage check`, which loads the program and every page once. Goals: `migrate` into nothing at
most 1.5 times that; from `run.py serve` on existing data to the first answer at most 2 times. The first
answer is the home page. Memory with 50 players and a year of evenings: at most 300 MB. Linux only.
"""

import contextlib
import os
import resource
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from django.core.management import call_command
from django.db import connection

from benchmarks.frame import Figure, Goal, Report, Say, Times
from benchmarks.hall import pss_of
from benchmarks.years import Size, Years
from tests.processes import ROOT, answers, environment, free_port, running, wait_until

RUNS = 5
YEAR = Size(evenings=48, players=50, tables=12, rounds=3, deals=24)
TICK = os.sysconf("SC_CLK_TCK")


def measure(say: Say) -> Report:
    """Start everything in turns."""
    own = Path(os.environ["DATA_DIR"])
    checks, migrations, starts = [], [], []
    call_command("migrate", verbosity=0)
    years = Years(YEAR)
    years.fill(say, range(1, YEAR.evenings))
    connection.close()
    with serving(environment(own)):
        pass  # it has gathered the static files
    for run in range(RUNS):
        say(f"check, migrate and serve, {run + 1} of {RUNS}")
        checks.append(processor_of(environment(own), "check"))
        migrations.append(processor_of(environment(own / "empty"), "migrate", "-v", "0"))
        shutil.rmtree(own / "empty")
        with serving(environment(own)) as (leader, url):
            starts.append(spent_in(leader))
    with serving(environment(own)) as (leader, url):
        begun = memory(leader)
        for address in years.addresses().values():
            urllib.request.urlopen(url + address.lstrip("/")).read()
        read = memory(leader)
    below = Times("manage check", tuple(checks))
    migrated, answered = Times("migrate", tuple(migrations)), Times("serve", tuple(starts))
    return Report(
        [
            Figure("migrate into nothing / check", migrated, below, Goal(at_most=1.5)),
            Figure("run.py serve to the first answer / check", answered, below, Goal(at_most=2)),
        ],
        {"memory after the start": begun, "memory after its pages": read},
    )


def processor_of(env: dict[str, str], *arguments: str) -> float:
    """Return the processor seconds of a management command."""
    before = spent_by_children()
    subprocess.run(
        [sys.executable, "manage.py", *arguments], cwd=ROOT, env=env, check=True, capture_output=True
    )
    return spent_by_children() - before


def spent_by_children() -> float:
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


@contextlib.contextmanager
def serving(env: dict[str, str]) -> Iterator[tuple[int, str]]:
    """Run a server; yield the leader of its processes and its address at the first answer."""
    port, log = free_port(), Path(env["DATA_DIR"], "server.log")
    with running([sys.executable, "run.py", "serve", "--port", str(port)], env, log) as process:
        url = f"http://127.0.0.1:{port}/"
        wait_until(lambda: answers(url), f"the server answers; see {log}")
        yield process.pid, url


def spent_in(leader: int) -> float:
    """Return the processor seconds of a session, of its ended processes too."""
    return sum(sum(map(int, fields_of(each)[11:15])) for each in session(leader)) / TICK


def memory(leader: int) -> str:
    """Return the megabytes of a session by process, shared memory divided among them."""
    sizes = [((each / "comm").read_text().strip(), pss_of(each) // 1024) for each in session(leader)]
    return f"{sum(size for _, size in sizes)} MB: " + ", ".join(f"{name} {size}" for name, size in sizes)


def session(leader: int) -> list[Path]:
    """Return the processes of a session."""
    return [each for each in Path("/proc").glob("[0-9]*") if fields_of(each)[3:4] == [str(leader)]]


def fields_of(process: Path) -> list[str]:
    """Return what Linux says of a process, from its state on; nothing if it has ended."""
    try:
        return (process / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []
