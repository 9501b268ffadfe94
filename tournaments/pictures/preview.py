"""The picture a link to an event shows elsewhere: name, state and the first lines of the list, as a PNG.

Drawn only where there is a font of this machine that has letters enough; a page without it has no picture.
"""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from unicodedata import east_asian_width

from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT, MARGIN = 1200, 630, 64  # what previews ask for
LINES = 5
PAPER, INK, FELT, QUIET = "#faf7ef", "#1c2925", "#0f5c45", "#55635d"
FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts", "/System/Library/Fonts")
WINDOWS = "C:/Windows/Fonts"
LATIN = ("DejaVuSans.ttf", "LiberationSans-Regular.ttf", "NotoSans-Regular.ttf", "Arial.ttf", "segoeui.ttf")
JAPANESE = (
    "NotoSansCJK-Regular.ttc",
    "NotoSansJP-Regular.otf",
    "NotoSansJP-Regular.ttf",
    "YuGothM.ttc",
    "ipag.ttf",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Leader:
    """A line of the picture."""

    rank: str
    name: str
    value: str


def can_draw() -> bool:
    """Whether there is any font to draw with."""
    return font_file(*LATIN, *JAPANESE) is not None


def draw_preview(title: str, words: str, leaders: Sequence[Leader]) -> bytes | None:
    """The picture as a PNG; None where no font has the letters."""
    told = "".join([title, words, *(leader.name for leader in leaders)])
    file = font_file(*JAPANESE) if is_wide(told) else font_file(*LATIN, *JAPANESE)
    if file is None:
        return None
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, WIDTH, 16), fill=FELT)
    write(pen, (MARGIN, 60), title, ImageFont.truetype(file, 60), INK)
    write(pen, (MARGIN, 140), words, ImageFont.truetype(file, 32), QUIET)
    write_leaders(pen, leaders[:LINES], ImageFont.truetype(file, 44))
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def write_leaders(pen: ImageDraw.ImageDraw, leaders: Sequence[Leader], font: ImageFont.FreeTypeFont) -> None:
    """Rank, name and value of each, a line under the other."""
    for at, leader in enumerate(leaders):
        y = 220 + at * 76
        pen.text((MARGIN + 60, y), leader.rank, font=font, fill=FELT, anchor="ra")
        pen.text((WIDTH - MARGIN, y), leader.value, font=font, fill=INK, anchor="ra")
        room = WIDTH - 2 * MARGIN - 120 - int(pen.textlength(leader.value, font=font))
        pen.text((MARGIN + 90, y), fitting(pen, leader.name, font, room), font=font, fill=INK)


def write(
    pen: ImageDraw.ImageDraw, place: tuple[int, int], text: str, font: ImageFont.FreeTypeFont, ink: str
) -> None:
    """A text as far as it fits the picture."""
    pen.text(place, fitting(pen, text, font, WIDTH - 2 * MARGIN), font=font, fill=ink)


def fitting(pen: ImageDraw.ImageDraw, text: str, font: ImageFont.FreeTypeFont, room: int) -> str:
    """A text, cut where it is too long."""
    if pen.textlength(text, font=font) <= room:
        return text
    while text and pen.textlength(text + "…", font=font) > room:
        text = text[:-1]
    return text + "…"


def is_wide(text: str) -> bool:
    """Whether a text has Japanese letters."""
    return any(east_asian_width(letter) in "WF" for letter in text)


@cache
def font_file(*names: str) -> str | None:
    """The first of these fonts that this machine has."""
    folders = [Path(folder) for folder in (*FOLDERS, WINDOWS) if Path(folder).is_dir()]
    found = {file.name: str(file) for folder in folders for file in folder.rglob("*.[to]t[fc]")}
    return next((found[name] for name in names if name in found), None)
