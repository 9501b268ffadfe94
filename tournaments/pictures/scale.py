"""From values to places on squared paper, and the round figures that stand along an axis."""

from collections.abc import Iterable
from dataclasses import dataclass

STEPS = (1, 2, 5)
MOST_TICKS = 6


@dataclass(frozen=True, slots=True)
class Scale:
    """Values from `low` to `high` stand from `start` to `end`, which may be the smaller."""

    low: int
    high: int
    start: int
    end: int

    def at(self, value: int) -> int:
        """Where a value stands."""
        return self.start + round((value - self.low) * (self.end - self.start) / (self.high - self.low or 1))

    def ticks(self) -> list[int]:
        """Round figures on the axis, zero among them if it is there."""
        step = round_step(self.high - self.low)
        return list(range(-(-self.low // step) * step, self.high + 1, step))


def scale_of(values: Iterable[int], start: int, end: int) -> Scale:
    """An axis that holds all of these and zero, to the next round figures."""
    found = [0, *values]
    step = round_step(max(found) - min(found))
    low, high = min(found) // step * step, -(-max(found) // step) * step
    return Scale(low, high if high > low else low + step, start, end)


def round_step(span: int) -> int:
    """1, 2 or 5 times a power of ten, so that there are few ticks on a span."""
    power = 1
    while True:
        for each in STEPS:
            if span <= each * power * (MOST_TICKS - 1):
                return each * power
        power *= 10
