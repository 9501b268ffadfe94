"""A table that marks sheets: the printed page, marks of pens and pencils, slips, stains and folds.

The page is drawn from the plan alone, so it has what the reader looks at and no more.
"""

from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache
from random import Random

import numpy
import segno
from PIL import Image, ImageDraw, ImageFilter

from marked.blocks import Takes
from marked.codes import CORNERS, PageCode, code_text
from marked.plan import BOX, CODE, EDGE, Plan, Spot, spots
from marked.reading.corners import paper_points
from tests.marked.camera import taken
from tests.marked.scenes import MARKS, PENS, Fold, Hand, Ring, Scene

PX = 12  # pixels per millimetre of the drawn page
FRAME = (140, 140, 140)
PAPER = (250, 250, 247)
INK = (20, 20, 20)
MARGIN = 20  # pixels around a box that a mark may reach into
SIGNS = {  # written signs, through points of three rows of three: 0 to 8
    "0": (1, 0, 3, 6, 7, 8, 5, 2, 1),
    "1": (3, 1, 7),
    "2": (0, 1, 2, 5, 6, 8),
    "3": (0, 2, 4, 5, 8, 6),
    "4": (1, 3, 5, 4, 1, 7),
    "5": (2, 0, 3, 5, 8, 6),
    "6": (2, 3, 6, 8, 5, 3),
    "7": (0, 2, 7),
    "8": (4, 0, 2, 4, 6, 8, 4),
    "9": (5, 3, 0, 2, 5, 7),
    "\u2212": (3, 5),
}
GRAIN = (
    numpy.random.default_rng(1).uniform(0.55, 1.15, (600, 600)).astype(numpy.float32)
)  # of paper, under pencil


def photographed(
    plan: Plan,
    code: PageCode,
    marked: Collection[Spot],
    scene: Scene,
    rng: Random,
    spoilt: Collection[tuple[Spot, str]] = (),
) -> bytes:
    """Return the JPEG of a page with marks in these boxes, and slips of the pen in others."""
    page = drawn_page(plan, code)
    mark_page(page, marked, scene, rng)
    for spot, slip in spoilt:
        spoil(page, spot, slip, hand_at(spot, marked, scene), rng)
    for stain in scene.stains:
        stain_page(page, stain)
    for fold in scene.folds:
        page = folded(page, fold, rng)
    return taken(page, PX, plan, scene, rng)


def drawn_page(plan: Plan, code: PageCode) -> Image.Image:
    """Return the printed page."""
    page = printed_boxes(plan.fingerprint, plan.width, plan.height, tuple(spots(plan, 1)), plan.rows).copy()
    draw = ImageDraw.Draw(page)
    for corner in CORNERS:
        x, y = paper_points(plan, corner)[0]
        rows = segno.make_qr(code_text(code, corner), error="m", version=1, boost_error=False).matrix
        module = CODE / len(rows)
        for j, modules in enumerate(rows):
            for i, dark in enumerate(modules):
                if dark:
                    left, top = (x + i * module) * PX, (y + j * module) * PX
                    draw.rectangle((left, top, left + module * PX, top + module * PX), fill=(15, 15, 15))
    return page


@lru_cache(maxsize=2)
def printed_boxes(
    _: str, width: float, height: float, boxes: tuple[Spot, ...], rows: tuple[tuple[float, ...], ...]
) -> Image.Image:
    """Return a page with boxes, numbers of rows, labels where there is room above a line, and hairlines."""
    page = Image.new("RGB", (round(width * PX), round(height * PX)), PAPER)
    draw = ImageDraw.Draw(page)
    tops = sorted({y for lines in rows for y in lines})
    has_labels = {y for y, above in zip(tops, (0.0, *tops), strict=False) if y - above > BOX + 2.5}
    for spot in boxes:
        edges = (spot.x * PX, spot.y * PX, (spot.x + spot.width) * PX - 1, (spot.y + spot.height) * PX - 1)
        draw.rectangle(edges, outline=FRAME, width=round(0.35 * PX))
        if spot.y in has_labels:
            where = ((spot.x + 0.6) * PX, (spot.y - 2.7) * PX)
            draw.text(where, str(spot.value)[:4], fill=INK, font_size=2.2 * PX)
    for number, lines in enumerate(rows, start=1):
        draw.text(((EDGE + 2) * PX, (lines[0] + 1) * PX), str(number), fill=INK, font_size=2.8 * PX)
        if number % 5 == 0:
            y = (lines[-1] + BOX + 0.7) * PX
            draw.line((EDGE * PX, y, (width - EDGE) * PX, y), fill=(160, 160, 160), width=1)
    return page


