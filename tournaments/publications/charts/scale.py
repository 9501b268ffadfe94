"""Axes: from values to coordinates, with ticks at round numbers."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor

STEPS = (1, 2, 5)
MOST_TICKS = 6


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps values from `low` to `high` to coordinates from `start` to `end`, which may be the smaller."""

    low: int
    high: int
    start: int
    end: int

    def at(self, value: float) -> int:
        """Return the coordinate of a value."""
        return self.start + round((value - self.low) * (self.end - self.start) / (self.high - self.low or 1))

    def ticks(self) -> list[int]:
        """Return round numbers on the axis, including zero if it is in range."""
        step = round_step(self.high - self.low)
        return list(range(-(-self.low // step) * step, self.high + 1, step))


def scale_of(values: Iterable[float], start: int, end: int) -> Scale:
    """Return an axis that contains all values and zero, extended to round numbers."""
    points = list(values)
    numbers = [0, *map(floor, points), *map(ceil, points)]
    step = round_step(max(numbers) - min(numbers))
    low, high = min(numbers) // step * step, -(-max(numbers) // step) * step
    return Scale(low, high if high > low else low + step, start, end)


def round_step(span: int) -> int:
    """Return 1, 2 or 5 times a power of ten, so that a span has few ticks."""
    power = 1
    while True:
        for each in STEPS:
            if span <= each * power * (MOST_TICKS - 1):
                return each * power
        power *= 10
