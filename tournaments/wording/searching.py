"""Searching lists by name, without accents and case: every word of the search must occur."""

import unicodedata
from datetime import date

from django.utils.formats import date_format

# Letters that are a plain one with a stroke, and no letter with a mark to Unicode.
STROKES = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
MARKS = ("Mn", "Me")
WAYS = ("SHORT_DATE_FORMAT", "DATE_FORMAT", "F Y")  # 25.11.2026, 25. November 2026; English months are short


def folded(name: str) -> str:
    """Return a name without accents and case, for searching and sorting."""
    if name.isascii():
        return name.lower()
    letters = unicodedata.normalize("NFKD", name).casefold().translate(STROKES)
    return "".join(letter for letter in letters if unicodedata.category(letter) not in MARKS)


def has_words(text: str, query: str) -> bool:
    """Return whether a text contains every word of a search; a search without words finds everything."""
    plain = folded(text)
    return all(word in plain for word in folded(query).split())


def date_texts(day: date) -> list[str]:
    """Return a date as it is written in the reader's language and in ISO 8601, for searching."""
    return [day.isoformat(), *(date_format(day, way) for way in WAYS)]
