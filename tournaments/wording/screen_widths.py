"""How wide the names on a page of a screen may be, and how they are set: larger, smaller, in one line or two.

Widths are in sizes of the letters, or in hundredths of the height of the screen, as in `wall.css`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tournaments.wording.numbers import amount
from tournaments.wording.screen_layout import DENSE, LETTERS, LINES_HEIGHT, OF_A_LINE, Layout, grown, width_of

BOLD = 1.05  # how much wider a highlighted name is
LEAST_ROWS = 3  # of a page with several columns
FULL_ROWS = 11  # lines from which even the heads of the columns give way
TIGHT = 0.78  # the smaller size of names, of the usual one; longer names take two lines
WIDTH, BESIDE_CODE = 168.9, 147.6  # of a page of 16:9, in hundredths of the screen's height
PADDING, DENSE_PADDING = 2.9, 1.2  # of a cell, left and right together
HEAD, DENSE_HEAD, FULL_HEAD = 3.8, 3.1, 2.2  # the words above a column, in hundredths of the screen's height
TOTAL, NOW, MOVE, WHY = 1.05, 0.75, 0.5, 0.5  # sizes, of a name's
DIGIT = 0.58  # width, in sizes
GAP = 1.8  # between two columns, for each
BEHIND, BEHIND_WIDTH, BEHIND_TALL = 18, 63.9, 5.9  # beside the podium: lines, width, the largest letters
WITH_NOW = 10  # lines of standings that have room for the points of the last round


def letters_behind(lines: Sequence[Mapping[str, Any]]) -> float:
    """Return the largest letters in which each place behind the podium stands in one line."""
    widest = max(map(width_of_line, lines), default=0) + (2 + 5 * TOTAL) * DIGIT
    most = min(BEHIND_TALL, LINES_HEIGHT / max(1, len(lines)) * OF_A_LINE, BEHIND_WIDTH / widest)
    return max((size for size in LETTERS if size <= most), default=LETTERS[0])


def fit_names(page: Sequence[Any], standings: Mapping[str, Any], layout: Layout) -> dict[str, Any]:
    """Return how a page's names are set and what stands beside them: moves if there is room."""
    widest = max(map(width_of_line, page))
    moves = any(line.get("moved") for line in page)
    has_moves = moves and widest <= room_with_moves(page, standings, layout)
    is_tight = layout.lines < DENSE and widest > room_of_standings(page, standings, layout)
    has_now = layout.lines == WITH_NOW and bool(standings.get("rounds"))
    return {"is_tight": is_tight, "has_moves": has_moves, "has_now": has_now}


def room_of_standings(
    page: Sequence[Any], standings: Mapping[str, Any], layout: Layout, *, has_moves: bool = False
) -> float:
    """Return the widest name that stands in one line, in sizes of its letters."""
    ranking = next(iter(standings.get("ranked_by", ())), {"label": "", "unit": "points"})
    digits = max(len(amount(line.get("total"), ranking["unit"])) for line in page) * DIGIT * TOTAL
    ranks = max(len(str(line.get("rank") or "–")) for line in page)
    is_full = len(page) > (FULL_ROWS - 1) * layout.columns
    head = (HEAD if layout.lines < DENSE else FULL_HEAD if is_full else DENSE_HEAD) / layout.letters
    beside = max(2, ranks) * DIGIT + max(digits, width_of(str(ranking["label"])) * head)
    cells = 3
    if has_moves:
        beside, cells = beside + 3.5 * DIGIT * MOVE, cells + 1
    if layout.lines == WITH_NOW and standings.get("rounds"):
        beside, cells = beside + max(4 * DIGIT * NOW, 8 * DIGIT * head), cells + 1
    return (column_width(layout) - cells * padding(layout)) / layout.letters - beside


def room_with_moves(page: Sequence[Any], standings: Mapping[str, Any], layout: Layout) -> float:
    """Return the widest name beside which the moves of this page stand as well."""
    moves = any(line.get("moved") for line in page)
    return room_of_standings(page, standings, layout, has_moves=moves)


def fill_columns(
    layout: Layout, pages: Sequence[Sequence[Any]], room: Callable[[Sequence[Any], Layout], float]
) -> Layout:
    """Return the layout with the columns that its lines fill, and the letters that fill its columns."""
    most = max(map(len, pages), default=1)
    layout = layout._replace(columns=min(layout.columns, max(1, most // LEAST_ROWS)))
    return grown(
        layout,
        -(-most // layout.columns),
        lambda larger: all(width_of_line(line) <= room(page, larger) for page in pages for line in page),
    )


def room_of_names(layout: Layout) -> float:
    """Return the width of a column, in sizes of its letters."""
    return (column_width(layout) - padding(layout)) / layout.letters


def column_width(layout: Layout) -> float:
    """Return the width of one column, in hundredths of the screen's height."""
    whole = WIDTH if layout.lines >= DENSE else BESIDE_CODE
    return whole if layout.columns == 1 else whole / layout.columns - GAP


def padding(layout: Layout) -> float:
    """Return the space left and right in a cell together."""
    return DENSE_PADDING if layout.lines >= DENSE else PADDING


def sized_lines(page: Sequence[dict[str, Any]], room: float, layout: Layout) -> list[dict[str, Any]]:
    """Return the lines; `is_long` is a name that needs two lines even in the smaller size.

    Where lines are many, each name has the size that it needs; else all names of a page have one size.
    """
    is_dense = layout.lines >= DENSE
    return [
        {**line, "is_long": wide > room / TIGHT, "is_tight": is_dense and wide > room}
        for line in page
        for wide in [width_of_line(line)]
    ]


def width_of_line(line: Mapping[str, Any]) -> float:
    """Return about how wide a name is, with the words beside it that say why it has no rank."""
    why = line.get("unranked")
    return width_of(line["name"]) * (BOLD if line.get("leads") else 1) + (
        width_of(f" {why['words']}") * WHY if why else 0
    )
