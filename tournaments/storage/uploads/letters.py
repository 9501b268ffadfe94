"""Letters as they are compared: in one normal form, without those that nobody sees.

Those make one name two.
"""

import re
import unicodedata

# All format and control characters but white space, and what Unicode says to show as nothing. The selectors
# of ideographs (U+E0100 to U+E01EF) stay: they choose between two ways to write a Japanese name.
UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2"
    "\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff"
    "\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e00ff]"
)

MOST_MARKS = 30  # combining marks on a letter; Unicode Standard Annex 15, stream-safe text format


class TooManyMarks(ValueError):
    """A letter with more accents than any language writes."""


def composed(text: str) -> str:
    """Return text in Unicode NFC, without characters that nobody sees. Raises TooManyMarks.

    Sorting the marks on a letter takes quadratic time, so more than the stream-safe format allows are
    refused before.
    """
    if text.isascii():
        return text
    marks = 0
    for letter in text:
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks > MOST_MARKS:
            raise TooManyMarks
    return unicodedata.normalize("NFC", visible(text))


def visible(text: str) -> str:
    """Return the text without the characters that nobody sees; white space stays."""
    return UNSEEN.sub("", text)
