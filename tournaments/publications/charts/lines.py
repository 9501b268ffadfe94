"""A line chart of points deal by deal; lines differ in colour, markers and the names at their ends.

Others may be drawn behind them in one grey. A narrow chart, for a phone, has shorter names without totals;
one for a screen in the hall has fewer units, so that its letters are larger.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.translation import gettext

from rules.board import Unit
from tournaments.publications.charts.drawing import (
    NARROW,
    Label,
    Outline,
    Picture,
    Scale,
    scale_of,
    text_width,
)
from tournaments.wording.numbers import amount, plain
from tournaments.wording.person_names import split_title

WIDTH, HEIGHT = 720, 380
ON_A_SCREEN = {"width": 520, "height": 250}
LEFT, TOP, FOOT = 46, 30, 30
SIZE, SMALL = 12, 11
MOST_NAME, NARROW_NAME = 230, 130  # at the right of a chart, for a name and its total
LEAST_STEP = 3  # units between two points of a line
LINE_STEP = 15  # between two names at the ends of lines
SIGNS_ON_A_LINE, SIGN = 5, 4
NAME_AT, EDGE = 19, 4  # before and after a name
KINDS = 6  # distinguishable colours and markers; the stylesheet has line-1 to line-6
CUT = "…"


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A player's points by number of deals, in order."""

    name: str
    points: Sequence[tuple[int, int]]

    @property
    def last(self) -> int:
        """Return the final total."""
        return self.points[-1][1] if self.points else 0


@dataclass(frozen=True, slots=True)
class Section:
    """A named section of the x-axis: a round, from one deal of the event to another."""

    name: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """The axes: deals to the right, points upwards."""

    x: Scale
    y: Scale
    right: int

    @property
    def foot(self) -> int:
        """Return where the upright lines end."""
        return self.y.start


def draw_lines(
    *,
    key: str,
    title: str,
    description: str,
    lines: Sequence[ScoreLine],
    sections: Sequence[Section],
    unit: str = Unit.POINTS,
    others: Sequence[ScoreLine] = (),
    width: int = WIDTH,
    height: int = HEIGHT,
) -> Picture:
    """Return the chart; at most six lines, the first the thickest, before all `others` in grey."""
    shown = lines[:KINDS]
    is_narrow = width <= NARROW
    names = [end_name(line, unit, is_narrow=is_narrow) for line in shown]
    room = max((text_width(name, SIZE) for name in names), default=0) + NAME_AT + EDGE
    ground = ground_of([*shown, *others], sections, width - room, height - FOOT)
    places = places_at_ends(shown, ground)
    return Picture(
        key=key,
        title=title,
        description=description,
        width=width,
        height=height,
        outlines=(
            *ground_outlines(ground, sections),
            *other_outlines(others, ground),
            *line_outlines(shown, ground),
            *end_signs(places),
        ),
        labels=(*ground_labels(ground, sections), *end_labels(names, places)),
    )


def ground_of(lines: Sequence[ScoreLine], sections: Sequence[Section], right: int, foot: int) -> Ground:
    """Return the axes for these lines."""
    values = [value for line in lines for _, value in line.points]
    deals = max([1, *(section.end for section in sections)])
    return Ground(x=Scale(0, deals, LEFT, right), y=scale_of(values, foot, TOP), right=right)


# The grid


def ground_outlines(ground: Ground, sections: Sequence[Section]) -> Iterator[Outline]:
    """Yield thin lines at round numbers and between sections, a thicker one at zero."""
    across = "".join(f"M{LEFT} {ground.y.at(tick)}H{ground.right}" for tick in ground.y.ticks())
    starts = [ground.x.at(section.start) for section in sections]
    ends = "".join(f"M{x} {TOP}V{ground.foot}" for x in (*starts, ground.right))
    yield Outline(path=across + ends, ink="hair")
    yield Outline(path=f"M{LEFT} {ground.y.at(0)}H{ground.right}", ink="zero")


def ground_labels(ground: Ground, sections: Sequence[Section]) -> Iterator[Label]:
    """Yield the numbers on the left, the section names above, and their last deals below."""
    yield Label(x=LEFT, y=ground.foot + 16, text=gettext("Deals"), size=SMALL, ink="quiet")
    for tick in ground.y.ticks():
        y = ground.y.at(tick) + SMALL // 3
        yield Label(x=LEFT - 5, y=y, text=plain(tick), size=SMALL, anchor="end", ink="quiet")
    for section in sections:
        x, end = ground.x.at(section.start), ground.x.at(section.end)
        if text_width(section.name, SMALL) <= end - x:
            yield Label(x=x + 4, y=TOP - 8, text=section.name, size=SMALL)
        yield Label(x=end, y=ground.foot + 16, text=str(section.end), size=SMALL, anchor="end", ink="quiet")


# The lines


def other_outlines(others: Sequence[ScoreLine], ground: Ground) -> Iterator[Outline]:
    """Yield all other lines as one."""
    if others:
        yield Outline(path="".join(path_through(spots_of(line, ground)) for line in others), ink="other")


