"""The meaning of the marks of one row: values of fields, and a doubt for each mark with two readings."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from marked.blocks import ASK, HUNDREDS, SIGN, TENS, UNITS, VOID, Takes
from marked.plan import Plan, Slot
from marked.seen import EMPTY, FAINT, MARKED, PALE, SOLID, WRITTEN, SeenRow
from rules.game import Violation

Place = int | None
TENFOLD = {UNITS: 1, TENS: 10, HUNDREDS: 100}
TWO_MARKS, FAINT_MARK, STRUCK_OUT = "two_marks", "faint", "struck_out"
DIGIT_MISSING, SIGN_MISSING, ASKED, WRITTEN_IN = "digit_missing", "sign_missing", "asked_to_look", "written"


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why a row is not stored by itself: the field, the values that were seen, and the reason's code.

    `rule` is the rule that the row breaks, if that is the reason.
    """

    field: str | None
    why: str
    seen: tuple[Any, ...] = ()
    rule: Violation | None = None


@dataclass(slots=True)
class Meaning:
    """The reading of a row: the likeliest value of each field, and its doubts."""

    values: dict[str, Any] = field(default_factory=dict)
    doubts: list[Doubt] = field(default_factory=list)
    is_void: bool = False
    is_empty: bool = True
    written: list[tuple[str, Place]] = field(default_factory=list)


def read_row(plan: Plan, row: SeenRow) -> Meaning:
    """Return the reading of a row. A row without any mark is empty; doubts of an empty row do not count."""
    meaning = Meaning()
    if all(letter == EMPTY for letter in row.boxes):
        return meaning
    meaning.is_empty = False
    meaning.doubts += [Doubt(None, flag) for flag in row.flags]
    digits_by_place: dict[tuple[str, Place], dict[Any, Any]] = {}
    for slot, letters in slot_letters(plan.slots, row.boxes):
        if slot.takes == Takes.WRITTEN:
            note_cell(meaning, slot, letters)
        elif slot.takes == Takes.ONE:
            note_one(meaning, digits_by_place, slot, letters)
        else:
            note_any(meaning, digits_by_place, slot, letters)
    for (name, place), digits in digits_by_place.items():
        note_value(meaning, plan, name, place, digits)
    fill_lists(meaning, plan)
    note_ends(meaning, row)
    return meaning


def slot_letters(slots: Iterable[Slot], boxes: str) -> Iterable[tuple[Slot, str]]:
    """Yield each slot with its letters."""
    start = 0
    for slot in slots:
        size = len(slot.values) or 1
        yield slot, boxes[start : start + size]
        start += size


def lone_places(plan: Plan, boxes: str) -> list[int]:
    """Return where a filled or pale box is alone in a group that takes one mark, or is a seat's own box."""
    lone, start = [], 0
    for slot, letters in slot_letters(plan.slots, boxes):
        used = [place for place, letter in enumerate(letters, start) if letter != EMPTY]
        is_single = slot.takes == Takes.ONE or (slot.place is not None and len(slot.values) == 1)
        if is_single and len(used) == 1 and boxes[used[0]] in (SOLID, PALE):
            lone += used
        start += len(letters)
    return lone


def note_cell(meaning: Meaning, slot: Slot, letters: str) -> None:
    """Note what makes a cell doubtful that was written into: it is shown and typed."""
    if letters == WRITTEN:
        meaning.written.append((slot.field, slot.place))
        if not any(doubt.why == WRITTEN_IN and doubt.field == slot.field for doubt in meaning.doubts):
            meaning.doubts.append(Doubt(slot.field, WRITTEN_IN))


def note_one(meaning: Meaning, digits_by_place: dict[Any, dict[Any, Any]], slot: Slot, letters: str) -> None:
    """Note what makes one mark doubtful: two of them, a faint one, one that may be struck out."""
    by_letter = {sign: values_of(slot, letters, sign) for sign in (MARKED, SOLID, FAINT, PALE)}
    clear, solid, faint = by_letter[MARKED], by_letter[SOLID], (*by_letter[FAINT], *by_letter[PALE])
    values = (*clear, *solid, *faint)
    if not values:
        return
    if len(values) > 1:
        meaning.doubts.append(Doubt(slot.field, TWO_MARKS, tuple(sorted(values, key=slot.values.index))))
    elif solid:
        meaning.doubts.append(Doubt(slot.field, STRUCK_OUT, values))
    elif faint:
        meaning.doubts.append(Doubt(slot.field, FAINT_MARK, values))
    digits_by_place.setdefault((slot.field, slot.place), {})[slot.digit] = values[0]


