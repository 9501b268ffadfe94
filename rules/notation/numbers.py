"""Numbers of a line: known by position, after a mark, as a result, or one for every seat."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.fields import Field, Kind
from rules.halves import HALF, TYPED, in_halves, may_be_half
from rules.notation.line import Here, Line, Step, aim_of, is_open, last_number, sizes_of_list
from rules.notation.marks import (
    MADE,
    MINUS_SIGNS,
    NOT_PLAYING,
    NOTHING,
    SIGNS,
    is_list,
    is_marked,
    is_placed,
    number_marks,
)
from rules.notation.words import FEWEST_LETTERS
from rules.reading import CLAIM_KEYS, DEALER


def number_steps(line: Line, each: Field, here: Here) -> Iterator[Step]:
    """Read the number of a field with a position in the line, or a list of numbers."""
    if is_placed(each):
        yield from result_steps(line, each, here)
        for size, number in numbers_at(line, each, here.at):
            yield here.then(here.at + size, each.name, number)
    if is_list(each):
        yield from list_steps(line, each, here)


def numbers_at(line: Line, each: Field, at: int) -> list[tuple[int, int]]:
    """Return the possible numbers of the digits here, with their widths: `134` is 13 or 1."""
    if each.count.signs:
        return signed_numbers_at(line, each, at)
    run = line.digits(at)
    if each.kind == Kind.SEAT:
        return [(1, int(run[0]) - 1)] if run and run[0] != "0" else []
    keys = (*each.keys, *each.count.rare_keys)
    widths = range(len(run), 0, -1)
    return [(size, int(run[:size])) for size in widths if not keys or int(run[:size]) <= max(keys)]


def signed_numbers_at(line: Line, each: Field, at: int) -> list[tuple[int, int]]:
    """Do as `numbers_at`, for numbers that may have a sign or its word: `-3`, `without 3`, `+3`, `3`."""
    is_below, start = sign_at(line, each, at)
    run = line.digits(start)
    numbers = [(start + size - at, int(run[:size])) for size in range(len(run), 0, -1)]
    values = [(size, -number if is_below else number) for size, number in numbers]
    return [(size, value) for size, value in values if value in (*each.keys, *each.count.rare_keys)]


def is_sign_word(line: Line, each: Field, at: int) -> bool:
    """Return whether the letters here are the whole word of a sign before a number: `ohne 4` is no o."""
    typed = line.letters_at(at)
    is_word = typed.casefold() in {line.said(word).casefold() for word in each.count.signs}
    return is_word and bool(line.digits(line.skip(at + len(typed))))


def sign_at(line: Line, each: Field, at: int) -> tuple[bool, int]:
    """Return whether a sign here, or the beginning of its word, makes a number negative, and its end."""
    sign = line.text[at : at + 1]
    if sign and sign in SIGNS:
        return sign in MINUS_SIGNS, at + 1
    typed = line.letters_at(at).casefold()
    forms = [{word.casefold(), line.said(word).casefold()} for word in each.count.signs]
    whole = [typed in words for words in forms]
    begun = [
        len(typed) >= FEWEST_LETTERS and any(word.startswith(typed) for word in words) for words in forms
    ]
    meant = whole if any(whole) else begun
    return (meant[1], line.skip(at + len(typed))) if sum(meant) == 1 else (False, at)


def result_steps(line: Line, each: Field, here: Here) -> Iterator[Step]:
    """Yield `+` made, `-` lost by one, `-2` lost with two."""
    aim = aim_of(line, each, here.known)
    if aim is None:
        return
    if line.says(MADE, here.at):
        yield here.then(here.at + 1, each.name, aim)
    if aim and line.text[here.at] in MINUS_SIGNS:
        run = line.digits(here.at + 1)
        yield here.then(here.at + 1 + len(run), each.name, int(run) if run else aim - 1)


def marked_steps(line: Line, here: Here) -> Iterator[Step]:
    """Yield numbers after a mark of their own: `f3`, `c1 75 30`, `@2`."""
    for name, (each, mark) in marked_fields(line).items():
        if line.says(mark, here.at) and (each == DEALER or is_open(line, each, here)):
            start = here.at + len(mark)
            for after, value in marked_at(line, each, start):
                yield here.then(after, name, value)


def marked_fields(line: Line) -> dict[str, tuple[Field, str]]:
    """Return the fields whose numbers have a mark."""
    marks = number_marks(line.game)
    return {each.name: (each, marks[each.name]) for each in (*line.game.fields, DEALER) if is_marked(each)}


def marked_at(line: Line, each: Field, at: int) -> Sequence[tuple[int, int | list[int] | dict[str, int]]]:
    """Return the number after a mark, or the numbers of a claim or of seats, and the end of them."""
    if each.kind == Kind.CLAIM:
        return claims_at(line, at)
    start = line.skip(at)
    if each.kind == Kind.SEATS:
        run = line.digits(start)
        return [(start + len(run), [int(digit) - 1 for digit in run])] if run and "0" not in run else []
    return [(start + size, number) for size, number in numbers_at(line, each, start)]


def claims_at(line: Line, at: int) -> list[tuple[int, dict[str, int]]]:
    """Return the side of a claim, its count and the other side's, as far as they are typed."""
    numbers: list[int] = []
    start = line.skip(at)
    while len(numbers) < len(CLAIM_KEYS) and (run := line.digits(start)):
        numbers.append(int(run))
        at = start + len(run)
        start = line.skip(at)
    claim = dict(zip(CLAIM_KEYS, numbers, strict=False))
    return [(at, {**claim, "side": claim["side"] - 1})] if claim else []


