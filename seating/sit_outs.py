"""Choose who sits out: no player twice before everyone once, counting rounds already played."""

from collections.abc import Mapping, Sequence


def choose_sit_outs(order: Sequence[int], past: Mapping[int, int], count: int) -> list[int]:
    """Return the players who sat out least often; ties go by the given order.

    A player who came late owes at most one turn, not one for every turn missed.

    >>> choose_sit_outs([3, 1, 2], {3: 1}, 1), choose_sit_outs([1, 2, 9], {1: 4, 2: 3}, 1)
    ([1], [2])
    """
    return sorted(order, key=turns_taken(order, past).__getitem__)[:count]


def turns_taken(order: Sequence[int], past: Mapping[int, int]) -> dict[int, int]:
    """Return how often each player sat out, with late arrivals credited."""
    most = max((past.get(player, 0) for player in order), default=0)
    return {player: max(past.get(player, 0), most - 1) for player in order}


def choose_with_partners(
    order: Sequence[int], past: Mapping[int, int], count: int, partners: Sequence[Sequence[int]]
) -> list[int]:
    """Do as `choose_sit_outs`, but let partners sit out together if `count` allows whole pairs."""
    if count % 2 or not partners:
        return choose_sit_outs(order, past, count)
    partner = {one: two for pair in partners for one, two in (pair, pair[::-1])}
    times = {one: max(past.get(one, 0), past.get(partner.get(one, one), 0)) for one in order}
    chosen: list[int] = []
    for player in choose_sit_outs(order, times, len(order)):
        both = [player, partner[player]] if player in partner else [player]
        if player not in chosen and len(chosen) + len(both) <= count:
            chosen.extend(both)
    return chosen


def choose_by_round(
    order: Sequence[int], rounds: int, sit_outs: int, past: Mapping[int, int]
) -> list[frozenset[int]]:
    """Return the players who sit out in each round."""
    times, by_round = dict(past), []
    for _ in range(rounds):
        times = turns_taken(order, times)
        sitting_out = choose_sit_outs(order, times, sit_outs)
        by_round.append(frozenset(sitting_out))
        for player in sitting_out:
            times[player] += 1
    return by_round
