"""The elements of a chart: outlines of one style each, and labels. Coordinates are integers."""

from collections.abc import Iterable
from dataclasses import dataclass
from unicodedata import east_asian_width

NARROW = 340  # units; a picture for a phone
WIDE = ("W", "F")
# Widths by size, none too small in bold letters of the widest font that pages fall back to.
SLIM, LETTER, CAPITAL, BROAD = 0.5, 0.72, 0.87, 1.1
SLIM_LETTERS, BROAD_LETTERS = "fijlrtI .,'-", "mwMW…%"


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
