"""The positions on a marked sheet, in millimetres from the upper left corner of the paper.

A plan is the same for every page of every table with the same game, options and number of seats. Its
fingerprint is in the codes of every page, so that a photograph is never read with another plan.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from marked.blocks import LINES_USED, TENS, TOTAL, UNITS, Box, Group, Takes

BOX = 4.5
CODE, EDGE = 16.0, 8.0  # the codes in the corners, and their distance from the edges of the paper
VERSION = 1
ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
FINGERPRINT = 6


@dataclass(frozen=True, slots=True)
class Slot:
    """A group of boxes in a row: the left edge of each box, and its line. `values` is empty for a cell."""

    field: str
    takes: str
    xs: tuple[float, ...]
    width: float
    line: int = 0
    values: tuple[Any, ...] = ()
    place: int | None = None
    digit: int | str | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """A marked sheet. `rows` has the upper edges of the lines of every row of boxes."""

    width: float
    height: float
    seats: int
    slots: tuple[Slot, ...]
    rows: tuple[tuple[float, ...], ...]
    foot: tuple[tuple[Slot, float], ...]
    unmarked: Mapping[str, Any] = field(default_factory=dict)
    cell_height: float = BOX
    version: int = VERSION

    @property
    def is_wide(self) -> bool:
        """Return whether the paper lies on its long side."""
        return self.width > self.height

    @property
    def fingerprint(self) -> str:
        """Return six letters or digits that no other plan has."""
        text = json.dumps(as_json(self), sort_keys=True, separators=(",", ":"))
        return shortened(text, FINGERPRINT)


@dataclass(frozen=True, slots=True)
class Spot:
    """One box or cell on the paper; `row` 0 is the foot."""

    row: int
    slot: Slot
    value: Any
    x: float
    y: float
    width: float
    height: float


def shortened(text: str, size: int) -> str:
    """Return a digest of this many letters and digits."""
    number = int.from_bytes(hashlib.sha256(text.encode()).digest())
    letters = []
    for _ in range(size):
        number, rest = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[rest])
    return "".join(letters)


def as_json(plan: Plan) -> dict[str, Any]:
    """Return the plan as JSON, as it is stored with a round."""
    return asdict(plan)


def plan_from_json(raw: Mapping[str, Any]) -> Plan:
    """Return a stored plan."""
    return Plan(
        **{
            **raw,
            "slots": tuple(slot_from_json(each) for each in raw["slots"]),
            "rows": tuple(tuple(lines) for lines in raw["rows"]),
            "foot": tuple((slot_from_json(each), y) for each, y in raw["foot"]),
        }
    )


def slot_from_json(raw: Mapping[str, Any]) -> Slot:
    """Return a stored slot."""
    return Slot(**{**raw, "xs": tuple(raw["xs"]), "values": tuple(raw["values"])})


def slot_of(group: Group, xs: Sequence[float], line: int, width: float = BOX) -> Slot:
    """Return a group of boxes at these places."""
    values = tuple(box.value for box in group.boxes)
    return Slot(group.field, group.takes, tuple(xs), width, line, values, group.place, group.digit)


def spots(plan: Plan, first: int) -> Iterator[Spot]:
    """Yield every box and cell of a page whose first row has this number, the foot last."""
    for number, lines in enumerate(plan.rows, start=first):
        for slot in plan.slots:
            yield from spots_of(plan, slot, number, lines[slot.line])
    for slot, y in plan.foot:
        yield from spots_of(plan, slot, 0, y)


def spots_of(plan: Plan, slot: Slot, row: int, y: float) -> Iterator[Spot]:
    """Yield the boxes of one slot, or its cell."""
    is_cell = slot.takes == Takes.WRITTEN
    for value, x in zip((None,) if is_cell else slot.values, slot.xs, strict=True):
        yield Spot(row, slot, value, x, y, slot.width, plan.cell_height if is_cell else BOX)


# The contract


def page_json(
    plan: Plan, *, page: int, event: str, round_number: int, table: int, part: int
) -> Mapping[str, Any]:
    """Return one page as other programs read it: every box with its field, value and place."""
    first = (page - 1) * len(plan.rows) + 1
    placed = list(spots(plan, first))
    return {
        "page": page,
        "event": event,
        "round": round_number,
        "table": table,
        "part": part,
        "width_mm": plan.width,
        "height_mm": plan.height,
        "rows": [first, first + len(plan.rows) - 1],
        "unmarked": dict(plan.unmarked),
        "cells": [spot_json(spot) for spot in placed if spot.slot.takes == Takes.WRITTEN],
        "boxes": [spot_json(spot) for spot in placed if spot.slot.takes != Takes.WRITTEN],
    }


def spot_json(spot: Spot) -> dict[str, Any]:
    """Return a box or a cell; `place` and `digit` only where it has one."""
    slot = spot.slot
    facts = {"row": spot.row, "field": slot.field}
    if slot.takes != Takes.WRITTEN:
        facts["value"] = spot.value
    facts |= {
        name: value for name, value in (("place", slot.place), ("digit", slot.digit)) if value is not None
    }
    edges = {"x_mm": spot.x, "y_mm": spot.y, "w_mm": spot.width, "h_mm": spot.height}
    return facts | {name: round(value, 3) for name, value in edges.items()}


# The foot


def foot_groups(rows: int) -> list[Group]:
    """Return the two digits of the lines used."""
    tens = tuple(Box(number, str(number), True) for number in range(rows // 10 + 1))
    units = tuple(Box(number, str(number), True) for number in range(10))
    return [
        Group(LINES_USED, "", Takes.ONE, tens, None, TENS),
        Group(LINES_USED, "", Takes.ONE, units, None, UNITS),
    ]


def total_group(seat: int) -> Group:
    """Return the cell of a player's written total."""
    return Group(TOTAL, "", Takes.WRITTEN, (), seat)
