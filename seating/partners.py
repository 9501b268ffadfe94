"""Partners who stay together: pairs meet pairs, everybody against everybody, partners opposite each other."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from seating.constraints import Constraints, Contradiction, Pair
from seating.designs import design
from seating.meetings import count_meetings

ARRANGEMENTS = [(a, b, 1 - a, 1 - b, swapped) for swapped in (False, True) for a in (0, 1) for b in (0, 1)]
Rounds = list[list[list[int]]]


def draw_partners(players: Sequence[int], rounds: int, constraints: Constraints, rng: Random) -> Rounds:
    """Tables of two pairs; no two pairs meet again before all have met."""
    pairs = list(constraints.partners)
    rng.shuffle(pairs)
    possible = [meetings for meetings in design(len(pairs), 2) if keeps_apart(meetings, pairs, constraints)]
    rng.shuffle(possible)
    if not possible:
        raise Contradiction("not_kept_apart_pairs", "The pairs must be apart in ways that leave no round.")
    seats: Counter[Pair] = Counter()
    drawn = [possible[index % len(possible)] for index in range(rounds)]
    return [[seated(pairs[one], pairs[two], seats) for one, two in tables] for tables in drawn]


def keeps_apart(meetings: Sequence[Sequence[int]], pairs: Sequence[Pair], constraints: Constraints) -> bool:
    met = count_meetings([[(*pairs[one], *pairs[two]) for one, two in meetings]])
    return not any(met[(min(pair), max(pair))] for pair in constraints.apart)


def seated(one: Pair, two: Pair, seats: Counter[Pair]) -> list[int]:
    """Both pairs opposite each other, at the seats they had least often."""
    tables = [arranged(one, two, arrangement) for arrangement in ARRANGEMENTS]
    best = min(tables, key=lambda table: sum(2 * seats[player, i] + 1 for i, player in enumerate(table)))
    seats.update((player, seat) for seat, player in enumerate(best))
    return best


def arranged(one: Pair, two: Pair, arrangement: tuple[int, int, int, int, bool]) -> list[int]:
    first, second = (two, one) if arrangement[4] else (one, two)
    return [first[arrangement[0]], second[arrangement[1]], first[arrangement[2]], second[arrangement[3]]]
