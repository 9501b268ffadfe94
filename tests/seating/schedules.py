"""What tests ask of a drawn schedule."""

from collections import Counter
from functools import cache
from itertools import chain, combinations

from seating.schedule import draw_schedule

SIZES = (4, 3)


@cache
def a_draw(players, rounds, sizes=SIZES, seed=7, steps=200_000):
    return draw_schedule(players, rounds, sizes, seed=seed, steps=steps)


def visits(rounds):
    """How often each player came to each table number."""
    return Counter((p, i) for tables in rounds for i, table in enumerate(tables) for p in table)


def odd_visits(schedule, players, largest=4):
    tables = [table for table in chain(*schedule.rounds) if len(table) < largest]
    return [sum(player in table for table in tables) for player in range(1, players + 1)]


def seat_spread(schedule, size=4):
    """The greatest difference between two seats of one player."""
    sat = Counter((p, seat) for table in chain(*schedule.rounds) for seat, p in enumerate(table))
    players = {p for p, _ in sat}
    return max(max(sat[p, s] for s in range(size)) - min(sat[p, s] for s in range(size)) for p in players)


def met_pairs(tables):
    return {pair for table in tables for pair in combinations(sorted(table), 2)}
