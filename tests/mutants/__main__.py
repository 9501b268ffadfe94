"""`python3 run.py mutants [AREA ...] [--only TEXT] [--list] [--jobs N]`.

Each mutant is one line as soon as its tests have spoken, then one for each area. Exit status 1 if a mutant
survived without a reason, or could not be tried.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue

from tests.mutants.lists import AREAS, Mutant, load_mutants
from tests.mutants.trials import Verdict, confirm, copied_tree, try_mutant


def main(arguments: Sequence[str]) -> int:
    """Try the mutants of the areas named, or list them."""
    parser = argparse.ArgumentParser(prog="python3 run.py mutants", description=__doc__.splitlines()[0])
    parser.add_argument(
        "areas", nargs="*", metavar="AREA", help=f"of {', '.join(AREAS)}; all if none is named"
    )
    parser.add_argument("--only", default="", metavar="TEXT", help="those with TEXT in their file or fault")
    parser.add_argument("--list", action="store_true", help="list them and try none")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at once")
    options = parser.parse_args(arguments)
    if unknown := set(options.areas) - set(AREAS):
        parser.error(f"expected areas of {', '.join(AREAS)}; found {', '.join(sorted(unknown))}")
    mutants = [each for each in load_mutants(options.areas or AREAS) if options.only in str(each)]
    if options.list:
        print(*(f"{each.area:10} {each}" for each in mutants), sep="\n")
        return 0
    verdicts = try_all(mutants, options.jobs)
    print(*report(verdicts), sep="\n")
    return int(any(each.word.isupper() for each in verdicts))


def try_all(mutants: Sequence[Mutant], jobs: int) -> list[Verdict]:
    """Try mutants in copies of the tree, as many at once as there are jobs; tell each verdict at once."""
    trees: SimpleQueue[Path] = SimpleQueue()

    def trial(mutant: Mutant) -> Verdict:
        tree = trees.get()
        try:
            verdict = try_mutant(tree, mutant)
        finally:
            trees.put(tree)
        print(line_of(verdict), flush=True)
        return verdict

    with ExitStack() as copies:
        for _ in range(max(1, min(jobs, len(mutants)))):
            trees.put(copies.enter_context(copied_tree()))
        with ThreadPoolExecutor(trees.qsize()) as pool:
            verdicts = list(pool.map(trial, mutants))
        return confirm(trees.get(), verdicts)


def line_of(verdict: Verdict) -> str:
    """Return what became of a mutant, and who said so."""
    why = verdict.refusal or verdict.noticed_by or verdict.mutant.equivalent
    return f"{verdict.word:9} {verdict.seconds:5.1f} s  {verdict.mutant}" + (f"\n{'':19}{why}" if why else "")


def report(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Yield a line for each area and one for all, then whatever needs a look again."""
    yield f"\n{'area':10} {'mutants':>8} {'killed':>8} {'explained':>10} {'survived':>9} {'killed':>7}"
    for area in [*dict.fromkeys(each.mutant.area for each in verdicts), "all"]:
        words = [each.word for each in verdicts if area in (each.mutant.area, "all")]
        killed, explained = words.count("killed"), words.count("explained")
        others = len(words) - killed - explained
        share = f"{killed / len(words):.1%}" if words else ""
        yield f"{area:10} {len(words):8} {killed:8} {explained:10} {others:9} {share:>7}"
    needing_a_look = [each for each in verdicts if each.word.isupper()]
    yield from ["", *map(line_of, needing_a_look)] if needing_a_look else []


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
