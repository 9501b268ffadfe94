"""Fonts of the PDFs: a Latin and a Japanese font are found and embedded; each letter uses the first font
that has it.

This program ships no fonts. It tries a Python package with a Japanese font, then the system's fonts, then the
viewer's own (Helvetica and Heisei Kaku Gothic or Mincho, which are not embedded). Fonts with PostScript
outlines (Debian's Noto Sans CJK) cannot be embedded and are skipped.
"""

import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from unicodedata import category, east_asian_width, normalize

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFError, TTFont

REGULAR, BOLD, SERIF, SERIF_BOLD = STYLES = ("regular", "bold", "serif", "serif-bold")
SCREEN_PACKAGES = ("font_source_sans_pro", "font_source_serif_pro")
PACKAGES, PACKED = ("matplotlib_fontja", "japanize_matplotlib"), "ipaexg.ttf"
FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.local/share/fonts",
    "~/.fonts",
    "/Library/Fonts",
    "/System/Library/Fonts",
    "C:/Windows/Fonts",
)
OF_SCREEN = {
    REGULAR: ("SourceSans3-Regular.ttf", "SourceSansPro-Regular.ttf"),
    BOLD: ("SourceSans3-Bold.ttf", "SourceSansPro-Bold.ttf"),
    SERIF: ("SourceSerif4-Regular.ttf", "SourceSerifPro-Regular.ttf"),
    SERIF_BOLD: ("SourceSerif4-Bold.ttf", "SourceSerifPro-Bold.ttf"),
}
LATIN = {
    REGULAR: ("DejaVuSans.ttf", "NotoSans-Regular.ttf", "LiberationSans-Regular.ttf", "arial.ttf"),
    BOLD: ("DejaVuSans-Bold.ttf", "NotoSans-Bold.ttf", "LiberationSans-Bold.ttf", "arialbd.ttf"),
    SERIF: ("DejaVuSerif.ttf", "NotoSerif-Regular.ttf", "LiberationSerif-Regular.ttf", "times.ttf"),
    SERIF_BOLD: ("DejaVuSerif-Bold.ttf", "NotoSerif-Bold.ttf", "LiberationSerif-Bold.ttf", "timesbd.ttf"),
}
GOTHIC = ("ipaexg.ttf", "ipagp.ttf", "ipag.ttf", "fonts-japanese-gothic.ttf", "NotoSansJP-Regular.ttf")
MINCHO = ("ipaexm.ttf", "ipamp.ttf", "ipam.ttf", "fonts-japanese-mincho.ttf", "NotoSerifJP-Regular.ttf")
JAPANESE = {REGULAR: GOTHIC, BOLD: GOTHIC, SERIF: (*MINCHO, *GOTHIC), SERIF_BOLD: (*MINCHO, *GOTHIC)}
STANDARD = {REGULAR: "Helvetica", BOLD: "Helvetica-Bold", SERIF: "Times-Roman", SERIF_BOLD: "Times-Bold"}
OF_VIEWERS = {
    REGULAR: "HeiseiKakuGo-W5",
    BOLD: "HeiseiKakuGo-W5",
    SERIF: "HeiseiMin-W3",
    SERIF_BOLD: "HeiseiMin-W3",
}
STANDARD_LETTERS = frozenset(bytes(range(32, 256)).decode("cp1252", "ignore")) | frozenset("−♠♥♦♣")
UNPRINTABLE = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
WIDE = ("W", "F")
THICKENED = tuple(f"stichtag-{style}-ja" for style in (BOLD, SERIF_BOLD))  # their files have no bold letters
NO_GLYPH, ANY_NO_GLYPH = "□", "?"


@dataclass(frozen=True, slots=True)
class Face:
    """A registered font and the letters it has; None means every wide letter."""

    name: str
    letters: Collection[int] | None
    is_embedded: bool = True

    def has(self, letter: str) -> bool:
        """Return whether the font has a glyph for it."""
        if self.letters is None:
            return east_asian_width(letter) in WIDE
        return ord(letter) in self.letters


