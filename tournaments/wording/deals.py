"""A deal in one line: who played, what is written, and the points that are no word of the line."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from rules.fields import Field, Kind
from rules.game import Game
from rules.seats import sides_in
from rules.writing import line_of
from tournaments.wording.lists import in_a_list, labelled
from tournaments.wording.numbers import signed
from tournaments.wording.sheet_json import group_names, line_text, translate
from tournaments.wording.taps import taps_of


def deal_words(game: Game, state: Any, names: Sequence[str], record: Mapping[str, Any]) -> str:
    """Return the seats, the line and the points of a record: "Declarer Ove: 3 ♠ Hand", "Ada +24, Ben 0"."""
    line = line_text(game, state, record)
    parts = [*seats_named(game, names, record), line, *free_words(game, state, names, record)]
    return labelled(*filter(None, parts))


def whole_deal_words(game: Game, state: Any, names: Sequence[str], record: Mapping[str, Any]) -> str:
    """Return a record with what its line omits: "Declarer Ove: ♣ with 1, Result: won"."""
    line = line_of(game, state, record)
    kinds = (Kind.SEAT, Kind.SEATS, Kind.FREE)
    omitted = [
        each
        for each in game.fields
        if each.kind not in kinds
        and record.get(each.name) not in (None, [], ())
        and line_of(game, state, {name: record[name] for name in record if name != each.name}) == line
    ]
    taps = [tap for each in omitted for tap in taps_of(each, record)]
    return in_a_list([deal_words(game, state, names, record), *taps])


def seats_named(game: Game, names: Sequence[str], record: Mapping[str, Any]) -> list[str]:
    """Return the seats named in the record, each with its role: "Declarer Ove"."""
    seated = {each: seats_in(each, record, names) for each in game.fields}
    return [
        f"{translate(each.label)} {in_a_list(names[seat] for seat in seats)}"
        for each, seats in seated.items()
        if seats
    ]


def seats_in(each: Field, record: Mapping[str, Any], names: Sequence[str]) -> list[int]:
    """Return the seats of the table that a field of the record names."""
    value = record.get(each.name)
    named: Any = value if each.kind == Kind.SEATS else [value] if each.kind == Kind.SEAT else []
    return [seat for seat in named or () if seat in range(len(names))]


def free_words(game: Game, state: Any, names: Sequence[str], record: Mapping[str, Any]) -> Iterator[str]:
    """Yield what a line leaves to the page: points of every seat, and a claim."""
    sides = group_names(sides_in(game, state.options, len(names)), names)
    for each in game.fields:
        value = record.get(each.name)
        if each.kind == Kind.FREE and isinstance(value, (list, tuple)):
            places = sides if each.places.per_side else names
            seated = zip_longest(places[: len(value)], value, fillvalue="–")
            yield in_a_list(f"{name} {points_text(points)}" for name, points in seated)
        elif each.kind == Kind.CLAIM and isinstance(value, Mapping):
            yield claim_words(each, value)


def points_text(points: Any) -> str:
    """Return points with their sign; a value that is no number as it was sent."""
    is_number = isinstance(points, (int, float)) and not isinstance(points, bool)
    return signed(points) if is_number else str(points)


def claim_words(field: Field, claim: Mapping[str, Any]) -> str:
    """Return the label of a claim and what was counted."""
    return f"{translate(field.label)} {claim.get('counted', '–')}–{claim.get('other_counted', '–')}"
