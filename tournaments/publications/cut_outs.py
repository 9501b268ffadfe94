"""Cut-outs of a straightened page: the line that is asked, with its boxes ringed, and the foot."""

from base64 import b64encode
from collections.abc import Collection, Iterable
from io import BytesIO
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from marked.arrangement import BAND_ROWS, NAMES
from marked.blocks import TOTAL
from marked.plan import CODE, EDGE, Plan, Slot

LARGER = 1.5
NEAR, BELOW = 1.2, 1.2  # mm above and below a line
AROUND = 1.5  # mm around a box
RING = (200, 30, 30)


class Part(NamedTuple):
    """A part of a page, in millimetres."""

    left: float
    top: float
    right: float
    low: float


def line_picture(page: bytes, plan: Plan, number: int, fields: Collection[str]) -> str:
    """Return a line of the page as a data address, the boxes of these fields ringed; "" without a page.

    The labels that stand above its block of rows stand above the line.
    """
    if not page:
        return ""
    place = (number - 1) % len(plan.rows)
    lines = plan.rows[place]
    above = NEAR if len(lines) == 1 else NAMES
    line = Part(EDGE, lines[0] - above, plan.width - EDGE, lines[-1] + plan.cell_height + BELOW)
    ringed = [(slot, lines[slot.line]) for slot in plan.slots if slot.field in fields]
    picture = cut(page, plan, line, ringed)
    if len(lines) == 1:
        labelled = plan.rows[place - place % BAND_ROWS][0]
        labels = Part(EDGE, labelled - 2 * NAMES - 0.2, plan.width - EDGE, labelled - 0.2)
        picture = stack(cut(page, plan, labels, []), picture)
    return as_address(picture)


def box_picture(page: bytes, plan: Plan, line: int, slot: Slot, value: Any) -> str:
    """Return one box of a line of the page, from 0, with a little around it, as a data address."""
    if not page:
        return ""
    x, y = slot.xs[slot.values.index(value)] if slot.values else slot.xs[0], plan.rows[line][slot.line]
    edges = Part(x - AROUND, y - AROUND, x + slot.width + AROUND, y + plan.cell_height + AROUND)
    return as_address(cut(page, plan, edges, []))


def ring_at(plan: Plan, fields: Collection[str]) -> float:
    """Return how far from the left, 0 to 1, the first of these fields stands on its line."""
    places = [slot.xs[0] for slot in plan.slots if slot.field in fields]
    return round((min(places, default=EDGE) - EDGE) / (plan.width - 2 * EDGE), 3)


def stack(upper: Image.Image, lower: Image.Image) -> Image.Image:
    """Return two cut-outs of the same width, one above the other."""
    whole = Image.new("RGB", (lower.width, upper.height + lower.height))
    whole.paste(upper, (0, 0))
    whole.paste(lower, (0, upper.height))
    return whole


def foot_picture(page: bytes, plan: Plan) -> str:
    """Return the totals at the foot of the page as a data address; "" without a page."""
    if not page:
        return ""
    cells = [(slot, y) for slot, y in plan.foot if slot.field == TOTAL]
    left = min(slot.xs[0] for slot, _ in cells) - 2
    right = max(slot.xs[0] + slot.width for slot, _ in cells) + 2
    y = cells[0][1]
    return as_address(cut(page, plan, Part(left, y - 4, right, y + CODE / 2), []))


def cut(page: bytes, plan: Plan, part: Part, ringed: Iterable[tuple[Slot, float]]) -> Image.Image:
    """Return a part of the page, with rings around some groups of boxes."""
    picture = Image.open(BytesIO(page))
    scale = picture.width / plan.width
    left, top, right, low = (round(value * scale) for value in part)
    piece = picture.crop((left, top, right, low)).convert("RGB")
    piece = piece.resize(
        (round(piece.width * LARGER), round(piece.height * LARGER)), Image.Resampling.BICUBIC
    )
    draw = ImageDraw.Draw(piece)
    for slot, y in ringed:
        edges = (slot.xs[0] - 0.9, y - 0.9, slot.xs[-1] + slot.width + 0.9, y + plan.cell_height + 0.9)
        starts = (part.left, part.top, part.left, part.top)
        places = [(value - start) * scale * LARGER for value, start in zip(edges, starts, strict=True)]
        draw.rounded_rectangle(places, radius=12, outline=RING, width=3)
    return piece


def as_address(picture: Image.Image) -> str:
    """Return a picture as a data address."""
    file = BytesIO()
    picture.save(file, "JPEG", quality=75)
    return "data:image/jpeg;base64," + b64encode(file.getvalue()).decode()
