"""The boxes of a deal: every field of a record becomes groups of boxes to mark, or a cell to write in.

No game is named here. A number of up to fourteen keys has a box for each; a larger one has a column of digits
for each place.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from rules.fields import NEVER_ASKED, Field, Kind, Same
from rules.game import Game
from rules.notation.marks import goes_without_saying
from rules.seats import sides_in
from rules.writing import holds

MOST_KEYS = 14  # a number with more values has digits
MOST_LISTED = 9  # the same for a number of every seat
LARGEST = 999  # of a number whose rules know no largest
UNITS, TENS, HUNDREDS, SIGN = 0, 1, 2, "sign"
ASK, VOID, LINES_USED, TOTAL = "ask", "void", "lines_used", "total"
DERIVED = "derived"


class Takes(StrEnum):
    """The number of marks that a group of boxes takes."""

    ONE = "one"
    ANY = "any"  # words of a list, and lone boxes
    WRITTEN = "written"  # a cell


@dataclass(frozen=True, slots=True)
class Box:
    """One box of a group: the value of its mark, and its label, translated unless it is a sign."""

    value: Any
    label: str
    is_sign: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Boxes side by side for one value: a field, one seat's number, or one digit of it."""

    field: str
    label: str
    takes: Takes
    boxes: tuple[Box, ...] = ()
    place: int | None = None
    digit: int | str | None = None
    signs: tuple[str, ...] = ()  # the words above its numbers above 0, and above those below: "without"

    @property
    def first_below(self) -> int:
        """Return how many boxes come before those of the second word."""
        return sum(box.value > 0 for box in self.boxes)


@dataclass(frozen=True, slots=True)
class Block:
    """Groups that stay on one line: all digits of a number. `may_be_written` if a cell can replace them."""

    groups: tuple[Group, ...]
    may_be_written: bool = False

    @property
    def size(self) -> int:
        """Return the number of boxes."""
        return sum(len(group.boxes) for group in self.groups)


def blocks_of(game: Game, options: Any, seats: int, rare: Collection[str] = ()) -> list[Block]:
    """Return the blocks of one deal in the order of the game's fields; `?` and `X` are the last.

    `rare` names the rare fields that have boxes too.
    """
    fields = [
        each
        for each in game.fields
        if has_boxes(each, options, seats) or (each.name in rare and may_be_asked(each, options, seats))
    ]
    blocks = [block for each in fields for block in MAKERS[each.kind](game, each, options, seats)]
    return [*(block for block in blocks if block.groups), end_block(ASK, "?"), end_block(VOID, "X")]


def end_block(name: str, sign: str) -> Block:
    """Return one of the two boxes that end every row."""
    return Block((Group(name, "", Takes.ANY, (Box(True, sign, True),)),))


def has_boxes(each: Field, options: Any, seats: int) -> bool:
    """Return whether the sheet of this event has the field: it can be asked, and is not rare.

    A rare field that the club plays as a house rule is as good as any other: foxes in Doppelkopf.
    """
    if not may_be_asked(each, options, seats):
        return False
    is_usual = bool(each.on_pad.usual) and all(holds(when, {}, options, seats) for when in each.on_pad.usual)
    is_house_rule = any(when.field.startswith("options.") for when in each.asked)
    return not each.is_rare or is_usual or is_house_rule


def may_be_asked(each: Field, options: Any, seats: int) -> bool:
    """Return whether the options and the size of the table let the field be asked at all."""
    known = [when for when in each.asked if when.field == "seats" or when.field.startswith("options.")]
    return all(holds(when, {}, options, seats) for when in known)


def unmarked(game: Game, seats: int, boxed: Collection[str]) -> dict[str, Any]:
    """Return what a field without a mark means: a value, None, or "derived" if it depends on other fields.

    `boxed` names the fields that have boxes or a cell.
    """
    meanings: dict[str, Any] = {}
    for each in game.fields:
        is_here = each.name in boxed
        if each.presets:
            meanings[each.name] = each.presets[0].value if is_plain(each) else DERIVED
        elif is_here and each.kind in (Kind.CHOICES, Kind.SEATS):
            meanings[each.name] = []
        elif is_here and each.kind == Kind.FLAGS:
            meanings[each.name] = [False] * seats
        elif is_here and each.places.leaves_rest:
            meanings[each.name] = [None] * places_of(game, each, seats)
        elif is_here and each.kind == Kind.COUNTS and is_listed(each) and each.places.totals:
            meanings[each.name] = [0] * places_of(game, each, seats)
        elif each.asked == NEVER_ASKED:
            meanings[each.name] = DERIVED
        elif not is_here:
            meanings[each.name] = None
    return meanings


