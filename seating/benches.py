"""Who sits out: never twice before everyone once, rounds played before included."""

from collections.abc import Mapping, Sequence


def choose_resting(order: Sequence[int], rested: Mapping[int, int], count: int) -> list[int]:
    """Those who sat out least often, in this order where that is equal.

    Whoever came late owes one turn at most, not one for every turn missed.

    >>> choose_resting([3, 1, 2], {3: 1}, 1), choose_resting([1, 2, 9], {1: 4, 2: 3}, 1)
    ([1], [2])
    """
    return sorted(order, key=turns_taken(order, rested).__getitem__)[:count]


def turns_taken(order: Sequence[int], rested: Mapping[int, int]) -> dict[int, int]:
    """Times sat out, latecomers counted in."""
    most = max((rested.get(player, 0) for player in order), default=0)
    return {player: max(rested.get(player, 0), most - 1) for player in order}


def choose_with_partners(
    order: Sequence[int], rested: Mapping[int, int], count: int, partners: Sequence[Sequence[int]]
) -> list[int]:
    """The same; partners sit out together, if as many players as that makes are to sit out."""
    if count % 2 or not partners:
        return choose_resting(order, rested, count)
    partner = {one: two for pair in partners for one, two in (pair, pair[::-1])}
    times = {one: max(rested.get(one, 0), rested.get(partner.get(one, one), 0)) for one in order}
    chosen: list[int] = []
    for player in choose_resting(order, times, len(order)):
        both = [player, partner[player]] if player in partner else [player]
        if player not in chosen and len(chosen) + len(both) <= count:
            chosen.extend(both)
    return chosen


def benches(
    order: Sequence[int], rounds: int, sit_outs: int, rested: Mapping[int, int]
) -> list[frozenset[int]]:
    """Who rests in which round."""
    times, found = dict(rested), []
    for _ in range(rounds):
        times = turns_taken(order, times)
        resting = choose_resting(order, times, sit_outs)
        found.append(frozenset(resting))
        for player in resting:
            times[player] += 1
    return found
