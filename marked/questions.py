"""The same question down a column of a page is one question: is this box marked in these lines?"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from marked.plan import Plan, Slot
from marked.seen import CLEAR, SeenPage, SeenRow

LEAST_LINES = 3
Marks = Mapping[int, Mapping[int, str]]  # by line of the page, from 0, and by place in it: a letter


@dataclass(frozen=True, slots=True)
class Column:
    """A box that is not clear in several lines: its place in a row, its slot and value, the lines from 0."""

    place: int
    slot: Slot
    value: Any
    lines: tuple[int, ...]


def columns_asked(plan: Plan, rows: Sequence[SeenRow]) -> list[Column]:
    """Return the boxes that are not clear in several lines. Lines with a doubt of their own do not count."""
    columns = []
    for place, (slot, value) in enumerate(boxes_of(plan)):
        lines = tuple(
            line for line, row in enumerate(rows) if not row.flags and row.boxes[place] not in CLEAR
        )
        if len(lines) >= LEAST_LINES:
            columns.append(Column(place, slot, value, lines))
    return columns


def boxes_of(plan: Plan) -> Iterator[tuple[Slot, Any]]:
    """Yield the slot and the value of every place of a row; a cell has no value."""
    for slot in plan.slots:
        for value in slot.values or (None,):
            yield slot, value


def settled(page: SeenPage, marks: Marks) -> SeenPage:
    """Return the page with the letters that somebody chose."""
    rows = list(page.rows)
    for line, letters in marks.items():
        if 0 <= line < len(rows):
            boxes = enumerate(rows[line].boxes)
            rows[line] = replace(rows[line], boxes="".join(letters.get(at, old) for at, old in boxes))
    return replace(page, rows=tuple(rows))