@cache
def faces(style: str) -> tuple[Face, ...]:
    """Return the fonts of a style in order of preference."""
    own = register_first(f"stichtag-{style}-own", screen_files(style))
    latin = register_first(f"stichtag-{style}", system_files(LATIN[style]))
    shipped = package_files(PACKAGES, PACKED)
    japanese = register_first(f"stichtag-{style}-ja", [*shipped, *system_files(JAPANESE[style])])
    return (*([own] if own else []), latin or standard(style), japanese or of_viewers(style))


def screen_files(style: str) -> list[Path]:
    """Return the files of the fonts that pages ask for, of the system or an installed package."""
    names = OF_SCREEN[style]
    shipped = [file for name in names for file in package_files(SCREEN_PACKAGES, name)]
    return [*system_files(names), *shipped]


def is_embedded() -> bool:
    """Return whether documents embed all their fonts."""
    return all(face.is_embedded for style in STYLES for face in faces(style))


def carries_fonts(paper: bytes) -> bool:
    """Return whether a document looks the same on every machine: it uses no font of the viewer."""
    names = {*STANDARD.values(), *OF_VIEWERS.values()}
    return not any(f"/BaseFont /{name}".encode() in paper for name in names)


def pieces(text: str, style: str) -> list[tuple[str, str]]:
    """Return a text as (font, letters) runs; letters in no font become a box, invisible ones are dropped."""
    named = [name_and_letter(letter, style) for letter in printable(text)]
    return [
        (name, "".join(letter for _, letter in run)) for name, run in groupby(named, key=lambda each: each[0])
    ]


def printable(text: str) -> str:
    """Return a text in one line without invisible characters: controls, direction marks, lone surrogates."""
    whole = normalize("NFC", text)
    return "".join(" " if letter in "\t\r\n" else letter for letter in whole if is_seen(letter))


def is_seen(letter: str) -> bool:
    """Return whether a letter is visible or a space."""
    return letter in "\t\r\n" or category(letter) not in UNPRINTABLE


@cache
def name_and_letter(letter: str, style: str) -> tuple[str, str]:
    """Return the font that has this letter, and the letter; a box if none has."""
    fonts = faces(style)
    for shape in (letter, NO_GLYPH, ANY_NO_GLYPH):
        for face in fonts:
            if face.has(shape):
                return face.name, shape
    return fonts[0].name, ANY_NO_GLYPH


# Finding fonts


def register_first(name: str, files: Sequence[Path]) -> Face | None:
    """Register and return the first of these files that can be embedded."""
    for file in files:
        try:
            font = TTFont(name, str(file))
        except (TTFError, OSError):
            continue
        pdfmetrics.registerFont(font)
        return Face(name, frozenset(font.face.charToGlyph))
    return None


def standard(style: str) -> Face:
    """Return a font that every viewer has: Western letters, the minus sign and the suits."""
    return Face(STANDARD[style], frozenset(map(ord, STANDARD_LETTERS)), is_embedded=False)


def of_viewers(style: str) -> Face:
    """Return a Japanese font that many viewers have."""
    name = OF_VIEWERS[style]
    pdfmetrics.registerFont(UnicodeCIDFont(name))
    return Face(name, None, is_embedded=False)


def package_files(packages: Iterable[str], name: str) -> Iterator[Path]:
    """Yield fonts of this name shipped by installed Python packages; the packages are not imported."""
    for package in packages:
        spec = find_spec(package)
        for folder in (spec.submodule_search_locations or []) if spec else []:
            yield from sorted(Path(folder).rglob(name))


def system_files(names: Sequence[str]) -> list[Path]:
    """Return those of these files that the system has, in this order."""
    return [installed()[name] for name in map(str.lower, names) if name in installed()]


@cache
def installed() -> dict[str, Path]:
    """Return every font file of the system by its lower-case name; the first folder wins."""
    files: dict[str, Path] = {}
    for folder in FOLDERS:
        for place, folders, names in os.walk(os.path.expanduser(folder)):
            folders.sort()
            for name in sorted(names):
                files.setdefault(name.lower(), Path(place, name))
    return files
