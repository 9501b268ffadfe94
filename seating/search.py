"""Search for rounds where no construction is known: annealing on whole rounds, counted in steps.

A step proposes that two players of one round change places. Better is taken, worse sometimes, less often as a
cycle cools; each cycle is twice as long as the one before and starts from where the last one stopped. What
comes after n steps depends on the seed and n only: chances are products of floats, never `exp`, and no cycle
knows how many steps it will be given.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

Table = list[int]
Round = list[Table]
Matrix = list[list[int]]
Stage = tuple[list[float], int]  # chances per rise in cost, and steps

REPEAT = 10  # the cost of one repeat; each further one of the same pair costs one more
ODD = 2  # the cost of visits to odd tables: ODD * visits * (visits - 1) per player
APART = 1000  # added to the meetings of a pair that has to be kept apart
FORBIDDEN = 500  # what such a meeting costs
FIRST_CYCLE = 20_000
WARM, COLD = 0.85, 0.25
STAGES = 40  # of a cycle; in between the chances stay the same
MILD, MILDEST, MILD_STEPS, MILD_STAGES = 0.6, 0.45, 300_000, 10


@dataclass(slots=True)
class Problem:
    """What the search may change and what it has to respect; players are 0 .. players - 1."""

    players: int
    odd: frozenset[int]  # sizes at which nobody should sit twice before everyone once
    met: Matrix  # meetings outside the free rounds; APART is added for pairs that may not meet
    odd_visits: list[int]
    locked: Sequence[frozenset[int]]  # per free round: who keeps table and seat
    apart: Sequence[frozenset[tuple[int, int]]]  # per free round: who may not meet there (both orders)
    least: int = 0  # a cost that cannot be undercut: stop there


@dataclass(frozen=True, slots=True)
class Limit:
    """When to stop: after exactly so many steps, or when somebody says so (asked now and then).

    `watch` is told how many steps are done; it changes nothing.
    """

    steps: int
    should_stop: Callable[[], bool] | None = None
    watch: Callable[[int], None] | None = None

    def after(self, steps_done: int) -> "Limit":
        """What is left of it."""
        watch = self.watch
        more = (lambda more: watch(steps_done + more)) if watch else None
        return Limit(self.steps - steps_done, self.should_stop, more)

    def is_over(self, steps_done: int = 0) -> bool:
        if self.watch is not None:
            self.watch(steps_done)
        return self.should_stop is not None and self.should_stop()


@dataclass(slots=True)
class Found:
    """The best rounds so far."""

    rounds: list[Round]
    cost: int
    steps: int = 0


@dataclass(slots=True)
class State:
    """The rounds as they are now, with all that makes a step cheap to judge."""

    problem: Problem
    rounds: list[Round]
    at: list[list[int]] = field(init=False)
    price: list[int] = field(init=False)
    cost: int = 0

    def __post_init__(self) -> None:
        problem = self.problem
        self.price = prices(len(self.rounds) + max(map(max, problem.met), default=0) % APART)
        self.at = [[-1] * problem.players for _ in self.rounds]
        for places, tables in zip(self.at, self.rounds, strict=True):
            for number, table in enumerate(tables):
                self.seat(places, number, table)
        self.cost += sum(
            self.clashes(index, table) for index, tables in enumerate(self.rounds) for table in tables
        )

    def seat(self, places: list[int], number: int, table: Table) -> None:
        """Count one table in."""
        problem = self.problem
        for position, player in enumerate(table):
            places[player] = number
            if len(table) in problem.odd:
                self.cost += 2 * ODD * problem.odd_visits[player]
                problem.odd_visits[player] += 1
            for other in table[:position]:
                self.cost += self.price[problem.met[player][other]]
                problem.met[player][other] += 1
                problem.met[other][player] += 1

    def clashes(self, index: int, table: Table) -> int:
        """What pairs cost that may not meet in this very round."""
        apart = self.problem.apart[index]
        if not apart:
            return 0
        return FORBIDDEN * sum((one, two) in apart for one in table for two in table if one < two)

    def change(self, one: int, two: int, table_one: Table, table_two: Table, index: int) -> int:
        """What the cost would rise by if these two changed places."""
        price, met_one, met_two = self.price, self.problem.met[one], self.problem.met[two]
        rise = 0
        for player in table_one:
            if player != one:
                rise += price[met_two[player]] - price[met_one[player] - 1]
        for player in table_two:
            if player != two:
                rise += price[met_one[player]] - price[met_two[player] - 1]
        if len(table_one) != len(table_two):
            rise += self.odd_change(one, two, len(table_one), len(table_two))
        if self.problem.apart[index]:
            rise += self.clash_change(one, two, table_one, table_two, index)
        return rise

    def odd_change(self, one: int, two: int, size_one: int, size_two: int) -> int:
        """The part of it that is about tables of an odd size, see ODD."""
        odd, visits = self.problem.odd, self.problem.odd_visits
        if (size_one in odd) == (size_two in odd):
            return 0
        leaves, comes = (one, two) if size_one in odd else (two, one)
        return 2 * ODD * (visits[comes] - visits[leaves] + 1)

    def clash_change(self, one: int, two: int, table_one: Table, table_two: Table, index: int) -> int:
        after_one = [two if player == one else player for player in table_one]
        after_two = [one if player == two else player for player in table_two]
        before = self.clashes(index, table_one) + self.clashes(index, table_two)
        return self.clashes(index, after_one) + self.clashes(index, after_two) - before

    def swap(self, one: int, two: int, index: int) -> None:
        """Let them change places."""
        places, tables, met = self.at[index], self.rounds[index], self.problem.met
        table_one, table_two = tables[places[one]], tables[places[two]]
        for leaves, comes, table in ((one, two, table_one), (two, one, table_two)):
            for player in table:
                if player != leaves:
                    for who, by in ((leaves, -1), (comes, 1)):
                        met[who][player] += by
                        met[player][who] += by
            self.count_odd(leaves, comes, len(table))
        table_one[table_one.index(one)] = two
        table_two[table_two.index(two)] = one
        places[one], places[two] = places[two], places[one]

    def count_odd(self, leaves: int, comes: int, size: int) -> None:
        if size in self.problem.odd:
            self.problem.odd_visits[leaves] -= 1
            self.problem.odd_visits[comes] += 1


def prices(most: int) -> list[int]:
    """The cost of one more meeting of a pair that met so often already, in the search or before."""
    usual = [0] + [REPEAT + already for already in range(most + 1)]
    return usual + [FORBIDDEN] * (2 * APART)


def anneal(
    problem: Problem, rounds: list[Round], rng: Random, limit: Limit, plan: Iterable[Stage] | None = None
) -> Found:
    """Improve the free rounds in place until no better cost is possible, or limit or plan are at an end."""
    state = State(problem, rounds)
    best = Found(copy_of(rounds), state.cost)
    movable = [
        [p for p in range(problem.players) if places[p] >= 0 and p not in kept]
        for places, kept in zip(state.at, problem.locked, strict=True)
    ]
    free = [index for index, players in enumerate(movable) if len(rounds[index]) > 1 and len(players) > 1]
    if free:
        for chances, steps in plan or stages():
            if best.cost <= problem.least or best.steps >= limit.steps or limit.is_over(best.steps):
                break
            run_stage(state, best, movable, free, chances, min(steps, limit.steps - best.steps), rng, limit)
    return best


def stages() -> Iterator[Stage]:
    """From anywhere: cycles for ever."""
    length = FIRST_CYCLE
    while True:
        for stage in range(STAGES):
            yield powers(WARM + (COLD - WARM) * stage / (STAGES - 1)), length // STAGES
        length *= 2


def mild_stages() -> Iterator[Stage]:
    """From rounds that are good already: never so warm that they are lost."""
    for stage in range(MILD_STAGES):
        base = MILD + (MILDEST - MILD) * stage / (MILD_STAGES - 1)
        yield powers(base), MILD_STEPS // MILD_STAGES


def powers(base: float) -> list[float]:
    """1, base, base**2, ... by multiplication alone, which every machine does alike."""
    values = [1.0]
    while len(values) < 50:
        values.append(values[-1] * base)
    return values


def run_stage(
    state: State,
    best: Found,
    movable: list[list[int]],
    free: list[int],
    chances: list[float],
    steps: int,
    rng: Random,
    limit: Limit,
) -> None:
    """So many steps at one temperature."""
    uniform, most, least = rng.random, len(chances), state.problem.least
    for _ in range(steps):
        best.steps += 1
        index = free[int(uniform() * len(free))]
        players, places, tables = movable[index], state.at[index], state.rounds[index]
        one, two = players[int(uniform() * len(players))], players[int(uniform() * len(players))]
        if places[one] != places[two]:
            rise = state.change(one, two, tables[places[one]], tables[places[two]], index)
            if rise <= 0 or (rise < most and uniform() < chances[rise]):
                state.swap(one, two, index)
                state.cost += rise
                if state.cost < best.cost:
                    best.rounds, best.cost = copy_of(state.rounds), state.cost
                    if best.cost <= least:
                        return
        if not best.steps & 255 and limit.is_over(best.steps):
            return


def copy_of(rounds: list[Round]) -> list[Round]:
    return [[list(table) for table in tables] for tables in rounds]


def empty_matrix(players: int) -> Matrix:
    """Nobody has met anybody."""
    return [[0] * players for _ in range(players)]
