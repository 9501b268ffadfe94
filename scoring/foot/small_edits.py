"""Small slips in one record: lost for made, another seat, one word changed, numbers mistyped.

Every edit is a complete record: values derived from the changed field are derived again, and a result that
made the contract still makes it. The caller checks whether the rules allow the record.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import Any

from rules.fields import Field, Kind
from rules.game import Game
from rules.notation import as_asked
from rules.notation.line import Line, aim_of, totals_of
from rules.notation.marks import is_placed
from rules.reading import clean_record
from rules.writing import is_asked
from scoring.foot.digits import mistyped

RESULT, SEAT, VALUE, NUMBERS, SIGN, KEYS = "result", "seat", "value", "numbers", "sign", "keys"
NEAR, FAR = 6, 1
"""How likely a slip is beside others of its kind: one step from the right word or number, or further."""
LISTS = (Kind.COUNTS, Kind.FREE, Kind.FLAGS)


@dataclass(frozen=True, slots=True)
class Edit:
    """A record with one slip undone: the kind of slip, its field, and the corrected record."""

    kind: str
    field: Field
    record: Mapping[str, Any]
    weight: int = NEAR


def plain_record(game: Game, record: Any) -> dict[str, Any]:
    """Return a Record as the JSON it was read from, without the dealer's check."""
    values = {each.name: getattr(record, each.name) for each in game.fields}
    return clean_record(game, {name: list(v) if type(v) is tuple else v for name, v in values.items()})


def small_edits(game: Game, state: Any, record: Mapping[str, Any]) -> Iterator[Edit]:
    """Yield every record one slip away from this one, each once."""
    known = {repr(sorted(record.items()))}
    for edit in all_edits(game, state, record):
        shape = repr(sorted(edit.record.items()))
        if shape not in known:
            known.add(shape)
            yield edit


def all_edits(game: Game, state: Any, record: Mapping[str, Any]) -> Iterator[Edit]:
    """Yield the slips of all fields, likely ones first; two of them may make the same record."""
    yield from moved_numbers(game, record)
    yield from moved_seats(game, state, record)
    yield from forgotten_seats(game, state, record)
    for each in game.fields:
        if each.name in record:
            yield from edits_of(game, state, record, each)
    yield from (Edit(VALUE, each, one) for each, one in added_words(game, state, record))


def edits_of(game: Game, state: Any, record: Mapping[str, Any], each: Field) -> Iterator[Edit]:
    """Yield the slips of one field."""
    value = record[each.name]
    if each.kind in LISTS and isinstance(value, list):
        for kind, numbers in list_edits(game, state, each, record):
            yield Edit(kind, each, {**record, each.name: numbers})
        return
    if each.aims and isinstance(value, int):
        yield from result_edits(game, state, record, each)
    kind = SEAT if each.kind == Kind.SEAT else VALUE
    names = asked_fields(game, state, record)
    for other, weight in other_values(state, each, value):
        known = consequences(game, state, record, each, other)
        yield from (Edit(kind, each, one, weight) for one in known)
        for changed in known:
            yield from (Edit(kind, each, one, FAR) for one in answered_otherwise(game, state, names, changed))


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


def other_values(state: Any, each: Field, value: Any) -> list[tuple[Any, int]]:
    """Return other possible values of a field, and how likely each is: a step beside this one, or further."""
    if each.kind == Kind.SEAT:
        beside = ((value - 1) % state.seats, (value + 1) % state.seats)
        return [(seat, NEAR if seat in beside else FAR) for seat in range(state.seats) if seat != value]
    if each.kind == Kind.FLAG:
        return [(not value, NEAR)]
    if each.kind == Kind.SEATS:
        return [(toggled(value, seat), NEAR) for seat in range(state.seats)]
    if each.kind == Kind.CHOICES:
        return [(toggled(value, choice.value), NEAR) for choice in each.choices]
    known = [*each.keys, *(choice.value for choice in each.choices)]
    if each.kind == Kind.COUNT and not known:
        return [(number, NEAR) for number in sorted(mistyped(value)) if number >= 0]
    at = known.index(value) if value in known else -2
    return [(one, NEAR if abs(place - at) == 1 else FAR) for place, one in enumerate(known) if one != value]


