"""The chart of a rating by event: joined dots, with the first and the last value as labels."""

from collections.abc import Sequence
from itertools import pairwise

from django.utils.translation import gettext, ngettext

from tournaments.publications.charts.drawing import Label, Outline, Picture, boxes, text_width

WIDTH, HEIGHT, MARGIN = 640, 160, 14
DOT, THIN, SIZE = 6, 2, 13
LEAST_SPAN = 40  # minimum range of the y-axis in rating points, so that small steps look small


def draw_rating(points: Sequence[int]) -> Picture:
    """Return the chart of the initial rating and the rating after each event; at least two values."""
    left = MARGIN + text_width(str(points[0]), SIZE) + MARGIN
    right = WIDTH - MARGIN - text_width(str(points[-1]), SIZE) - MARGIN
    places = [*zip(columns(len(points), left, right), heights(points), strict=True)]
    dots = boxes([(x - DOT // 2, y - DOT // 2) for x, y in places], DOT, DOT)
    middle = SIZE // 3
    return Picture(
        key="rating",
        title=gettext("Rating over time"),
        description=described(points),
        width=WIDTH,
        height=HEIGHT,
        outlines=(
            Outline(path="".join(stroke(*one, *two) for one, two in pairwise(places)), ink="once"),
            Outline(path=dots, ink="bar"),
        ),
        labels=(
            Label(x=left - MARGIN, y=places[0][1] + middle, text=str(points[0]), size=SIZE, anchor="end"),
            Label(x=right + MARGIN, y=places[-1][1] + middle, text=str(points[-1]), size=SIZE),
        ),
    )


def columns(count: int, left: int, right: int) -> list[int]:
    """Return the x-coordinates of the dots, evenly spaced."""
    return [left + place * (right - left) // (count - 1) for place in range(count)]


def heights(points: Sequence[int]) -> list[int]:
    """Return the y-coordinates of the dots, the highest rating at the top."""
    span = max(LEAST_SPAN, max(points) - min(points))
    room = HEIGHT - 2 * MARGIN
    return [MARGIN + (max(points) - each) * room // span for each in points]


def stroke(x: int, y: int, to_x: int, to_y: int) -> str:
    """Return a thin bar between two points as a filled shape."""
    return f"M{x} {y - THIN // 2}L{to_x} {to_y - THIN // 2}v{THIN}L{x} {y + THIN // 2}z"


def described(points: Sequence[int]) -> str:
    """Describe the chart in a sentence."""
    evenings = len(points) - 1
    words = ngettext(
        "From %(first)s to %(last)s in %(evenings)s evening; highest %(highest)s, lowest %(lowest)s.",
        "From %(first)s to %(last)s in %(evenings)s evenings; highest %(highest)s, lowest %(lowest)s.",
        evenings,
    )
    figures = {"highest": max(points), "lowest": min(points), "evenings": evenings}
    return words % {"first": points[0], "last": points[-1], **figures}