def is_plain(each: Field) -> bool:
    """Return whether the field has one preset, which always holds while the field is asked."""
    return not each.presets[0].when and not isinstance(each.presets[0].value, Same)


def plain_value(each: Field) -> Any:
    """Return the value that needs no mark, because it is the default in every case; None if there is none."""
    return next((preset.value for preset in each.presets if not preset.when), None)


# Kinds of fields


def seat_blocks(game: Game, each: Field, options: Any, seats: int) -> Iterator[Block]:
    """Yield one box for each seat."""
    yield one_of(each, [Box(seat, str(seat + 1), True) for seat in range(seats)])


def seats_blocks(game: Game, each: Field, options: Any, seats: int) -> Iterator[Block]:
    """Yield one box for each seat; any number of them may be marked."""
    boxes = tuple(Box(seat, str(seat + 1), True) for seat in range(seats))
    yield Block((Group(each.name, each.label, Takes.ANY, boxes),))


def choice_blocks(game: Game, each: Field, options: Any, seats: int) -> Iterator[Block]:
    """Yield one box for each word that does not go without saying."""
    offered = [one for one in each.choices if all(holds(when, {}, options, seats) for when in one.asked)]
    words = [one for one in offered if not goes_without_saying(each, one)]
    boxes = [Box(one.value, one.mark or one.label, is_suit(one.mark)) for one in words]
    takes = Takes.ONE if each.kind == Kind.CHOICE else Takes.ANY
    yield Block((Group(each.name, each.label, takes, tuple(boxes)),) if boxes else ())


def is_suit(mark: str | None) -> bool:
    """Return whether a mark is a single sign, such as a suit."""
    return mark is not None and len(mark) == 1


def flag_blocks(game: Game, each: Field, options: Any, seats: int) -> Iterator[Block]:
    """Yield one box for what is not the preset."""
    value = not plain_value(each)
    label = next((one.label for one in each.choices if one.value is value), each.label)
    yield Block((Group(each.name, each.label, Takes.ANY, (Box(value, label),)),))


def count_blocks(game: Game, each: Field, options: Any, seats: int) -> Iterator[Block]:
    """Yield one box for each number, without the preset; digits if they are too many."""
    keys = keys_of(each, value_of_option(each.count.keys_from, options))
    if keys and len(keys) <= MOST_KEYS:
        left_out = plain_value(each)
        names = {one.value: one.label for one in each.choices}
        boxes = [
            Box(key, names.get(key, number_label(each, key)), key not in names)
            for key in keys
            if key != left_out
        ]
        yield one_of(each, boxes)
    else:
        yield digits(each, largest(each), None)


def value_of_option(name: str | None, options: Any) -> int | None:
    """Return the value of `options.min_bid`; None without a name."""
    return None if name is None else getattr(options, name.removeprefix("options."), None)


def keys_of(each: Field, least: int | None) -> list[int]:
    """Return the numbers that have a box: the keys, then rare ones by size while there is room."""
    keys = [key for key in each.keys if least is None or key >= least]
    if len(keys) <= MOST_KEYS:
        rare = sorted(each.count.rare_keys, key=abs)
        step = 2 if is_signed(each) else 1
        room = (MOST_KEYS - len(keys)) // step * step
        keys += rare[:room] if keys else []
    return sorted(keys, key=lambda key: (key < 0, abs(key)))


def is_signed(each: Field) -> bool:
    """Return whether boxes say a number with its sign: it can be below 0, whether or not words say so."""
    return any(key < 0 for key in (*each.keys, *each.count.rare_keys))


def number_label(each: Field, key: int) -> str:
    """Return a number as its box says it: with a sign where one matters and no word above the box says it."""
    if each.count.signs:
        return str(abs(key))
    return f"{key:+d}".replace("-", "\u2212") if is_signed(each) else str(key)


