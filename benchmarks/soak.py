"""The long run: 10,000 simulated deals of every game, each checked against every law (tests/laws.py).

Then the standings of 10,000 random events against a naive implementation (tests/scoring/standings/
naive_standings.py), 1,000 events of phones with outdated sheets (tests/tournaments/sheets/
test_interleavings.py), 100,000 hostile inputs to every address (tests/tournaments/promises/
test_hostile_input.py, tests/tournaments/api/test_promises.py), every golden case over HTTP and on a phone
(tests/tournaments/api/test_golden.py, tests/browser/test_engine.py), every method of every address in all
roles (tests/tournaments/promises/test_access_matrix.py), the cases that a whole run of the tests leaves out
(tests/sweeps.py), a hall of 200 tables with four phones each, whose server is killed ten times
(benchmarks/killed_hall.py), and backups beside a hall (benchmarks/backup.py). `python -m benchmarks.soak
[--only PART ...] [--deals N] [--games KEY ...] [--events N] [--interleavings N] [--inputs N] [--tables N]
[--phones N] [--hall-deals N] [--kills N] [--seed S]`; the parts are laws, standings, interleavings, hostile,
golden, access, sweeps, hall, backup. Progress goes to standard error, the ledger to standard output and, as
JSON, beside the benchmarks' results. Exit status 1 if any check failed.
"""

import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from benchmarks import killed_hall
from simulation.games import PLAYS
from tests.laws import LAWS, TableKind, follow, table_kinds
from tests.scoring.standings.comparing import disagreements

DEALS = 10_000
DEALS_OF_A_SHEET = 100
EVENTS = 10_000
EVENTS_AT_ONCE = 500
INTERLEAVINGS = 1_000
INPUTS = 100_000
HOSTILE = (
    "tests/tournaments/promises/test_hostile_input.py",
    "tests/tournaments/promises/test_broken_writes.py",
    "tests/tournaments/api/test_promises.py",
)
ACCESS_TESTS = ("tests/tournaments/promises/test_access_matrix.py",)
GOLDEN_TESTS = ("tests/tournaments/api/test_golden.py", "tests/browser/test_engine.py")
WITHOUT_LOSS = {"errors": 0, "lost": 0, "restored": "every event agrees"}
SEED = 2026
MOST_TOLD = 5  # examples of broken laws kept for each kind of table
ROOT = Path(__file__).resolve().parent.parent
LEDGER = ROOT / "var" / "benchmarks" / "soak.json"


@dataclass(slots=True)
class Account:
    """The deals played at one kind of table, and the broken laws."""

    table: str
    key: str
    deals: int = 0
    sheets: int = 0
    seconds: float = 0.0
    broken: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)

    def check(self, kind: TableKind, rng: Random, deals: int) -> None:
        """Play one sheet and check every deal against every law."""
        for deal in follow(kind, kind.sheet(deals, rng)):
            self.deals += 1
            for law in LAWS:
                if problem := law(deal):
                    self.tell(law.__name__, f"{problem}: {json.dumps(deal.row.cards)}")
        self.sheets += 1

    def tell(self, law: str, example: str) -> None:
        """Count a broken law; keep the first few with their cards."""
        self.broken[law] += 1
        if len(self.examples) < MOST_TOLD:
            self.examples.append(f"{law}: {example}")


def soak(kind: TableKind, deals: int, seed: int) -> Account:
    """Play so many deals at one kind of table, determined by the seed."""
    account, rng, begin = Account(str(kind), kind.key), Random(f"{seed} {kind}"), perf_counter()
    while account.deals < deals:
        account.check(kind, rng, min(DEALS_OF_A_SHEET, deals - account.deals))
    account.seconds = perf_counter() - begin
    return account


