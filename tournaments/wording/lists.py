"""Names or numbers in a row, a label and an aside, with the marks of the reader's language.

What somebody types has the commas of their keyboard. What a program reads is not made here.
"""

import re
from collections.abc import Iterable

from django.utils.translation import gettext, pgettext

from rules.game import COMMA

COMMAS = re.compile("[,，、]")  # of all keyboards


def typed_parts(typed: str) -> list[str]:
    """Return the parts of a list that somebody typed."""
    return [part for each in COMMAS.split(typed) if (part := each.strip())]


def comma() -> str:
    """Return what stands between the parts of a list."""
    return gettext(COMMA)


def colon() -> str:
    """Return what stands behind a label."""
    return pgettext("list", ": ")


def in_a_list(parts: Iterable[object]) -> str:
    """Return parts of a sentence in a row: "Ada, Ben"."""
    return comma().join(map(str, parts))


def in_a_list_of_lists(parts: Iterable[object]) -> str:
    """Return parts in a row that may have commas of their own: "1, 2; 4"."""
    return pgettext("list", "; ").join(map(str, parts))


def labelled(label: object, *words: object) -> str:
    """Return words behind their label: "Bid: 3"."""
    return colon().join(map(str, (label, *words)))


def as_sentence(words: object) -> str:
    """Return words with a full stop."""
    return pgettext("list", "%(words)s.") % {"words": words}


def in_brackets(words: object) -> str:
    """Return an aside to what stands before it: " (12)"."""
    return pgettext("list", " (%(words)s)") % {"words": words}
