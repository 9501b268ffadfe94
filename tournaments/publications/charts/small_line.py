"""A small line without words: how a total went, beside the number that it ended at."""

from collections.abc import Sequence

from tournaments.publications.charts.drawing import Outline, Picture, Scale

WIDTH, HEIGHT, EDGE, DOT = 150, 44, 5, 3
LEAST_STEP = 2  # units between two points


def draw_small_line(*, key: str, title: str, description: str, points: Sequence[tuple[int, int]]) -> Picture:
    """Return the line of (deals so far, total) from zero, above or below a line at zero, with a dot at its
    end.
    """
    values = [0, *(total for _, total in points)]
    x = Scale(0, max([1, *(deals for deals, _ in points)]), EDGE, WIDTH - EDGE)
    y = Scale(min(values), max(values), HEIGHT - EDGE, EDGE)
    spots = [(EDGE, y.at(0))]
    for deals, total in points:
        spot = (x.at(deals), y.at(total))
        if spot[0] - spots[-1][0] >= LEAST_STEP or deals == points[-1][0]:
            spots.append(spot)
    end_x, end_y = spots[-1]
    dot = f"M{end_x - DOT} {end_y}a{DOT} {DOT} 0 1 0 {2 * DOT} 0a{DOT} {DOT} 0 1 0 {-2 * DOT} 0z"
    return Picture(
        key=key,
        title=title,
        description=description,
        width=WIDTH,
        height=HEIGHT,
        outlines=(
            Outline(path=f"M{EDGE} {y.at(0)}H{WIDTH - EDGE}", ink="zero"),
            Outline(path="M" + "L".join(f"{across} {down}" for across, down in spots), ink="line-1"),
            Outline(path=dot, ink="sign-1"),
        ),
    )
