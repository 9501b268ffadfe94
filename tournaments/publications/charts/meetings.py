"""The meetings between players: a matrix while names or start numbers are legible, bars beyond."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from django.utils.translation import gettext, ngettext

from tournaments.publications.charts.drawing import Label, Outline, Picture, boxes, frames, grid, text_width
from tournaments.wording.lists import as_sentence, in_a_list_of_lists

NAMED = 30  # up to this many players, names label both sides
READABLE = 100  # up to this many, a matrix with start numbers is legible
CELL_NAMED, CELL_NUMBERED = 20, 12
SIZE_NAMED, SIZE_NUMBERED = 12, 8
KEY_LINE, KEY_CELL, MARGIN = 34, 20, 6
BAR_WIDTH, BAR_HEIGHT, BAR_STEP, BAR_HEAD, BAR_FEET = 48, 180, 96, 22, 34
Meetings = Sequence[Sequence[int]]
Cells = dict[int, list[tuple[int, int]]]  # by number of meetings, 3 for more: column and row
MOST_TOLD_APART = 3


def draw_meetings(players: Sequence[int], meetings: Meetings, names: Mapping[int, str]) -> Picture:
    """Return the chart; `meetings[i][j]` belongs to `players[i]` and `players[j]`; names by start number."""
    if len(players) > READABLE:
        return meeting_bars(meetings)
    is_named = len(players) <= NAMED
    labels = [f"{each} {names.get(each, '')}".strip() if is_named else str(each) for each in players]
    return meeting_matrix(labels, meetings, is_named)


def count_pairs(meetings: Meetings) -> dict[int, int]:
    """Return the number of pairs by number of meetings, 0 included, in order."""
    counted = Counter(meetings[one][two] for one, two in combinations(range(len(meetings)), 2))
    return dict(sorted(counted.items()))


def describe(meetings: Meetings) -> str:
    """Describe the chart in a sentence."""
    parts = [pairs_text(times, pairs) for times, pairs in count_pairs(meetings).items()]
    return as_sentence(in_a_list_of_lists(parts))


def pairs_text(times: int, pairs: int) -> str:
    """Say how many pairs met this many times."""
    if not times:
        text = ngettext("%(pairs)s pair never met", "%(pairs)s pairs never met", pairs)
    elif times == 1:
        text = ngettext("%(pairs)s pair met once", "%(pairs)s pairs met once", pairs)
    else:
        text = ngettext("%(pairs)s pair met %(times)s times", "%(pairs)s pairs met %(times)s times", pairs)
    return text % {"pairs": pairs, "times": times}


# The matrix


def meeting_matrix(labels: Sequence[str], meetings: Meetings, is_named: bool) -> Picture:
    """Return the matrix: a small square for one meeting, a full one for two, one with a hole for more."""
    cell, size = (CELL_NAMED, SIZE_NAMED) if is_named else (CELL_NUMBERED, SIZE_NUMBERED)
    left = max((text_width(label, size) for label in labels), default=0) + 2 * MARGIN
    end = left + len(labels) * cell
    key_outlines, key_labels, key_end = key_of_shapes(MARGIN, end + MARGIN)
    diagonal = boxes([(left + i * cell, left + i * cell) for i in range(len(labels))], cell, cell)
    return Picture(
        key="meetings",
        title=gettext("Who met whom"),
        description=describe(meetings),
        width=max(end, key_end) + MARGIN,
        height=end + KEY_LINE,
        outlines=(
            Outline(path=diagonal, ink="self"),
            Outline(path=grid(left, left, len(labels), len(labels), cell), ink="hair"),
            *shapes(cells_of(meetings), left, cell),
            *key_outlines,
        ),
        labels=(*side_labels(labels, left, cell, size), *key_labels),
    )


def cells_of(meetings: Meetings) -> Cells:
    """Return column and row of every pair that met, by number of meetings; three and more together."""
    cells: Cells = {times: [] for times in range(1, MOST_TOLD_APART + 1)}
    for row, line in enumerate(meetings):
        for column, times in enumerate(line):
            if times:
                cells[min(times, MOST_TOLD_APART)].append((column, row))
    return cells


def shapes(cells: Cells, left: int, cell: int) -> list[Outline]:
    """Return one path per shape."""
    outlines = []
    for times, places in cells.items():
        corners = [(left + column * cell, left + row * cell) for column, row in places]
        outlines.append(Outline(path=shape(corners, times, cell), ink=INK_BY_TIMES[times]))
    return outlines


def shape(corners: Sequence[tuple[int, int]], times: int, cell: int) -> str:
    """Return the shape for a number of meetings in cells with these upper left corners."""
    gap = {1: cell // 3, 2: cell // 10 + 1, 3: cell // 10 + 1}[times]
    side = cell - 2 * gap
    places = [(x + gap, y + gap) for x, y in corners]
    return (
        frames(places, side, side - 2 * (side // 3))
        if times == MOST_TOLD_APART
        else boxes(places, side, side)
    )


INK_BY_TIMES = {1: "once", 2: "twice", 3: "often"}


def side_labels(labels: Sequence[str], left: int, cell: int, size: int) -> Iterator[Label]:
    """Yield the players' labels on both sides."""
    for place, text in enumerate(labels):
        middle = left + place * cell + cell // 2 + size // 3
        yield Label(x=left - MARGIN, y=middle, text=text, size=size, anchor="end")
        yield Label(x=middle, y=left - MARGIN, text=text, size=size, turned=True)


