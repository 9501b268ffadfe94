"""Rounds without repeats from known constructions. Players are 0 .. n - 1; nothing is random.

Three sources: stored base blocks; transversal designs (columns of t players, one player of each column at
every table, the columns sliding past each other), with rounds inside the columns where possible; and a
special construction for 32 players.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import combinations, permutations
from math import gcd

from seating.base_blocks import STARTERS
from seating.developing import Round, Starter, Table, develop

ENOUGH = 40  # how many rounds to choose from where a design has more than wanted

# Coefficients of x**0, x**1, ... of the remainder of x**degree modulo an irreducible polynomial, found by
# trial.
REDUCTIONS = {
    (2, 2): (1, 1), (2, 3): (1, 1, 0), (2, 4): (1, 1, 0, 0), (2, 5): (1, 0, 1, 0, 0),
    (3, 2): (2, 0), (3, 3): (2, 1, 0), (5, 2): (2, 0), (7, 2): (6, 0),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Field:
    """Addition and multiplication on 0 .. order - 1, with 0 and 1 as the neutral elements."""

    order: int
    plus: Callable[[int, int], int]
    times: Callable[[int, int], int]


@lru_cache(maxsize=32)
def design(players: int, size: int, rounds: int = 0) -> tuple[Round, ...]:
    """Return rounds without repeats: as many as known, or `rounds` of a kind that numbers tables well.

    `size` divides `players`. In a transversal design no player sits at a table number twice.

    >>> len(design(28, 4)), len(design(20, 4)), len(design(15, 3)), len(design(32, 4, 8))
    (9, 5, 5, 8)
    """
    if size == 2:
        return tuple(develop(round_robin(players)))
    groups = players // size
    sliding = tuple(transversal(groups, size, max(rounds, ENOUGH) if rounds else players))
    if 0 < rounds <= groups and is_field(groups) and groups > size:
        return sliding[:groups]
    if (players, size) == (32, 4):
        return tuple(thirty_two())
    if (players, size) in STARTERS:
        return max(tuple(develop(STARTERS[players, size])), sliding, key=len)
    return sliding


def round_robin(players: int) -> Starter:
    """Pair every player with every other at tables of two (the circle method)."""
    last = players - 1
    return Starter(last, 1, 1, 1, False, ((-1, 0), *((x, last - x) for x in range(1, players // 2))))


def transversal(groups: int, size: int, enough: int) -> list[Round]:
    """Shift column c by c * r in round r; no pair repeats while r, 2 r, ... are distinct.

    In a field they always are; modulo other numbers only up to some r. Table numbers slide like one more
    column, so that no player returns to one where the field has room for it.
    """
    if is_field(groups) and groups >= size:
        field, most = field_of(groups), groups
    else:
        field, most = integers(groups), min(groups // gcd(step, groups) for step in range(1, size))
    columns = range(1, size + 1) if groups > size else range(size)
    rounds = [
        slid(field, [field.times(column % groups, by) for column in columns])
        for by in range(min(most, enough))
    ]
    return rounds + (inside_columns(groups, size) if len(rounds) < enough else [])


def slid(field: Field, offsets: list[int]) -> Round:
    """Return the tables of a round: one player of each column at every table."""
    elements = range(field.order)
    return tuple(
        tuple(column * field.order + field.plus(x, offset) for column, offset in enumerate(offsets))
        for x in elements
    )


def inside_columns(groups: int, size: int) -> list[Round]:
    """Return rounds inside the columns: no players of a column have met, so each plays its own design."""
    if groups % size:
        return []
    return [
        tuple(tuple(column * groups + x for x in table) for column in range(size) for table in tables)
        for tables in design(groups, size)
    ]


def thirty_two() -> list[Round]:
    """Return ten rounds for 32 players: four columns of the group of three bits, moved by exclusive or.

    Six rounds are one table (0, a, b, c) each, moved by all eight elements; between two columns every
    difference but 0 and one d is used. Tables {x, x + d} of one column and of the other use up 0 and d: three
    rounds, for the three ways to pair the columns. In the tenth each column splits into a subgroup and its
    coset. The existence is due to Aguado (2004); the search below found this solution.
    """
    offsets, subgroups = next(six_rounds((), list(permutations(range(1, 8), 3))))
    rounds = [tuple(moved((0, *table), by) for by in range(8)) for table in offsets]
    for one, two in (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2))):
        rounds.append(
            (*column_pair(*one, missing(offsets, *one)), *column_pair(*two, missing(offsets, *two)))
        )
    halves = ((column, half) for column in range(4) for half in cosets(subgroups[column]))
    rounds.append(tuple(tuple(8 * column + x for x in half) for column, half in halves))
    return rounds


Offsets = tuple[Table, ...]


def six_rounds(chosen: Offsets, candidates: list[Table]) -> Iterator[tuple[Offsets, list[Table]]]:
    """Yield six tables without a common difference, and subgroups that avoid the unused differences."""
    if len(chosen) == 6:
        subgroups = [unused_subgroup(chosen, column) for column in range(4)]
        if all(subgroups):
            yield chosen, subgroups
        return
    for index, table in enumerate(candidates):
        rest = [other for other in candidates[index + 1 :] if are_disjoint(table, other)]
        yield from six_rounds((*chosen, table), rest)


def are_disjoint(one: Table, two: Table) -> bool:
    """Return whether two tables differ in every difference between columns."""
    pairs = list(combinations(range(4), 2))
    return all(difference(one, i, j) != difference(two, i, j) for i, j in pairs)


def difference(table: Table, i: int, j: int) -> int:
    offsets = (0, *table)
    return offsets[i] ^ offsets[j]


def missing(offsets: Offsets, i: int, j: int) -> int:
    """Return the one nonzero difference between two columns that six tables do not use."""
    return next(iter(set(range(1, 8)) - {difference(table, i, j) for table in offsets}))


def unused_subgroup(offsets: Offsets, column: int) -> Table:
    """Return a subgroup of four without the column's three unused, distinct differences, else ()."""
    left = {missing(offsets, column, other) for other in range(4) if other != column}
    groups = [(0, a, b, a ^ b) for a, b in combinations(range(1, 8), 2)]
    return next((group for group in groups if len(left) == 3 and left.isdisjoint(group)), ())


