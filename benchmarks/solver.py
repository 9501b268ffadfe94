"""The same rounds drawn by a general solver: a CP-SAT model of the whole schedule, if OR-Tools is there.

The model is given what helps it: the first round as it is, one variable per pair and round, and how many
pairs meet in a round. OR-Tools is an optional extra and in no lock.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations, pairwise
from time import perf_counter
from typing import Any

from seating.sizes import table_sizes

SECONDS, WORKERS = 60, 2
MISSING = "OR-Tools is not installed; install ortools (the extra `seating`) into the environment"
Seats = Mapping[tuple[int, int, int], Any]


def is_installed() -> bool:
    """Whether there is a solver to compare with."""
    return find_spec("ortools") is not None


def solve(players: int, rounds: int, allowed: Sequence[int]) -> str:
    """One line: the repeats it reached, the bound it proved, and the seconds it took."""
    cp_model = import_module("ortools.sat.python.cp_model")
    start = perf_counter()
    model = cp_model.CpModel()
    add_rounds(model, players, rounds, table_sizes(players, allowed=allowed, standard=allowed[0]))
    modelled = perf_counter() - start
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = SECONDS
    solver.parameters.num_workers = WORKERS
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return f"none in {solver.wall_time:.0f} s"
    reached = f"{solver.objective_value:.0f} repeats, bound {solver.best_objective_bound:.0f}"
    return f"{reached}, {solver.wall_time:.1f} s (and {modelled:.1f} s to model)"


def add_rounds(model: Any, players: int, rounds: int, sizes: Sequence[int]) -> None:
    """Everybody sits once a round, every table is full, the sum of repeats is least."""
    seats = {
        (r, t, p): model.new_bool_var("")
        for r in range(rounds)
        for t in range(len(sizes))
        for p in range(players)
    }
    for r in range(rounds):
        for p in range(players):
            model.add_exactly_one(seats[r, t, p] for t in range(len(sizes)))
        for t, size in enumerate(sizes):
            model.add(sum(seats[r, t, p] for p in range(players)) == size)
    fix_first(model, seats, sizes)
    pairs = list(combinations(range(players), 2))
    meetings = [[meeting(model, seats, r, pair, len(sizes)) for r in range(rounds)] for pair in pairs]
    for r in range(rounds):
        model.add(sum(row[r] for row in meetings) == sum(size * (size - 1) // 2 for size in sizes))
    model.minimize(sum(repeats(model, row) for row in meetings))


def fix_first(model: Any, seats: Seats, sizes: Sequence[int]) -> None:
    """The first round may be any: in the order of the players."""
    ends = [sum(sizes[:number]) for number in range(len(sizes) + 1)]
    for number, (begin, end) in enumerate(pairwise(ends)):
        for player in range(begin, end):
            model.add(seats[0, number, player] == 1)


def meeting(model: Any, seats: Seats, number: int, pair: tuple[int, int], tables: int) -> Any:
    """Whether two meet in a round, as a variable."""
    one, two = pair
    together = model.new_bool_var("")
    for t in range(tables):
        model.add_bool_or([seats[number, t, one].Not(), seats[number, t, two].Not(), together])
    return together


def repeats(model: Any, meetings: Sequence[Any]) -> Any:
    """max(0, meetings - 1) of one pair, as a variable."""
    times = model.new_int_var(0, len(meetings), "")
    model.add(times >= sum(meetings) - 1)
    return times
