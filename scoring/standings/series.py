"""Series standings: several events added up by one pure function. The order inside an event does not matter.

Every event gives its players points for their places, or the first value of its standings. Guests who do not
count are removed before places are given, so that the others move up. Equal sums share a rank (1 2 2 4).

>>> evening = [Result(7, 1, 40), Result(8, 2, 31), Result(9, 2, 31)]
>>> [(line.player, line.rank, line.total) for line in compute_series({1: evening}, SeriesPolicy())]
[(7, 1, 25), (8, 2, Fraction(33, 2)), (9, 2, Fraction(33, 2))]
"""

from collections.abc import Container, Iterable, Mapping
from typing import NamedTuple

from scoring.competitions.lists import points_by_place, shared_ranks
from scoring.competitions.ranking import Row, ranked, request_of_values
from scoring.competitions.requests import AVERAGE, TOTAL, Competition, Lists, Way
from scoring.sheet.tallies import POINTS, PartResult, Value
from scoring.standings.series_policy import BEST, BY_AVERAGE, BY_RESULT, GUESTS_OUT, SeriesPolicy

NOBODY: frozenset[int] = frozenset()


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
    points: Mapping[int, Value]  # by event
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

    `events` are in order: of equal results the earlier ones count. `high_is_better` applies to totals and
    averages.
    """
    sheets = [
        PartResult(1, (player,), {POINTS: (worth,)}, 1, event=position)
        for position, results in enumerate(events.values())
        for player, worth in event_points(results, policy, guests).items()
    ]
    is_high = high_is_better or policy.by not in BY_RESULT
    way = Way(AVERAGE, per="list") if policy.by == BY_AVERAGE else Way(TOTAL)
    lists = Lists(best=policy.best, minimum=policy.minimum)
    rows = ranked(request_of_values(sheets, high_is_better=is_high), Competition(way, lists=lists))
    return [line_of(row, tuple(events)) for row in rows]


def event_points(
    results: Iterable[Result], policy: SeriesPolicy, guests: Container[int] = NOBODY
) -> dict[int, Value]:
    """Return the points of all counting players for one event."""
    if policy.guests == GUESTS_OUT:
        results = [result for result in results if result.player not in guests]
    if policy.by in BY_RESULT:
        return {result.player: result.value for result in results}
    ranks = {result.player: result.rank for result in results}
    return points_by_place(ranks, policy.points or None, shares_ties=policy.ties != BEST)


def line_of(row: Row, events: tuple[int, ...]) -> SeriesLine:
    """Return a row of a competition over events as a player's line."""
    points = {events[own.at[0]]: own.values[0] for own in row.lists}
    counting = frozenset(events[event] for event, _ in row.counting)
    return SeriesLine(row.number, row.rank, row.values[0], points, counting, row.is_placed)


# Categories: women, juniors, newcomers


def lines_among(lines: Iterable[SeriesLine], players: Container[int]) -> list[SeriesLine]:
    """Return the list of a category: the same points with ranks of its own."""
    own = [line for line in lines if line.player in players]
    ranks = shared_ranks(line.rank for line in own)
    return [line._replace(rank=rank) for line, rank in zip(own, ranks, strict=True)]
