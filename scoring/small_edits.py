"""Small slips in one record: lost for made, another seat, one word changed, two numbers swapped.

Every edit is a complete record: values derived from the changed field are derived again, and a result that
made the contract still makes it. The caller checks whether the rules allow the record.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from rules.game import Field, Game, Kind
from rules.notation import as_asked
from rules.notation.line import Line, aim_of
from rules.reading import clean_record

RESULT, SEAT, VALUE, NUMBERS, SIGN = "result", "seat", "value", "numbers", "sign"


@dataclass(frozen=True, slots=True)
class Edit:
    """A record with one slip undone: the kind of slip, its field, and the corrected record."""

    kind: str
    field: Field
    record: Mapping[str, Any]


def plain_record(game: Game, record: Any) -> dict[str, Any]:
    """Return a Record as the JSON it was read from, without the dealer's check."""
    values = {each.name: getattr(record, each.name) for each in game.fields}
    return clean_record(game, {name: list(v) if type(v) is tuple else v for name, v in values.items()})


def small_edits(game: Game, state: Any, record: Mapping[str, Any]) -> Iterator[Edit]:
    """Yield every record one slip away from this one."""
    for each in game.fields:
        if each.name in record:
            yield from edits_of(game, state, record, each)
    yield from (Edit(VALUE, each, one) for each, one in added_words(game, state, record))


def edits_of(game: Game, state: Any, record: Mapping[str, Any], each: Field) -> Iterator[Edit]:
    """Yield the slips of one field."""
    if each.aims and isinstance(record[each.name], int):
        yield from result_edits(game, state, record, each)
        return
    if each.kind in (Kind.COUNTS, Kind.FREE) and isinstance(record[each.name], list):
        yield from (Edit(kind, each, {**record, each.name: one}) for kind, one in list_edits(each, record))
        return
    kind = SEAT if each.kind == Kind.SEAT else VALUE
    for value in other_values(state, each, record[each.name]):
        for changed in consequences(game, state, record, each, value):
            yield Edit(kind, each, changed)


def result_edits(game: Game, state: Any, record: Mapping[str, Any], each: Field) -> Iterator[Edit]:
    """Yield made for lost and lost for made."""
    aim = aim_in(game, state, each, record)
    if aim is None:
        return
    if record[each.name] >= aim:
        yield from (Edit(RESULT, each, {**record, each.name: few}) for few in (aim - 1, 0) if 0 <= few < aim)
    else:
        yield Edit(RESULT, each, {**record, each.name: aim})


def aim_in(game: Game, state: Any, each: Field, record: Mapping[str, Any]) -> int | None:
    """Return the number that makes the contract of a record."""
    return aim_of(Line(game, state.options, state.seats, ""), each, dict(record))


def other_values(state: Any, each: Field, value: Any) -> list[Any]:
    """Return other possible values of a field."""
    if each.kind == Kind.SEAT:
        return [seat for seat in range(state.seats) if seat != value]
    if each.kind == Kind.FLAG:
        return [not value]
    if each.kind == Kind.CHOICES:
        return [toggled(value, choice.value) for choice in each.choices]
    return [one for one in (*each.keys, *(choice.value for choice in each.choices)) if one != value]


def toggled(words: list[Any], word: Any) -> list[Any]:
    """Return the list with one word added or removed."""
    return [one for one in words if one != word] if word in words else [*words, word]


def added_words(game: Game, state: Any, record: Mapping[str, Any]) -> Iterator[tuple[Field, dict[str, Any]]]:
    """Yield records with forgotten words added."""
    for each in game.fields:
        if each.kind == Kind.CHOICES and each.name not in record:
            for choice in each.choices:
                for changed in consequences(game, state, record, each, [choice.value]):
                    yield each, changed


def consequences(
    game: Game, state: Any, record: Mapping[str, Any], each: Field, value: Any
) -> list[dict[str, Any]]:
    """Return the record with another value, as it is and with all derived values computed again."""
    changed = {**record, each.name: value}
    following = [one.name for one in game.fields if follows_from(one, each)]
    anew = {name: one for name, one in changed.items() if name not in following or name == each.name}
    ways = [changed] if anew == changed else [changed, anew]
    return [with_result(game, state, record, as_asked(game, one, state)) for one in ways]


def follows_from(one: Field, other: Field) -> bool:
    """Return whether a field is preset when another has some value."""
    return any(when.field == other.name for preset in one.presets for when in preset.when)


def with_result(game: Game, state: Any, before: Mapping[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """Keep made as made, lost as lost."""
    for each in game.fields:
        was, now = before.get(each.name), after.get(each.name)
        if not each.aims or not isinstance(was, int) or not isinstance(now, int):
            continue
        old, new = aim_in(game, state, each, before), aim_in(game, state, each, after)
        if old is not None and new is not None:
            after = {**after, each.name: new if was == old else min(was, new - 1) if was < old else was}
    return after


def list_edits(each: Field, record: Mapping[str, Any]) -> Iterator[tuple[str, list[int]]]:
    """Yield lists with two numbers swapped, or a minus lost or added where numbers have one."""
    numbers = record[each.name]
    for first, second in combinations(range(len(numbers)), 2):
        swapped = list(numbers)
        swapped[first], swapped[second] = numbers[second], numbers[first]
        if swapped != numbers:
            yield NUMBERS, swapped
    if each.kind == Kind.FREE:
        for place, number in enumerate(numbers):
            if number:
                yield SIGN, [*numbers[:place], -number, *numbers[place + 1 :]]
