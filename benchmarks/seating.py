"""Draws of all listed instances: seconds, steps, repeats against the goal and against the lower bound.

Instance after instance, in the same run: our draw, a CP-SAT model of the whole schedule with 60 seconds and
two workers (`benchmarks.solver`) where OR-Tools is installed, and plain random shuffles for as long as our
draw took. Every row is said as soon as it is there, and kept, so that a run that is stopped keeps what it
has. The round by standings for 10,000 players is measured against what any way has to do at least, sorting
and cutting the ranking, and against numpy's sort, reshape and one pass over an (n x rounds x 3) history
where numpy is installed.

`python -m benchmarks.seating 18x5 8x4` draws only these, and keeps them apart.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from random import Random
from time import perf_counter

from benchmarks import solver
from benchmarks.frame import Figure, Goal, Report, Say, Times, keep, take_turns
from seating.history import History
from seating.meetings import count_repeats
from seating.next_round import count_clashes, draw_next
from seating.schedule import Schedule, draw_schedule
from seating.simple import random_tables
from seating.sizes import table_sizes

Instance = tuple[int, int]
SEED = 2026
SIZES = (4, 3)
PERFECT = (
    (16, 5), (20, 5), (24, 7), (28, 9), (32, 8), (32, 10), (40, 10), (64, 10), (100, 10), (200, 8),
    (18, 5), (22, 5), (23, 5), (30, 6), (50, 6),
)  # fmt: skip
OVERFULL = ((12, 5), (20, 8), (24, 10), (28, 12), (32, 12), (8, 4), (11, 5), (10, 6))
GOALS = {instance: 0 for instance in PERFECT} | dict(
    zip(OVERFULL, (24, 50, 84, 126, 80, 20, 20, 27), strict=True)
)
SOLVER_PLAYERS = 64  # beyond, the model alone is larger than the time it is given
PLAYERS, ROUNDS, NEAR, RUNS = 10_000, 8, 40, 7
SWISS, SORT, NUMPY = "by standings", "sort and cut", "numpy sort, reshape, one pass"


def measure(say: Say) -> Report:
    """The round by standings, then all instances."""
    say(f"drawing {PLAYERS} players by standings")
    figures, clashes = measure_standings()
    facts = {"seed": SEED, f"repeats by standings in round {ROUNDS + 1}": clashes}
    return measure_draws("seating", Report(figures, facts), list(GOALS), say)


def measure_draws(name: str, report: Report, instances: Sequence[Instance], say: Say) -> Report:
    """The report with a fact for every instance, kept after each."""
    if not solver.is_installed():
        say(solver.MISSING)
        report = Report(report.figures, {**report.facts, "CP-SAT": solver.MISSING})
    for players, rounds in instances:
        row = measure_draw(players, rounds)
        say(f"{players}x{rounds}: {row}")
        report = Report(report.figures, {**report.facts, f"{players}x{rounds}": row})
        keep(name, report)
    return report


def measure_draw(players: int, rounds: int) -> str:
    """One row: our draw, the solver, shuffles."""
    start = perf_counter()
    drawn = draw_schedule(players, rounds, SIZES, seed=SEED)
    seconds = perf_counter() - start
    reached = "reached" if drawn.repeats <= GOALS[players, rounds] else "MISSED"
    solved = solver_line(players, rounds)
    shuffled = shuffle_repeats(players, rounds, seconds)
    ours = f"{line_of(drawn, seconds)}, goal {GOALS[players, rounds]} {reached}"
    return f"{ours} | CP-SAT {solved} | shuffles {shuffled}"


def line_of(drawn: Schedule, seconds: float) -> str:
    return f"{drawn.repeats} repeats, bound {drawn.lower_bound}, {drawn.steps} steps, {seconds:.2f} s"


def shuffle_repeats(players: int, rounds: int, seconds: float) -> int:
    """The best of random draws in as much time."""
    rng, end = Random(SEED), perf_counter() + seconds
    sizes = table_sizes(players, allowed=SIZES, standard=SIZES[0])
    best = count_repeats([random_tables(range(players), sizes, rng) for _ in range(rounds)])
    while perf_counter() < end:
        best = min(best, count_repeats([random_tables(range(players), sizes, rng) for _ in range(rounds)]))
    return best


def solver_line(players: int, rounds: int) -> str:
    """What CP-SAT reaches; nothing where there is none, or the instance is too large for it."""
    if players > SOLVER_PLAYERS or not solver.is_installed():
        return "-"
    return solver.solve(players, rounds, SIZES)


def measure_standings() -> tuple[list[Figure], int]:
    """Round nine of a large event whose standings hardly change: the hardest kind."""
    rng = Random(SEED)
    rounds: list[list[list[int]]] = []
    for _ in range(ROUNDS):
        rounds.append(draw_next(rounds, ranking_of(rng), "standings"))
    history, ranking = History(rounds, SIZES[0]), ranking_of(rng)
    points = {player: -place for place, player in enumerate(ranking)}
    times = take_turns(ways_of(history, ranking, points), runs=RUNS)
    return figures_of(times), count_clashes(draw_next(history, ranking, "standings"), history)


def ranking_of(rng: Random) -> list[int]:
    return sorted(range(PLAYERS), key=lambda player: player + rng.random() * NEAR)


def ways_of(
    history: History, ranking: list[int], points: Mapping[int, int]
) -> dict[str, Callable[[], object]]:
    """The ways that take turns."""

    def sort_and_cut() -> object:
        order = sorted(points, key=lambda player: -points[player])
        return [order[start : start + 4] for start in range(0, PLAYERS, 4)]

    ways: dict[str, Callable[[], object]] = {
        SWISS: lambda: draw_next(history, ranking, "standings"),
        SORT: sort_and_cut,
    }
    return ways | ({NUMPY: numpy_way()} if find_spec("numpy") else {})


def numpy_way() -> Callable[[], object]:
    """What numpy has to do at least."""
    numpy = import_module("numpy")
    generator = numpy.random.default_rng(SEED)
    past = generator.integers(0, PLAYERS, (PLAYERS, ROUNDS, 3))
    points = generator.random(PLAYERS)

    def sort_and_pass() -> object:
        tables = numpy.argsort(points).reshape(-1, 4)
        return tables, (past == tables[0, 0]).any(axis=2).sum()

    return sort_and_pass


def figures_of(times: Mapping[str, Times]) -> list[Figure]:
    """How much more a round by standings costs."""
    figures = [Figure(f"{SWISS} / {SORT}", times[SWISS], times[SORT])]
    if NUMPY in times:
        figures.append(Figure(f"{SWISS} / {NUMPY}", times[SWISS], times[NUMPY], Goal(at_most=3)))
    return figures


def read_instance(text: str) -> Instance:
    """`18x5`, of those that are listed."""
    for instance in GOALS:
        if text == "{}x{}".format(*instance):
            return instance
    raise SystemExit(f"{text} is no listed instance: {', '.join(map('{0[0]}x{0[1]}'.format, GOALS))}.")


if __name__ == "__main__":
    measure_draws("seating-chosen", Report([]), [read_instance(text) for text in sys.argv[1:]], print)
