"""From a line to a record: every way to read it is tried, the most usual first."""

import json
from collections.abc import Iterator
from typing import Any

from rules.game import Field, Game, Kind, Term, Violation, text
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
    is_list,
    is_marked,
    is_placed,
    mark_of,
    number_marks,
    numbers_of,
    spellings,
)
from rules.notation.numbers import marked_steps, number_steps
from rules.reading import Refused, clean_record, fields_by_name, read_record

LONGEST_LINE = 300


def read_line(game: Game, options: Any, state: Any, line: str) -> Typed:
    """The record of a line at this point of a sheet, as JSON. Raises Refused (`bad_line`, `bad_field`)."""
    typed = Line(game, options, state.seats, line.strip())
    if typed.text in PASSED_SIGNS and mark_of(game, "contract", PASSED):
        return {"contract": PASSED}
    record = next(readings(typed, 0, {}), None) if 0 < len(typed.text) <= LONGEST_LINE else None
    if record is None:
        raise Refused([bad_line(typed)])
    read_record(game, record)
    return clean_record(game, record)


def readings(line: Line, at: int, typed: Typed) -> Iterator[Typed]:
    """Every way to read the line from here on, the most usual first."""
    at = line.skip(at)
    line.visited.append((at, typed))
    if at == len(line.text):
        yield with_presets(line, typed)
        return
    for after, more in steps(line, at, typed):
        yield from readings(line, after, more)


def steps(line: Line, at: int, typed: Typed) -> Iterator[Step]:
    """What the next word can be, and where it ends."""
    here = arrive(line, at, typed)
    yield from named_steps(line, here)
    yield from marked_steps(line, here)
    yield from word_steps(line, here)
    for each in line.game.fields:
        if is_open(line, each, here):
            yield from number_steps(line, each, here)


def word_steps(line: Line, here: Here) -> Iterator[Step]:
    """Words at this place: long ones first, what follows by itself and what was named last."""
    said = [each for each in spellings(line.game) if line.says(each.word, here.at)]
    found = [each for each in said if is_open(line, each.field, here)]
    for each in sorted(found, key=lambda each: usualness(each, here)):
        is_one_of_several = each.field.kind == Kind.CHOICES
        value = [*(here.typed.get(each.field.name) or []), each.value] if is_one_of_several else each.value
        yield here.then(here.at + len(each.word), each.field.name, value)


def usualness(spelling: Spelling, here: Here) -> tuple[int, bool, bool]:
    """What is meant first, where a letter may mean several things; ties in the order of the fields."""
    each = spelling.field
    is_derived = each.name in here.known and each.name not in here.typed
    return (-len(spelling.word), is_derived, each.kind == Kind.CHOICES)


# Any field by its name


def named_steps(line: Line, here: Here) -> Iterator[Step]:
    """`trump=S`, `contra=null`, `tricks=[2,1,1,1]`: JSON or a bare word; seats are counted from 1."""
    if "=" not in line.text:
        return
    for name, each in fields_by_name(line.game).items():
        start = here.at + len(name) + 1
        if line.says(f"{name}=", here.at) and start < len(line.text):
            end, value = json_at(line.text, start)
            is_seat = each.kind == Kind.SEAT and type(value) is int
            yield here.then(end, name, value - 1 if is_seat else value)


def json_at(source: str, at: int) -> tuple[int, Any]:
    """A JSON value and where it ends; a word that is none stands for itself."""
    end = min((place for sign in SEPARATORS if (place := source.find(sign, at)) >= 0), default=len(source))
    try:
        value, end = json.JSONDecoder().raw_decode(source, at)
    except ValueError:
        value = source[at:end]
    return end, value


# Refusals


def bad_line(line: Line) -> Violation:
    """What was expected where no attempt got any further, and what stands there."""
    if len(line.text) > LONGEST_LINE:
        return Violation("bad_line", None, text("The line is too long; one line is one deal."))
    at, typed = max(line.visited, key=lambda step: step[0], default=(0, {}))
    expected = expected_at(line, arrive(line, at, typed))
    found = line.text[at:].split()[0] if line.text[at:] else Term(text("the end of the line"))
    values = {"position": at + 1, "found": found, "expected": expected}
    if not expected:
        message = text("Place {position}: nothing more belongs to this deal; found “{found}”.")
        return Violation("bad_line", None, message, values)
    return Violation(
        "bad_line", None, text("Place {position}: expected {expected}; found “{found}”."), values
    )


def expected_at(line: Line, here: Here) -> str:
    """The marks that may come next, as text."""
    open_fields = [each for each in line.game.fields if is_open(line, each, here)]
    return " · ".join(filter(None, (marks_expected(line, each, here.known) for each in open_fields)))


def marks_expected(line: Line, each: Field, known: Typed) -> str:
    """The marks of one field."""
    if is_placed(each):
        signs = [] if aim_of(line, each, known) is None else [MADE, LOST]
        return " ".join([f"1–{line.seats}" if each.kind == Kind.SEAT else numbers_of(each), *signs])
    if is_list(each):
        return f"{sizes_of_list(line, each, known)[0]} × {numbers_of(each)}"
    if is_marked(each):
        return number_marks(line.game)[each.name]
    return " ".join(
        dict.fromkeys(filter(None, (mark_of(line.game, each.name, one) for one in values_of(each))))
    )


def values_of(each: Field) -> list[str | int]:
    """The values that have words."""
    return [choice.value for choice in each.choices] or [True]