def moved(table: Table, by: int) -> Table:
    return tuple(8 * column + (x ^ by) for column, x in enumerate(table))


def column_pair(i: int, j: int, d: int) -> list[Table]:
    """Return the four tables {x, x + d} of two columns."""
    return [(8 * i + x, 8 * i + (x ^ d), 8 * j + x, 8 * j + (x ^ d)) for x in range(8) if x < x ^ d]


def cosets(group: Table) -> tuple[Table, Table]:
    return group, tuple(x for x in range(8) if x not in group)


# Small finite fields, as far as draws need them: integers modulo a prime, and powers of small primes


def integers(order: int) -> Field:
    """Return the integers modulo `order`; a field if `order` is prime."""
    return Field(order, lambda a, b: (a + b) % order, lambda a, b: a * b % order)


def is_field(order: int) -> bool:
    return is_prime(order) or order in {prime**degree for prime, degree in REDUCTIONS}


def is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, int(number**0.5) + 1))


@cache
def field_of(order: int) -> Field:
    """Return the field with `order` elements; `is_field` tells whether it is known here."""
    for prime, degree in REDUCTIONS:
        if prime**degree == order:
            plus = partial(add, prime, degree)
            return Field(order, plus, partial(multiply, prime, degree))
    return integers(order)


def digits(prime: int, degree: int, number: int) -> list[int]:
    return [number // prime**place % prime for place in range(degree)]


def number_of(prime: int, coefficients: list[int]) -> int:
    return sum(digit * prime**place for place, digit in enumerate(coefficients))


def add(prime: int, degree: int, a: int, b: int) -> int:
    """Add polynomials whose coefficients are the digits."""
    pairs = zip(digits(prime, degree, a), digits(prime, degree, b), strict=True)
    return number_of(prime, [(x + y) % prime for x, y in pairs])


def multiply(prime: int, degree: int, a: int, b: int) -> int:
    """Multiply by Horner's method: shift, reduce and add, from the highest digit of b down."""
    reduction, left, result = REDUCTIONS[prime, degree], digits(prime, degree, a), [0] * degree
    for digit in reversed(digits(prime, degree, b)):
        top = result[-1]
        result = [
            (below + top * back + digit * own) % prime
            for below, back, own in zip([0, *result[:-1]], reduction, left, strict=True)
        ]
    return number_of(prime, result)
