"""A first guess at a round made better: players of near tables exchanged, while that lowers repeats."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

Tables = list[list[int]]
Clash = tuple[int, int, Mapping[int, int], int]  # place, player, whom they met, how often those here
REACH = 24  # how many tables up and down a player may move to avoid a repeat
PASSES = 8


@dataclass(frozen=True, slots=True)
class Ground:
    """What exchanges have to mind; who may not meet counts in `met` as if they had met very often."""

    met: Mapping[int, Mapping[int, int]]
    odd: Mapping[int, int]  # visits to tables of another size than the standard one
    standard: int
    locked: frozenset[int] = frozenset()  # who stays at the table
    least: Mapping[int, int] = field(default_factory=dict)  # the smallest table that has a player's own seat


def repair(tables: Tables, ground: Ground, everywhere: bool) -> None:
    """Several passes, as chains may be needed: after the first only over what changed or still clashes."""
    clashing = [number for number, table in enumerate(tables) if has_repeat(table, ground.met)]
    for _ in range(PASSES):
        touched = set(clashing)
        for number in clashing:
            while (other := exchange_best(tables, number, ground, everywhere)) is not None:
                touched.add(other)
        clashing = [number for number in sorted(touched) if has_repeat(tables[number], ground.met)]


def has_repeat(table: list[int], met: Mapping[int, Mapping[int, int]]) -> bool:
    """Whether two of the table met before."""
    return any(not met[player].keys().isdisjoint(table) for player in table)


def exchange_best(tables: Tables, number: int, ground: Ground, everywhere: bool) -> int | None:
    """The best exchange with the nearest table that lowers repeats; with which table, None if with none."""
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
    """Who met somebody at this table before and may leave it."""
    found = []
    for i, one in enumerate(here):
        known = ground.met[one]
        before = count_known(known, here)
        if before and one not in ground.locked:
            found.append((i, one, known, before))
    return found


def gains(
    here: list[int], clashing: list[Clash], other: list[int], ground: Ground
) -> Iterator[tuple[int, int, int]]:
    """Exchanges that lower repeats: change and both places."""
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
    """How often somebody met the players of a table."""
    count = 0
    for player in table:
        if player in known:
            count += known[player]
    return count


def may_exchange(one: int, here: list[int], two: int, there: list[int], ground: Ground) -> bool:
    """Whether both keep their seats, and nobody comes to an odd table more often than who leaves it."""
    if len(here) == len(there):
        return True
    if ground.least.get(one, 0) > len(there) or ground.least.get(two, 0) > len(here):
        return False
    if ground.standard not in (len(here), len(there)):
        return True
    leaves, comes = (two, one) if len(here) == ground.standard else (one, two)
    return ground.odd.get(comes, 0) <= ground.odd.get(leaves, 0)


def neighbours(number: int, count: int, everywhere: bool) -> Iterator[int]:
    """Other tables, near ones first."""
    for distance in range(1, count if everywhere else REACH + 1):
        yield from (n for n in (number + distance, number - distance) if 0 <= n < count)
