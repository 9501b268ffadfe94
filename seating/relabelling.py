"""Assign players to the players of a design so that pairs to be kept apart never meet in it."""

from collections.abc import Sequence
from random import Random

from seating.constraints import Pair

STEPS = 20_000
Rounds = list[list[list[int]]]


def keep_apart(rounds: Rounds, always: Sequence[Pair], first: Sequence[Pair], rng: Random) -> Rounds | None:
    """Return the rounds with players exchanged; None if no exchange found keeps all pairs apart."""
    if not always and not first:
        return rounds
    met, first_met = company(rounds), company(rounds[:1])
    constraints = [(one, two, met) for one, two in always] + [(one, two, first_met) for one, two in first]
    names = list(range(len(met)))
    by_player: dict[int, list[int]] = {}
    for index, (one, two, _) in enumerate(constraints):
        by_player.setdefault(one, []).append(index)
        by_player.setdefault(two, []).append(index)

    def broken(indices: set[int]) -> int:
        asked = (constraints[index] for index in indices)
        return sum(company_of[names[one]] >> names[two] & 1 for one, two, company_of in asked)

    left = broken(set(range(len(constraints))))
    bound = sorted(by_player)
    for _ in range(STEPS):
        if not left:
            return renamed(rounds, names)
        one, two = bound[int(rng.random() * len(bound))], int(rng.random() * len(names))
        touched = {*by_player[one], *by_player.get(two, ())}
        before = broken(touched)
        names[one], names[two] = names[two], names[one]
        after = broken(touched)
        if after > before and rng.random() > 0.02:
            names[one], names[two] = names[two], names[one]
        else:
            left += after - before
    return None


def renamed(rounds: Rounds, names: Sequence[int]) -> Rounds:
    """Return the rounds with every player of the design replaced by the assigned name."""
    player_by_name = {name: player for player, name in enumerate(names)}
    return [[[player_by_name[name] for name in table] for table in tables] for tables in rounds]


def company(rounds: Rounds) -> list[int]:
    """Return the players that each player meets, as a bit set."""
    met = [0] * sum(map(len, rounds[0]))
    for tables in rounds:
        for table in tables:
            for player in table:
                met[player] |= sum(1 << other for other in table if other != player)
    return met
