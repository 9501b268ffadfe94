"""What a table taps for a deal, field by field: `Bid: 3`, `Result: won`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, ngettext

from rules.fields import Choice, Field, Kind
from rules.game import signed
from rules.reading import json_name
from tournaments.wording.lists import in_a_list, labelled
from tournaments.wording.numbers import plain
from tournaments.wording.sheet_json import translate

BETWEEN_SEATS = " – "


def taps_of(each: Field, record: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is tapped for a field: `Bid: 3`; nothing for a field that is left alone."""
    if each.name not in record:
        return
    value = record[each.name]
    if each.kind == Kind.CLAIM:
        yield from claim_taps(value)
    elif each.kind == Kind.FLAG and not each.choices:
        yield translate(each.label) if value else labelled(translate(each.label), gettext("no"))
    else:
        for words in value_words(each, value):
            yield labelled(translate(each.label), words)


def value_words(each: Field, value: Any) -> list[str]:
    """Return the values of a field in words, one for each key."""
    match each.kind:
        case Kind.SEAT:
            return [seat_words([value])]
        case Kind.SEATS:
            return [seat_words(value)]
        case Kind.FLAGS:
            return [seat_words([seat for seat, is_marked in enumerate(value) if is_marked])]
        case Kind.COUNTS | Kind.FREE:
            return [BETWEEN_SEATS.join("" if number is None else plain(number) for number in value)]
        case Kind.CHOICES:
            return [chosen_word(each.choices, one) for one in value]
    if each.choices:
        return [chosen_word(each.choices, value)]
    return [signed(value) if any(key < 0 for key in each.keys) else str(value)]


def claim_taps(claim: Mapping[str, Any]) -> list[str]:
    """Return what is tapped for a claim, with the labels of the pad."""
    labels = {"counted": gettext("Counted"), "other_counted": gettext("Counted by the others")}
    numbers = [labelled(label, claim[name]) for name, label in labels.items() if claim.get(name) is not None]
    by = [] if claim.get("side") is None else [labelled(gettext("Claimed by"), seat_words([claim["side"]]))]
    return [*by, *numbers]


def chosen_word(choices: Sequence[Choice], value: Any) -> str:
    """Return the word on the key of one value; the value itself if there is no such key."""
    chosen = next((each for each in choices if each.value == value), None)
    return json_name(value) if chosen is None else translate(chosen.key) or choice_word(chosen)


def choice_word(choice: Choice) -> str:
    """Return a choice as the sheet shows it: a suit with its symbol, any other by its name."""
    return (
        f"{choice.mark} {translate(choice.label)}"
        if choice.mark in tuple("♣♠♥♦")
        else translate(choice.label)
    )


def seat_words(seats: Sequence[int]) -> str:
    """Return seats as pages count them: `seat 2`, `seats 1, 3`."""
    numbers = in_a_list(str(seat + 1) for seat in seats)
    return ngettext("seat %(seats)s", "seats %(seats)s", len(seats)) % {"seats": numbers}
