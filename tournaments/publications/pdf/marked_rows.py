"""The boxes of a marked sheet: rows, their labels, and the foot. Coordinates are those of the plan."""

from collections.abc import Sequence

from django.utils.translation import pgettext
from reportlab.lib.colors import Color, black
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from marked.arrangement import BAND_ROWS, BLOCK_ROWS, NAMES, Arranged
from marked.blocks import LINES_USED, TENS, Block, Group, Takes
from marked.labels import box_labels
from marked.plan import BOX, EDGE, Plan, Slot
from tournaments.publications.pdf.fonts import BOLD, REGULAR
from tournaments.publications.pdf.words import draw_centered, draw_right, draw_text, fitting_size, truncate
from tournaments.wording.lists import labelled
from tournaments.wording.sheet_json import translate

FRAME, SHADE = 0.35, Color(0.45, 0.45, 0.45)  # 55 % black
HAIR, HAIR_SHADE = 0.1, Color(0.6, 0.6, 0.6)
HEAD_SIZE, LABEL, SMALL_LABEL, LEAST_LABEL, USED = 8.0, 7.0, 6.2, 5.0, 5.5
BASE = 0.6  # of a label above its box


def flip(plan: Plan, y: float) -> float:
    """Return a height from the top in millimetres as one from the bottom in points."""
    return float((plan.height - y) * mm)


def draw_rows(canvas: Canvas, plan: Plan, arranged: Arranged, first: int) -> None:
    """Draw every row with its number, labels where they are repeated, a hairline after five rows."""
    groups = [(group, block) for line in arranged.lines for block in line for group in block.groups]
    is_one_line = len(arranged.lines) == 1
    step, largest = (BAND_ROWS, LABEL) if is_one_line else (BLOCK_ROWS, SMALL_LABEL)
    for place, lines in enumerate(plan.rows):
        has_names = place % step == 0
        draw_number(canvas, plan, lines[0], first + place)
        for slot, (group, block) in zip(plan.slots, groups, strict=True):
            y = lines[slot.line]
            draw_slot(canvas, plan, slot, y)
            if has_names or not is_one_line:
                draw_box_labels(canvas, plan, slot, group, largest, y)
            if has_names and group is block.groups[0]:
                draw_name(canvas, plan, slot, block, y)
        if not has_names and (not is_one_line or place % BLOCK_ROWS == 0):
            draw_hairline(canvas, plan, lines[0] - (0.7 if is_one_line else NAMES + 0.25))


def draw_number(canvas: Canvas, plan: Plan, y: float, number: int) -> None:
    """Draw the number of a row."""
    draw_right(canvas, (EDGE + 5) * mm, flip(plan, y + BOX - 1.1), str(number), REGULAR, HEAD_SIZE)


def draw_slot(canvas: Canvas, plan: Plan, slot: Slot, y: float) -> None:
    """Draw the frames of a group: their outer edges are those of the plan."""
    is_cell = slot.takes == Takes.WRITTEN
    height = plan.cell_height if is_cell else BOX
    canvas.setStrokeColor(SHADE)
    canvas.setLineWidth(FRAME * mm)
    for x in slot.xs:
        edge = FRAME / 2
        bottom = flip(plan, y + height - edge)
        canvas.rect((x + edge) * mm, bottom, (slot.width - FRAME) * mm, (height - FRAME) * mm)


def draw_hairline(canvas: Canvas, plan: Plan, y: float) -> None:
    """Draw the line after five rows."""
    canvas.setStrokeColor(HAIR_SHADE)
    canvas.setLineWidth(HAIR * mm)
    right = max(slot.xs[-1] + slot.width for slot in plan.slots)
    canvas.line(EDGE * mm, flip(plan, y), right * mm, flip(plan, y))


def draw_box_labels(canvas: Canvas, plan: Plan, slot: Slot, group: Group, largest: float, y: float) -> None:
    """Draw the label of each box above it."""
    for x, label in zip(slot.xs, box_labels(group, translate), strict=False):
        size = fitting_size(label, (BOX + 0.8) * mm, REGULAR, size=largest, least=LEAST_LABEL)
        draw_centered(canvas, (x + BOX / 2) * mm, flip(plan, y - BASE), label, REGULAR, size)


def draw_name(canvas: Canvas, plan: Plan, slot: Slot, block: Block, y: float) -> None:
    """Draw the name of a block above its labels, with the seat that a number is of, or with its two words."""
    words, group, y = block_name(block, slot), block.groups[0], y - BASE - NAMES
    room = block_room(plan, slot)
    if group.signs:
        above, below = map(translate, group.signs)
        x = slot.xs[group.first_below]
        draw_fitting(canvas, below, x, flip(plan, y), room - (x - slot.xs[0]))
        words, room = labelled(words, above), x - slot.xs[0] - 0.8
    draw_fitting(canvas, words, slot.xs[0], flip(plan, y), room)


def draw_fitting(canvas: Canvas, words: str, x: float, y: float, room: float) -> None:
    """Draw words as large as they fit into a width in millimetres, cut off if they are too long."""
    size = fitting_size(words, room * mm, BOLD, size=LABEL, least=LEAST_LABEL)
    draw_text(canvas, x * mm, y, truncate(words, room * mm, BOLD, size), BOLD, size)


def block_name(block: Block, slot: Slot) -> str:
    """Return the field's label and the seat; a lone box has its word only."""
    if block.size == 1 and slot.takes != Takes.WRITTEN:
        return ""
    label = translate(block.groups[0].label)
    is_alone = slot.place is None or (len(block.groups) > 1 and block.size == len(block.groups))
    return label if is_alone else f"{(slot.place or 0) + 1} · {label}"


def block_room(plan: Plan, slot: Slot) -> float:
    """Return the width from a slot to the next field or seat on its line."""
    own = (slot.field, slot.place)
    is_marked_out = slot.takes == Takes.ANY and slot.place is not None
    after = [
        other.xs[0]
        for other in plan.slots
        if other.line == slot.line
        and other.xs[0] > slot.xs[0]
        and (other.field != slot.field if is_marked_out else (other.field, other.place) != own)
    ]
    return min(after, default=plan.width - EDGE) - slot.xs[0] - 0.8


# The foot


def draw_foot(canvas: Canvas, plan: Plan, players: Sequence[str]) -> None:
    """Draw the digits of the lines used, and a cell for every player's total."""
    for slot, y in plan.foot:
        draw_slot(canvas, plan, slot, y)
        canvas.setFillColor(black)
        if slot.field == LINES_USED:
            draw_used_labels(canvas, plan, slot, y)
        else:
            name = players[slot.place or 0]
            text = truncate(name, slot.width * mm, REGULAR, LABEL)
            draw_text(canvas, slot.xs[0] * mm, flip(plan, y - BASE), text, REGULAR, LABEL)


def draw_used_labels(canvas: Canvas, plan: Plan, slot: Slot, y: float) -> None:
    """Draw the label beside one digit of the lines used, and the digits above the units."""
    is_first = slot.digit == TENS
    words = pgettext("marked sheet", "Lines used: tens") if is_first else pgettext("marked sheet", "units")
    for x, value in zip(slot.xs, slot.values, strict=True):
        draw_centered(canvas, (x + BOX / 2) * mm, flip(plan, y - BASE), str(value), REGULAR, USED)
    right = (slot.xs[0] - 1.2) * mm
    size = fitting_size(words, 17 * mm, REGULAR, size=LABEL, least=LEAST_LABEL)
    draw_right(canvas, right, flip(plan, y + BOX - 1.3), words, REGULAR, size)
