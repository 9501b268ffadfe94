"""Choose the table sizes: the standard size wherever possible, as few others as possible."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache


class NoSuchTables(ValueError):
    """The players cannot be split into tables of these sizes; `below` and `above` are numbers that can."""

    def __init__(self, players: int, allowed: Sequence[int]) -> None:
        super().__init__(f"{players} players cannot be split into tables of {allowed}")
        self.allowed = tuple(allowed)
        self.below = next((n for n in range(players - 1, 0, -1) if splits(n, self.allowed)), None)
        self.above = next(
            n for n in range(players + 1, players + max(allowed) * 2 + 2) if splits(n, self.allowed)
        )


def table_sizes(players: int, *, allowed: Sequence[int], standard: int) -> list[int]:
    """Return sizes that add up to `players`, the standard size first. Raises NoSuchTables.

    The result has the most tables of the standard size, then the fewest others: with threes and fours, threes
    = -N mod 4. Source: Fipsen tournament rules, § Tournament.

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
    """Return the fewest tables of these sizes that seat exactly `players`, larger first; else None."""
    if players == 0:
        return ()
    ways = [
        (size, *rest)
        for index, size in enumerate(sizes)
        if size <= players and (rest := fewest(players - size, sizes[index:])) is not None
    ]
    return min(ways, key=len, default=None)


def splits(players: int, allowed: tuple[int, ...]) -> bool:
    """Return whether this many players can be seated at all."""
    return players > 0 and fewest(players, tuple(sorted(allowed, reverse=True))) is not None


@dataclass(frozen=True, slots=True)
class Offer:
    """One way to seat a number of people: table sizes, players sitting out, substitutes added."""

    sizes: tuple[int, ...]
    sit_outs: int = 0
    stand_ins: int = 0


def offers(players: int, allowed: Sequence[int]) -> list[Offer]:
    """Return the options, best first: all play; else players sit out in turn, a substitute, another size.

    The first size allowed is the standard one.

    >>> [(offer.sizes, offer.sit_outs, offer.stand_ins) for offer in offers(5, (4, 3))]
    [((4,), 1, 0), ((3, 3), 0, 1), ((5,), 0, 0)]
    """
    try:
        return [Offer(tuple(table_sizes(players, allowed=allowed, standard=allowed[0])))]
    except NoSuchTables as refused:
        choices = []
        if refused.below:
            choices.append(Offer(tables_for(refused.below, allowed), sit_outs=players - refused.below))
        if refused.above:
            choices.append(Offer(tables_for(refused.above, allowed), stand_ins=refused.above - players))
        return choices + other_sizes(players, allowed)


def tables_for(players: int, allowed: Sequence[int]) -> tuple[int, ...]:
    return tuple(table_sizes(players, allowed=allowed, standard=allowed[0]))


def other_sizes(players: int, allowed: Sequence[int]) -> list[Offer]:
    """Return offers in which all play if a size next to the standard one were allowed too."""
    near = (allowed[0] - 1, allowed[0] + 1)
    extra = [size for size in near if size not in allowed and 2 <= size <= 8]
    ways = [(*allowed, size) for size in extra if splits(players, (*allowed, size))]
    return [Offer(tables_for(players, way)) for way in ways]
