"""The picture a link to an event shows elsewhere: name, state and the first lines of the list, as a PNG.

Letters are drawn with the fonts papers are set in (printing/fonts.py), and with those of the system that can
be drawn but not embedded. What no font has is left out, never drawn as a box: a sign by itself, a text with
its letters whole. Where there is no font at all, Pillow's own still has plain Latin letters and figures.
"""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from tournaments.printing.fonts import GOTHIC, LATIN, REGULAR, package_files, printable, system_files

WIDTH, HEIGHT, MARGIN = 1200, 630, 64  # what previews ask for
LINES = 5
PAPER, INK, FELT, QUIET = "#faf7ef", "#1c2925", "#0f5c45", "#55635d"
TITLE, WORDS, LEADER = 60, 32, 44  # sizes
NOT_EMBEDDED = ("NotoSansCJK-Regular.ttc", "NotoSansJP-Regular.otf", "YuGothM.ttc", "msgothic.ttc")
NO_LETTER = "\U0010ffff"  # what every font draws as its box, if it draws one
PLAIN = {"−": "-", "–": "-", "…": "..."}  # for a font of nothing but plain letters
BETWEEN = " · "  # the facts of the event
Pen = ImageDraw.ImageDraw
Font = ImageFont.FreeTypeFont
Runs = list[tuple[Font, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Leader:
    """A line of the picture."""

    rank: str
    name: str
    value: str


def draw_preview(title: str, words: str, leaders: Sequence[Leader]) -> bytes:
    """The picture as a PNG."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, WIDTH, 16), fill=FELT)
    facts = BETWEEN.join(filter(None, (drawable(fact) for fact in words.split(BETWEEN))))
    write(pen, MARGIN, 122, fitting(drawable(title), TITLE, WIDTH - 2 * MARGIN), TITLE, INK)
    write(pen, MARGIN, 174, fitting(facts, WORDS, WIDTH - 2 * MARGIN), WORDS, QUIET)
    write_leaders(pen, leaders[:LINES])
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def write_leaders(pen: Pen, leaders: Sequence[Leader]) -> None:
    """Rank, name and value of each, a line under the other."""
    for at, leader in enumerate(leaders):
        line = 270 + at * 76
        value = drawable(leader.value)
        wide = width_of(value, LEADER)
        write(pen, MARGIN + 60 - width_of(leader.rank, LEADER), line, leader.rank, LEADER, FELT)
        write(pen, WIDTH - MARGIN - wide, line, value, LEADER, INK)
        name = fitting(drawable(leader.name), LEADER, WIDTH - 2 * MARGIN - 120 - wide)
        write(pen, MARGIN + 90, line, name, LEADER, INK)


def write(pen: Pen, x: float, line: int, text: str, size: int, ink: str) -> None:
    """A text on its line, every letter in a font that has it."""
    for font, run in runs_of(text, size):
        pen.text((x, line), run, font=font, fill=ink, anchor="ls")
        x += font.getlength(run)


def width_of(text: str, size: int) -> float:
    """How wide a text is."""
    return sum(font.getlength(run) for font, run in runs_of(text, size))


def fitting(text: str, size: int, room: float) -> str:
    """A text, cut where it is too long."""
    if width_of(text, size) <= room:
        return text
    while text and width_of(text + "…", size) > room:
        text = text[:-1]
    return text + "…"


# Letters


def drawable(text: str) -> str:
    """As much of a text as can be drawn and still be read: nothing of it where a letter has no font."""
    whole = printable(text)
    if any(letter.isalnum() and not shape_of(letter, WORDS) for letter in whole):
        return ""
    kept = "".join(letter for letter in whole if shape_of(letter, WORDS))
    return " ".join(kept.split())


def runs_of(text: str, size: int) -> Runs:
    """A text as fonts and their letters, in order."""
    shapes = [shape for letter in text if (shape := shape_of(letter, size))]
    return [
        (font, "".join(letter for _, letter in run))
        for font, run in groupby(shapes, key=lambda each: each[0])
    ]


@cache
def shape_of(letter: str, size: int) -> tuple[Font, str] | None:
    """The first font that has a letter, or has what says the same in plain signs; None where none has."""
    for shape in filter(None, (letter, PLAIN.get(letter))):
        for font in fonts_of(size):
            if all(has(font, each) for each in shape):
                return font, shape
    return None


def has(font: Font, letter: str) -> bool:
    """Whether a font has a letter: else it draws the same as for what no font has."""
    return letter == " " or picture_of(font, letter) != picture_of(font, NO_LETTER)


def picture_of(font: Font, letter: str) -> tuple[tuple[int, int], bytes]:
    """What a font draws for a letter."""
    mask = font.getmask(letter)
    return mask.size, bytes(mask)


@cache
def fonts_of(size: int) -> tuple[Font, ...]:
    """The fonts in the order in which they are asked for a letter; Pillow's own is the last."""
    found = [ImageFont.truetype(str(file), size) for file in font_files()]
    plain = ImageFont.load_default(size)
    return (*found, plain) if isinstance(plain, ImageFont.FreeTypeFont) else tuple(found)


def font_files() -> Iterator[Path]:
    """A Latin font of the system, and a Japanese one of a package or the system."""
    yield from system_files(LATIN[REGULAR])[:1]
    yield from [*package_files(), *system_files((*GOTHIC, *NOT_EMBEDDED))][:1]
