"""Decode text files: UTF-8, UTF-16, Shift-JIS or Windows-1252; anything else is refused.

UTF-8 and UTF-16 are recognised reliably. A file may be valid in both of the others: then the letters
decide, and the pages show the result before anything is stored.
"""

import codecs
import re

from django.utils.translation import gettext

from scoring.not_possible import NotPossible

JAPANESE = "[\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f]"
ANY_JAPANESE = re.compile(JAPANESE)
BESIDE_LATIN = re.compile(f"(?<=[A-Za-z]){JAPANESE}|{JAPANESE}(?=[A-Za-z])")
PRIVATE = re.compile("[\ue000-\uf8ff]")  # Shift-JIS decodes bytes without a letter to these
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
RARE = 4  # letters such as the ideographic space have a zero on the other side; at most one in so many
END_OF_FILE = "\x1a"  # as DOS wrote it


ENCODINGS = {"utf-8": "UTF-8", "utf-16": "UTF-16", "cp932": "Shift-JIS", "cp1252": "Windows-1252"}


def decode(content: bytes, chosen: str = "") -> str:
    """Decode a file, in the encoding chosen or the likeliest.

    Raises NotPossible (`encoding_unknown`) with the kind of file, if recognised.
    """
    refuse_other_kinds(content)
    try:
        encoding = encoding_of(content) if chosen not in ENCODINGS else variant_of(chosen, content)
        text = content.decode(encoding).removesuffix(END_OF_FILE)
    except UnicodeDecodeError as error:
        raise not_in(chosen) if chosen in ENCODINGS else encoding_unknown() from error
    if CONTROLS.search(text):
        raise encoding_unknown()
    return text


def variant_of(chosen: str, content: bytes) -> str:
    """Return the variant of an encoding that the file has: with or without a byte order mark."""
    marked = next((name for mark, name in MARKS.items() if content.startswith(mark)), None)
    if chosen == "utf-16" and marked != "utf-16":
        return utf16_without_mark(content)
    return "utf-8-sig" if chosen == "utf-8" else chosen


def likeliest_encoding(content: bytes) -> str:
    """Return the key in ENCODINGS of the encoding that `decode` takes by itself."""
    return encoding_of(content).removesuffix("-sig").removesuffix("-le").removesuffix("-be")


def not_in(chosen: str) -> NotPossible:
    """Return the refusal of a file that is not in the encoding chosen."""
    message = gettext("This file cannot be read as %(encoding)s; choose another encoding.")
    return NotPossible("encoding_unknown", message % {"encoding": ENCODINGS[chosen]})


def encoding_of(content: bytes) -> str:
    """Detect the encoding by a byte order mark, by the zeros of UTF-16, else by trying the others."""
    marked = next((name for mark, name in MARKS.items() if content.startswith(mark)), None)
    if marked or b"\0" in content:
        return marked or utf16_without_mark(content)
    if can_read(content, "utf-8"):
        return "utf-8"
    if can_read(content, "cp932") and (not can_read(content, "cp1252") or is_japanese(content)):
        return "cp932"
    return "cp1252"


def utf16_without_mark(content: bytes) -> str:
    """Decide by the position of the zeros of ASCII characters. Raises NotPossible if they are in both."""
    before, behind = content[::2].count(0), content[1::2].count(0)
    if min(before, behind) * RARE > max(before, behind):
        raise encoding_unknown()
    return "utf-16-be" if before > behind else "utf-16-le"


def can_read(content: bytes, encoding: str) -> bool:
    """Return whether the bytes are valid in this encoding."""
    try:
        content.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def is_japanese(content: bytes) -> bool:
    """Return whether bytes valid in both Shift-JIS and Windows-1252 are Shift-JIS.

    An accented letter occurs within a word: read as Shift-JIS it becomes a Japanese letter beside a Latin
    one, which is rare in Japanese.
    """
    text = content.decode("cp932")
    beside = len(BESIDE_LATIN.findall(text))
    return not PRIVATE.search(text) and 2 * beside < len(ANY_JAPANESE.findall(text))


def refuse_other_kinds(content: bytes) -> None:
    """Raise NotPossible (`encoding_unknown`) for files that are not text, under any name."""
    begin = content.lstrip()[:16]
    kind = next((name for mark, name in KINDS.items() if begin.startswith(mark)), None)
    if kind:
        message = gettext(
            "The file must be a table, as .xlsx or as CSV; this is a %(kind)s file, despite its name. "
            "Save the table again, then choose it again."
        )
        raise NotPossible("encoding_unknown", message % {"kind": kind})


def encoding_unknown() -> NotPossible:
    """Return the refusal of a file in an unknown encoding."""
    message = gettext(
        "This file cannot be read as text. Save it as “CSV UTF-8” or as .xlsx, then choose it again."
    )
    return NotPossible("encoding_unknown", message)
