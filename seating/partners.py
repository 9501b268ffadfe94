"""Permanent partners: pairs meet pairs as if each were one player; partners sit opposite each other.

A pair is represented by its index in a list of pairs. Two pairs have met if any of their players have.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random

from seating.constraints import Constraints, Contradiction, Pair, ordered
from seating.designs import design
from seating.meetings import count_meetings

ARRANGEMENTS = [(a, b, 1 - a, 1 - b, swapped) for swapped in (False, True) for a in (0, 1) for b in (0, 1)]
Rounds = list[list[list[int]]]


def pair_by_player(pairs: Sequence[Pair]) -> dict[int, int]:
    return {player: number for number, pair in enumerate(pairs) for player in pair}


def ranked_pairs(pairs: Sequence[Pair], order: Sequence[int]) -> list[Pair]:
    """Return the pairs ordered by the better of the two players."""
    rank = {player: place for place, player in enumerate(order)}
    return sorted(pairs, key=lambda pair: min(rank[player] for player in pair))


def constraints_of_pairs(constraints: Constraints, pairs: Sequence[Pair]) -> Constraints:
    """Return the pairs of which any players must be apart, and those of one group."""
    number = pair_by_player(pairs)
    apart = {(min(number[a], number[b]), max(number[a], number[b])) for a, b in constraints.apart}
    groups = [
        sorted({number[player] for player in group if player in number}) for group in constraints.groups
    ]
    return Constraints(apart=sorted(apart), groups=[group for group in groups if len(group) > 1])


def tables_of_pairs(tables: Sequence[Sequence[int]], pairs: Sequence[Pair]) -> list[list[int]]:
    """Return the pairs with a player at each table."""
    number = pair_by_player(pairs)
    return [sorted({number[player] for player in table if player in number}) for table in tables]


def rounds_left(past: Sequence[Sequence[Sequence[int]]], pairs: int, apart: Sequence[Pair]) -> int:
    """Return the least number of rounds until every pair has met every other equally often."""
    met = count_meetings(past)
    others = [(one, two) for one in range(pairs) for two in range(one + 1, pairs) if (one, two) not in apart]
    least = min((met[pair] for pair in others), default=0)
    missing = Counter(pair for both in others if met[both] == least for pair in both)
    return max(missing.values(), default=0) if any(met[both] > least for both in others) else 0


def draw_cycle(pairs: int, rounds: int, apart: Sequence[Pair], rng: Random) -> Rounds:
    """Draw round robins, repeated as needed. Raises Contradiction if no round keeps the pairs apart."""
    every = [[list(table) for table in meetings] for meetings in design(pairs, 2)]
    some = [meetings for meetings in every if not any(tuple(table) in apart for table in meetings)]
    rng.shuffle(some)  # with those that name two pairs the other way round, so that older draws come again
    possible = [meetings for meetings in some if not any(ordered((a, b)) in apart for a, b in meetings)]
    if rounds and not possible:
        raise Contradiction("not_kept_apart_pairs", "The pairs that must be apart leave no possible round.")
    return [possible[index % len(possible)] for index in range(rounds)]


def seat_pairs(
    tables: Sequence[Sequence[int]], pairs: Sequence[Pair], seats: Counter[Pair]
) -> list[list[int]]:
    """Return the players of one round in their seats; `seats` counts those had so far."""
    return [seated(pairs[one], pairs[two], seats) for one, two in tables]


def seated(one: Pair, two: Pair, seats: Counter[Pair]) -> list[int]:
    """Seat each pair opposite each other, at the seats they had least often."""
    tables = [arranged(one, two, arrangement) for arrangement in ARRANGEMENTS]
    best = min(tables, key=lambda table: sum(2 * seats[player, i] + 1 for i, player in enumerate(table)))
    seats.update((player, seat) for seat, player in enumerate(best))
    return best


def arranged(one: Pair, two: Pair, arrangement: tuple[int, int, int, int, bool]) -> list[int]:
    first, second = (two, one) if arrangement[4] else (one, two)
    return [first[arrangement[0]], second[arrangement[1]], first[arrangement[2]], second[arrangement[3]]]