def counts_blocks(game: Game, each: Field, options: Any, seats: int) -> Iterator[Block]:
    """Yield a number for every seat or side: a box for each value but a nought, or digits."""
    most = max(each.keys, default=largest(each))
    for place in range(places_of(game, each, seats)):
        if is_listed(each):
            first = 1 if each.places.totals else 0
            boxes = tuple(Box(number, str(number), True) for number in range(first, most + 1))
            yield Block((Group(each.name, each.label, Takes.ONE, boxes, place),), True)
        else:
            yield digits(each, most, place)


def is_listed(each: Field) -> bool:
    """Return whether a number of every seat has a box for each value."""
    return 0 < max(each.keys, default=0) <= MOST_LISTED


def places_of(game: Game, each: Field, seats: int, options: Any = None) -> int:
    """Return how many numbers a list has: one for each side or seat."""
    sides = game.partners.sides(seats) if options is None else sides_in(game, options, seats)
    return len(sides) if each.places.per_side else seats


def flags_blocks(game: Game, each: Field, options: Any, seats: int) -> Iterator[Block]:
    """Yield one box for each seat; each may be marked."""
    groups = [
        Group(each.name, each.label, Takes.ANY, (Box(True, str(seat + 1), True),), seat)
        for seat in range(seats)
    ]
    yield Block(tuple(groups))


def written_blocks(game: Game, each: Field, options: Any, seats: int) -> Iterator[Block]:
    """Yield cells to write in: one for each seat."""
    if each.asked != NEVER_ASKED:
        for place in range(places_of(game, each, seats, options) if each.kind == Kind.FREE else 1):
            yield Block((Group(each.name, each.label, Takes.WRITTEN, (), place),))


MAKERS = {
    Kind.SEAT: seat_blocks,
    Kind.SEATS: seats_blocks,
    Kind.CHOICE: choice_blocks,
    Kind.CHOICES: choice_blocks,
    Kind.FLAG: flag_blocks,
    Kind.COUNT: count_blocks,
    Kind.COUNTS: counts_blocks,
    Kind.FLAGS: flags_blocks,
    Kind.CLAIM: written_blocks,
    Kind.FREE: written_blocks,
}


def one_of(each: Field, boxes: list[Box]) -> Block:
    """Return a block of one group that takes one mark."""
    return Block((Group(each.name, each.label, Takes.ONE, tuple(boxes), signs=each.count.signs),))


# Digits


def largest(each: Field) -> int:
    """Return the largest number that a field can have, without its sign."""
    totals = [total for preset in each.places.totals for total in flat(preset.value)]
    rest = [each.count.rest.total] if each.count.rest else []
    keys = [abs(key) for key in (*each.keys, *each.count.rare_keys)]
    return max([*keys, *rest, *totals], default=LARGEST)


def flat(value: Any) -> list[int]:
    """Return the whole numbers of a total, or of several."""
    values = value if isinstance(value, (list, tuple)) else [value]
    return [one for one in values if isinstance(one, int)]


def digits(each: Field, most: int, place: int | None) -> Block:
    """Return a number as columns of digits, hundreds first; units and tens have a nought."""
    columns: list[tuple[int, range]] = [(UNITS, range(10))]
    columns.insert(0, (TENS, range(10) if most > 99 else range(most // 10 + 1)))
    if most > 99:
        columns.insert(0, (HUNDREDS, range(1, min(most, LARGEST) // 100 + 1)))
    groups = [digit_group(each, place, digit, numbers) for digit, numbers in columns]
    if is_signed(each):
        boxes = (Box(1, "+", True), Box(-1, "\u2212", True))
        groups.insert(0, Group(each.name, each.label, Takes.ONE, boxes, place, SIGN))
    return Block(tuple(groups), True)


def digit_group(each: Field, place: int | None, digit: int, numbers: range) -> Group:
    """Return the boxes of one digit."""
    boxes = tuple(Box(number, str(number), True) for number in numbers)
    return Group(each.name, each.label, Takes.ONE, boxes, place, digit)


def written(block: Block) -> Block:
    """Return the block as a cell."""
    first = block.groups[0]
    return Block((replace(first, takes=Takes.WRITTEN, boxes=(), digit=None),))