def toggled(words: list[Any], word: Any) -> list[Any]:
    """Return the list with one word added or removed."""
    return [one for one in words if one != word] if word in words else [*words, word]


def added_words(game: Game, state: Any, record: Mapping[str, Any]) -> Iterator[tuple[Field, dict[str, Any]]]:
    """Yield records with forgotten words added."""
    for each in game.fields:
        if each.name in record:
            continue
        for choice in each.choices:
            value = [choice.value] if each.kind == Kind.CHOICES else choice.value
            for changed in consequences(game, state, record, each, value):
                yield each, changed


def consequences(
    game: Game, state: Any, record: Mapping[str, Any], each: Field, value: Any
) -> list[dict[str, Any]]:
    """Return the record with another value, as it is and with all derived values computed again.

    A result that was typed as made or lost stays so; one that was typed as a number stays that number.
    """
    changed = {**record, each.name: value}
    following = [one.name for one in game.fields if follows_from(one, each)]
    anew = {name: one for name, one in changed.items() if name not in following or name == each.name}
    meant = {**asked_fields(game, state, record), each.name: value}
    ways = [changed, *(way for way in (anew, meant) if way != changed)]
    records = [one for way in ways for one in filled(game, state, record, as_asked(game, way, state))]
    return [*(with_result(game, state, record, one) for one in records), *records]


