"""The form of a player: a bar for each event, as high as the share of the others whom they left behind."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.publications.charts.drawing import Label, Outline, Picture, boxes, text_width

WIDTH, HEIGHT, TOP, FOOT, LEFT = 720, 170, 24, 26, 8
SIZE, DAY, GAP, MOST_BAR, LEAST_BAR = 12, 11, 6, 34, 3
LAST_DAY = 60  # of the last day, which begins below the last bar


@dataclass(frozen=True, slots=True)
class Placed:
    """A rank among so many, and the day in a few letters."""

    rank: int
    of: int
    day: str

    @property
    def height(self) -> int:
        """Return the height of the bar; a win is the whole height, the last rank the least."""
        whole = HEIGHT - TOP - FOOT
        return max(LEAST_BAR, whole * (self.of - self.rank) // max(1, self.of - 1))


def draw_form(
    *, placed: Sequence[Placed], key: str, title: str, description: str, width: int = WIDTH
) -> Picture:
    """Return the chart, the oldest event first; as many of the newest as have room for their rank."""
    widest = max((text_width(str(each.rank), SIZE) for each in placed), default=0)
    shown = placed[-((width - LEFT - LAST_DAY) // (widest + GAP)) :]
    step = min(MOST_BAR + GAP, (width - LEFT - LAST_DAY) // max(1, len(shown)))
    base, bar = HEIGHT - FOOT, step - GAP
    xs = [LEFT + place * step for place in range(len(shown))]
    pairs = list(zip(xs, shown, strict=True))
    wins = [boxes([(x, base - each.height)], bar, each.height) for x, each in pairs if each.rank == 1]
    others = [boxes([(x, base - each.height)], bar, each.height) for x, each in pairs if each.rank > 1]
    ranks = [
        Label(x=x + bar // 2, y=base - each.height - 6, text=str(each.rank), size=SIZE, anchor="middle")
        for x, each in pairs
    ]
    first, last = shown[:1], shown[1:][-1:]
    after = LEFT + max(text_width(each.day, DAY) for each in first) + GAP if first else LEFT
    days = [
        *(Label(x=LEFT, y=base + 17, text=each.day, size=DAY, ink="quiet") for each in first),
        *(Label(x=max(after, xs[-1]), y=base + 17, text=each.day, size=DAY, ink="quiet") for each in last),
    ]
    return Picture(
        key=key,
        title=title,
        description=description,
        width=width,
        height=HEIGHT,
        outlines=(
            Outline(path=f"M{LEFT} {base}H{width - LEFT}", ink="zero"),
            Outline(path="".join(others), ink="form"),
            Outline(path="".join(wins), ink="win"),
        ),
        labels=(*ranks, *days),
    )