def line_outlines(lines: Sequence[ScoreLine], ground: Ground) -> Iterator[Outline]:
    """Yield every line in its colour, the first on top, and the markers."""
    for place, line in reversed(list(enumerate(lines))):
        spots = spots_of(line, ground)
        yield Outline(path=f"M{spots[-1][0]} {spots[-1][1]}H{ground.right}", ink="hair")
        yield Outline(path=path_through(spots), ink=f"line-{place + 1}")
        yield Outline(path=signs_on(spots, place), ink=f"sign-{place + 1}")


def spots_of(line: ScoreLine, ground: Ground) -> list[tuple[int, int]]:
    """Return the points of a line's path from zero to its last one, none too close to the next."""
    points = ((ground.x.at(deal), ground.y.at(total)) for deal, total in line.points)
    spots = [(LEFT, ground.y.at(0)), *points]
    apart = [spots[0]]
    for spot, following in pairwise(spots[1:]):
        if spot[0] - apart[-1][0] >= LEAST_STEP or following[0] - spot[0] >= LEAST_STEP:
            apart.append(spot)
    return [*apart, *spots[1:][-1:]]


def path_through(spots: Sequence[tuple[int, int]]) -> str:
    """Return a path through the points."""
    return "M" + "L".join(f"{x} {y}" for x, y in spots)


def signs_on(spots: Sequence[tuple[int, int]], place: int) -> str:
    """Return a few markers along a line, offset from the other lines' markers, and one at its end."""
    every = max(1, len(spots) // SIGNS_ON_A_LINE)
    first = every * (place + 1) // (KINDS + 1)
    return "".join(sign(place, x, y) for x, y in (*spots[first:-1:every], spots[-1]))


def sign(place: int, x: int, y: int) -> str:
    """Return a marker: circle, square, triangle, diamond, inverted triangle or cross."""
    r = SIGN
    shapes = (
        f"M{x - r} {y}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0z",
        f"M{x - r} {y - r}h{2 * r}v{2 * r}h{-2 * r}z",
        f"M{x} {y - r}l{r} {2 * r}h{-2 * r}z",
        f"M{x} {y - r - 1}l{r + 1} {r + 1}l{-r - 1} {r + 1}l{-r - 1} {-r - 1}z",
        f"M{x} {y + r}l{r} {-2 * r}h{-2 * r}z",
        f"M{x - r} {y - 1}h{r - 1}v{1 - r}h2v{r - 1}h{r - 1}v2h{1 - r}v{r - 1}h-2v{1 - r}h{1 - r}z",
    )
    return shapes[place % len(shapes)]


def end_signs(places: Sequence[tuple[int, int]]) -> Iterator[Outline]:
    """Yield every line's marker, in front of its name."""
    for place, (x, y) in enumerate(places):
        yield Outline(path=sign(place, x - 2 * SIGN, y - SIZE // 3), ink=f"sign-{place + 1}")


def places_at_ends(lines: Sequence[ScoreLine], ground: Ground) -> list[tuple[int, int]]:
    """Return where the names begin: at the ends of the lines, moved apart where they overlap."""
    return [(ground.right + NAME_AT, y) for y in moved_apart(wanted_heights(lines, ground), ground.foot)]


def wanted_heights(lines: Sequence[ScoreLine], ground: Ground) -> list[int]:
    """Return the heights of the names, ignoring overlaps."""
    return [ground.y.at(line.last) + SIZE // 3 for line in lines]


def end_name(line: ScoreLine, unit: str, *, is_narrow: bool) -> str:
    """Return the text at the end of a line: name and final total; "Ada L.", else "Ada", if it is narrow."""
    first, *more = split_title(line.name)[1].split() or [""]
    short = [f"{first} {more[-1][0]}.", first] if more else [first]
    names = short if is_narrow else [line.name, *short]
    total = "" if is_narrow else f" {amount(line.last, unit) or '0'}"
    room = (NARROW_NAME if is_narrow else MOST_NAME) - NAME_AT - EDGE
    whole = [name for name in names if text_width(name + total, SIZE) <= room]
    cut = first
    while not whole and text_width(cut + CUT + total, SIZE) > room:
        cut = cut[:-1].rstrip()
    return (whole[0] if whole else cut + CUT) + total


def end_labels(names: Sequence[str], places: Sequence[tuple[int, int]]) -> Iterator[Label]:
    """Yield the names of the lines, each in the colour of its own."""
    for place, (name, (x, y)) in enumerate(zip(names, places, strict=True), start=1):
        yield Label(x=x, y=y, text=name, size=SIZE, ink=f"name-{place}")


def moved_apart(heights: Sequence[int], foot: int) -> list[int]:
    """Return heights at least a line apart, in the original order, none below the chart."""
    order = sorted(range(len(heights)), key=lambda place: heights[place])
    places, lowest = list(heights), foot + FOOT - 6
    for above, below in pairwise(order):
        places[below] = max(places[below], places[above] + LINE_STEP)
    for place in reversed(order):
        places[place] = min(places[place], lowest)
        lowest = places[place] - LINE_STEP
    return places
