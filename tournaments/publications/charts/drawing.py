"""The elements of a chart: outlines of one style each, and labels. Coordinates are integers."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor
from unicodedata import east_asian_width

NARROW = 340  # units; a picture for a phone
WIDE = ("W", "F")
# Widths by size, none too small in bold letters of the widest font that pages fall back to.
SLIM, LETTER, CAPITAL, BROAD = 0.5, 0.72, 0.87, 1.1
SLIM_LETTERS, BROAD_LETTERS = "fijlrtI .,'-", "mwMW…%"
STEPS = (1, 2, 5)  # of ticks
MOST_TICKS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """One path in one style: `ink` is a class of the stylesheet; the path may contain several shapes."""

    path: str
    ink: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A text; `turned` rotates it upright, to be read from below."""

    x: int
    y: int
    text: str
    size: int = 11
    anchor: str = "start"
    turned: bool = False
    ink: str = "label"


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A drawing with a width and height in units; `key` prefixes its ids on the page."""

    key: str
    title: str
    description: str
    width: int
    height: int
    outlines: tuple[Outline, ...] = ()
    labels: tuple[Label, ...] = ()


def text_width(text: str, size: int) -> int:
    """Return a width that the text does not exceed."""
    return round(sum(map(letter_width, text)) * size) + 1


def letter_width(letter: str) -> float:
    """Return the most that a letter takes of its size; Japanese letters are as wide as high."""
    if east_asian_width(letter) in WIDE:
        return 1
    if letter in SLIM_LETTERS:
        return SLIM
    if letter in BROAD_LETTERS:
        return BROAD
    return CAPITAL if letter.isupper() or letter in "+−" else LETTER


def boxes(places: Iterable[tuple[int, int]], width: int, height: int) -> str:
    """Return the path of boxes of one size, given their upper left corners."""
    return "".join(f"M{x} {y}h{width}v{height}h-{width}z" for x, y in places)


def frames(places: Iterable[tuple[int, int]], width: int, hole: int) -> str:
    """Return the path of square boxes with a hole; the hole runs in the opposite direction."""
    edge = (width - hole) // 2
    return "".join(
        f"M{x} {y}h{width}v{width}h-{width}zM{x + edge} {y + edge}v{hole}h{hole}v-{hole}z" for x, y in places
    )


def grid(x: int, y: int, columns: int, rows: int, cell: int) -> str:
    """Return the path of the lines around cells."""
    across = "".join(f"M{x} {y + row * cell}h{columns * cell}" for row in range(rows + 1))
    down = "".join(f"M{x + column * cell} {y}v{rows * cell}" for column in range(columns + 1))
    return across + down


# Axes: from values to coordinates, with ticks at round numbers


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
