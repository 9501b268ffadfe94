"""Parse a line into a record: all readings are tried, the most usual first."""

import json
from collections.abc import Iterator
from typing import Any

from rules.fields import Field, Kind
from rules.game import Game, Violation, text
from rules.notation.line import (
    SEPARATORS,
    Here,
    Line,
    Step,
    Typed,
    aim_of,
    arrive,
    is_open,
    sizes_of_list,
    with_presets,
)
from rules.notation.marks import (
    LOST,
    MADE,
    PASSED,
    PASSED_SIGNS,
    Spelling,
    goes_without_saying,
    is_list,
    is_placed,
    mark_of,
    numbers_of,
)
from rules.notation.numbers import is_sign_word, marked_steps, number_steps
from rules.notation.words import NO_WORDS, Words, numbers_with_words
from rules.reading import Refused, clean_record, fields_by_name, read_record
from rules.writing import is_asked

LONGEST_LINE = 300


def read_line(game: Game, options: Any, state: Any, line: str, words: Words = NO_WORDS) -> Typed:
    """Return a line's record at this point of a sheet, as JSON. Raises Refused (`bad_line`, `bad_field`).

    `words` maps the labels of the game to the reader's own words, which are accepted beside the marks.
    """
    typed = Line(game, options, state.seats, line.strip(), words)
    if typed.text in PASSED_SIGNS and mark_of(game, "contract", PASSED):
        return {"contract": PASSED}
    record = next(readings(typed, 0, {}), None) if 0 < len(typed.text) <= LONGEST_LINE else None
    if record is None:
        raise Refused([bad_line(typed)])
    read_record(game, record)
    return clean_record(game, record)


def readings(line: Line, at: int, typed: Typed) -> Iterator[Typed]:
    """Yield every reading of the line from here on, the most usual first."""
    at = line.skip(at)
    line.visited.append((at, typed))
    if at == len(line.text):
        yield with_presets(line, typed)
        return
    for after, more in steps(line, at, typed):
        yield from readings(line, after, more)


def steps(line: Line, at: int, typed: Typed) -> Iterator[Step]:
    """Yield the possible meanings of the next word, and where each ends."""
    here = arrive(line, at, typed)
    yield from named_steps(line, here)
    yield from marked_steps(line, here)
    if not any(is_sign_word(line, each, here.at) for each in line.game.fields):
        yield from word_steps(line, here)
    for each in line.game.fields:
        if is_open(line, each, here):
            yield from number_steps(line, each, here)


def word_steps(line: Line, here: Here) -> Iterator[Step]:
    """Yield words at this position: long ones first, derived values and announcements last."""
    words = [each for each in line.spellings if line.spells(each, here.at)]
    possible = [each for each in words if is_open(line, each.field, here)]
    for each in sorted(possible, key=lambda each: usualness(line, each, here)):
        is_one_of_several = each.field.kind == Kind.CHOICES
        value = [*(here.typed.get(each.field.name) or []), each.value] if is_one_of_several else each.value
        yield here.then(here.at + len(each.word), each.field.name, value)


def usualness(line: Line, spelling: Spelling, here: Here) -> tuple[bool, int, bool, bool, bool]:
    """Return the order of the meanings of an ambiguous letter; ties in the order of the fields.

    Joined letters are read as marks before they are read as a word: `3kr` is Kieker and Ruten, `3 kr` may be
    Kreuz.
    """
    each = spelling.field
    is_derived = each.name in here.known and each.name not in here.typed
    is_glued = spelling.is_spoken and not line.begins_word(here.at)
    return (is_glued, -len(spelling.word), spelling.is_spoken, is_derived, each.kind == Kind.CHOICES)


# Any field by its name


def named_steps(line: Line, here: Here) -> Iterator[Step]:
    """Read `trump=S`, `contra=null`, `tricks=[2,1,1,1]`: JSON or a bare word; seats are counted from 1."""
    if "=" not in line.text:
        return
    for name, each in fields_by_name(line.game).items():
        start = here.at + len(name) + 1
        if line.says(f"{name}=", here.at) and start < len(line.text):
            end, value = json_at(line.text, start)
            yield here.then(end, name, seats_from_0(each, value))


def seats_from_0(each: Field, value: Any) -> Any:
    """Return a typed value with its seats counted from 0."""
    if each.kind == Kind.SEAT and type(value) is int:
        return value - 1
    if each.kind == Kind.SEATS and isinstance(value, list):
        return [one - 1 if type(one) is int else one for one in value]
    return value


def json_at(source: str, at: int) -> tuple[int, Any]:
    """Return a JSON value and its end; a word that is no JSON is taken as a string."""
    end = min((place for sign in SEPARATORS if (place := source.find(sign, at)) >= 0), default=len(source))
    try:
        value, end = json.JSONDecoder().raw_decode(source, at)
    except ValueError:
        value = source[at:end]
    return end, value


# Refusals


def bad_line(line: Line) -> Violation:
    """Report the word that is not understood, its number in the line, and what may stand there."""
    if len(line.text) > LONGEST_LINE:
        return Violation("bad_line", None, text("The line is too long; one line is one deal."))
    at, typed = furthest(line)
    expected = expected_at(line, arrive(line, at, typed))
    values = {"word": line.words_until(at), "found": line.word_from(at), "expected": expected}
    return Violation("bad_line", None, refusal_of(line, expected), values)


def refusal_of(line: Line, expected: str) -> str:
    """Return the sentence that fits."""
    if not line.text:
        return text("The line is empty. Enter one of: {expected}")
    if not expected:
        return text("Word {word}, “{found}”, is one too many for this deal.")
    return text("Word {word}, “{found}”, is not understood. Enter one of: {expected}")


def furthest(line: Line) -> Step:
    """Return the furthest position any attempt reached, moved to the start of its run of letters."""
    at, typed = max(line.visited, key=lambda step: step[0], default=(0, {}))
    start = line.letters_from(at)
    return next((step for step in line.visited if step[0] == start), (at, typed))


def expected_at(line: Line, here: Here) -> str:
    """Return what may come next, in words: the fields that are asked and not derived."""
    fields = [each for each in line.game.fields if is_expected(line, each, here)]
    return " · ".join(f"{line.said(one.label)}: {values_expected(line, one, here.known)}" for one in fields)


def is_expected(line: Line, each: Field, here: Here) -> bool:
    """Return whether a field is worth naming: asked at this event, unknown so far, not rare."""
    if each.is_rare or not is_open(line, each, here):
        return False
    is_derived = each.name in here.known and each.name not in here.typed
    return not is_derived and is_asked(each, here.known, line.options, line.seats)


def values_expected(line: Line, each: Field, known: Typed) -> str:
    """Return the possible values of one field."""
    if each.count.signs:
        return ", ".join(numbers_with_words(each, line.words))
    if is_placed(each):
        signs = [] if aim_of(line, each, known) is None else [MADE, LOST]
        return ", ".join([*signs, f"1–{line.seats}" if each.kind == Kind.SEAT else numbers_of(each)])
    if is_list(each):
        return f"{sizes_of_list(line, each, known)[0]} × {numbers_of(each)}"
    labels = [line.said(choice.label) for choice in each.choices if not goes_without_saying(each, choice)]
    return ", ".join(labels) or mark_of(line.game, each.name, True)
