"""The cost of a swap before it is made, in repeated meetings over all rounds."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from seating.meetings import Pair, count_meetings
from tournaments.models import Round
from tournaments.selectors.draw.draws import seatings_of

Tables = Sequence[Sequence[int]]


def swap_cost(round: Round, one: int, two: int) -> int:
    """Return the change in repeats (negative: fewer) if these start numbers are swapped."""
    met, tables = meetings_beside(round)
    return cost_of(met, tables, one, two)


def swap_costs(round: Round, one: int) -> dict[int, int]:
    """Return the cost of a swap with every other start number of the round.

    The number of queries is constant.
    """
    met, tables = meetings_beside(round)
    everybody = {number for table in tables for number in table} | set(resting(round))
    return {two: cost_of(met, tables, one, two) for two in sorted(everybody - {one})}


def cost_of(met: Counter[Pair], tables: Tables, one: int, two: int) -> int:
    """Return the change in repeats; only the tables of these two can differ."""
    touched = [table for table in tables if one in table or two in table]
    return repeats_with(met, swapped(touched, one, two)) - repeats_with(met, touched)


def meetings_beside(round: Round) -> tuple[Counter[Pair], Tables]:
    """Return how often each pair meets in the other rounds, drafts included, and the tables of this one."""
    others = seatings_of(round.event.rounds.exclude(pk=round.pk))
    (tables,) = seatings_of(round.event.rounds.filter(pk=round.pk))
    return count_meetings(others), tables


def resting(round: Round) -> list[int]:
    """Return the start numbers that sit out this round."""
    return list(round.sit_outs.values_list("entrant__number", flat=True))


def repeats_with(met: Counter[Pair], tables: Tables) -> int:
    """Return the number of pairs at these tables that also meet in another round."""
    return sum(met[min(pair), max(pair)] > 0 for table in tables for pair in combinations(table, 2))


def swapped(tables: Tables, one: int, two: int) -> list[list[int]]:
    """Return the tables with two start numbers swapped."""
    change = {one: two, two: one}
    return [[change.get(number, number) for number in table] for table in tables]
