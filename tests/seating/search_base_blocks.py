"""Search for the base blocks in `seating/`: `python -m tests.seating.search_base_blocks 24 4` prints one.

A base block is one round from which all others follow by adding 1, 2, ... to every player (see
`seating.developing`). Besides the shift, the search requires a second symmetry: rotating the columns,
(x, i) -> (factor * x, i + 1). So only one table in `columns` has to be found, and two players of the base
round may differ by one normalised difference only once; depth first with restarts does the rest.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

from seating.developing import Starter, develop
from seating.meetings import count_repeats

NODES = 100_000  # then another order of the candidates is tried
RESTARTS = 300


@dataclass
class Search:
    """Tables found so far and the bits they use; points are (y, column) with x = factor**column * y."""

    starter: Starter
    size: int
    rng: Random
    nodes: int = 0
    tables: list[tuple[int, ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        columns, modulus = self.starter.columns, self.starter.modulus
        self.points = [
            (y, y * pow(self.starter.factor, column, modulus) % modulus * columns + column)
            for y in range(modulus)
            for column in range(columns)
        ]
        self.rng.shuffle(self.points)
        self.used_by = {
            (one, two): self.differences(one, two) for _, one in self.points for _, two in self.points
        }

    def differences(self, one: int, two: int) -> int:
        """Return the normalised differences of two points, as bits; -1 if the pair would repeat itself."""
        columns, modulus = self.starter.columns, self.starter.modulus
        bits = [
            pow(self.starter.factor, -(a % columns), modulus)
            * (b // columns - a // columns)
            % modulus
            * columns
            + (b - a) % columns
            for a, b in ((one, two), (two, one))
        ]
        return 1 << bits[0] | 1 << bits[1] if bits[0] != bits[1] else -1

    def fixed_table(self, y: int, infinity: int) -> tuple[int, ...]:
        """Return a table that the second symmetry leaves unchanged."""
        own = sorted(point for at, point in self.points if at == y)
        return (infinity, *own)

    def fixed_differences(self, table: tuple[int, ...]) -> int:
        bits = 0
        for one, two in combinations(table[1:], 2):
            pair = self.used_by[one, two]
            bits |= pair if pair >= 0 else 1 << self.short_bit(one, two)
        return bits

    def short_bit(self, one: int, two: int) -> int:
        columns, modulus = self.starter.columns, self.starter.modulus
        inverse = pow(self.starter.factor, -(one % columns), modulus)
        return inverse * (two // columns - one // columns) % modulus * columns + (two - one) % columns

    def complete(self, free: int, used: int, short: bool) -> bool:
        """Cover every free y by tables; the first one seats the turning fixed players if `short`."""
        if not free:
            return True
        self.nodes += 1
        if self.nodes > NODES:
            return False
        first = next(
            (y, point) for y, point in self.points if free >> y & 1 and point % self.starter.columns == 0
        )
        seats = self.size - 1 if short else self.size
        for table, rest, bits in self.grow((first[1],), free & ~(1 << first[0]), used, seats, 0):
            self.tables.append((-1, *table) if short else table)
            if self.complete(rest, bits, False):
                return True
            self.tables.pop()
        return False

    def grow(
        self, table: tuple[int, ...], free: int, used: int, seats: int, start: int
    ) -> Iterator[tuple[tuple[int, ...], int, int]]:
        """Yield all ways to fill one table without using a difference twice."""
        if len(table) == seats:
            yield table, free, used
            return
        for index in range(start, len(self.points)):
            y, point = self.points[index]
            bits = self.fits(table, point, used) if free >> y & 1 else 0
            if bits:
                yield from self.grow((*table, point), free & ~(1 << y), bits, seats, index + 1)

    def fits(self, table: tuple[int, ...], point: int, used: int) -> int:
        """Return the differences used with this point added; 0 if one would be used twice."""
        for other in table:
            bits = self.used_by[other, point]
            if bits < 0 or bits & used:
                return 0
            used |= bits
        return used


def find(players: int, size: int, seed: int = 1) -> Starter | None:
    """Return a starter of the greatest length, with any factor that allows it."""
    columns = size - 1
    modulus = (players - 1) // columns
    fixed = players - columns * modulus
    factors = [w for w in range(1, modulus) if pow(w, columns, modulus) == 1]
    rng = Random(seed)
    for _ in range(RESTARTS):
        for factor in factors:
            for turning in (True, False):
                search = attempt(Starter(modulus, columns, factor, fixed, turning, ()), size, rng)
                if search:
                    return search
    return None


def attempt(empty: Starter, size: int, rng: Random) -> Starter | None:
    """Run one search with one order of the candidates."""
    covered = size - 1 if empty.turning else empty.fixed
    if (empty.modulus - covered) % size or (empty.turning and empty.fixed != empty.columns):
        return None
    search = Search(empty, size, rng)
    free, used = (1 << empty.modulus) - 1, 0
    if not empty.turning:
        for number, y in enumerate(rng.sample(range(empty.modulus), empty.fixed)):
            table = search.fixed_table(y, -1 - number)
            bits = search.fixed_differences(table)
            if bits & used:
                return None
            free, used = free & ~(1 << y), used | bits
            search.tables.append(table)
    if not search.complete(free, used, empty.turning):
        return None
    found = Starter(
        empty.modulus, empty.columns, empty.factor, empty.fixed, empty.turning, tuple(search.tables)
    )
    return found if count_repeats(develop(found)) == 0 else None


if __name__ == "__main__":
    for players in map(int, sys.argv[2:]):
        print(f"    ({players}, {sys.argv[1]}): {find(players, int(sys.argv[1]))},", flush=True)
