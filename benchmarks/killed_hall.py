"""Phones in a hall whose server is killed repeatedly: part of `run.py soak`.

`python -m benchmarks.killed_hall [--tables N] [--phones N] [--deals N] [--kills N] [--seed S]`: all phones of
a table write all of its deals, with keys of their own, and retry until they are acknowledged; the web process
gets kill -9 at random points of the event. Prints the ledger. Exit status 1 if an acknowledged deal is lost,
one appears twice, or the numbers do not follow from the records.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from tests.faults.phones import Hall, Ledger, Shift
from tests.faults.servers import Server, empty_evening, sheet_of, wait_for_standings
from tests.processes import Environment, environment, free_port, manage

TABLES, PHONES, DEALS, KILLS, SEED = 200, 4, 100, 10, 2026
PATIENCE = 3600.0  # seconds a phone retries one deal
AWAY = (0.2, 3.0)  # seconds the server is down after a kill
SEATS = 4


@dataclass(slots=True)
class Outcome:
    """The final state."""

    ledger: Ledger
    expected: int
    kills: int
    seconds: float
    lost: int
    twice: int
    conflicts: int
    verified: str
    audited: str

    @property
    def is_good(self) -> bool:
        """Return whether every promise held."""
        wrong = self.lost + self.twice + self.conflicts + self.ledger.server_errors
        is_whole = ": ok" in self.verified and "links are whole" in self.audited
        return not wrong and is_whole and len(self.ledger.acknowledged) == self.expected


def play_hall(tables: int, phones: int, deals: int, kills: int, seed: int) -> Outcome:
    """Set up, play, kill, compare; on a separate scratch installation."""
    with tempfile.TemporaryDirectory(prefix="stichtag-hall-") as folder:
        env = environment(Path(folder) / "data")
        manage(env, "migrate", "-v", "0")
        demo = empty_evening(env, players=SEATS * tables)
        server = Server(env, Path(folder) / "web.log", free_port())
        server.start()
        try:
            return play_and_compare(server, env, demo, (phones, deals, kills, seed))
        finally:
            server.stop()


def play_and_compare(
    server: Server, env: Environment, demo: dict[str, Any], sizes: tuple[int, int, int, int]
) -> Outcome:
    """Play the event and compare."""
    phones, deals, kills, seed = sizes
    hall = Hall(server.address, demo["tables"], phones, deals, seed, patience=PATIENCE)
    shift, begin = hall.play(), time.monotonic()
    expected = sum(len(phone.records) for phone in shift.phones)
    shift.start()
    kill_now_and_then(server, hall.ledger, expected, kills, Random(seed))
    shift.finish()
    seconds = time.monotonic() - begin
    wait_for_standings(server.address, demo)
    lost, twice, conflicts = compare(server, shift)
    verified, audited = said(env, "verify_event", demo["event"]), said(env, "verify_audit", demo["event"])
    return Outcome(hall.ledger, expected, kills, seconds, lost, twice, conflicts, verified, audited)


def kill_now_and_then(server: Server, ledger: Ledger, expected: int, kills: int, rng: Random) -> None:
    """Kill at random points of the event, measured by acknowledged deals."""
    points = sorted(rng.uniform(0.02, 0.95) for _ in range(kills))
    for number, point in enumerate(points, start=1):
        while len(ledger.acknowledged) < point * expected:
            time.sleep(0.02)
        server.kill()
        say(f"kill {number} of {kills} after {len(ledger.acknowledged)} of {expected} acknowledgements")
        time.sleep(rng.uniform(*AWAY))
        server.start()


def compare(server: Server, shift: Shift) -> tuple[int, int, int]:
    """Count acknowledged rows that are missing, surplus rows, and conflicts."""
    lost = twice = conflicts = 0
    for token, rows in shift.expected_rows().items():
        table = sheet_of(server.address, token)
        numbers = [deal["number"] for deal in table["deals"]]
        lost += len(set(range(1, rows + 1)) - set(numbers))
        twice += len(numbers) - len(set(numbers) & set(range(1, rows + 1)))
        conflicts += len(table["conflicts"])
    return lost, twice, conflicts


def said(env: Environment, command: str, slug: str) -> str:
    """Return the last line of a command's output, whatever its exit status."""
    done = subprocess.run(
        [sys.executable, "manage.py", command, slug], env=env, capture_output=True, text=True
    )
    lines = (done.stdout + done.stderr).strip().splitlines()
    return lines[-1] if lines else "nothing"


def ledger_of(outcome: Outcome) -> str:
    """Return the whole event in a few lines."""
    ledger = outcome.ledger
    answers = ", ".join(f"{times} x {status or 'cut'}" for status, times in sorted(ledger.statuses.items()))
    rate = len(ledger.acknowledged) / outcome.seconds
    return "\n".join(
        [
            f"acknowledged  {len(ledger.acknowledged)} of {outcome.expected}, {outcome.kills} kills",
            f"tries         {ledger.tries}: {answers}",
            f"time          {outcome.seconds:.0f} s, {rate:.0f} acknowledgements a second",
            f"lost          {outcome.lost}",
            f"twice         {outcome.twice}",
            f"conflicts     {outcome.conflicts}",
            f"errors (5xx)  {ledger.server_errors}",
            f"recomputed    {outcome.verified}",
            f"history       {outcome.audited}",
        ]
    )


def say(line: str) -> None:
    """Report progress; standard output is reserved for the ledger."""
    print(line, file=sys.stderr, flush=True)


def add_arguments(parser: argparse.ArgumentParser, deals: str = "--deals") -> None:
    """Add the options for the size of the hall."""
    parser.add_argument("--tables", type=int, default=TABLES, help="of the hall, with four seats each")
    parser.add_argument("--phones", type=int, default=PHONES, help="at each table")
    parser.add_argument(deals, dest="hall_deals", type=int, default=DEALS, help="at each table of the hall")
    parser.add_argument("--kills", type=int, default=KILLS, help="of the hall's server")


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, print the ledger."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.killed_hall", description=__doc__)
    add_arguments(parser)
    parser.add_argument("--seed", type=int, default=SEED)
    asked = parser.parse_args(arguments)
    outcome = play_hall(asked.tables, asked.phones, asked.hall_deals, asked.kills, asked.seed)
    print(ledger_of(outcome))
    return 0 if outcome.is_good else 1


if __name__ == "__main__":
    sys.exit(main())
