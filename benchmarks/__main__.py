"""Run benchmarks: `python -m benchmarks [name ...] [--json] [--whole]` prints a table, or JSON with `--json`.

`--whole` runs a benchmark in full if it usually runs in part (draw, years, federation, backup, guard,
photos), `--smallest` runs it in seconds, as the tests do. Each benchmark gets its own process and data
folder, so that none inherits another's memory or rows.
"""

import argparse
import importlib
import inspect
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import django

from benchmarks.frame import Report, json_of, keep, machine, table_of

NAMES = (
    "fold",
    "standings",
    "swiss",
    "draw",
    "years",
    "federation",
    "public",
    "reading",
    "door",
    "entry",
    "hall",
    "listeners",
    "screens",
    "backup",
    "clubs",
    "long_work",
    "first_tap",
    "starting",
    "guard",
    "photos",
)
ROOT = Path(__file__).resolve().parent.parent


def say(line: str) -> None:
    """Report progress; standard output is reserved for the results."""
    print(f"  {line} ...", file=sys.stderr, flush=True)


def measure(name: str, is_whole: bool, is_smallest: bool = False) -> tuple[str, Report]:
    """Return the benchmark's description, and its report from a scratch installation."""
    with tempfile.TemporaryDirectory(prefix="stichtag-benchmark-") as folder:
        os.environ |= {"DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "benchmarks.settings"}
        for elsewhere in ("DATABASE_URL", "REDIS_URL"):
            os.environ.pop(elsewhere, None)
        django.setup()
        module = importlib.import_module(f"benchmarks.{name}")
        if is_smallest:
            importlib.import_module("benchmarks.smallest").make_smallest(name)
        way = getattr(module, "measure_whole", module.measure) if is_whole else module.measure
        return inspect.getdoc(module) or "", way(say)


def run_one(name: str, as_json: bool, is_whole: bool, is_smallest: bool) -> None:
    """Measure, store the JSON unless it says nothing, print."""
    print(f"{name}:", file=sys.stderr, flush=True)
    purpose, report = measure(name, is_whole, is_smallest)
    result = json_of(name, report) if is_smallest else keep(name, report)
    print(json.dumps(result) if as_json else page_of(name, purpose, report), flush=True)


def page_of(name: str, purpose: str, report: Report) -> str:
    """Return the printed form."""
    facts = ", ".join(f"{key} {value}" for key, value in machine().items())
    return f"\n== {name} ({facts})\n\n{purpose}\n\n{table_of(report)}\n"


def run_each(names: list[str], options: list[str]) -> int:
    """Run one process after the other; return the worst exit code."""
    commands = [[sys.executable, "-m", "release.quietly", "benchmarks", name, *options] for name in names]
    return max(subprocess.run(command, cwd=ROOT).returncode for command in commands)


def read_arguments() -> Any:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "names", nargs="*", choices=[[], *NAMES], help=f"of {', '.join(NAMES)}; none means all"
    )
    parser.add_argument("--json", action="store_true", help="JSON on standard output, one line per benchmark")
    parser.add_argument("--minutes", help="of each part of the hall, 2 unless told; 10 is the whole")
    parser.add_argument("--whole", action="store_true", help="all there is, not a part")
    parser.add_argument("--smallest", action="store_true", help="as little as possible: whether it runs")
    return parser.parse_args()


if __name__ == "__main__":
    arguments = read_arguments()
    chosen = arguments.names or list(NAMES)
    if arguments.minutes:
        os.environ["BENCH_MINUTES"] = arguments.minutes
    if len(chosen) > 1:
        sys.exit(run_each(chosen, [each for each in sys.argv[1:] if each.startswith("-")]))
    run_one(chosen[0], arguments.json, arguments.whole, arguments.smallest)
