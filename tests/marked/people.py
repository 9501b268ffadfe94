"""A table that marks a simulated sheet: all and only the boxes whose value the record has."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from random import Random
from typing import Any

from marked.blocks import DERIVED, LINES_USED, SIGN, Takes
from marked.plan import Plan, Spot, spots
from marked.seen import EMPTY, MARKED, WRITTEN
from rules.fields import Kind
from rules.game import Game
from rules.notation import as_asked
from rules.reading import open_table, read_options
from simulation.sheets import play_sheet


def played(
    game: Game, seats: int, rows: int, rng: Random, options: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Return the records of a simulated table, as a table writes them."""
    state = open_table(game, read_options(game, options), seats, 0)
    deals = play_sheet(game.key, options, seats, 0, rows, rng)
    return [plainly(game, as_asked(game, deal.record, state)) for deal in deals][:rows]


def plainly(game: Game, record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record without rare fields that say nothing."""
    rare = {each.name for each in game.fields if each.is_rare and each.kind != Kind.SEAT}
    return {
        name: value
        for name, value in record.items()
        if value not in (None, False, 0, "no") or name not in rare
    }


def is_sayable(plan: Plan, record: Mapping[str, Any]) -> bool:
    """Return whether the sheet has a box, or a meaning without one, for every value of a record."""
    return all(is_said(plan, name, value) for name, value in record.items())


def is_said(plan: Plan, name: str, value: Any) -> bool:
    """Return whether the sheet can say one value."""
    slots = [slot for slot in plan.slots if slot.field == name]
    meaning = plan.unmarked.get(name, "nothing")
    if not slots:
        return meaning in (value, DERIVED)
    if isinstance(value, (list, tuple)) or slots[0].digit is not None:
        return True
    return value in slots[0].values or meaning in (value, DERIVED)


def marks_of(plan: Plan, records: Sequence[Mapping[str, Any] | None], page: int = 1) -> list[Spot]:
    """Return the boxes that people mark for these records, and the lines used; None is a struck-out line.

    A cell has the number that they write as its value.
    """
    first = (page - 1) * len(plan.rows) + 1
    rows = []
    for spot in spots(plan, first):
        record = records[spot.row - first] if 0 <= spot.row - first < len(records) else {}
        if spot.slot.takes == Takes.WRITTEN:
            if spot.row and record and spot.slot.field in record:
                rows.append(replace(spot, value=record[spot.slot.field][spot.slot.place or 0]))
            continue
        if spot.row == 0:
            is_marked = (
                spot.slot.field == LINES_USED and digit_of(len(records), spot.slot.digit) == spot.value
            )
        else:
            is_marked = is_spot_of(spot, record)
        if is_marked:
            rows.append(spot)
    return rows


def is_spot_of(spot: Spot, record: Mapping[str, Any] | None) -> bool:
    """Return whether a box has the value of the record."""
    slot = spot.slot
    if record is None or slot.field not in record:
        return record is None and slot.field == "void"
    value = record[slot.field]
    if isinstance(value, Mapping):
        return False
    if slot.place is not None:
        value = value[slot.place]
    if slot.digit is not None:
        return digit_of(value, slot.digit) == spot.value
    if isinstance(value, (list, tuple)):
        return spot.value in value
    return type(value) is type(spot.value) and value == spot.value


def digit_of(number: int, digit: int | str | None) -> int | None:
    """Return one digit of a number; hundreds that are 0 are not written."""
    if digit == SIGN:
        return -1 if number < 0 else 1
    found = abs(number) // 10 ** int(digit or 0) % 10
    return None if digit == 2 and found == 0 else found


def letters(plan: Plan, marked: Sequence[Spot]) -> list[str]:
    """Return the letters that a perfect reader sees on the first page, row by row; the foot is the last."""
    known = {key_of(spot): WRITTEN if spot.slot.takes == Takes.WRITTEN else MARKED for spot in marked}
    rows = groupby(spots(plan, 1), key=lambda spot: spot.row)
    return ["".join(known.get(key_of(spot), EMPTY) for spot in found) for _, found in rows]


def key_of(spot: Spot) -> tuple[Any, ...]:
    """Return what tells a box from all others."""
    value = "" if spot.slot.takes == Takes.WRITTEN else str(spot.value)
    return spot.row, spot.slot.field, spot.slot.place, spot.slot.digit, value