# Marks


def mark_page(page: Image.Image, marked: Collection[Spot], scene: Scene, rng: Random) -> None:
    """Mark the boxes: the hands follow each other down the page."""
    for spot in marked:
        hand = hand_at(spot, marked, scene)
        if spot.slot.takes == Takes.WRITTEN:
            write_number(page, spot, hand, rng)
            continue
        is_other = rng.random() < hand.mixed
        draw_mark(page, spot, rng.choice(MARKS) if is_other else hand.mark, hand, rng.uniform(0.85, 1.0), rng)


def hand_at(spot: Spot, marked: Collection[Spot], scene: Scene) -> Hand:
    """Return the hand that marks this row."""
    rows = max((each.row for each in marked), default=1) or 1
    place = (spot.row - 1) * len(scene.hands) // rows if spot.row else 0
    return scene.hands[min(len(scene.hands) - 1, place)]


def write_number(page: Image.Image, cell: Spot, hand: Hand, rng: Random) -> None:
    """Write a number into a cell, sign by sign."""
    signs = str(cell.value).replace("-", "\u2212")
    x, y = cell.x + rng.uniform(0.8, 3), cell.y + (cell.height - BOX) / 2
    for number, sign in enumerate(signs):
        place = replace(cell, x=x + number * 0.75 * BOX, y=y + rng.uniform(-0.4, 0.4))
        draw_mark(page, place, sign, hand, rng.uniform(0.85, 1.0), rng)


def draw_mark(page: Image.Image, spot: Spot, mark: str, hand: Hand, pressed: float, rng: Random) -> None:
    """Draw one mark, or a written sign, a little beside the middle of its box."""
    colour, width, opacity = PENS[hand.pen]
    side = round(BOX * PX) + 2 * MARGIN
    layer = Image.new("L", (side, side))
    draw = ImageDraw.Draw(layer)
    wide = max(2, round(width * PX * rng.uniform(0.85, 1.15)))
    off = (rng.gauss(0, 0.03), rng.gauss(0, 0.03))

    def at(x: float, y: float) -> tuple[float, float]:
        near = [
            0.5 + (each - 0.5) * hand.size + shift + rng.gauss(0, 0.03)
            for each, shift in zip((x, y), off, strict=True)
        ]
        return MARGIN + near[0] * BOX * PX, MARGIN + near[1] * BOX * PX

    for points in strokes(mark, rng):
        draw.line([at(x, y) for x, y in points], fill=255, width=wide, joint="curve")
    ink = numpy.asarray(layer.filter(ImageFilter.GaussianBlur(0.8)), dtype=numpy.float32)
    if opacity < 0.75:
        x, y = rng.randrange(600 - side), rng.randrange(600 - side)
        ink = ink * GRAIN[y : y + side, x : x + side]
    layer = Image.fromarray(numpy.clip(ink * opacity * pressed, 0, 255).astype(numpy.uint8))
    page.paste(colour, (round(spot.x * PX) - MARGIN, round(spot.y * PX) - MARGIN), layer)


