"""The goals of the guard: how often the guard of the foot proposes the true slip, for every game.

Simulated sheets are typed with one slip (tests/scoring/foot/typing_slips.py), with two, or with none. A
proposal is the true one if it names the row of the slip among its first eight, the mistyped total, the
swapped columns or the missing deal. Of two slips the guard should say that they are more than one; for a
sheet that agrees it should propose nothing. The goals: first in 70 of 100 cases, among three in 95, never
without a difference.

Each game is measured twice: with the habits that the guard was made with, and with others and another seed.
"""

from random import Random
from typing import Any

from benchmarks.frame import Report, Say
from rules import all_games
from tests.scoring.foot.guarding import tally_of
from tests.scoring.foot.typing_slips import OTHER, USUAL

TYPISTS = {"usual": (2026, USUAL), "other": (715, OTHER)}
SLIPS = 100
WHOLE = 400


def measure(say: Say) -> Report:
    """Measure every game with some slips."""
    return report_of(say, SLIPS)


def measure_whole(say: Say) -> Report:
    """Measure every game with four hundred slips."""
    return report_of(say, WHOLE)


def report_of(say: Say, slips: int) -> Report:
    """Return what the guard said, typist by typist and game by game."""
    facts: dict[str, Any] = {}
    for typist, (seed, habits) in TYPISTS.items():
        for game in all_games():
            tally = tally_of(game, slips, Random(seed), habits=habits)
            facts[f"{game.key}, {typist}"] = str(tally)
            say(f"{game.key}, {typist} habits: {tally}")
    return Report([], {**facts, "slips of each game": slips})
