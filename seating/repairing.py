"""Improve a first guess at a round: exchange players of nearby tables while that lowers repeats."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

Tables = list[list[int]]
Clash = tuple[int, int, Mapping[int, int], int]  # index, player, whom they met, how often those at this table
REACH = 24  # how many tables up and down a player may move to avoid a repeat
PASSES = 8


@dataclass(frozen=True, slots=True)
class Ground:
    """Facts that exchanges respect; pairs that may not meet count in `met` as having met very often."""

    met: Mapping[int, Mapping[int, int]]
    odd: Mapping[int, int]  # visits to tables of another size than the standard one
    standard: int
    locked: frozenset[int] = frozenset()  # players who stay at their table
    least: Mapping[int, int] = field(default_factory=dict)  # the smallest table with the player's fixed seat


def repair(tables: Tables, ground: Ground, everywhere: bool) -> None:
    """Run several passes, as chains may be needed; later ones look only at what changed or still clashes."""
    clashing = [number for number, table in enumerate(tables) if has_repeat(table, ground.met)]
    for _ in range(PASSES):
        touched = set(clashing)
        for number in clashing:
            while (other := exchange_best(tables, number, ground, everywhere)) is not None:
                touched.add(other)
        clashing = [number for number in sorted(touched) if has_repeat(tables[number], ground.met)]


def has_repeat(table: list[int], met: Mapping[int, Mapping[int, int]]) -> bool:
    """Return whether any two players of the table met before."""
    return any(not met[player].keys().isdisjoint(table) for player in table)


def exchange_best(tables: Tables, number: int, ground: Ground, everywhere: bool) -> int | None:
    """Make the best exchange with the nearest table that lowers repeats; return that table, or None."""
    here = tables[number]
    clashing = clashes(here, ground)
    if not clashing:
        return None
    for there in neighbours(number, len(tables), everywhere):
        best = min(gains(here, clashing, tables[there], ground), default=None)
        if best:
            _, i, j = best
            here[i], tables[there][j] = tables[there][j], here[i]
            return there
    return None


def clashes(here: list[int], ground: Ground) -> list[Clash]:
    """Return the players who met another at this table before and may leave it."""
    pairs = []
    for i, one in enumerate(here):
        known = ground.met[one]
        before = count_known(known, here)
        if before and one not in ground.locked:
            pairs.append((i, one, known, before))
    return pairs


def gains(
    here: list[int], clashing: list[Clash], other: list[int], ground: Ground
) -> Iterator[tuple[int, int, int]]:
    """Yield exchanges that lower repeats: the change and both indices."""
    met, locked = ground.met, ground.locked
    for i, one, known, before in clashing:
        there = count_known(known, other)
        for j, two in enumerate(other):
            after = there - known.get(two, 0)
            if after < before and two not in locked and may_exchange(one, here, two, other, ground):
                knows = met[two]
                after += count_known(knows, here) - knows.get(one, 0)
                change = after - before - count_known(knows, other)
                if change < 0:
                    yield change, i, j


def count_known(known: Mapping[int, int], table: list[int]) -> int:
    """Return how often a player met the players of a table."""
    count = 0
    for player in table:
        if player in known:
            count += known[player]
    return count


def may_exchange(one: int, here: list[int], two: int, there: list[int], ground: Ground) -> bool:
    """Return whether seats allow it and the player who comes to an odd table was there no more often."""
    if len(here) == len(there):
        return True
    if ground.least.get(one, 0) > len(there) or ground.least.get(two, 0) > len(here):
        return False
    if ground.standard not in (len(here), len(there)):
        return True
    leaves, comes = (two, one) if len(here) == ground.standard else (one, two)
    return ground.odd.get(comes, 0) <= ground.odd.get(leaves, 0)


def neighbours(number: int, count: int, everywhere: bool) -> Iterator[int]:
    """Yield the other tables, nearest first."""
    for distance in range(1, count if everywhere else REACH + 1):
        yield from (n for n in (number + distance, number - distance) if 0 <= n < count)
