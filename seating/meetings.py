"""Count how often players met."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, combinations

Pair = tuple[int, int]


def pairs_of(table: Iterable[int]) -> Iterable[Pair]:
    """Return the pairs at one table, smaller player first."""
    return combinations(sorted(table), 2)


def count_meetings(rounds: Iterable[Iterable[Sequence[int]]]) -> Counter[Pair]:
    """Return how often each pair met, for pairs that met at all."""
    return Counter(pair for table in chain.from_iterable(rounds) for pair in pairs_of(table))


def count_repeats(rounds: Iterable[Iterable[Sequence[int]]]) -> int:
    """Return the sum over pairs of max(0, meetings - 1); 0 is perfect.

    >>> count_repeats([[(1, 2, 3), (4, 5, 6)], [(1, 2, 4), (3, 5, 6)]])
    2
    """
    meetings = count_meetings(rounds)
    return sum(meetings.values()) - len(meetings)
