"""The image that link previews show of an event: name, state and the first rows of the list, as a PNG.

Letters are drawn with the fonts of the PDFs (publications/pdf/fonts.py), and with system fonts that can be
drawn but not embedded. What no font has is omitted, never drawn as a box: a symbol alone, a text with missing
letters completely. Without any font, Pillow's own provides plain Latin letters and digits.
"""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from tournaments.publications.pdf.fonts import (
    GOTHIC,
    LATIN,
    PACKAGES,
    PACKED,
    REGULAR,
    package_files,
    printable,
    system_files,
)

WIDTH, HEIGHT, MARGIN = 1200, 630, 64  # the size that previews require
LINES = 5
PAPER, INK, FELT, QUIET = "#faf7ef", "#1c2925", "#0f5c45", "#55635d"
TITLE, WORDS, LEADER = 60, 32, 44  # font sizes
NOT_EMBEDDED = ("NotoSansCJK-Regular.ttc", "NotoSansJP-Regular.otf", "YuGothM.ttc", "msgothic.ttc")
NO_LETTER = "\U0010ffff"  # every font draws its missing-glyph box for this, if it has one
PLAIN = {"−": "-", "–": "-", "…": "..."}  # for a font with plain letters only
BETWEEN = " · "  # separates the facts of the event
Pen = ImageDraw.ImageDraw
Font = ImageFont.FreeTypeFont
Runs = list[tuple[Font, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Leader:
    """One row of the image."""

    rank: str
    name: str
    value: str


def draw_preview(title: str, words: str, leaders: Sequence[Leader]) -> bytes:
    """Return the image as a PNG."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, WIDTH, 16), fill=FELT)
    facts = BETWEEN.join(filter(None, (drawable(fact) for fact in words.split(BETWEEN))))
    write(pen, MARGIN, 122, shorten_to(drawable(title), TITLE, WIDTH - 2 * MARGIN), TITLE, INK)
    write(pen, MARGIN, 174, shorten_to(facts, WORDS, WIDTH - 2 * MARGIN), WORDS, QUIET)
    write_leaders(pen, leaders[:LINES])
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def write_leaders(pen: Pen, leaders: Sequence[Leader]) -> None:
    """Draw rank, name and value of each leader, one per line."""
    for at, leader in enumerate(leaders):
        line = 270 + at * 76
        value = drawable(leader.value)
        wide = width_of(value, LEADER)
        write(pen, MARGIN + 60 - width_of(leader.rank, LEADER), line, leader.rank, LEADER, FELT)
        write(pen, WIDTH - MARGIN - wide, line, value, LEADER, INK)
        name = shorten_to(drawable(leader.name), LEADER, WIDTH - 2 * MARGIN - 120 - wide)
        write(pen, MARGIN + 90, line, name, LEADER, INK)


def write(pen: Pen, x: float, line: int, text: str, size: int, ink: str) -> None:
    """Draw a text on its baseline, every letter in a font that has it."""
    for font, run in runs_of(text, size):
        pen.text((x, line), run, font=font, fill=ink, anchor="ls")
        x += font.getlength(run)


def width_of(text: str, size: int) -> float:
    """Return the width of a text."""
    return sum(font.getlength(run) for font, run in runs_of(text, size))


def shorten_to(text: str, size: int, room: float) -> str:
    """Return a text, truncated if it is too long."""
    if width_of(text, size) <= room:
        return text
    while text and width_of(text + "…", size) > room:
        text = text[:-1]
    return text + "…"


# Letters and fonts


def drawable(text: str) -> str:
    """Return the drawable text; empty if a letter is in no font, as the rest would be unreadable."""
    whole = printable(text)
    if any(letter.isalnum() and not shape_of(letter, WORDS) for letter in whole):
        return ""
    letters = "".join(letter for letter in whole if shape_of(letter, WORDS))
    return " ".join(letters.split())


def runs_of(text: str, size: int) -> Runs:
    """Return a text as runs of one font each, in order."""
    shapes = [shape for letter in text if (shape := shape_of(letter, size))]
    return [
        (font, "".join(letter for _, letter in run))
        for font, run in groupby(shapes, key=lambda each: each[0])
    ]


@cache
def shape_of(letter: str, size: int) -> tuple[Font, str] | None:
    """Return the first font that has a letter or its plain substitute; None if none has."""
    for shape in filter(None, (letter, PLAIN.get(letter))):
        for font in fonts_of(size):
            if all(has(font, each) for each in shape):
                return font, shape
    return None


def has(font: Font, letter: str) -> bool:
    """Return whether a font has a letter, that is, does not draw its missing-glyph box."""
    return letter == " " or picture_of(font, letter) != picture_of(font, NO_LETTER)


def picture_of(font: Font, letter: str) -> tuple[tuple[int, int], bytes]:
    """Return the bitmap that a font draws for a letter."""
    mask = font.getmask(letter)
    return mask.size, bytes(mask)


@cache
def fonts_of(size: int) -> tuple[Font, ...]:
    """Return the fonts in order of preference; Pillow's own is the last."""
    fonts = [ImageFont.truetype(str(file), size) for file in font_files()]
    plain = ImageFont.load_default(size)
    return (*fonts, plain) if isinstance(plain, ImageFont.FreeTypeFont) else tuple(fonts)


def font_files() -> Iterator[Path]:
    """Yield a Latin font of the system, and a Japanese one of a package or the system."""
    yield from system_files(LATIN[REGULAR])[:1]
    yield from [*package_files(PACKAGES, PACKED), *system_files((*GOTHIC, *NOT_EMBEDDED))][:1]
