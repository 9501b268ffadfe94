"""Simulated people: some play better, some dare more."""

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Person:
    """`skill` is how often a card is thought about (0 to 1); `boldness` raises what is bid (-1 to 1)."""

    skill: float = 0.9
    boldness: float = 0.0


def invent_person(rng: Random) -> Person:
    """Somebody one might meet at a club."""
    return Person(skill=rng.triangular(0.6, 1.0, 0.92), boldness=rng.triangular(-0.7, 0.9, 0.0))
