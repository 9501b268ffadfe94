"""How much fits on a screen in the hall: lines, columns, letters, and one list over several screens.

It knows neither events nor pages. A capital letter is read where it is 12 arc minutes high: 42 mm from 12 m.
Sizes are hundredths of the height of the screen, as in `wall.css`.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar
from unicodedata import east_asian_width

T = TypeVar("T")

CAPITAL = 0.66  # height of a capital letter, in sizes
ARC = 0.00349  # tangent of 12 arc minutes
TELEVISION, PROJECTION = 68.0, 112.5  # cm high: 55 inches; two metres wide
TURN = 20.0  # seconds for all pages of a screen
LEAST_SECONDS = 3.0  # to look for a name on a page
NARROW, BROAD = frozenset("fijlrtI.,:;'’|()- "), frozenset("mwMW@")
LEEWAY = 8  # a cut moves by an eighth of a part to fall between two letters


class Layout(NamedTuple):
    """Lines of a column, columns of a page, the size of the letters, and how long a page stays at most."""

    lines: int
    columns: int
    letters: float
    seconds: float

    @property
    def names(self) -> int:
        """Return how many names a page shows."""
        return self.lines * self.columns

    def read_from(self, centimetres: float) -> int:
        """Return the metres from which its letters are read on a screen of this height."""
        return round(self.letters / 100 * CAPITAL * centimetres / 100 / ARC)


LAYOUTS = (  # the largest letters first
    Layout(6, 1, 9.5, 7),
    Layout(8, 1, 7.4, 8),
    Layout(10, 2, 5.9, 10),
    Layout(14, 2, 4.9, 10),
    Layout(21, 3, 3.76, 10),
    Layout(24, 4, 3.3, 10),
)
DENSE = 14  # lines from which head and titles give way to names
LETTERS = (3.3, 3.76, 4.3, 4.9, 5.4, 5.9, 6.6, 7.4, 8.4, 9.5, 10.8, 12.2)  # the sizes that `wall.css` has
OF_A_LINE = 0.79  # the largest letters, of the height of their line
LINES_HEIGHT, DENSE_HEIGHT = 73.2, 79.5  # what the lines of a page share
TALLEST = 24.4  # a line, however few there are
FULL = LAYOUTS[-2]  # the smallest letters that are read from 8 m on a projection


def layout_of(lines: int) -> Layout | None:
    """Return the layout with so many lines in a column."""
    return next((each for each in LAYOUTS if each.lines == lines), None)


def layout_for(count: int) -> Layout:
    """Return the largest letters with which so many names fit on one page.

    Names that no page holds turn within `TURN`; only then are letters smaller than those read from 8 m.
    """
    fitting = (each for each in LAYOUTS[:-1] if count <= each.names)
    return next(fitting, FULL if count <= FULL.names * (TURN // LEAST_SECONDS) else LAYOUTS[-1])


def grown(layout: Layout, rows: int, fits: Callable[[Layout], bool]) -> Layout:
    """Return the layout with the largest letters that fit their lines, all names still in one line each."""
    height = DENSE_HEIGHT if layout.lines >= DENSE else LINES_HEIGHT
    most = min(TALLEST, height / rows) * OF_A_LINE
    larger = [layout._replace(letters=size) for size in LETTERS if layout.letters < size <= most]
    return next(filter(fits, reversed(larger)), layout)


def seconds_for(pages: int, layout: Layout) -> float:
    """Return how long a page stays, so that all of them come within `TURN` if they can be read."""
    return min(layout.seconds, max(LEAST_SECONDS, TURN / max(1, pages)))


def split_lines(lines: Sequence[T], most: int) -> list[Sequence[T]]:
    """Split into the fewest parts of at most `most` lines, with about equal lengths."""
    return evenly(lines, -(-len(lines) // most))


def evenly(lines: Sequence[T], pieces: int) -> list[Sequence[T]]:
    """Split into so many parts of about equal lengths."""
    ends = [len(lines) * piece // pieces for piece in range(1, pieces + 1)]
    return [lines[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def in_columns(lines: Sequence[T], columns: int) -> list[Sequence[T]]:
    """Return the lines in columns of equal height, read one after the other."""
    height = max(1, -(-len(lines) // columns))
    return [lines[start : start + height] for start in range(0, len(lines), height)]


# One list over several screens


def share(keys: Sequence[str], part: int, parts: int, most: int) -> range:
    """Return which places of a sorted list screen `part` of `parts` shows, counted from 1.

    A cut falls where the first letter changes, if that is near; else between two surnames, if it can. No part
    has more than `most`, unless an equal one would.
    """
    bounds = [0, *cuts(keys, parts, max(most, -(-len(keys) // parts))), len(keys)]
    return range(bounds[part - 1], bounds[part])


def cuts(keys: Sequence[str], parts: int, most: int) -> list[int]:
    """Return where a list is cut into parts of at most `most`, one after the other."""
    places, reach = [0], len(keys) // parts // LEEWAY
    for piece in range(1, parts):
        ideal = len(keys) * piece // parts
        first = max(ideal - reach, places[-1], len(keys) - (parts - piece) * most)
        last = min(ideal + reach, places[-1] + most, len(keys))
        places.append(min(range(first, last + 1), key=lambda at: (breaks(keys, at), abs(at - ideal))))
    return places[1:]


def breaks(keys: Sequence[str], at: int) -> int:
    """Return what a cut before this place tears apart: nothing, a letter (1) or namesakes (2)."""
    if not 0 < at < len(keys):
        return 2
    before, after = keys[at - 1], keys[at]
    return (before[:1] == after[:1]) + (before.split(",")[0] == after.split(",")[0])


def heading(keys: Sequence[str], shown: range) -> str:
    """Return from where to where a part goes, as short as tells it from its neighbours: “A – Mei”."""
    if not shown:
        return ""
    first, last = keys[shown[0]], keys[shown[-1]]
    before = keys[shown[0] - 1] if shown[0] else ""
    after = keys[shown[-1] + 1] if shown[-1] + 1 < len(keys) else ""
    ends = [shortest_beginning(first, before), shortest_beginning(last, after)]
    return " – ".join(dict.fromkeys(each.title() for each in ends))


def shortest_beginning(key: str, other: str) -> str:
    """Return the shortest beginning of a key that the other does not begin with."""
    lengths = (length for length in range(1, len(key)) if not other.startswith(key[:length]))
    return key[: next(lengths, len(key))].strip(" ,")


# Widths


def width_of(text: str) -> float:
    """Return about how wide a text is, in sizes of its letters."""
    return sum(map(letter_width, text))


def letter_width(letter: str) -> float:
    """Return about the width of a letter in the fonts of the wall."""
    if east_asian_width(letter) in "WF":
        return 1
    if letter in NARROW:
        return 0.36
    if letter in BROAD:
        return 0.92
    return 0.7 if letter.isupper() else 0.58
