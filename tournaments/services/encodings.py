"""The bytes of a text file as text: UTF-8, UTF-16, Shift-JIS or Windows-1252; anything else is refused.

UTF-8 and UTF-16 prove themselves. Of the other two a file may fit both: then the letters decide, and the
pages show what was read before anything is stored.
"""

import codecs
import re

from django.utils.translation import gettext

from tournaments.errors import NotPossible

JAPANESE = "[\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f]"
ANY_JAPANESE = re.compile(JAPANESE)
BESIDE_LATIN = re.compile(f"(?<=[A-Za-z]){JAPANESE}|{JAPANESE}(?=[A-Za-z])")
PRIVATE = re.compile("[\ue000-\uf8ff]")  # what Shift-JIS makes of bytes that stand for no letter
CONTROLS = re.compile("[\0-\x08\x0e-\x1f]")
MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
KINDS = {
    b"%PDF": "PDF",
    b"{\\rtf": "RTF",
    b"<!DOCTYPE": "HTML",
    b"<!doctype": "HTML",
    b"<html": "HTML",
    b"\x89PNG": "PNG",
    b"\xff\xd8\xff": "JPEG",
    b"\x1f\x8b": "gzip",
}
RARE = 4  # letters such as the wide space have a zero on the other side; no more than one in so many
OLD_EXCEL = b"\xd0\xcf\x11\xe0"
END_OF_FILE = "\x1a"  # as DOS wrote it


def decode(content: bytes) -> str:
    """The text. Raises NotPossible (`encoding_unknown`) with the kind of file, where that is known."""
    refuse_other_kinds(content)
    try:
        text = content.decode(encoding_of(content)).removesuffix(END_OF_FILE)
    except UnicodeDecodeError as error:
        raise encoding_unknown() from error
    if CONTROLS.search(text):
        raise encoding_unknown()
    return text


def encoding_of(content: bytes) -> str:
    """The name of the encoding, by a byte order mark, by the zeros of UTF-16, else by what can be read."""
    marked = next((name for mark, name in MARKS.items() if content.startswith(mark)), None)
    if marked or b"\0" in content:
        return marked or utf16_without_mark(content)
    if can_read(content, "utf-8"):
        return "utf-8"
    if can_read(content, "cp932") and (not can_read(content, "cp1252") or is_japanese(content)):
        return "cp932"
    return "cp1252"


def utf16_without_mark(content: bytes) -> str:
    """Commas and line ends have their zero behind them, or before them. Raises NotPossible for both."""
    before, behind = content[::2].count(0), content[1::2].count(0)
    if min(before, behind) * RARE > max(before, behind):
        raise encoding_unknown()
    return "utf-16-be" if before > behind else "utf-16-le"


def can_read(content: bytes, encoding: str) -> bool:
    """Whether every byte means something."""
    try:
        content.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def is_japanese(content: bytes) -> bool:
    """Whether bytes that fit Shift-JIS and Windows-1252 alike are Shift-JIS.

    An accented letter stands inside a word: taken for Shift-JIS it becomes a Japanese letter beside a Latin
    one, which Japanese writes rarely.
    """
    text = content.decode("cp932")
    beside = len(BESIDE_LATIN.findall(text))
    return not PRIVATE.search(text) and 2 * beside < len(ANY_JAPANESE.findall(text))


def refuse_other_kinds(content: bytes) -> None:
    """Raises NotPossible (`encoding_unknown`) for files that are no text, whatever their name says."""
    if content.startswith(OLD_EXCEL):
        message = gettext("This is a file of an old Excel. Save it as .xlsx or as “CSV UTF-8”.")
        raise NotPossible("encoding_unknown", message)
    begin = content.lstrip()[:16]
    kind = next((name for mark, name in KINDS.items() if begin.startswith(mark)), None)
    if kind:
        message = gettext(
            "A table is expected, as .xlsx or as CSV; this is a %(kind)s file, whatever its name says."
            " Save the table anew, then take it again."
        )
        raise NotPossible("encoding_unknown", message % {"kind": kind})


def encoding_unknown() -> NotPossible:
    """A file in another encoding, or none of text."""
    message = gettext(
        "This file cannot be read as text. Save it as “CSV UTF-8” or as .xlsx, then take it again."
    )
    return NotPossible("encoding_unknown", message)
