"""The first keys of a pad, drawn by the server so that they are on a slow phone before the script: the seats.

They follow from the fields as in the script, which replaces them (`record.js:mainSeatField`,
`pad_view.js:calledNames`). They show no totals: a page that a phone has kept would show old ones.
"""

import re
from collections import Counter
from typing import Any, NamedTuple

from django.utils.translation import gettext


class FirstKeys(NamedTuple):
    """The deal in the head, the label above the seats, the dealer's seat, and each seat's name in words."""

    deal: str
    label: str
    dealer: int
    names: list[list[str]]


def first_keys(state: dict[str, Any]) -> FirstKeys | None:
    """Return the seats that a pad asks first; None where it asks none, or cannot be written now.

    `state` is the JSON of `GET /api/v1/table/`.
    """
    label = label_of_seats(state["fields"])
    if label is None or not state["is_open"] or state["is_complete"] or state["conflicts"]:
        return None
    names = called_names([seat["name"] for seat in state["parts"][-1]["seats"]])
    deal, expected = state["deals_counted"] + 1, state["deals_expected"]
    words = gettext("deal {deal}") if expected is None else gettext("deal {deal} of {expected}")
    return FirstKeys(
        words.format(deal=deal, expected=expected), label, state["dealer"], [name.split() for name in names]
    )


def label_of_seats(fields: list[dict[str, Any]]) -> str | None:
    """Return the label of the field that a seat answers first, if an empty record asks it."""
    for each in fields:
        if each["kind"] == "seat" and not each["is_rare"] and all(when["values"] for when in each["asked"]):
            is_asked = all(None in when["values"] for when in each["asked"])
            return str(each["label"]) if is_asked else None
    return None


def called_names(names: list[str]) -> list[str]:
    """Return the first word of each name, or the whole name where two share it."""
    first = [re.sub(",$", "", name.split()[0]) if name.split() else "" for name in names]
    count = Counter(first)
    return [word if count[word] == 1 else name for word, name in zip(first, names, strict=True)]