def strokes(mark: str, rng: Random) -> list[list[tuple[float, float]]]:
    """Return the strokes of a mark in a box of side 1."""
    if mark in SIGNS:
        return [[((0.25, 0.5, 0.75)[at % 3], (0.1, 0.5, 0.9)[at // 3]) for at in SIGNS[mark]]]
    if mark == "cross":
        return [[(0.15, 0.15), (0.85, 0.85)], [(0.85, 0.15), (0.15, 0.85)]]
    if mark == "tick":
        return [[(0.15, 0.55), (0.4, 0.85), (0.9, 0.1)]]
    if mark == "aside":  # a small tick beside the middle
        x, y = rng.uniform(0.1, 0.35), rng.uniform(0.1, 0.3)
        return [[(x, y + 0.3), (x + 0.15, y + 0.5), (x + 0.5, y)]]
    if mark == "stroke":
        return [[(0.2, 0.85), (0.8, 0.15)]]
    if mark == "dot":
        return [[(0.35, 0.4), (0.6, 0.4), (0.6, 0.6), (0.4, 0.6), (0.4, 0.45), (0.55, 0.5)]]
    if mark == "circle":
        turns = numpy.linspace(0, 2 * numpy.pi, 16)
        return [[(0.5 + 0.3 * numpy.cos(each), 0.5 + 0.3 * numpy.sin(each)) for each in turns]]
    if mark == "dense":
        return [[(-0.02 if number % 2 else 1.02, 0.02 + number * 0.045) for number in range(22)]]
    step = rng.uniform(0.06, 0.1)
    return [
        [(0.15 if number % 2 else 0.85, 0.12 + number * step) for number in range(round(0.76 / step) + 1)]
    ]


def spoil(page: Image.Image, spot: Spot, slip: str, hand: Hand, rng: Random) -> None:
    """Mark a wrong box and strike it out by filling it, leave it, or rub it out badly."""
    if slip == "rubbed":
        return draw_mark(page, spot, hand.mark, hand._replace(pen="light pencil"), 0.6, rng)
    if slip != "forgotten":
        draw_mark(page, spot, hand.mark, hand, rng.uniform(0.85, 1.0), rng)
    if slip in ("struck", "alone"):
        for mark in ("dense", rng.choice(("dense", "cross", "fill"))):
            draw_mark(page, spot, mark, hand, rng.uniform(0.9, 1.0), rng)
    return None


# What happens to paper


def stain_page(page: Image.Image, stain: Ring) -> None:
    """Let a cup or a glass leave its ring, or a drop its spot."""
    reach = round((stain.radius + 3 * stain.width) * PX)
    x, y = round(stain.x * page.width), round(stain.y * page.height)
    box = (max(0, x - reach), max(0, y - reach), min(page.width, x + reach), min(page.height, y + reach))
    if box[0] >= box[2] or box[1] >= box[3]:
        return
    across, down = numpy.arange(box[0], box[2]) - x, numpy.arange(box[1], box[3]) - y
    away = numpy.hypot(across[None, :], down[:, None]).astype(numpy.float32) / PX
    if stain.width < stain.radius:
        depth = stain.depth * numpy.exp(-(((away - stain.radius) / (stain.width / 2)) ** 2))
        depth *= 0.7 + 0.3 * numpy.cos(numpy.arctan2(down[:, None], across[None, :]) * 2 + stain.x * 6)
    else:
        depth = stain.depth / (1 + numpy.exp(numpy.clip((away - stain.radius) * 2, -30, 30)))
    page.paste(dyed(page.crop(box), stain.colour, depth), box)


def dyed(part: Image.Image, colour: tuple[int, int, int], depth: numpy.ndarray) -> Image.Image:
    """Return a part of the page as if something coloured had dried on it: it lets light through."""
    light = 1 - depth[:, :, None] * (1 - numpy.array(colour, dtype=numpy.float32) / 255)
    return Image.fromarray((numpy.asarray(part, dtype=numpy.float32) * light).astype(numpy.uint8))


def folded(page: Image.Image, fold: Fold, rng: Random) -> Image.Image:
    """Return the page with a fold: a worn line, and the paper beside it turned away from the light."""
    length, breadth = page.size if fold.is_across else page.size[::-1]
    lean = rng.uniform(-0.01, 0.01)
    side = rng.choice((-1, 1))
    along, beside = (numpy.arange(each, dtype=numpy.float32) for each in (length, breadth))
    away = (beside[:, None] - breadth * fold.place - lean * (along - length / 2)[None, :]) / PX
    worn = 0.35 * fold.sharp * rng.uniform(0.5, 1) * numpy.exp(-((away / 0.25) ** 2))
    turned = fold.shade * numpy.where(side * away > 0, numpy.exp(-numpy.abs(away) / fold.reach), 0)
    light = 1 - worn - turned
    dark = numpy.asarray(page, dtype=numpy.float32) * (light if fold.is_across else light.T)[:, :, None]
    return Image.fromarray(dark.astype(numpy.uint8))
