"""H13, H14: an empty database, and a server's first answer; processor seconds of all their processes.

Compared with `manage check`, which loads the program and every page once. Goals: `migrate` into nothing at
most 1.5 times that; from `run.py serve` on existing data to the first answer at most 2 times. The first
answer is the home page. Linux only.
"""

import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path

from benchmarks.frame import Figure, Goal, Report, Say, Times
from tests.processes import ROOT, answers, environment, free_port, running, wait_until

RUNS = 5
TICK = os.sysconf("SC_CLK_TCK")


def measure(say: Say) -> Report:
    """Start everything in turns."""
    own = Path(os.environ["DATA_DIR"])
    checks, migrations, starts = [], [], []
    served = environment(own / "served")
    first_answer(served)  # makes the database and the static files
    for run in range(RUNS):
        say(f"check, migrate and serve, {run + 1} of {RUNS}")
        checks.append(processor_of(environment(own / "served"), "check"))
        migrations.append(processor_of(environment(own / "empty"), "migrate", "-v", "0"))
        shutil.rmtree(own / "empty")
        starts.append(first_answer(served))
    below = Times("manage check", tuple(checks))
    migrated, answered = Times("migrate", tuple(migrations)), Times("serve", tuple(starts))
    return Report(
        [
            Figure("migrate into nothing / check", migrated, below, Goal(at_most=1.5)),
            Figure("run.py serve to the first answer / check", answered, below, Goal(at_most=2)),
        ]
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


def first_answer(env: dict[str, str]) -> float:
    """Return the processor seconds that all processes of a server spend until it answers."""
    port, log = free_port(), Path(env["DATA_DIR"]).with_name("server.log")
    with running([sys.executable, "run.py", "serve", "--port", str(port)], env, log) as process:
        wait_until(lambda: answers(f"http://127.0.0.1:{port}/"), f"the server answers; see {log}")
        return spent_in_session(process.pid)


def spent_in_session(leader: int) -> float:
    """Return the processor seconds of a session and of its ended children."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended meanwhile
            continue
        if int(fields[3]) == leader:
            ticks += sum(map(int, fields[11:15]))
    return ticks / TICK
