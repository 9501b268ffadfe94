"""Combinations."""

from collections.abc import Iterable
from typing import Any


def combinations(values: Iterable[Any], size: int) -> list[tuple[Any, ...]]:
    """Return all combinations of this size, in the order of the values."""
    values = tuple(values)
    if size == 0:
        return [()]
    return [
        (first, *rest)
        for place, first in enumerate(values)
        for rest in combinations(values[place + 1 :], size - 1)
    ]
