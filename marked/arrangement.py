"""Arrange the boxes of a game on A4: one or two lines a row, portrait where that fits, else landscape."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from marked.blocks import Block, Takes, blocks_of, unmarked, written
from marked.plan import BOX, CODE, EDGE, Plan, Slot, foot_groups, slot_of, total_group
from rules.game import Game

A4 = (210.0, 297.0)
BETWEEN, GROUPS, LINES = 1.0, 2.6, 1.4  # between boxes, groups and lines
NUMBER = 6.5  # the number of the row, at the left
NAMES = 2.7  # one line of labels
LEAST = 1.0  # between the codes and the rows
FOOT_GAP = 2.8
ROWS = 0.5  # more between rows of two lines
BLOCK_ROWS, BAND_ROWS = 5, 20  # rows between labels: of two lines, of one
CELL, HIGH_CELL = 20.0, 6.6
MOST_LINES = 2
MOST_RARE = 5  # boxes of a rare field
FOOT_LEFT, FOOT_LABEL = EDGE + CODE + 4, 17.0


@dataclass(frozen=True, slots=True)
class Arranged:
    """The blocks of a row, by line, on paper of this size."""

    width: float
    height: float
    lines: tuple[tuple[Block, ...], ...]

    @property
    def has_cells(self) -> bool:
        """Return whether the row has cells to write in."""
        return any(is_cell(block) for line in self.lines for block in line)


def plan_of(game: Game, options: Any, seats: int) -> tuple[Plan, Arranged]:
    """Return the plan of a table's sheet and the blocks that it was made from, which have the labels."""
    arranged = with_rare_fields(game, options, seats, arranged_blocks(blocks_of(game, options, seats)))
    slots = [slot for number, line in enumerate(arranged.lines) for slot in slots_of_line(line, number)]
    rows = rows_of(arranged)
    plan = Plan(
        width=arranged.width,
        height=arranged.height,
        seats=seats,
        slots=tuple(slots),
        rows=rows,
        foot=foot_of(arranged, seats, len(rows)),
        unmarked=unmarked(game, seats, {slot.field for slot in slots}),
        cell_height=HIGH_CELL if arranged.has_cells else BOX,
    )
    return plan, arranged


def arranged_blocks(blocks: list[Block]) -> Arranged:
    """Return the blocks on the paper with the most rows; the widest number is written if nothing fits."""
    while not (possible := ways(blocks)):
        blocks = with_cell(blocks)
    return max(possible, key=rank)


def with_rare_fields(game: Game, options: Any, seats: int, arranged: Arranged) -> Arranged:
    """Return the blocks with those rare fields for which there is room anyway: a few boxes, no row fewer."""
    added: tuple[str, ...] = ()
    for each in game.fields:
        if each.is_rare and not arranged.has_cells:
            blocks = blocks_of(game, options, seats, (*added, each.name))
            own = sum(block.size for block in blocks if field_of(block) == each.name)
            fitting = max(ways(blocks), key=rank, default=None)
            if 0 < own <= MOST_RARE and fitting is not None and rank(fitting) == rank(arranged):
                arranged, added = fitting, (*added, each.name)
    return arranged


def rank(arranged: Arranged) -> tuple[int, int, float]:
    """Return how good an arrangement is: many rows, few lines, upright."""
    return len(rows_of(arranged)), -len(arranged.lines), arranged.height


def ways(blocks: Sequence[Block]) -> list[Arranged]:
    """Return the arrangements that fit: portrait or landscape, with one line or two."""
    arrangements = []
    for width, height in (A4, A4[::-1]):
        lines = broken_into_lines(blocks, width - 2 * EDGE - NUMBER)
        if len(lines) <= MOST_LINES and max(map(line_width, lines)) <= width - 2 * EDGE - NUMBER:
            arrangements.append(Arranged(width, height, lines))
    return arrangements


def with_cell(blocks: list[Block]) -> list[Block]:
    """Return the blocks with every number of the widest field as a cell."""
    sizes: dict[str, int] = {}
    for block in blocks:
        if block.may_be_written and not is_cell(block):
            sizes[field_of(block)] = sizes.get(field_of(block), 0) + block.size
    widest = max(sizes, key=lambda name: sizes[name])
    return [written(block) if field_of(block) == widest else block for block in blocks]


def field_of(block: Block) -> str:
    """Return the field that a block belongs to."""
    return block.groups[0].field


