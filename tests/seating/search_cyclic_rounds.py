"""Search for the cyclic rounds in `seating/`: `python -m tests.seating.search_cyclic_rounds` prints them.

A table uses a set of bits: its players, its players shifted back by its number, and the differences between
them. Tables are compatible if they share no bit; the search goes depth first, the table with the fewest
choices next. For 30 players a second symmetry, x -> -x with columns in pairs, leaves half of them to find.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

from seating.cyclic_rounds import Carousel, turn
from seating.developing import Table
from seating.meetings import count_repeats

Choice = tuple[dict[int, Table], int]  # tables by number, and the bits they use


@dataclass
class Search:
    """Search for a base round: `mirror` maps columns under x -> -x; without it, no second symmetry."""

    modulus: int
    columns: int
    fixed: int
    sizes: tuple[int, ...]
    mirror: tuple[int, ...] = ()
    bits: dict[object, int] = field(default_factory=dict)

    @property
    def moving(self) -> int:
        return self.modulus * self.columns

    def mirrored(self, player: int) -> int:
        column, x = divmod(player, self.modulus)
        return self.mirror[column] * self.modulus + -x % self.modulus

    def choices(self, number: int) -> Iterator[Choice]:
        """Yield all tables for a number, each with its mirror image."""
        for table in combinations(range(self.moving + self.fixed), self.sizes[number]):
            tables = self.images(number, table)
            used = self.used(tables) if tables else 0
            if used:
                yield tables, used

    def images(self, number: int, table: Table) -> dict[int, Table]:
        """Return table and mirror image by number; nothing if that is another table with the same number."""
        if not self.mirror:
            return {number: table}
        image = tuple(sorted(map(self.mirrored, table)))
        other = -number % self.modulus if number < self.modulus else number
        return {number: table, other: image} if other != number or image == table else {}

    def used(self, tables: dict[int, Table]) -> int:
        """Return the bits the tables use; 0 if any is used twice."""
        used = 0
        for what in (what for number, table in tables.items() for what in self.uses(number, table)):
            bit = 1 << self.bits.setdefault(what, len(self.bits))
            if what is None or used & bit:
                return 0
            used |= bit
        return used

    def uses(self, number: int, table: Table) -> Iterator[object]:
        """Yield players, shifted players and differences; None if the table is impossible."""
        for player in table:
            column, x = divmod(player, self.modulus)
            yield "sits", player
            if number >= self.modulus:
                yield ("column", number, column) if player < self.moving else None
            else:
                moved = (column, (x - number) % self.modulus) if player < self.moving else player
                yield "moved", moved
        for one, two in combinations(table, 2):
            yield self.difference(one, two)

    def difference(self, one: int, two: int) -> object:
        if two >= self.moving:
            return ("fixed", two, one // self.modulus) if one < self.moving else None
        columns, by = (one // self.modulus, two // self.modulus), (two - one) % self.modulus
        if columns[0] == columns[1]:
            by = min(by, self.modulus - by) if 2 * by != self.modulus else 0
        return (*columns, by) if by or columns[0] != columns[1] else None

    def is_first(self, number: int) -> bool:
        """Return whether the table is not the mirror image of an earlier one."""
        return not self.mirror or number >= self.modulus or number <= -number % self.modulus

    def find(self, rng: Random) -> Carousel | None:
        """Return the first base round found, in random order."""
        numbers = [number for number in range(len(self.sizes)) if self.is_first(number)]
        left = [list(self.choices(number)) for number in numbers]
        for choices in left:
            rng.shuffle(choices)
        found = next(complete(left), None)
        if found is None:
            return None
        return Carousel(self.modulus, self.columns, tuple(found[n] for n in range(len(self.sizes))))


def complete(left: list[list[Choice]]) -> Iterator[dict[int, Table]]:
    """Yield every way to take one choice of each list without using a bit twice."""
    if not left:
        yield {}
        return
    shortest = min(left, key=len)
    others = [choices for choices in left if choices is not shortest]
    for tables, used in shortest:
        rest = [[choice for choice in choices if not choice[1] & used] for choices in others]
        if all(rest):
            yield from ({**tables, **found} for found in complete(rest))


SEARCHES = {
    (24, 4): Search(5, 4, 4, (4,) * 6),
    (30, 4): Search(6, 5, 0, (3, 4, 4, 4, 4, 4, 3, 4), (1, 0, 3, 2, 4)),
}

if __name__ == "__main__":
    for name, search in SEARCHES.items():
        found = search.find(Random(1))
        print(f"    {name}: {found},", found and count_repeats(turn(found)), flush=True)
