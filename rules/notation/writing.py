"""Write a record as a line, and read it back as a check."""

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from rules.fields import Field, Kind
from rules.game import Game, text
from rules.notation.line import Line, Typed, aim_of, with_presets
from rules.notation.marks import (
    EXPECTED_NUMBERS,
    LOST,
    MADE,
    NOT_PLAYING,
    NOTHING,
    PASSED,
    Sign,
    is_list,
    is_marked,
    is_placed,
    is_typed,
    mark_of,
    number_marks,
    result_signs,
)
from rules.notation.reading import read_line
from rules.notation.words import NO_WORDS, Words, labelled_values, short_form
from rules.reading import CLAIM_KEYS, Refused, clean_record, fields_by_name, read_record
from rules.writing import is_asked, sign_word


def write_line(game: Game, record: Mapping[str, Any], state: Any = None, words: Words = NO_WORDS) -> str:
    """Return the line of a readable record: `read_line` at the same table gives the record back.

    Without a state the record gives the size of the table, with the usual options. The reader's words
    give the line their short forms: `kr` instead of `c`.
    """
    state = state or likely_state(game, record)
    original = read_record(game, record)
    by_name: set[str] = set()
    for _ in range(len(game.fields) + 2):
        line = compose_line(game, state, clean_record(game, record), by_name, words)
        if line == LOST:
            return line
        reading = read_back(game, state, line, words)
        wrong = {name for name in fields_by_name(game) if not is_equal(reading, original, name)}
        if not wrong:
            break
        by_name |= wrong
    return line


def likely_state(game: Game, record: Mapping[str, Any]) -> Any:
    """Return a table of the size that the record implies."""
    whole = [each.name for each in game.fields if each.kind in LISTS and not each.places.per_side]
    sizes = [len(record[name]) for name in whole if isinstance(record.get(name), (list, tuple))]
    seats = sizes[0] if sizes and sizes[0] in game.seats else game.standard_seats
    return game.opening(game.Options(), seats, 0)


LISTS = (Kind.COUNTS, Kind.FLAGS, Kind.FREE)


def read_back(game: Game, state: Any, line: str, words: Words = NO_WORDS) -> Any:
    """Return the Record of a line, None if it cannot be read."""
    try:
        return read_record(game, read_line(game, state.options, state, line, words))
    except Refused:
        return None


def is_equal(reading: Any, original: Any, name: str) -> bool:
    """Return whether a field is unchanged after reading back."""
    return reading is not None and getattr(reading, name) == getattr(original, name)


def compose_line(game: Game, state: Any, record: Typed, by_name: set[str], words: Words) -> str:
    """Return the words of a record in typing order; some fields by name, in front."""
    if record == {"contract": PASSED} and not by_name and mark_of(game, "contract", PASSED):
        return LOST
    line = Line(game, state.options, state.seats, "", words)
    named = [named_word(name, each, record.get(name)) for name, each in in_order(game) if name in by_name]
    return " ".join([*named, *(word for _, word in short_words(line, record, by_name))])


def short_words(line: Line, record: Typed, by_name: Collection[str] = ()) -> list[tuple[Field, str]]:
    """Return the typed form of every field of a record, in order; fields typed by name are left out."""
    typed = {name: record.get(name) for name in by_name}
    words: list[tuple[Field, str]] = []
    for name, each in in_order(line.game):
        if name not in by_name and (word := short_word(line, each, record, typed)):
            words.append((each, word))
            typed[name] = record[name]
    return words


def spell_out(game: Game, record: Mapping[str, Any], state: Any, words: Words) -> list[Sign]:
    """Explain a record's line in the reader's words: for each word the typed text, the field, the meaning.

    Return nothing if the words would not be read back as this record.
    """
    line = Line(game, state.options, state.seats, "", words)
    plain = clean_record(game, record)
    signs = [
        sign
        for each, word in short_words(line, plain)
        for sign in spelled_signs(line, each, word, plain[each.name])
    ]
    reading = read_back(game, state, " ".join(sign.mark for sign in signs), words)
    return signs if reading == read_record(game, record) else []


def spelled_signs(line: Line, each: Field, word: str, value: Any) -> list[Sign]:
    """Return the typed form of one field: a word for every choice, or the number."""
    values = value if each.kind == Kind.CHOICES else [value]
    labels = [label for label, one in labelled_values(each) if one in values]
    if labels:
        return [Sign(line.said(label), each.label) for label in labels]
    return [Sign(word, each.label, meaning_of(each, word))]


def meaning_of(each: Field, word: str) -> str:
    """Return the meaning of a number or a sign."""
    if word[0] == LOST and len(word) > 1 and each.aims:
        return text("lost: this many only")
    results = {sign.mark: sign.meaning for sign in result_signs(each)}
    return results.get(word[0]) or EXPECTED_NUMBERS[each.kind]


