"""Search for rounds where no construction is known: annealing on whole rounds, counted in steps.

A step proposes that two players of one round change places. An improvement is always accepted, a worsening
sometimes, less often as a cycle cools; each cycle is twice as long as the one before and starts where the
last one stopped. The result after n steps depends on the seed and n only: probabilities are products of
floats, never `exp`, and no cycle depends on the number of steps still allowed.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

Table = list[int]
Round = list[Table]
Matrix = list[list[int]]
Stage = tuple[list[float], int]  # probability per rise in cost, and steps

REPEAT = 10  # the cost of one repeat; each further one of the same pair costs one more
ODD = 2  # the cost of visits to odd tables: ODD * visits * (visits - 1) per player
RATHER_APART = 1000  # added to the meetings of a pair of one group
APART = 2 * RATHER_APART  # of a pair that must be kept apart
UNWANTED, FORBIDDEN = 250, 500  # the costs of such meetings
FIRST_CYCLE = 20_000
WARM, COLD = 0.85, 0.25
STAGES = 40  # per cycle; within a stage the probabilities are constant
MILD, MILDEST, MILD_STEPS, MILD_STAGES = 0.6, 0.45, 300_000, 10


@dataclass(slots=True)
class Problem:
    """The rounds the search may change and what it must respect; players are 0 .. players - 1."""

    players: int
    odd: frozenset[int]  # sizes that a player should not sit at twice before everyone has once
    met: Matrix  # meetings outside the free rounds; APART or RATHER_APART is added for pairs kept apart
    odd_visits: list[int]
    locked: Sequence[frozenset[int]]  # per free round: players who keep table and seat
    apart: Sequence[frozenset[tuple[int, int]]]  # per free round: pairs that may not meet there (both orders)
    least: int = 0  # a lower bound of the cost: stop there


@dataclass(frozen=True, slots=True)
class Limit:
    """When to stop: after exactly so many steps, or when `should_stop`, polled now and then, says so.

    `watch` is called with the number of steps done; it changes nothing.
    """

    steps: int
    should_stop: Callable[[], bool] | None = None
    watch: Callable[[int], None] | None = None

    def after(self, steps_done: int) -> "Limit":
        """Return the limit that remains."""
        watch = self.watch
        more = (lambda more: watch(steps_done + more)) if watch else None
        return Limit(self.steps - steps_done, self.should_stop, more)

    def is_over(self, steps_done: int = 0) -> bool:
        if self.watch is not None:
            self.watch(steps_done)
        return self.should_stop is not None and self.should_stop()


@dataclass(slots=True)
class Best:
    """The best rounds found so far."""

    rounds: list[Round]
    cost: int
    steps: int = 0


@dataclass(slots=True)
class State:
    """The current rounds, with the counts that make a step cheap to evaluate."""

    problem: Problem
    rounds: list[Round]
    at: list[list[int]] = field(init=False)
    price: list[int] = field(init=False)
    cost: int = 0

    def __post_init__(self) -> None:
        problem = self.problem
        most_met = max((times % RATHER_APART for row in problem.met for times in row), default=0)
        self.price = prices(len(self.rounds) + most_met)
        self.at = [[-1] * problem.players for _ in self.rounds]
        for places, tables in zip(self.at, self.rounds, strict=True):
            for number, table in enumerate(tables):
                self.seat(places, number, table)
        self.cost += sum(
            self.clashes(index, table) for index, tables in enumerate(self.rounds) for table in tables
        )

    def seat(self, places: list[int], number: int, table: Table) -> None:
        """Add one table to the counts."""
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
        """Return the cost of pairs that may not meet in this very round."""
        apart = self.problem.apart[index]
        if not apart:
            return 0
        return FORBIDDEN * sum((one, two) in apart for one in table for two in table if one < two)

    def change(self, one: int, two: int, table_one: Table, table_two: Table, index: int) -> int:
        """Return the change of the cost if these two players changed places."""
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
        """Return the part of the change due to tables of an odd size, see ODD."""
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
        """Exchange two players."""
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
    """Return the cost of one more meeting by the number of earlier ones, in the search or before."""
    usual = [0] + [REPEAT + already for already in range(most + 1)]
    unwanted = [UNWANTED] * ((RATHER_APART + APART) // 2 - len(usual))
    return usual + unwanted + [FORBIDDEN] * (2 * APART)


def anneal(
    problem: Problem, rounds: list[Round], rng: Random, limit: Limit, plan: Iterable[Stage] | None = None
) -> Best:
    """Improve the free rounds in place until the cost cannot fall, or the limit or the plan ends."""
    state = State(problem, rounds)
    best = Best(copy_of(rounds), state.cost)
    movable = [
        [p for p in range(problem.players) if places[p] >= 0 and p not in locked]
        for places, locked in zip(state.at, problem.locked, strict=True)
    ]
    free = [index for index, players in enumerate(movable) if len(rounds[index]) > 1 and len(players) > 1]
    if free:
        for chances, steps in plan or stages():
            if best.cost <= problem.least or best.steps >= limit.steps or limit.is_over(best.steps):
                break
            run_stage(state, best, movable, free, chances, min(steps, limit.steps - best.steps), rng, limit)
    return best


def stages() -> Iterator[Stage]:
    """Yield stages from a random start: endless cycles."""
    length = FIRST_CYCLE
    while True:
        for stage in range(STAGES):
            yield powers(WARM + (COLD - WARM) * stage / (STAGES - 1)), length // STAGES
        length *= 2


def mild_stages() -> Iterator[Stage]:
    """Yield stages from good rounds: never so warm that they are lost."""
    for stage in range(MILD_STAGES):
        base = MILD + (MILDEST - MILD) * stage / (MILD_STAGES - 1)
        yield powers(base), MILD_STEPS // MILD_STAGES


def powers(base: float) -> list[float]:
    """Return 1, base, base**2, ... by multiplication alone, which every machine does alike."""
    values = [1.0]
    while len(values) < 50:
        values.append(values[-1] * base)
    return values


def run_stage(
    state: State,
    best: Best,
    movable: list[list[int]],
    free: list[int],
    chances: list[float],
    steps: int,
    rng: Random,
    limit: Limit,
) -> None:
    """Run the given number of steps at one temperature."""
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
    """Return a matrix without meetings."""
    return [[0] * players for _ in range(players)]