# One number for every seat


class Cell(NamedTuple):
    """A number of a list, and whether its seat plays."""

    number: float
    plays: bool


def list_steps(line: Line, each: Field, here: Here) -> Iterator[Step]:
    """Read a number per seat or side, separate or (if all are digits) joined; the last may be derived."""
    for is_joined in (False, True):
        cells, ends = cells_at(line, each, here.at, is_joined)
        for size in sizes_of_list(line, each, here.known):
            if size and len(cells) >= size and (values := list_values(line, each, cells[:size], here)):
                yield ends[size - 1], {**here.typed, **values}


def cells_at(line: Line, each: Field, at: int, is_joined: bool) -> tuple[list[Cell], list[int]]:
    """Return the numbers from here on and the end of each; joined points have no space between them."""
    cells: list[Cell] = []
    ends: list[int] = []
    is_one_word = is_joined and each.kind == Kind.FREE
    while match := cell_at(line, each, at if is_one_word else line.skip(at), is_joined):
        at, cell = match
        cells.append(cell)
        ends.append(at)
    return cells, ends


def cell_at(line: Line, each: Field, at: int, is_joined: bool) -> tuple[int, Cell] | None:
    """Return one number of a list and its end; a dot is 0, an x precedes a player who does not play."""
    if line.says(NOTHING, at):
        return at + 1, Cell(0, plays=False)
    is_marked_out = bool(each.places.counts_marked) and line.says(NOT_PLAYING, at)
    sign = line.text[at : at + 1] if each.kind == Kind.FREE else ""
    start = at + (is_marked_out or (sign in SIGNS and sign != ""))
    run = line.digits(start)[: 1 if is_joined else None]
    half = half_at(line, start + len(run)) if may_be_half(each, line.options) and not is_joined else ""
    if not (run or half == HALF) or (each.keys and int(run) > max(each.keys)):
        return None
    number = int(run or 0) + (0.5 if half else 0)
    after = start + len(run) + len(half)
    return after, Cell(-number if sign and sign in MINUS_SIGNS else number, not is_marked_out)


def half_at(line: Line, at: int) -> str:
    """Return the half behind the digits of a number, as it is typed; nothing if there is none."""
    typed = next((each for each in TYPED if line.text.startswith(each, at)), "")
    return "" if line.digits(at + len(typed)) else typed


def list_values(
    line: Line, each: Field, cells: Sequence[Cell], here: Here
) -> dict[str, list[int] | list[bool]]:
    """Return the numbers with the one derived from the sum, and the players marked as playing.

    Empty if the last number is missing and several sums are left.
    """
    numbers = list(in_halves([cell.number for cell in cells]))
    playing = [cell.plays for cell in cells]
    if len(numbers) < sizes_of_list(line, each, here.known)[0]:
        last = last_number(line, each, here.known, numbers)
        if last is None:
            return {}
        numbers = list(in_halves([*numbers, last]))
        playing.append(True)
    is_marking = each.places.counts_marked and each.places.counts_marked not in here.typed
    return {each.name: numbers, **({each.places.counts_marked or "": playing} if is_marking else {})}
