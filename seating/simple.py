"""A simple random draw."""

import random
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


def random_tables(players: Sequence[T], sizes: Sequence[int], rng: random.Random) -> list[list[T]]:
    """The players in random order, dealt to tables of these sizes; seats in the order drawn."""
    shuffled = list(players)
    rng.shuffle(shuffled)
    seats: Iterator[T] = iter(shuffled)
    return [[next(seats) for _ in range(size)] for size in sizes]