def asked_fields(game: Game, state: Any, record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that the table was asked for; the others only have their defaults."""
    names = {each.name for each in game.fields if is_asked(each, record, state.options, state.seats)}
    return {name: value for name, value in record.items() if name in names}


def answered_otherwise(
    game: Game, state: Any, before: Mapping[str, Any], after: dict[str, Any]
) -> Iterator[dict[str, Any]]:
    """Yield the record with another word than the preset one in a field that is asked since the change."""
    for each in game.fields:
        if each.kind in (Kind.FLAG, Kind.CHOICE) and each.name in after and each.name not in before:
            words = [choice.value for choice in each.choices] or [False, True]
            others = [word for word in words if word != after[each.name]]
            yield from (as_asked(game, {**after, each.name: word}, state) for word in others)


def filled(
    game: Game, state: Any, before: Mapping[str, Any], after: dict[str, Any]
) -> Iterator[dict[str, Any]]:
    """Yield the record with every value of the first number that is asked only since it was changed."""
    yield after
    for each in game.fields:
        if each.kind != Kind.COUNT or not each.keys or each.aims or each.name in after:
            continue
        asked = [is_asked(each, one, state.options, state.seats) for one in (before, after)]
        if asked == [False, True]:
            yield from (as_asked(game, {**after, each.name: key}, state) for key in each.keys)
            return


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


def list_edits(
    game: Game, state: Any, each: Field, record: Mapping[str, Any]
) -> Iterator[tuple[str, list[Any]]]:
    """Yield lists with one entry mistyped; where the sum is known, another entry makes up for it."""
    line = Line(game, state.options, state.seats, "")
    totals = totals_of(line, each, dict(record))
    numbers = with_rest(record[each.name], totals)
    for place, number in enumerate(numbers):
        for kind, other in other_entries(each, number):
            changed = [*numbers[:place], other, *numbers[place + 1 :]]
            if not totals or each.kind == Kind.FREE:
                yield kind, changed
            for total in totals:
                yield from (
                    (kind, levelled)
                    for levelled in levelled_lists(changed, place, total, is_signed=each.kind == Kind.FREE)
                )


def with_rest(numbers: Sequence[Any], totals: Sequence[int]) -> list[Any]:
    """Return the numbers with the one that was left out, as the rest of the total."""
    rest = totals[0] - sum(each or 0 for each in numbers) if None in numbers else None
    return [rest if each is None else each for each in numbers]


def other_entries(each: Field, number: Any) -> Iterator[tuple[str, Any]]:
    """Yield what one entry of a list may be mistyped for."""
    if each.kind == Kind.FLAGS:
        yield VALUE, not number
        return
    if each.kind == Kind.FREE and number:
        yield SIGN, -number
    yield from ((KEYS, other) for other in sorted(mistyped(number)) if each.kind == Kind.FREE or other >= 0)


def levelled_lists(numbers: list[int], place: int, total: int, *, is_signed: bool) -> Iterator[list[int]]:
    """Yield the list with another entry changed so that all add up to the total."""
    rest = total - sum(numbers)
    for other in range(len(numbers)):
        if other != place and rest and (is_signed or numbers[other] + rest >= 0):
            yield [*numbers[:other], numbers[other] + rest, *numbers[other + 1 :]]


def moved_numbers(game: Game, record: Mapping[str, Any]) -> Iterator[Edit]:
    """Yield records with entries in the columns of others: two swapped, or one moved and the others along."""
    lists = [each for each in game.fields if each.kind in LISTS and isinstance(record.get(each.name), list)]
    for each in lists[-1:]:
        alike = [one.name for one in lists if len(record[one.name]) == len(record[each.name])]
        for order, weight in orders(len(record[each.name])):
            moved = {**record, **{name: [record[name][at] for at in order] for name in alike}}
            yield Edit(NUMBERS, each, moved, weight)
            if each.places.counts_marked in alike:
                marks = moved[each.places.counts_marked]
                unmarked = [mark and at != len(order) - 1 for mark, at in zip(marks, order, strict=True)]
                yield Edit(NUMBERS, each, {**moved, each.places.counts_marked: unmarked}, FAR)


def moved_seats(game: Game, state: Any, record: Mapping[str, Any]) -> Iterator[Edit]:
    """Yield records whose seat was typed as a number, and the number as the seat."""
    seats, count = words_in_front(game, record)
    if len(seats) != 1 or count is None or not count.keys or count.name not in record:
        return
    place, number = record[count.name] - 1, record[seats[0].name] + 1
    if number in count.keys and 0 <= place < state.seats:
        moved = {**record, seats[0].name: place, count.name: number}
        yield from (Edit(NUMBERS, count, each, FAR) for each in as_typed(game, state, record, moved))


def forgotten_seats(game: Game, state: Any, record: Mapping[str, Any]) -> Iterator[Edit]:
    """Yield records with a seat that was left out of the line: `3 149`, read as 3, 1, 49, was `2 3 149`."""
    seats, count = words_in_front(game, record)
    if not seats or count is None:
        return
    *typed, last = [record[each.name] for each in seats]
    digits = f"{last + 1}{record.get(count.name, '')}"
    if not digits.isdecimal() or (count.keys and int(digits) not in count.keys):
        return
    for at, seat in product(range(len(seats)), range(state.seats)):
        places = [*typed[:at], seat, *typed[at:]]
        names = [each.name for each in seats]
        moved = {**record, **dict(zip(names, places, strict=True)), count.name: int(digits)}
        if len(set(places)) == len(places):
            yield from (Edit(NUMBERS, count, each, FAR) for each in as_typed(game, state, record, moved))


def words_in_front(game: Game, record: Mapping[str, Any]) -> tuple[list[Field], Field | None]:
    """Return the seats that begin the line of a record, and the number that may follow them."""
    counts = [each for each in game.fields if each.kind == Kind.COUNT and is_placed(each) and not each.aims]
    return [each for each in game.fields if each.kind == Kind.SEAT and each.name in record], (*counts, None)[
        0
    ]


def as_typed(
    game: Game, state: Any, before: Mapping[str, Any], after: dict[str, Any]
) -> Iterator[dict[str, Any]]:
    """Yield a record with its result as it was typed, and made as made, lost as lost."""
    yield after
    yield with_result(game, state, before, after)


def orders(seats: int) -> Iterator[tuple[list[int], int]]:
    """Yield the orders of the columns that one slip makes, and how likely each is."""
    straight = list(range(seats))
    for first, second in permutations(straight, 2):
        if first < second:
            swapped = list(straight)
            swapped[first], swapped[second] = second, first
            yield swapped, NEAR if second - first == 1 else FAR
        if abs(first - second) > 1:
            without = [*straight[:first], *straight[first + 1 :]]
            yield [*without[:second], first, *without[second:]], FAR
