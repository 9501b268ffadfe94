"""The chart of a rating by event: joined dots, with the first and the last value as labels.

A chart of many events shows every second or third of them, without dots, which would cover each other.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil

from django.utils.translation import gettext, ngettext

from tournaments.publications.charts.drawing import Label, Outline, Picture, boxes, text_width

WIDTH, HEIGHT, MARGIN = 640, 160, 14
DOT, THIN, SIZE = 6, 2, 13
MOST_DOTS, MOST_POINTS = 60, 120
LEAST_SPAN = 40  # minimum range of the y-axis in rating points, so that small steps look small


def draw_rating(points: Sequence[int]) -> Picture:
    """Return the chart of the initial rating and the rating after each event; at least two values."""
    left = MARGIN + text_width(str(points[0]), SIZE) + MARGIN
    right = WIDTH - MARGIN - text_width(str(points[-1]), SIZE) - MARGIN
    spread_out = spread(points)
    places = [*zip(columns(len(spread_out), left, right), heights(spread_out), strict=True)]
    lines = [Outline(path="".join(stroke(*one, *two) for one, two in pairwise(places)), ink="once")]
    corners = [(x - DOT // 2, y - DOT // 2) for x, y in places] if len(spread_out) <= MOST_DOTS else []
    dots = [Outline(path=boxes(corners, DOT, DOT), ink="bar")] if corners else []
    middle = SIZE // 3
    return Picture(
        key="rating",
        title=gettext("Rating over time"),
        description=description_of(points),
        width=WIDTH,
        height=HEIGHT,
        outlines=(*lines, *dots),
        labels=(
            Label(x=left - MARGIN, y=places[0][1] + middle, text=str(points[0]), size=SIZE, anchor="end"),
            Label(x=right + MARGIN, y=places[-1][1] + middle, text=str(points[-1]), size=SIZE),
        ),
    )


def spread(points: Sequence[int]) -> Sequence[int]:
    """Return the points that fit beside each other: the last one, and every few before it."""
    return points[:: -ceil(len(points) / MOST_POINTS)][::-1]


def columns(count: int, left: int, right: int) -> list[int]:
    """Return the x-coordinates of the dots, evenly spaced."""
    return [left + place * (right - left) // (count - 1) for place in range(count)]


def heights(points: Sequence[int]) -> list[int]:
    """Return the y-coordinates of the dots, the highest rating at the top."""
    span = max(LEAST_SPAN, max(points) - min(points))
    room = HEIGHT - 2 * MARGIN
    return [MARGIN + (max(points) - each) * room // span for each in points]


def stroke(x: int, y: int, to_x: int, to_y: int) -> str:
    """Return a thin bar between two points as a filled shape, thin across its direction."""
    if abs(to_y - y) > to_x - x:
        return f"M{x - THIN // 2} {y}L{to_x - THIN // 2} {to_y}h{THIN}L{x + THIN // 2} {y}z"
    return f"M{x} {y - THIN // 2}L{to_x} {to_y - THIN // 2}v{THIN}L{x} {y + THIN // 2}z"


def description_of(points: Sequence[int]) -> str:
    """Describe the chart in a sentence."""
    evenings = len(points) - 1
    words = ngettext(
        "From %(first)s to %(last)s in %(evenings)s evening; highest %(highest)s, lowest %(lowest)s.",
        "From %(first)s to %(last)s in %(evenings)s evenings; highest %(highest)s, lowest %(lowest)s.",
        evenings,
    )
    figures = {"highest": max(points), "lowest": min(points), "evenings": evenings}
    return words % {"first": points[0], "last": points[-1], **figures}
