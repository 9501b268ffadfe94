"""A round by standings ("Swiss"): leaders together, nobody with somebody they met before if that can be.

Also for ten thousand players at once: places in the ranking stand for players until the tables are made.
"""

from collections.abc import Mapping, Sequence
from itertools import islice
from operator import itemgetter

import numpy as np

from seating.history import History, Numbers
from seating.repairing import REACH, Ground, Tables, repair
from seating.strangers import near_strangers

TAKEN = 1 << 32  # more often than anybody had a seat
OWN = -1


def by_standings(past: History, order: Sequence[int], sizes: Sequence[int]) -> Tables:
    """Tables in the order of their lowest, players in the order of their seats.

    Tables of another size than the first go to the lowest of those who were least often at one. Who is left
    over without strangers is cut into tables by rank; from there on near players are exchanged.
    """
    players = np.fromiter(order, np.int64, len(order))
    rows = past.rows(players)
    near, doubtful = leaders_together(past, order, rows, sizes)
    first = int(near[:, -1].searchsorted(doubtful[0][-1])) if doubtful else len(near) + REACH
    sure, rest = np.split(near, [max(0, first - REACH)])
    below = sorted(rest.tolist() + doubtful, key=itemgetter(-1))
    tables = [[order[place] for place in table] for table in below]
    repair(tables, Ground(past.met, past.odd, sizes[0]), False)
    above: Tables = seated(players[sure], past.times_at_seats(rows[sure])).tolist()
    return above + share_seats(tables, past)


def leaders_together(
    past: History, order: Sequence[int], rows: Numbers, sizes: Sequence[int]
) -> tuple[Numbers, Tables]:
    """Places at tables of strangers, and those at tables that may have a repeat; both by their lowest."""
    common, odd = sizes[0], [size for size in sizes if size != sizes[0]]
    apart = lowest_freshest(past, order, sum(odd))
    others = np.delete(np.arange(len(rows)), apart)
    near, left = near_strangers(past, rows[others], common)
    near = others[near[np.argsort(near[:, -1])]]
    doubtful = cut(others[left].tolist(), [common] * (len(left) // common)) + cut(apart, odd)
    return near, sorted(doubtful, key=itemgetter(-1))


def lowest_freshest(past: History, order: Sequence[int], count: int) -> list[int]:
    """So many places for the odd tables, ascending."""
    if not count:
        return []
    visits = [past.odd.get(player, 0) for player in order]
    return sorted(sorted(reversed(range(len(order))), key=visits.__getitem__)[:count])


def cut(places: Sequence[int], sizes: Sequence[int]) -> Tables:
    """One table after the other."""
    left = iter(places)
    return [list(islice(left, size)) for size in sizes]


def share_seats(tables: Tables, past: History, own: Mapping[int, int] | None = None) -> Tables:
    """Seats by lot of the past: each goes to whose own it is, else to who had it least often."""
    shared = list(tables)
    for size in set(map(len, tables)):
        numbers = [number for number, table in enumerate(tables) if len(table) == size]
        players = np.array([tables[number] for number in numbers])
        times = past.times_at_seats(past.rows(players))
        for player, seat in (own or {}).items():
            here = np.equal(players.T, player)
            times[:, here] = TAKEN
            times[seat : seat + 1, here] = OWN
        for number, table in zip(numbers, seated(players, times).tolist(), strict=True):
            shared[number] = table
    return shared


def seated(players: Numbers, times: Numbers) -> Numbers:
    """(tables, size) the players in the order of their seats; `times` (seats, size, tables) they had each."""
    size, every = players.shape[1], np.arange(len(players))
    cost = times * size + np.arange(size)[:, None]  # of equals, who stands first
    taken, order = np.zeros_like(cost[0]), np.empty_like(players)
    for seat in range(size):
        best = (cost[seat] + taken).min(axis=0) % size
        order[:, seat] = players[every, best]
        taken[best, every] = TAKEN
    return order
