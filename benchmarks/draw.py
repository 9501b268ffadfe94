"""H5: draw all rounds at once, for 8 to 64 players and every number of rounds possible without repeats.

The number of rounds comes from theory (`rounds_known`), not from the draw's results. Goals:
0 repeats in each; the slowest at most 10 times the median (processor time); over-full instances at the lower
bound. Every run draws 15 listed instances and the largest number of rounds of every size; `--whole` draws
every number of rounds.
"""

from statistics import median
from time import process_time
from typing import Any, NamedTuple

from benchmarks.frame import Figure, Goal, Report, Say, Times
from seating.schedule import draw_schedule

SEED = 2026
SIZES = (4, 3)
LEAST, MOST = 8, 64
LISTED = (
    (16, 5), (20, 5), (24, 7), (28, 9), (32, 8), (32, 10), (40, 10), (64, 10), (100, 10), (200, 8),
    (18, 5), (22, 5), (23, 5), (30, 6), (50, 6),
)  # fmt: skip
OVERFULL = {  # players, rounds: the least possible repeats
    (12, 5): 24, (20, 8): 50, (24, 10): 84, (28, 12): 126, (32, 12): 80, (8, 4): 20, (11, 5): 20, (10, 6): 27,
}  # fmt: skip
FEWER = {8: 1, 12: 1, 20: 5}  # where floor((n - 1) / 3) rounds are known to be impossible
NINE = {9: 4}  # three tables of three: the affine plane


class Drawn(NamedTuple):
    """One instance: its repeats, and its seconds."""

    players: int
    rounds: int
    repeats: int
    seconds: float

    @property
    def name(self) -> str:
        return f"{self.players}x{self.rounds}"


def measure(say: Say) -> Report:
    """Draw the listed instances, and the largest number of rounds of every size."""
    return report_of([(n, rounds_known(n)) for n in range(LEAST, MOST + 1)], say)


def measure_whole(say: Say) -> Report:
    """Draw every number of rounds of every size too."""
    return report_of([(n, r) for n in range(LEAST, MOST + 1) for r in range(1, rounds_known(n) + 1)], say)


def rounds_known(players: int) -> int:
    """Return the rounds at tables of four (three where the number requires it) possible without repeats.

    For multiples of four: resolvable designs. They contain all pairs for n = 4 mod 12, all but a partner's
    for 8 mod 12, all but a group of three for 0 mod 12. Fewer players are those of the next multiple without
    one, two or three who never meet in the rounds used: out of one group, or of one table whose round is left
    out.
    """
    full = -(-players // 4) * 4
    absent, most = full - players, FEWER.get(full, (full - 1) // 3)
    if players in NINE:
        return NINE[players]
    if full in FEWER or full % 12 == 0:
        return most
    return most - (absent > (1 if full % 12 == 4 else 2))


def report_of(instances: list[tuple[int, int]], say: Say) -> Report:
    """Report repeats and times of all instances."""
    listed = [drawn(*each, say) for each in LISTED]
    crowded = [drawn(*each, say) for each in OVERFULL]
    every = [drawn(*each, say) for each in instances]
    perfect = [*listed, *every]
    slowest = max(perfect, key=lambda each: each.seconds)
    usual = Times("median", (median(each.seconds for each in perfect),))
    figure = Figure("slowest / median", Times(slowest.name, (slowest.seconds,)), usual, Goal(at_most=10))
    return Report([figure], facts_of(perfect, crowded))


def facts_of(perfect: list[Drawn], crowded: list[Drawn]) -> dict[str, Any]:
    """Report how many instances reached the goal, and each that did not."""
    over = [each for each in crowded if each.repeats > OVERFULL[each.players, each.rounds]]
    repeated = {each.name: each.repeats for each in perfect if each.repeats}
    slow = sorted(perfect, key=lambda each: -each.seconds)[:5]
    return {
        "seed": SEED,
        "without a repeat": f"{sum(not each.repeats for each in perfect)} of {len(perfect)}",
        "repeats elsewhere": repeated or 0,
        "at the lower bound": f"{len(crowded) - len(over)} of {len(crowded)}",
        "above it": [each.name for each in over] or 0,
        "slowest": ", ".join(f"{each.name} {each.seconds:.1f} s" for each in slow),
    }


def drawn(players: int, rounds: int, say: Say) -> Drawn:
    """Draw one instance."""
    start = process_time()
    schedule = draw_schedule(players, rounds, SIZES, seed=SEED)
    result = Drawn(players, rounds, schedule.repeats, process_time() - start)
    say(f"{result.name}: {result.repeats} repeats, {result.seconds:.2f} s")
    return result