def is_cell(block: Block) -> bool:
    """Return whether the block is a cell to write in."""
    return block.groups[0].takes == Takes.WRITTEN


def broken_into_lines(blocks: Iterable[Block], room: float) -> tuple[tuple[Block, ...], ...]:
    """Return the blocks in as few lines as possible, in their order."""
    lines: list[tuple[Block, ...]] = [()]
    for block in blocks:
        longer = (*lines[-1], block)
        if lines[-1] and line_width(longer) > room:
            lines.append((block,))
        else:
            lines[-1] = longer
    return tuple(lines)


def line_width(line: Sequence[Block]) -> float:
    """Return the width of some blocks side by side."""
    return sum(map(block_width, line)) + GROUPS * (len(line) - 1)


def block_width(block: Block) -> float:
    """Return the width of a block: its boxes, and the gaps between them and between its groups."""
    if is_cell(block):
        return CELL
    boxes = sum(len(group.boxes) * (BOX + BETWEEN) - BETWEEN for group in block.groups)
    return boxes + gap_of(block) * (len(block.groups) - 1)


def gap_of(block: Block) -> float:
    """Return the gap between the groups of a block: that of boxes if every group is one box."""
    return BETWEEN if block.size == len(block.groups) else GROUPS


def slots_of_line(line: Sequence[Block], number: int) -> list[Slot]:
    """Return the groups of a line with the places of their boxes."""
    x, slots = EDGE + NUMBER, []
    for block in line:
        for group in block.groups:
            if is_cell(block):
                slots.append(slot_of(group, [x], number, CELL))
                x += CELL
            else:
                xs = [round(x + place * (BOX + BETWEEN), 3) for place in range(len(group.boxes))]
                slots.append(slot_of(group, xs, number))
                x = xs[-1] + BOX
            x += gap_of(block)
        x += GROUPS - gap_of(block)
    return slots


# Rows


def rows_of(arranged: Arranged) -> tuple[tuple[float, ...], ...]:
    """Return the upper edges of the lines of every row that fits between the codes."""
    top, bottom = EDGE + CODE + LEAST, arranged.height - EDGE - CODE - LEAST
    rows: list[tuple[float, ...]] = []
    y = top
    while True:
        lines, after = next_row(arranged, len(rows), y)
        if lines[-1] + box_height(arranged) > bottom:
            return tuple(rows)
        rows.append(lines)
        y = after


def box_height(arranged: Arranged) -> float:
    """Return the height of a line without the gap below it."""
    return HIGH_CELL if arranged.has_cells else BOX


def next_row(arranged: Arranged, number: int, y: float) -> tuple[tuple[float, ...], float]:
    """Return the upper edges of a row's lines, and where the next row begins."""
    lines = []
    for _ in arranged.lines:
        y += label_height(arranged, number)
        lines.append(round(y, 3))
        y += box_height(arranged)
    return tuple(lines), y + (LINES if len(arranged.lines) == 1 else ROWS)


def label_height(arranged: Arranged, number: int) -> float:
    """Return the height of the labels above a line of this row (from 0): names of groups, labels of boxes."""
    if len(arranged.lines) == 1:
        return 2 * NAMES if number % BAND_ROWS == 0 else 0.0
    return 2 * NAMES if number % BLOCK_ROWS == 0 else NAMES


# The foot


def foot_of(arranged: Arranged, seats: int, rows: int) -> tuple[tuple[Slot, float], ...]:
    """Return the boxes and cells between the lower codes."""
    y = arranged.height - EDGE - CODE + NAMES
    left = FOOT_LEFT + FOOT_LABEL
    placed = []
    for line, group in enumerate(foot_groups(rows)):
        xs = [round(left + place * (BOX + BETWEEN), 3) for place in range(len(group.boxes))]
        placed.append((slot_of(group, xs, 0), round(y + line * (BOX + FOOT_GAP), 3)))
    x = left + 10 * (BOX + BETWEEN) + GROUPS
    room = (arranged.width - EDGE - CODE - 4 - x + BETWEEN) / seats
    width = round(min(24.0, room - BETWEEN), 3)
    for seat in range(seats):
        at = [round(x + seat * (width + BETWEEN), 3)]
        placed.append((slot_of(total_group(seat), at, 0, width), round(y + 1.5, 3)))
    return tuple(placed)
