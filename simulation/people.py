"""Simulated players with different skill and boldness."""

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Person:
    """`skill` is the share of cards chosen with thought (0 to 1); `boldness` raises bids (-1 to 1)."""

    skill: float = 0.9
    boldness: float = 0.0


def invent_person(rng: Random) -> Person:
    """Return a random club player."""
    return Person(skill=rng.triangular(0.6, 1.0, 0.92), boldness=rng.triangular(-0.7, 0.9, 0.0))
