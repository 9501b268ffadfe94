"""Series standings: several events added up by one pure function. The order inside an event does not matter.

Every event gives its players points for their places, or the first value of its standings. Guests who do not
count are removed before places are given, so that the others move up. Equal sums share a rank (1 2 2 4).

>>> evening = [Result(7, 1, 40), Result(8, 2, 31), Result(9, 2, 31)]
>>> [(line.player, line.rank, line.total) for line in compute_series({1: evening}, SeriesPolicy())]
[(7, 1, 25), (8, 2, Fraction(33, 2)), (9, 2, Fraction(33, 2))]
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from scoring.sheet.tallies import Value, exact
from scoring.standings.series_policy import BEST, BY_TOTAL, GUESTS_OUT, SeriesPolicy

NOBODY: frozenset[int] = frozenset()
Points = Mapping[int, Value]  # by event


class Result(NamedTuple):
    """A placed player's rank in one event, and the event's first ranking value."""

    player: int
    rank: int
    value: Value = 0


class SeriesLine(NamedTuple):
    """A player's row in the series: `points` by event, and the events that count.

    `rank` is the position in the list; without `is_placed` (too few events) it is not an earned rank.
    """

    player: int
    rank: int
    total: Value
    points: Points
    counting: frozenset[int]
    is_placed: bool = True


def compute_series(
    events: Mapping[int, Iterable[Result]],
    policy: SeriesPolicy,
    guests: Container[int] = NOBODY,
    *,
    high_is_better: bool = True,
) -> list[SeriesLine]:
    """Return every player's row, best first, ties ordered by player number.

    `events` are in order: of equal results the earlier ones count. `high_is_better` applies to totals.
    """
    is_high = high_is_better or policy.by != BY_TOTAL
    points: dict[int, dict[int, Value]] = {}
    for event, results in events.items():
        for player, worth in event_points(list(results), policy, guests).items():
            points.setdefault(player, {})[event] = worth
    return ranked([line_of(player, own, policy, is_high) for player, own in points.items()], is_high)


# The value of an event


def event_points(
    results: Sequence[Result], policy: SeriesPolicy, guests: Container[int] = NOBODY
) -> dict[int, Value]:
    """Return the points of all counting players for one event."""
    if policy.guests == GUESTS_OUT:
        results = [result for result in results if result.player not in guests]
    if policy.by == BY_TOTAL:
        return {result.player: result.value for result in results}
    worth = dict(place_points([result.rank for result in results], policy))
    return {result.player: worth[result.rank] for result in results}


def place_points(ranks: Sequence[int], policy: SeriesPolicy) -> Iterator[tuple[int, Value]]:
    """Yield the points of each rank. Ties share the points of their places, or all get the best of them."""
    place = 0
    for rank, equal in sorted(Counter(ranks).items()):
        places = range(place, place + (1 if policy.ties == BEST else equal))
        worth = sum(points_of_place(each, len(ranks), policy.points) for each in places)
        yield rank, exact(Fraction(worth, len(places)))
        place += equal


def points_of_place(place: int, players: int, points: Sequence[int]) -> int:
    """Return the points of a place from 0: as typed, 0 beyond the last; untyped, the players behind."""
    if not points:
        return players - place
    return points[place] if place < len(points) else 0


# Sums


def line_of(player: int, points: Points, policy: SeriesPolicy, is_high: bool) -> SeriesLine:
    """Return a player's row, not yet ranked."""
    counting = best_events(points, policy.best, is_high)
    total = exact(sum((points[event] for event in counting), start=Fraction(0)))
    return SeriesLine(player, 0, total, points, counting, len(points) >= policy.minimum)


def best_events(points: Points, best: int | None, is_high: bool) -> frozenset[int]:
    """Return the best results; of equal ones the earlier. A player with fewer results loses none."""
    sign = -1 if is_high else 1
    return frozenset(sorted(points, key=lambda event: sign * points[event])[:best])


def ranked(lines: Iterable[SeriesLine], is_high: bool) -> list[SeriesLine]:
    """Return the rows in order; unplaced players come last."""
    sign = -1 if is_high else 1
    ordered = sorted(lines, key=lambda line: (not line.is_placed, sign * line.total, line.player))
    lasts: list[SeriesLine] = []
    for place, line in enumerate(ordered, start=1):
        before = lasts[-1] if lasts else None
        is_equal = before and (before.is_placed, before.total) == (line.is_placed, line.total)
        lasts.append(line._replace(rank=before.rank if before and is_equal else place))
    return lasts


# Categories: women, juniors, newcomers


def lines_among(lines: Iterable[SeriesLine], players: Container[int]) -> list[SeriesLine]:
    """Return the list of a category: the same points with ranks of its own."""
    own = [line for line in lines if line.player in players]
    ranks = own_ranks([line.rank for line in own])
    return [line._replace(rank=rank) for line, rank in zip(own, ranks, strict=True)]


def own_ranks(ranks: Sequence[int]) -> list[int]:
    """Convert ranks of the whole list to ranks within a subset: 2 5 5 9 becomes 1 2 2 4."""
    first: dict[int, int] = {}
    for place, rank in enumerate(sorted(ranks), start=1):
        first.setdefault(rank, place)
    return [first[rank] for rank in ranks]
