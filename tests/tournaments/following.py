"""Random events whose sheets change one by one: what follows a change beside what is computed from zero."""

from collections.abc import Iterator
from random import Random

from scoring.standings import Line, compute_standings
from scoring.tallies import PartResult
from tests.scoring.comparing import random_events
from tests.scoring.random_events import RandomEvent
from tournaments.selectors.running import Running, is_local

STEPS = 6


def missteps(seed: object, count: int) -> list[str]:
    """The random events in which a change was followed otherwise than from zero."""
    rng = Random(str(seed))
    events = [event for event in random_events(f"following {seed}", count) if is_local(event.method)]
    return [str(event) for event in events for _ in mistakes(event, rng)]


def mistakes(event: RandomEvent, rng: Random) -> Iterator[int]:
    """The steps after which the standings, what was told of them or the deals are wrong."""
    results = dict(enumerate(event.results))
    lines = compute_standings(results.values(), event.numbers, event.method)
    running = Running(results, lines, event.method)
    for step in range(STEPS if results else 0):
        key = rng.choice(list(results))
        results[key] = changed(rng, results[key])
        told = running.follow([key], {key: results[key]})
        before, lines = lines, compute_standings(results.values(), event.numbers, event.method)
        is_told = told is not None and by_entrant([*before, *told]) == by_entrant(lines)
        deals = sum(result.deals_counted for result in results.values())
        if not is_told or in_order(running) != lines or running.deals_counted != deals:
            yield step


def changed(rng: Random, result: PartResult) -> PartResult:
    """A result after a deal more or a correction: other tallies for the same seats."""
    tallies = {
        name: [value + rng.choice((-1, 0, 0, 1)) for value in values]
        for name, values in result.tallies.items()
    }
    return result._replace(tallies=tallies, deals_counted=max(1, result.deals_counted + rng.choice((0, 1))))


def by_entrant(lines: list[Line]) -> dict[int, Line]:
    """The last line of everybody."""
    return {line.entrant: line for line in lines}


def in_order(running: Running) -> list[Line]:
    """All lines from the best to the last."""
    return [running.ladder.lines[entrant] for _, entrant in running.ladder.rungs]
