"""The distribution of the points of a round: a dot per player, a box for the middle half, the median."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from django.utils.translation import gettext

from rules.board import Unit
from tournaments.publications.charts.drawing import (
    Label,
    Outline,
    Picture,
    Scale,
    boxes,
    scale_of,
    text_width,
)
from tournaments.wording.numbers import amount, plain

WIDTH, LEFT_LEAST, RIGHT, TOP, FOOT = 720, 60, 20, 10, 28
STRIP, BAND = 84, 14  # a round, and the box below its dots
SIZE, SMALL = 12, 11
RADIUS, LEAST_RADIUS = 4, 1


@dataclass(frozen=True, slots=True)
class Spread:
    """The points of one round, in ascending order."""

    name: str
    values: Sequence[Fraction]

    @property
    def median(self) -> Fraction:
        """Return the median: the middle value, or the mean of the two middle ones."""
        return self.share(Fraction(1, 2))

    def share(self, part: Fraction) -> Fraction:
        """Return the quantile for this share, interpolated between neighbouring values."""
        place = part * (len(self.values) - 1)
        low, high = self.values[floor(place)], self.values[ceil(place)]
        return low + (high - low) * (place - floor(place))


def draw_spread(
    *, spreads: Sequence[Spread], key: str, title: str, unit: Unit, width: int = WIDTH
) -> Picture:
    """Return the chart: a strip per round that has points, on one common scale."""
    shown = [each for each in spreads if each.values]
    left = max([LEFT_LEAST, *(text_width(each.name, SIZE) + 14 for each in shown)])
    values = [edge for each in shown for edge in (floor(each.values[0]), ceil(each.values[-1]))]
    scale = scale_of(values, left, width - RIGHT)
    base = TOP + STRIP * len(shown)
    outlines = [outline for place, each in enumerate(shown) for outline in strip(each, place, scale)]
    return Picture(
        key=key,
        title=title,
        description=" ".join(spread_words(each, unit) for each in shown),
        width=width,
        height=base + FOOT,
        outlines=(*paper(scale, base), *outlines),
        labels=(*axis_labels(scale, base), *strip_labels(shown, scale, unit)),
    )


def spread_words(each: Spread, unit: Unit) -> str:
    """Describe a round in a sentence."""
    text = gettext("%(name)s: from %(least)s to %(most)s points, median %(median)s.")
    values = {"least": each.values[0], "most": each.values[-1], "median": each.median}
    return text % {"name": each.name, **{name: amount(value, unit) or "0" for name, value in values.items()}}


def paper(scale: Scale, base: int) -> Iterator[Outline]:
    """Yield thin lines at round numbers, a thicker one at zero."""
    yield Outline(path="".join(f"M{scale.at(tick)} {TOP}V{base}" for tick in scale.ticks()), ink="hair")
    yield Outline(path=f"M{scale.at(0)} {TOP}V{base}", ink="zero")


def axis_labels(scale: Scale, base: int) -> Iterator[Label]:
    """Yield the numbers below the axis."""
    for tick in scale.ticks():
        yield Label(x=scale.at(tick), y=base + 18, text=plain(tick), size=SMALL, anchor="middle", ink="quiet")


def strip(each: Spread, place: int, scale: Scale) -> Iterator[Outline]:
    """Yield the dots of a round above the box of its middle half."""
    floor_line = TOP + STRIP * (place + 1) - BAND - 10
    low, high = (at(scale, each.share(Fraction(quarter, 4))) for quarter in (1, 3))
    yield Outline(path=boxes([(low, floor_line + 4)], max(1, high - low), BAND - 4), ink="box")
    middle = at(scale, each.median)
    yield Outline(path=f"M{middle} {floor_line + 1}v{BAND + 2}", ink="median")
    yield Outline(path=dots([at(scale, value) for value in each.values], floor_line), ink="dot")


def strip_labels(shown: Sequence[Spread], scale: Scale, unit: Unit) -> Iterator[Label]:
    """Yield the name of every round and the value of its median."""
    for place, each in enumerate(shown):
        y = TOP + STRIP * (place + 1) - BAND - 10
        yield Label(x=4, y=y, text=each.name, size=SIZE)
        text = amount(each.median, unit) or "0"
        yield Label(x=at(scale, each.median) + 4, y=y + BAND + 9, text=text, size=SMALL)


def at(scale: Scale, value: Fraction) -> int:
    """Return the coordinate of an exact value."""
    span = scale.high - scale.low
    return scale.start + round((value - scale.low) * (scale.end - scale.start) / span)


def dots(places: Sequence[int], base: int) -> str:
    """Return a dot per value, stacked where they would overlap; smaller where stacks get high."""
    radius = next(
        (
            radius
            for radius in range(RADIUS, LEAST_RADIUS, -1)
            if tallest(places, radius) <= STRIP - BAND - 16
        ),
        LEAST_RADIUS,
    )
    heights: Counter[int] = Counter()
    path = []
    for x in places:
        column = x // (2 * radius)
        y = base - radius - heights[column] * 2 * radius
        heights[column] += 1
        path.append(circle(column * 2 * radius + radius, y, radius))
    return "".join(path)


def tallest(places: Sequence[int], radius: int) -> int:
    """Return the height of the highest stack of dots."""
    return max(Counter(x // (2 * radius) for x in places).values(), default=0) * 2 * radius


def circle(x: int, y: int, radius: int) -> str:
    """Return the path of a circle."""
    return (
        f"M{x - radius} {y}a{radius} {radius} 0 1 0 {2 * radius} 0a{radius} {radius} 0 1 0 {-2 * radius} 0z"
    )