def key_of_shapes(x: int, y: int) -> tuple[list[Outline], list[Label], int]:
    """Return the legend's outlines and labels, in a line from here, and its right end."""
    words = {1: gettext("met once"), 2: gettext("twice"), 3: gettext("three times and more")}
    outlines, labels = [], []
    for times, text in words.items():
        outlines.append(Outline(path=shape([(x, y)], times, KEY_CELL), ink=INK_BY_TIMES[times]))
        labels.append(Label(x=x + KEY_CELL + 4, y=y + KEY_CELL * 3 // 4, text=text, size=SIZE_NAMED))
        x += KEY_CELL + 4 + text_width(text, SIZE_NAMED) + KEY_CELL
    return outlines, labels, x


# Bars


def meeting_bars(meetings: Meetings) -> Picture:
    """Return a bar chart of pairs by number of meetings; pairs that never met have a label but no bar."""
    counted = {times: pairs for times, pairs in count_pairs(meetings).items() if times}
    most = max(counted.values(), default=1)
    base = MARGIN + BAR_HEAD + BAR_HEIGHT
    outlines, labels = [], []
    for place, (times, pairs) in enumerate(counted.items()):
        x, height = MARGIN + BAR_STEP // 4 + place * BAR_STEP, max(1, pairs * BAR_HEIGHT // most)
        outlines.append(Outline(path=boxes([(x, base - height)], BAR_WIDTH, height), ink="bar"))
        middle = x + BAR_WIDTH // 2
        labels.append(Label(x=middle, y=base - height - MARGIN, text=str(pairs), anchor="middle", size=13))
        labels.append(
            Label(x=middle, y=base + BAR_FEET // 2, text=times_text(times), anchor="middle", size=12)
        )
    width = max(BAR_STEP * len(counted), 3 * BAR_STEP) + 2 * MARGIN
    line = Outline(path=f"M{MARGIN} {base}h{width - 2 * MARGIN}", ink="hair")
    return Picture(
        key="meetings",
        title=gettext("Number of pairs by meetings"),
        description=describe(meetings),
        width=width,
        height=base + BAR_FEET,
        outlines=(*outlines, line),
        labels=tuple(labels),
    )


def times_text(times: int) -> str:
    """Return the label below a bar."""
    return ngettext("%(times)s time", "%(times)s times", times) % {"times": times}
