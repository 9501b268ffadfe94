"""Fewer players than a design has: leave out some who never meet in the rounds used."""

from collections.abc import Sequence
from itertools import combinations
from random import Random

from seating.developing import Round

TRIES = 1_000_000  # looks at two players, over all choices of rounds


def shorten(rounds: Sequence[Round], players: int, wanted: int, rng: Random) -> list[list[list[int]]]:
    """At most `wanted` rounds for so many players, renumbered from 0; tables that lose somebody are spread.

    Whoever is left out leaves a smaller table behind, so nobody may meet two of them before everyone met one.
    """
    full = sum(len(table) for table in rounds[0])
    if full == players:
        return [[list(table) for table in tables] for tables in rng.sample(rounds, min(wanted, len(rounds)))]
    for count in range(min(wanted, len(rounds)), 0, -1):
        found = [
            best_absent(rng.sample(rounds, count), full, full - players, rng) for _ in range(attempts(full))
        ]
        fitting = [choice for choice in found if choice]
        if fitting:
            _, _, chosen, absent = min(fitting, key=lambda choice: choice[:2])
            return [without(tables, absent) for tables in chosen]
    return []


def attempts(players: int) -> int:
    return max(1, min(40, TRIES // players**2 // 3))


Choice = tuple[int, tuple[int, ...], Sequence[Round], tuple[int, ...]]


def best_absent(rounds: Sequence[Round], full: int, absent: int, rng: Random) -> Choice | None:
    """Who is best left out of these rounds: unevenness, tie-break, rounds, players; None if nobody."""
    met = met_in(rounds, full)
    groups = [strangers(met, absent, first) for first in rng.sample(range(full), full)]
    found = [(unevenness(met, group), group, rounds, group) for group in groups if group]
    return min(found, key=lambda choice: choice[:2], default=None)


def met_in(rounds: Sequence[Round], full: int) -> list[int]:
    """Per player the others met, as bits."""
    met = [0] * full
    for tables in rounds:
        for table in tables:
            bits = sum(1 << player for player in table)
            for player in table:
                met[player] |= bits
    return met


def strangers(met: list[int], count: int, first: int) -> tuple[int, ...]:
    """So many players of whom no two meet, each next one sharing the fewest tables' company; or nobody."""
    chosen = [first]
    while len(chosen) < count:
        free = [p for p in range(len(met)) if not any(met[p] >> one & 1 for one in chosen)]
        if not free:
            return ()
        chosen.append(min(free, key=lambda p: (sum((met[p] & met[one]).bit_count() for one in chosen), p)))
    return tuple(sorted(chosen))


def unevenness(met: list[int], absent: Sequence[int]) -> int:
    """The sum of visits * (visits - 1) to smaller tables: least when shared out evenly."""
    return 2 * sum((met[one] & met[two]).bit_count() for one, two in combinations(absent, 2))


def without(tables: Round, absent: Sequence[int]) -> list[list[int]]:
    """A round without some players, the others renumbered; the order of the tables stays."""
    names = [player for player in range(sum(map(len, tables))) if player not in absent]
    number_by_player = {player: number for number, player in enumerate(names)}
    return [[number_by_player[player] for player in table if player in number_by_player] for table in tables]