def in_order(game: Game) -> list[tuple[str, Field]]:
    """Return fields in typing order: announcements after the trumps, the result last."""
    fields = fields_by_name(game)
    in_line = list(fields.values())
    places = {name: place_of(each, index, in_line) for index, (name, each) in enumerate(fields.items())}
    return sorted(fields.items(), key=lambda item: places[item[0]])


def place_of(each: Field, index: int, fields: Sequence[Field]) -> tuple[int, bool]:
    """Return a field's position: its own place, after the next choice, or at the end.

    A word that is known from the start and decides whether an earlier number is asked comes before it.
    """
    kinds = [one.kind for one in fields]
    if each.aims:
        return len(kinds), False
    if each.kind == Kind.CHOICE and any(not preset.when for preset in each.presets):
        deciding = [one for one in fields[:index] if any(when.field == each.name for when in one.asked)]
        return (fields.index(deciding[0]) - 1, True) if deciding else (index, False)
    later = [place for place in range(index, len(kinds)) if kinds[place] == Kind.CHOICE]
    return (later[0], True) if each.kind == Kind.CHOICES and later else (index, False)


def named_word(name: str, each: Field, value: Any) -> str:
    """Return `trump=S`; an absent value is null."""
    if each.kind == Kind.SEAT and value is not None:
        return f"{name}={value + 1}"
    if each.kind == Kind.SEATS and value is not None:
        value = [seat + 1 for seat in value]
    return f"{name}={json.dumps(value, separators=(',', ':'))}"


def short_word(line: Line, each: Field, record: Typed, typed: Typed) -> str:
    """Return the typed form of a field; nothing if it is derived or has no short form."""
    value = record.get(each.name)
    if value is None or not is_typed(each) or follows(line, each, record):
        return ""
    if is_marked(each):
        return marked_word(line.game, each, value)
    if is_placed(each):
        return placed_word(line, each, value, typed)
    if is_list(each):
        return list_word(each, value, record)
    if each.kind == Kind.FLAGS:
        return ""
    values = value if each.kind == Kind.CHOICES else [value]
    return " ".join(filter(None, (short_form(line.game, line.words, each, one) for one in values)))


def follows(line: Line, each: Field, record: Typed) -> bool:
    """Return whether a value would be derived without typing."""
    if not each.presets:
        return False
    others = {name: value for name, value in record.items() if name != each.name}
    return bool(with_presets(line, others).get(each.name) == record[each.name])


def marked_word(game: Game, each: Field, value: Any) -> str:
    """Return a mark and its number, or the numbers of a claim."""
    mark = number_marks(game)[each.name]
    if each.kind == Kind.SEATS:
        return mark + "".join(str(seat + 1) for seat in value) if value else ""
    if each.kind != Kind.CLAIM:
        return f"{mark}{value + (each.kind == Kind.SEAT)}"
    numbers = [value.get(key) for key in CLAIM_KEYS]
    side = [] if numbers[0] is None else [str(numbers[0] + 1)]
    return mark + " ".join([*side, *(str(one) for one in numbers[1:] if one is not None)])


def placed_word(line: Line, each: Field, value: int, typed: Typed) -> str:
    """Return a number; + if it makes the contract, with a minus if it is too few."""
    aim = aim_of(line, each, with_presets(line, typed))
    if each.kind == Kind.SEAT:
        return str(value + 1)
    if each.count.signs and line.words:
        return f"{line.said(sign_word(each, value))} {abs(value)}"
    if aim is None or value > aim:
        return str(value)
    return MADE if value == aim else f"{LOST}{value}"


def list_word(each: Field, value: Any, record: Typed) -> str:
    """Return one number for every seat; a dot or an x for a player who does not play."""
    if not isinstance(value, (list, tuple)):
        return ""
    playing = record.get(each.places.counts_marked or "") or [True] * len(value)
    return " ".join(cell_word(number, plays) for number, plays in zip(value, playing, strict=False))


def cell_word(number: Any, plays: bool) -> str:
    """Return `2`, `.` or `x1`; nothing for a number that was left out."""
    if number is None:
        return ""
    if plays:
        return str(number)
    return f"{NOT_PLAYING}{number}" if number else NOTHING


def as_asked(game: Game, record: Mapping[str, Any], state: Any) -> dict[str, Any]:
    """Return a record as a pad would have written it: fields not asked left out, derived ones filled in.

    A file may say more than a table is asked (a bid of five "announced" Durch) or less; a shorter line may
    too.
    """
    line = Line(game, state.options, state.seats, "")
    known = with_presets(line, clean_record(game, record))
    return {
        each.name: known[each.name]
        for each in game.fields
        if each.name in known and (not each.asked or is_asked(each, known, state.options, state.seats))
    }
