"""Compare our standings with the naive ones, in one form."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from scoring.sheet.tallies import PartResult
from scoring.standings.standings import compute_standings
from tests.scoring.standings.naive_standings import Naive
from tests.scoring.standings.random_events import RandomEvent, event_with_dropped_rounds, random_event

Lines = list[tuple[Any, ...]]


def our_lines(event: RandomEvent, results: Sequence[PartResult] | None = None) -> Lines:
    """Return the lines of compute_standings, with the results in any order."""
    lines = compute_standings(event.results if results is None else results, event.numbers, event.method)
    return [
        (
            line.rank,
            line.entrant,
            list(line.values),
            sorted(line.rounds.items()),
            line.tie_breaks,
            line.is_placed,
        )
        for line in lines
    ]


def naive_lines(event: RandomEvent) -> Lines:
    """Return the lines of the naive implementation."""
    return Naive(event).lines()


def random_events(seed: object, count: int) -> Iterator[RandomEvent]:
    """Return the random events of a seed; every third drops rounds."""
    rng = Random(str(seed))
    return (
        event_with_dropped_rounds(rng) if number % 3 == 2 else random_event(rng) for number in range(count)
    )


def disagreements(seed: object, count: int) -> list[str]:
    """Return the random events with different results."""
    events = random_events(seed, count)
    return [str(event) for event in events if our_lines(event) != naive_lines(event)]
