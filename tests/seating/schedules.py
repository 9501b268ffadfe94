"""Measurements of a drawn schedule."""

from collections import Counter
from functools import cache
from itertools import chain, combinations

from hypothesis import strategies as st

from seating.constraints import Constraints
from seating.schedule import draw_schedule

SIZES = (4, 3)


@cache
def a_draw(players, rounds, sizes=SIZES, seed=7, steps=200_000):
    return draw_schedule(players, rounds, sizes, seed=seed, steps=steps)


def visits(rounds):
    """Return how often each player visited each table number."""
    return Counter((p, i) for tables in rounds for i, table in enumerate(tables) for p in table)


def odd_visits(schedule, players, largest=4):
    tables = [table for table in chain(*schedule.rounds) if len(table) < largest]
    return [sum(player in table for table in tables) for player in range(1, players + 1)]


def seats_taken(schedule, size=4):
    """Return how often each player had each seat."""
    sat = Counter((p, seat) for table in chain(*schedule.rounds) for seat, p in enumerate(table))
    return {player: [sat[player, seat] for seat in range(size)] for player in sorted({p for p, _ in sat})}


def seat_spread(schedule, size=4):
    """Return the greatest difference between the counts of two of one player's first `size` seats."""
    return max(max(row) - min(row) for row in seats_taken(schedule, size).values())


def met_pairs(tables):
    return {pair for table in tables for pair in combinations(sorted(table), 2)}


def constraints_of(players):
    """Return constraints of all kinds except partners; some exclude each other."""
    one = st.integers(1, players)
    return st.builds(
        Constraints,
        apart=st.lists(st.tuples(one, one), max_size=4),
        groups=st.lists(st.lists(one, max_size=5, unique=True), max_size=2),
        apart_first=st.lists(st.lists(one, max_size=3, unique=True), max_size=1),
        tables=st.dictionaries(one, st.integers(1, 4), max_size=4),
        seats=st.dictionaries(one, st.integers(0, 3), max_size=3),
        capacity=st.dictionaries(st.integers(1, 4), st.integers(3, 4), max_size=1),
    )