def note_any(meaning: Meaning, digits_by_place: dict[Any, dict[Any, Any]], slot: Slot, letters: str) -> None:
    """Note what makes any number of marks doubtful: only their looks can."""
    for sign, why in ((FAINT, FAINT_MARK), (PALE, FAINT_MARK), (SOLID, STRUCK_OUT)):
        for value in values_of(slot, letters, sign):
            meaning.doubts.append(Doubt(slot.field, why, (value,)))
    values = [value for value, sign in zip(slot.values, letters, strict=True) if sign != EMPTY]
    if values:
        is_list = len(slot.values) > 1
        digits_by_place.setdefault((slot.field, slot.place), {})[slot.digit] = (
            values if is_list else values[0]
        )


def values_of(slot: Slot, letters: str, sign: str) -> tuple[Any, ...]:
    """Return the values of the boxes with this letter."""
    return tuple(value for value, letter in zip(slot.values, letters, strict=True) if letter == sign)


# Values of several groups


def note_value(meaning: Meaning, plan: Plan, name: str, place: Place, digits: Mapping[Any, Any]) -> None:
    """Put a value together; a number needs its units and tens, and its sign where it has one."""
    if None in digits:
        value = digits[None]
        is_list_of_words = takes_list(plan, name)
        value = value if isinstance(value, list) or not is_list_of_words else [value]
    else:
        value = number_of(meaning, plan, name, place, digits)
    if place is None:
        meaning.values[name] = value
    else:
        meaning.values.setdefault(name, {})[place] = value


def takes_list(plan: Plan, name: str) -> bool:
    """Return whether the field is a list of words: without a mark it is an empty list."""
    return plan.unmarked.get(name) == []


def number_of(meaning: Meaning, plan: Plan, name: str, place: Place, digits: Mapping[Any, Any]) -> int:
    """Return the number that some digits make; what is missing is a doubt and counts as 0."""
    boxes = {slot.digit for slot in plan.slots if slot.field == name and slot.place == place}
    if any(digit in boxes and digit not in digits for digit in (UNITS, TENS)):
        meaning.doubts.append(Doubt(name, DIGIT_MISSING))
    if SIGN in boxes and SIGN not in digits:
        meaning.doubts.append(Doubt(name, SIGN_MISSING))
    size: int = sum(value * TENFOLD[digit] for digit, value in digits.items() if digit != SIGN)
    return size * int(digits.get(SIGN, 1))


def fill_lists(meaning: Meaning, plan: Plan) -> None:
    """Make lists of the numbers of seats; a seat without a mark has its nought, or is a doubt."""
    for name in {slot.field for slot in plan.slots if slot.place is not None}:
        places = 1 + max(slot.place or 0 for slot in plan.slots if slot.field == name)
        without: Sequence[Any] = plan.unmarked.get(name) or [None] * places
        marked = meaning.values.pop(name, None)
        if marked is None:
            continue
        values = [marked.get(place, without[place]) for place in range(places)]
        if None in values and plan.unmarked.get(name):
            meaning.values[name] = values  # a number that is left out is the rest
            continue
        if None in values:
            meaning.doubts.append(Doubt(name, DIGIT_MISSING))
        meaning.values[name] = [0 if value is None else value for value in values]


def note_ends(meaning: Meaning, row: SeenRow) -> None:
    """Take the two boxes at the end of the row: more to say, and does not count.

    Nothing hides a line but a clear mark beside another clear one, without the wish that somebody looks.
    """
    asks, voids = meaning.values.pop(ASK, False), meaning.values.pop(VOID, False)
    if asks:
        meaning.doubts.append(Doubt(None, ASKED))
    if not voids:
        return
    own = [doubt for doubt in meaning.doubts if doubt.field in (VOID, None)]
    is_alone = sum(letter not in (EMPTY, FAINT, PALE) for letter in row.boxes) < 2
    meaning.is_void = not own
    meaning.doubts = own or ([Doubt(VOID, ASKED)] if is_alone else [])
