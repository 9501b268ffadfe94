"""Write a record in the words of the sheet, from the fields of its game: `3 ♠ Hand`.

Pages and the phone translate the words (Terms) and put the names of seats in front.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.auction import BID, CALL_CHOICES, Call
from rules.fields import Choice, Field, Kind, When
from rules.game import Game, Outcome, Term

UNWRITTEN = (Kind.SEAT, Kind.SEATS, Kind.FREE, Kind.CLAIM, Kind.FLAGS)  # left to the page, or to other fields


def value_of(name: str, record: Mapping[str, Any], options: Any, seats: int) -> Any:
    """Return the value a condition names: a field, "seats", or an option ("options.contra")."""
    if name == "seats":
        return seats
    if name.startswith("options."):
        return getattr(options, name.removeprefix("options."))
    return record.get(name)


def holds(when: When, record: Mapping[str, Any], options: Any, seats: int) -> bool:
    """Return whether the value, or one entry of its list, is among the condition's values."""
    value = value_of(when.field, record, options, seats)
    if isinstance(value, (list, tuple)):
        return any(each in when.values for each in value)
    return value in when.values


def is_asked(each: Field, record: Mapping[str, Any], options: Any, seats: int) -> bool:
    """Return whether a field applies to the fields written so far."""
    return all(holds(when, record, options, seats) for when in each.asked)


def line_of(
    game: Game, state: Any, record: Mapping[str, Any], outcome: Outcome | None = None
) -> list[Term | str]:
    """Return the words of a row, in the order of the fields, options last; the page adds the seats.

    The game's own words for a row (a solo was mandatory) come after them.
    """
    facts = outcome.facts if outcome else {}
    written = [
        word
        for each in sorted(game.fields, key=lambda each: each.kind == Kind.CHOICES)
        if not each.is_quiet and is_asked(each, record, state.options, state.seats)
        for word in named_words(each, facts.get(each.shown_as, record.get(each.name)))
    ]
    return [*written, *(game.row_words(outcome) if outcome else ())]


def partners(game: Game, record: Mapping[str, Any]) -> list[int]:
    """Return the seats whose names a row shows: who played together, where a record says so; else nobody."""
    joining = [each for each in game.fields if each.joins]
    names = [name for each in joining for name in (each.joins, each.name)]
    return [record[name] for name in names if record.get(name) is not None]


def named_words(each: Field, value: Any) -> list[Term | str]:
    """Return the words of one field's value; a rare number, which nobody expects there, behind its label."""
    words = words_of(each, value)
    return [Term(each.label), *words] if words and each.kind == Kind.COUNT and each.is_rare else words


def words_of(each: Field, value: Any) -> list[Term | str]:
    """Return the words of one field's value; none for an empty field."""
    if value is None or each.kind in UNWRITTEN:
        return []
    if each.kind == Kind.FLAG:
        return [Term(each.label)] if value else []
    if each.kind == Kind.COUNTS:
        return ["–".join("…" if each is None else str(each) for each in value)]
    if each.count.signs:
        return [Term(sign_word(each, value)), str(abs(value))]
    if each.count.rest and isinstance(value, int):
        return [f"{value} : {each.count.rest.total - value}"]
    return choice_words(each.choices, value if isinstance(value, list | tuple) else [value])


def choice_words(choices: tuple[Choice, ...], values: Iterable[Any]) -> list[Term | str]:
    """Return the words of several choices; a choice may have none."""
    return [word for value in values if (word := word_of(choices, value))]


def call_words(game: Game, call: Call) -> list[Term | str]:
    """Return the words of a call in an auction: `3 Ruten`, `pass`."""
    if call.call != BID:
        return [word_of(CALL_CHOICES, call.call)]
    values = {"contract": call.contract, "bid": call.bid, "announced": call.announced}
    fields = sorted(game.fields, key=lambda each: each.kind == Kind.CHOICES)
    return [word for each in fields if each.name in values for word in words_of(each, values[each.name])]


def word_of(choices: tuple[Choice, ...], value: Any) -> Term | str:
    """Return the mark of a choice, or its label, or the number itself."""
    for choice in choices:
        if choice.value == value:
            return Term(choice.label) if choice.mark is None else choice.mark
    return str(value)


def sign_word(each: Field, value: int) -> str:
    """Return the word that says whether a number is above 0 or below: "with" 1, "without" 2."""
    return each.count.signs[value < 0]
