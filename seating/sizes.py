"""How many tables of which size: the standard size wherever possible, others as few as possible."""

from collections.abc import Sequence
from functools import cache


class NoSuchTables(ValueError):
    """So many players cannot be split into tables of these sizes; `below` and `above` would do."""

    def __init__(self, players: int, allowed: Sequence[int]) -> None:
        super().__init__(f"{players} players cannot be split into tables of {allowed}")
        self.allowed = tuple(allowed)
        self.below = next((n for n in range(players - 1, 0, -1) if splits(n, self.allowed)), None)
        self.above = next(
            n for n in range(players + 1, players + max(allowed) * 2 + 2) if splits(n, self.allowed)
        )


def table_sizes(players: int, *, allowed: Sequence[int], standard: int) -> list[int]:
    """Sizes that add up to `players`, the standard size first. Raises NoSuchTables.

    Of all ways it takes the one with the fewest tables of another size, then the fewest tables: with
    threes and fours, threes = -N mod 4. Source: Fipsen tournament rules, § Tournament.

    >>> table_sizes(27, allowed=(3, 4), standard=4)
    [4, 4, 4, 4, 4, 4, 3]
    """
    others = tuple(size for size in sorted(allowed, reverse=True) if size != standard)
    for at_standard in range(players // standard, -1, -1):
        rest = fewest(players - at_standard * standard, others)
        if rest is not None and players > 0:
            return [standard] * at_standard + list(rest)
    raise NoSuchTables(players, allowed)


@cache
def fewest(players: int, sizes: tuple[int, ...]) -> tuple[int, ...] | None:
    """The fewest tables of these sizes that seat exactly so many, larger ones first; None if none do."""
    if players == 0:
        return ()
    ways = [
        (size, *rest)
        for index, size in enumerate(sizes)
        if size <= players and (rest := fewest(players - size, sizes[index:])) is not None
    ]
    return min(ways, key=len, default=None)


def splits(players: int, allowed: tuple[int, ...]) -> bool:
    """Whether so many can be seated at all."""
    return players > 0 and fewest(players, tuple(sorted(allowed, reverse=True))) is not None
