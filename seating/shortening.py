"""Adapt a design to fewer players: leave out some who never meet in the rounds used."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from operator import or_
from random import Random

from seating.developing import Round

LOOKS = 2_000_000  # comparisons of the company of two players in two rounds, over all choices
STARTS = 3  # rounds from which a choice of rounds starts
Group = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Design:
    """All rounds of a design; `company[r][p]` are the players at the table of `p` in round `r`, as bits."""

    rounds: Sequence[Round]
    company: Sequence[Sequence[int]]

    @property
    def players(self) -> int:
        return len(self.company[0])


def shorten(rounds: Sequence[Round], players: int, most: int, rng: Random) -> list[list[list[int]]]:
    """Return at most `most` rounds for `players` players, renumbered from 0, smaller tables spread evenly.

    Every player left out leaves a smaller table behind, so no player may meet two of them before all have met
    one.
    """
    full = sum(len(table) for table in rounds[0])
    if full == players:
        return [[list(table) for table in tables] for tables in rng.sample(rounds, min(most, len(rounds)))]
    known = Design(rounds, [company_in(tables, full) for tables in rounds])
    groups = list(groups_to_leave_out(known, full - players, rng))
    for count in range(min(most, len(rounds)), 0, -1):
        choice = best_choice(known, groups, count, rng)
        if choice:
            chosen, absent = choice
            return [without(rounds[number], absent) for number in chosen]
    return []


def company_in(tables: Round, players: int) -> list[int]:
    """Return the players at each player's table, themselves included, as bits."""
    company = [0] * players
    for table in tables:
        bits = sum(1 << player for player in table)
        for player in table:
            company[player] = bits
    return company


def groups_to_leave_out(known: Design, count: int, rng: Random) -> Iterator[Group]:
    """Yield random groups of `count` players, as many as can be examined."""
    looks = max(1, count * (count - 1) // 2) * len(known.rounds) ** 2
    for _ in range(max(1, min(known.players**2, LOOKS // looks))):
        yield tuple(sorted(rng.sample(range(known.players), count)))


def best_choice(
    known: Design, groups: Sequence[Group], count: int, rng: Random
) -> tuple[Sequence[int], Group] | None:
    """Return `count` rounds and the group that shares least company in them; None if every group meets."""
    least, best = -1, None
    for group in groups:
        apart = rounds_apart(known, group)
        if len(apart) < count:
            continue
        starts = rng.sample(range(len(apart)), min(STARTS, len(apart)))
        if best and len(apart) == count and met_by_two(known, group, apart) >= least:
            continue  # there are no rounds to choose from, and other groups share less
        shared = shared_company(known, group, apart)
        for start in starts:
            cost, chosen = few_shared(shared, start, count)
            if best is None or cost < least:
                least, best = cost, ([apart[each] for each in chosen], group)
        if least == 0:
            break
    return best


def rounds_apart(known: Design, group: Group) -> list[int]:
    """Return the rounds in which no two of the group sit together."""
    return [
        number
        for number, company in enumerate(known.company)
        if not any(company[one] >> two & 1 for one, two in combinations(group, 2))
    ]


def met_by_two(known: Design, group: Group, rounds: Sequence[int]) -> int:
    """Return how many players meet two of the group in these rounds, which have no repeated meetings."""
    company = [reduce(or_, (known.company[number][each] for number in rounds)) for each in group]
    return sum((one & two).bit_count() for one, two in combinations(company, 2))


def shared_company(known: Design, group: Group, rounds: Sequence[int]) -> list[list[int]]:
    """Return how many players meet two of the group in each two rounds, as a symmetric matrix."""
    pairs = list(combinations(group, 2))
    company = [known.company[number] for number in rounds]
    return [
        [
            sum((here[x] & there[y]).bit_count() + (here[y] & there[x]).bit_count() for x, y in pairs)
            for there in company
        ]
        for here in company
    ]


def few_shared(shared: Sequence[Sequence[int]], start: int, count: int) -> tuple[int, list[int]]:
    """Return `count` rounds from `start` on, each adding the least shared company, and the sum."""
    chosen, cost = [start], 0
    adds = list(shared[start])
    free = set(range(len(shared))) - {start}
    while len(chosen) < count:
        following = min(free, key=lambda number: (adds[number], number))
        cost += adds[following]
        free.remove(following)
        chosen.append(following)
        adds = [one + other for one, other in zip(adds, shared[following], strict=True)]
    return cost, chosen


def without(tables: Round, absent: Sequence[int]) -> list[list[int]]:
    """Return a round without some players, the others renumbered; tables keep their order."""
    names = [player for player in range(sum(map(len, tables))) if player not in absent]
    number_by_player = {player: number for number, player in enumerate(names)}
    return [[number_by_player[player] for player in table if player in number_by_player] for table in tables]
