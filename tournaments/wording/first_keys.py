"""The first keys of a pad, drawn by the server so that they are on a slow phone before the script: the seats,
and the row of numbers below them.

They follow from the fields as in the script, which replaces them (`record.js:mainSeatField`,
`pad_screen.js:fieldsInOrder`). They show no totals: a page that a phone has kept
would show old ones. A row of other keys is left to the script, which knows how wide its words are.
"""

from typing import Any, NamedTuple

from django.utils.translation import gettext

MOST_NUMBERS, LARGEST_NUMBER = 8, 99  # other rows look different (`fields.js:widthOf`)


class FirstRow(NamedTuple):
    """The name and the label of a field, and the numbers on its keys."""

    name: str
    label: str
    numbers: list[int]


class FirstKeys(NamedTuple):
    """The deal in the head, the label of the seats, the dealer's seat, each name's words, the row below."""

    deal: str
    label: str
    dealer: int
    names: list[list[str]]
    row: FirstRow | None


def first_keys(state: dict[str, Any]) -> FirstKeys | None:
    """Return the seats that a pad asks first; None where it asks none, or cannot be written now.

    `state` is the JSON of `GET /api/v1/table/`.
    """
    label = label_of_seats(state["fields"])
    if label is None or not state["is_open"] or state["is_complete"] or state["conflicts"]:
        return None
    names = [seat["called"] for seat in state["parts"][-1]["seats"]]
    deal, expected = state["deals_counted"] + 1, state["deals_expected"]
    words = gettext("deal {deal}") if expected is None else gettext("deal {deal} of {expected}")
    return FirstKeys(
        words.format(deal=deal, expected=expected),
        label,
        state["dealer"],
        [name.split() for name in names],
        row_of_numbers(state),
    )


def label_of_seats(fields: list[dict[str, Any]]) -> str | None:
    """Return the label of the field that a seat answers first, if an empty record asks it."""
    for each in fields:
        if each["kind"] == "seat" and not each["is_rare"] and all(when["values"] for when in each["asked"]):
            return str(each["label"]) if is_asked_first(each) else None
    return None


def is_asked_first(field: dict[str, Any]) -> bool:
    """Return whether an empty record asks this field."""
    return all(None in when["values"] for when in field["asked"])


def row_of_numbers(state: dict[str, Any]) -> FirstRow | None:
    """Return the row below the seats if it is one of few numbers; None if another field comes first."""
    below = [
        each
        for each in state["fields"]
        if each["kind"] != "seat" and not each["is_rare"] and not follows_another(each)
    ]
    if not below or below[0]["kind"] != "count" or not is_asked_first(below[0]):
        return None
    first = below[0]
    numbers = numbers_offered(first, state["options"])
    is_plain = not first["rare_keys"] and 1 < len(numbers) <= MOST_NUMBERS
    if not is_plain or not 0 <= min(numbers) <= max(numbers) <= LARGEST_NUMBER:
        return None
    return FirstRow(first["name"], first["label"], numbers)


def follows_another(field: dict[str, Any]) -> bool:
    """Return whether a tap on another field sets a choice that has no key: "tricks" by the bid."""
    unlabelled = {each["value"] for each in field["choices"] if each["mark"] == ""}
    return any(preset["value"] in unlabelled and len(preset["when"]) == 1 for preset in field["presets"])


def numbers_offered(field: dict[str, Any], options: dict[str, Any]) -> list[int]:
    """Return the numbers on the keys: none below the least that the event allows."""
    least = options.get((field["keys_from"] or "").removeprefix("options."))
    return [key for key in field["keys"] if least is None or key >= least]
