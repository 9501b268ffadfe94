"""Lower bounds for repeated meetings. Every bound is proved: it may be too low, never too high."""

from collections.abc import Sequence
from itertools import combinations

# Six rounds of five fours need a resolvable group divisible design of type 2^10, which does not exist (Shen).
KNOWN_IMPOSSIBLE = {(20, 6, 4): 1}


def lower_bound(players: int, rounds: Sequence[Sequence[int]]) -> int:
    """Return the least number of repeats of any schedule with these table sizes per round.

    >>> lower_bound(12, [[4, 4, 4]] * 5), lower_bound(28, [[4] * 7] * 9)
    (24, 0)
    """
    return max(
        counted(players, rounds),
        by_player(players, rounds),
        crowded(players, rounds),
        impossible(players, rounds),
    )


def counted(players: int, rounds: Sequence[Sequence[int]]) -> int:
    """Bound by counting: all meetings minus one for each pair of players."""
    meetings = sum(size * (size - 1) // 2 for sizes in rounds for size in sizes)
    return max(0, meetings - players * (players - 1) // 2)


def by_player(players: int, rounds: Sequence[Sequence[int]]) -> int:
    """Bound by player: a player who takes more other seats than there are other players repeats.

    Visits to smaller tables are shared as evenly as possible. Holds for at most two sizes, where the excess
    is convex in the visits to the smaller one.
    """
    sizes = sorted({size for tables in rounds for size in tables})
    if not 1 <= len(sizes) <= 2 or any(sum(tables) != players for tables in rounds):
        return 0
    small, large = sizes[0], sizes[-1]
    seats = sum(small for tables in rounds for size in tables if size == small) if small < large else 0
    visits, more = divmod(seats, players)

    def excess(at_small: int) -> int:
        met = len(rounds) * (large - 1) - at_small * (large - small)
        return max(0, met - (players - 1))

    return -(-(more * excess(visits + 1) + (players - more) * excess(visits)) // 2)


def crowded(players: int, rounds: Sequence[Sequence[int]]) -> int:
    """Bound by pigeonhole, for every two rounds: of four players from three tables, two have met.

    A pair that meets m times is counted m (m - 1) / 2 <= (m - 1) R / 2 times.
    """
    if not rounds or any(sum(tables) != players for tables in rounds):
        return 0
    common = sum(max(forced(*two), forced(*two[::-1])) for two in combinations(rounds, 2))
    return -(-2 * common // len(rounds))


def forced(before: Sequence[int], after: Sequence[int]) -> int:
    """Return the least number of pairs of one round that meet again in another."""
    return sum(least_pairs(size, len(before)) for size in after)


def least_pairs(size: int, tables: int) -> int:
    """Return the least number of same-table pairs among `size` players from `tables` tables."""
    each, more = divmod(size, tables)
    return more * (each + 1) * each // 2 + (tables - more) * each * (each - 1) // 2


def impossible(players: int, rounds: Sequence[Sequence[int]]) -> int:
    """Bound for small cases that searches and published proofs show cannot be perfect."""
    sizes = {size for tables in rounds for size in tables}
    if len(sizes) != 1 or any(sum(tables) != players for tables in rounds):
        return 0
    size = sizes.pop()
    return max(
        (b for (n, r, s), b in KNOWN_IMPOSSIBLE.items() if (n, s) == (players, size) and len(rounds) >= r),
        default=0,
    )
