"""Draw a round by standings ("Swiss"): leaders together, without repeated meetings where possible."""

from collections.abc import Mapping, Sequence
from itertools import islice

from seating.history import History
from seating.repairing import Ground, Tables, repair
from seating.unmet_players import near_strangers


def by_standings(past: History, order: Sequence[int], sizes: Sequence[int]) -> Tables:
    """Return tables in the order of their lowest player, players in the order of their seats.

    Tables of another size than the first go to the lowest-ranked of those who were least often at one.
    Players left over without unmet opponents are cut into tables by rank; then nearby players are exchanged
    where a pair met.
    """
    common, odd = sizes[0], [size for size in sizes if size != sizes[0]]
    apart = lowest_freshest(past, order, sum(odd))
    others = set(order).difference(apart)
    tables, left = near_strangers(filter(others.__contains__, order), past.met, common)
    tables += cut(left, [common] * (len(left) // common)) + cut(apart, odd)
    rank = {player: place for place, player in enumerate(order)}
    tables.sort(key=lambda table: rank[table[-1]])
    repair(tables, Ground(past.met, past.odd, common), False)
    return share_seats(tables, past)


def lowest_freshest(past: History, order: Sequence[int], count: int) -> list[int]:
    """Return `count` players for the odd tables, in the order of the ranking."""
    if not count:
        return []
    freshest = sorted(reversed(order), key=lambda player: past.odd.get(player, 0))
    chosen = set(freshest[:count])
    return [player for player in order if player in chosen]


def cut(players: Sequence[int], sizes: Sequence[int]) -> Tables:
    """Fill one table after the other."""
    left = iter(players)
    return [list(islice(left, size)) for size in sizes]


def share_seats(tables: Tables, past: History, own: Mapping[int, int] | None = None) -> Tables:
    """Return the tables with players in the order of their seats; `own` has fixed seats by player."""
    return [seated(table, past, own or {}) for table in tables]


def seated(table: Sequence[int], past: History, own: Mapping[int, int]) -> list[int]:
    """Give each seat to the player fixed to it, else to the first of those who had it least often."""
    wished = {own[player]: player for player in table if own.get(player, len(table)) < len(table)}
    free = [player for player in table if player not in wished.values()]
    had = {player: past.seats.get(player, []) for player in free}
    order = []
    for seat in range(len(table)):
        if seat not in wished:
            wished[seat] = min(free, key=lambda player: had[player].count(seat))
            free.remove(wished[seat])
        order.append(wished[seat])
    return order
