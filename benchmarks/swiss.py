"""H6: draw a round by standings for 10,000 players against one for 1,000 (goal: at most 15 times; 0 repeats).

Round nine of an event whose ranking hardly changes, when nearly every table cut from the ranking would repeat
meetings. The time covers the whole draw, from the stored rounds on.
"""

from collections.abc import Callable
from random import Random

from benchmarks.frame import Figure, Goal, Report, Say, take_turns
from seating.history import History
from seating.next_round import count_clashes, draw_next

SEED = 2026
FEW, MANY = 1_000, 10_000
PLAYED, NEAR, RUNS = 8, 40, 7  # earlier rounds, positions a player moves between rounds
STANDARD = 4

Rounds = list[list[list[int]]]


def measure(say: Say) -> Report:
    """Time both sizes in turns, and count the repeats of both."""
    rng = Random(SEED)
    ways: dict[str, Callable[[], Rounds]] = {}
    repeats = {}
    for players in (FEW, MANY):
        say(f"playing {PLAYED} rounds of {players}")
        rounds, ranking = played(players, rng), ranking_of(players, rng)
        label = f"{players} players"
        ways[label] = lambda rounds=rounds, ranking=ranking: [draw(rounds, ranking)]  # type: ignore[misc]
        repeats[f"repeats, {label}"] = count_clashes(draw(rounds, ranking), History(rounds, STANDARD))
    few, many = take_turns(ways, runs=RUNS).values()
    figure = Figure(f"a round by standings: {MANY} / {FEW} players", many, few, Goal(at_most=15))
    return Report([figure], {"seed": SEED, **repeats})


def played(players: int, rng: Random) -> Rounds:
    """Return the earlier rounds."""
    rounds: Rounds = []
    for _ in range(PLAYED):
        rounds.append(draw(rounds, ranking_of(players, rng)))
    return rounds


def draw(rounds: Rounds, ranking: list[int]) -> list[list[int]]:
    """Draw the next round."""
    return draw_next(rounds, ranking, "standings")


def ranking_of(players: int, rng: Random) -> list[int]:
    """Return nearly the same ranking each time."""
    return sorted(range(players), key=lambda player: player + rng.random() * NEAR)
