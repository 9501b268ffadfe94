"""Partners drawn anew for each round: nobody has a partner twice while it can be avoided.

At a table of four the players opposite each other are partners: seats 0 and 2 against seats 1 and 3. The
tables come from any other draw. Where a pair would be partners again, or some pairs meet far more often than
others, players of a round change places: a change for the worse is allowed ever less, until none is.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations
from random import Random
from typing import NamedTuple

from seating.constraints import Constraints, Pair, ordered
from seating.partners import seated

Table = Sequence[int]
Rounds = list[list[list[int]]]
SPLITS = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 1, 3, 2))  # the ways to make two sides of a table
AGAIN = 40  # the price of each time that two were partners before
REPEAT = 3  # of a pair that has met, and of each of their meetings
KEPT_APART, RATHER_APART = 1000, 200
STEPS, WORST = 60_000, 10  # steps of a draw, and the largest change for the worse at its beginning


class Ledger:
    """How often each pair were partners and met, and what a table costs beside the others."""

    def __init__(self, past: Iterable[Table], constraints: Constraints) -> None:
        self.together: Counter[Pair] = Counter()
        self.met: Counter[Pair] = Counter(dict.fromkeys(constraints.rather_apart(), RATHER_APART))
        self.met.update(dict.fromkeys(constraints.always_apart(), KEPT_APART))
        for table in past:
            self.count(table, 1)

    def count(self, table: Table, by: int) -> None:
        """Add a table (1), or take it away (-1)."""
        for pair in combinations(sorted(table), 2):
            self.met[pair] += by
        for pair in sides_of(table):
            self.together[pair] += by

    def price(self, table: Table) -> int:
        """Return what one more table costs."""
        times = [self.met[pair] for pair in combinations(sorted(table), 2)]
        again = sum(self.together[pair] for pair in sides_of(table))
        return AGAIN * again + sum(REPEAT * (1 + each) for each in times if each)


def sides_of(table: Table) -> list[Pair]:
    """Return the two pairs of partners; none at a table of another size than four.

    >>> sides_of([4, 7, 2, 9])
    [(2, 4), (7, 9)]
    """
    return [ordered((table[seat], table[seat + 2])) for seat in (0, 1)] if len(table) == 4 else []


class PartnersAgain(NamedTuple):
    """How often two players are partners after they had been, and how often at least no draw avoids it."""

    times: int
    bound: int


def partners_again(rounds: Sequence[Sequence[Table]]) -> PartnersAgain:
    """Count what the seats of all rounds say about partners."""
    return PartnersAgain(partner_repeats(rounds), partner_bound(rounds))


def partner_repeats(rounds: Iterable[Sequence[Table]]) -> int:
    """Return how often two players were partners after they had been."""
    times = Counter(pair for table in chain.from_iterable(rounds) for pair in sides_of(table))
    return sum(times.values()) - len(times)


def partner_bound(rounds: Iterable[Sequence[Table]]) -> int:
    """Return the least number of such repeats: who plays more rounds than there are others has one twice.

    >>> partner_bound([[[1, 2, 3, 4]]] * 4)
    2
    """
    played = Counter(player for table in chain.from_iterable(rounds) for player in chain(*sides_of(table)))
    return -(-sum(max(0, times - (len(played) - 1)) for times in played.values()) // 2)


def vary_partners(
    rounds: Sequence[Sequence[Table]], past: Sequence[Sequence[Table]], constraints: Constraints, rng: Random
) -> Rounds:
    """Return the rounds with players exchanged as far as needed, each table in the order of its sides."""
    ledger = Ledger(chain.from_iterable(past), constraints)
    pairs = [[split(table, ledger) for table in tables] for tables in rounds]
    movable = [tables for tables in pairs if len(tables) > 1]
    before = chain.from_iterable([*past, *pairs])
    met = Counter(pair for table in before for pair in combinations(sorted(table), 2))
    if not movable or (max(met.values()) == 1 and not partner_repeats([*past, *pairs])):
        return pairs
    for step in range(STEPS):
        worst = WORST * (STEPS - step) // STEPS
        tables = movable[rng.randrange(len(movable))]
        one, two = rng.randrange(len(tables)), rng.randrange(len(tables))
        if one == two:
            turn(tables, one, ledger, SPLITS[rng.randrange(1, 3)], worst)
        else:
            exchange(tables, (one, two), (rng.randrange(4), rng.randrange(4)), ledger, worst)
    return pairs


def split(table: Table, ledger: Ledger) -> list[int]:
    """Return the table with its best sides, and count it."""
    best = min(([table[place] for place in way] for way in SPLITS), key=ledger.price)
    ledger.count(best, 1)
    return best


def turn(tables: list[list[int]], number: int, ledger: Ledger, way: Sequence[int], worst: int) -> None:
    """Give the players of a table other partners, unless that costs more than `worst`."""
    table = tables[number]
    other = [table[place] for place in way]
    ledger.count(table, -1)
    if ledger.price(other) <= ledger.price(table) + worst:
        tables[number] = other
    ledger.count(tables[number], 1)


def exchange(
    tables: list[list[int]], numbers: tuple[int, int], seats: tuple[int, int], ledger: Ledger, worst: int
) -> None:
    """Exchange two players of two tables, unless that costs more than `worst`."""
    old = [tables[number] for number in numbers]
    new = [list(table) for table in old]
    new[0][seats[0]], new[1][seats[1]] = new[1][seats[1]], new[0][seats[0]]
    for table in old:
        ledger.count(table, -1)
    if sum(map(ledger.price, new)) <= sum(map(ledger.price, old)) + worst:
        tables[numbers[0]], tables[numbers[1]] = old = new
    for table in old:
        ledger.count(table, 1)


def seat_new_partners(tables: Sequence[Table], past: Sequence[Sequence[Table]]) -> list[list[int]]:
    """Return the tables of one round with the sides that were partners least often, in their seats."""
    ledger = Ledger(chain.from_iterable(past), Constraints())
    return seat_sides([[split(table, ledger) for table in tables]], past)[0]


def seat_sides(rounds: Sequence[Sequence[Table]], past: Sequence[Sequence[Table]]) -> Rounds:
    """Return the same sides at the seats that their players had least often."""
    had = Counter((player, seat) for table in chain.from_iterable(past) for seat, player in enumerate(table))
    return [[list(each) for each in seats_of(tables, had)] for tables in rounds]


def seats_of(tables: Sequence[Table], had: Counter[Pair]) -> Iterator[list[int]]:
    """Yield the tables of one round by seats; `had` counts those that each player had."""
    for one, two, other_one, other_two in tables:
        yield seated((one, other_one), (two, other_two), had)