def soak_all(shares: Sequence[tuple[TableKind, int]], seed: int) -> Iterator[Account]:
    """Play every kind of table, on all processors; the longest first."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        futures = [pool.submit(soak, kind, deals, seed) for kind, deals in shares]
        for number, future in enumerate(as_completed(futures), start=1):
            account = future.result()
            say(f"{number} of {len(futures)}: {account.table}, {account.deals} deals, {verdict(account)}")
            yield account


def shares_of(keys: Sequence[str], deals: int) -> list[tuple[TableKind, int]]:
    """Return the deals of every game, spread evenly over its kinds of table."""
    kinds = [kind for kind in table_kinds() if kind.key in keys]
    count = Counter(kind.key for kind in kinds)
    return [(kind, -(-deals // count[kind.key])) for kind in kinds]


def soak_standings(events: int, seed: int) -> list[str]:
    """Return the random events whose standings differ from the naive ones; on all processors."""
    shares = [min(EVENTS_AT_ONCE, events - start) for start in range(0, events, EVENTS_AT_ONCE)]
    seeds = [f"{seed} {number}" for number in range(len(shares))]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        return [event for seeds_of in pool.map(disagreements, seeds, shares) for event in seeds_of]


def say(line: str) -> None:
    """Report progress; standard output is reserved for the ledger."""
    print(line, file=sys.stderr, flush=True)


def verdict(account: Account) -> str:
    """Return the verdict in a word or two."""
    return (
        ", ".join(f"{law} broken {times} times" for law, times in account.broken.items()) or "all laws kept"
    )


def ledger(accounts: Sequence[Account]) -> str:
    """Return the whole run as a table, game by game in the order of the list."""
    width = max(len(account.table) for account in accounts)
    lines = [f"{'table':{width}}  deals  sheets  seconds  laws"]
    for account in accounts:
        figures = f"{account.deals:5}  {account.sheets:6}  {account.seconds:7.1f}"
        lines.append(f"{account.table:{width}}  {figures}  {verdict(account)}")
    deals = sum(account.deals for account in accounts)
    broken = sum(account.broken.total() for account in accounts)
    lines.append(f"\n{deals} deals, {len(LAWS)} laws, {broken} broken")
    return "\n".join([*lines, *(example for account in accounts for example in account.examples)])


def read_arguments() -> Any:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS, help="of each game")
    parser.add_argument("--games", nargs="+", choices=list(PLAYS), default=list(PLAYS), metavar="KEY")
    parser.add_argument("--events", type=int, default=EVENTS, help="random events for the standings")
    parser.add_argument("--interleavings", type=int, default=INTERLEAVINGS)
    parser.add_argument("--inputs", type=int, default=INPUTS, help="hostile ones, to every address")
    parser.add_argument("--only", nargs="+", choices=list(PARTS), default=list(PARTS), metavar="PART")
    parser.add_argument("--seed", type=int, default=SEED)
    killed_hall.add_arguments(parser, "--hall-deals")
    return parser.parse_args()


def run_laws(arguments: Any) -> bool:
    """Check every law of every game; return whether all hold."""
    shares = shares_of(arguments.games, arguments.deals)
    order = {str(kind): place for place, (kind, _) in enumerate(shares)}
    accounts = sorted(soak_all(shares, arguments.seed), key=lambda account: order[account.table])
    LEDGER.parent.mkdir(parents=True, exist_ok=True)
    LEDGER.write_text(json.dumps([asdict(account) for account in accounts], indent=1))
    print(ledger(accounts))
    return not any(account.broken for account in accounts)


def run_standings(arguments: Any) -> bool:
    """Check the standings against the naive implementation."""
    disputed = soak_standings(arguments.events, arguments.seed)
    print(f"{arguments.events} random events, standings disputed in {len(disputed)}")
    print("\n".join(disputed[:MOST_TOLD]))
    return not disputed


def run_interleavings(arguments: Any) -> bool:
    """Run the everyday test with more events; it builds its own database in memory."""
    say(f"{arguments.interleavings} interleavings of phones that know too little")
    variables = {"INTERLEAVINGS": str(arguments.interleavings)}
    return run_tests("interleavings", variables, "tests/tournaments/sheets/test_interleavings.py")


def run_hostile(arguments: Any) -> bool:
    """Run the everyday tests with more inputs from this seed."""
    say(f"{arguments.inputs} hostile inputs")
    variables = {"HOSTILE_INPUTS": str(arguments.inputs), "HOSTILE_SEED": str(arguments.seed)}
    variables |= {"BROKEN_WRITES": str(arguments.inputs), "BROKEN_SEED": str(arguments.seed)}
    return run_tests("hostile inputs", variables, *HOSTILE)


def run_golden(arguments: Any) -> bool:
    """Run the everyday tests with every golden case."""
    say("Every golden case over HTTP and on a phone")
    return run_tests("golden cases", {"SAMPLE": "all"}, *GOLDEN_TESTS)


def run_access(arguments: Any) -> bool:
    """Run the everyday tests with the methods that nobody may use, in all roles."""
    say("Every method of every address in all roles")
    return run_tests("access", {"SAMPLE": "all"}, *ACCESS_TESTS)


def run_sweeps(arguments: Any) -> bool:
    """Run the cases of sweeps that the everyday suite leaves out."""
    say("Every case of every sweep")
    return run_tests("sweeps", {"SAMPLE": "all"}, "-m", "soak or sampled", "tests")


def run_tests(what: str, variables: dict[str, str], *paths: str) -> bool:
    """Run other tests or with other numbers; return success. Prints the last line, and why a test failed."""
    command = [sys.executable, "-m", "pytest", "-q", *paths]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **variables}, capture_output=True, text=True)
    print(f"{what}, {variables}: {done.stdout.strip().splitlines()[-1]}")
    if done.returncode:
        print(done.stdout)
    return done.returncode == 0


def run_hall(arguments: Any) -> bool:
    """Play a hall whose server is killed; return whether nothing was lost."""
    sizes = (arguments.tables, arguments.phones, arguments.hall_deals, arguments.kills)
    say("A hall of {} tables x {} phones x {} deals, {} kills".format(*sizes))
    outcome = killed_hall.play_hall(*sizes, arguments.seed)
    print(killed_hall.ledger_of(outcome))
    return outcome.is_good


def run_backup(arguments: Any) -> bool:
    """Make one backup after the other while a hall plays, and restore the last; return whether all came back.

    The slowest post is told and not judged: it depends on the machine.
    """
    say("Backups beside a hall")
    command = [sys.executable, "-m", "benchmarks", "backup", "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        print(done.stderr)
        return False
    result = json.loads(done.stdout)
    figures = [f"{each['figure']} {each['ratio']} ({each['verdict']})" for each in result["figures"]]
    print(f"backups beside a hall: {'; '.join(figures)}; {result['facts']}")
    return all(result["facts"][name] == good for name, good in WITHOUT_LOSS.items())


PARTS = {
    "laws": run_laws,
    "standings": run_standings,
    "interleavings": run_interleavings,
    "hostile": run_hostile,
    "golden": run_golden,
    "access": run_access,
    "sweeps": run_sweeps,
    "hall": run_hall,
    "backup": run_backup,
}


def main() -> int:
    """Run every requested part; each prints its ledger."""
    arguments = read_arguments()
    ledgers = [PARTS[part](arguments) for part in PARTS if part in arguments.only]
    return 0 if all(ledgers) else 1


if __name__ == "__main__":
    sys.exit(main())
