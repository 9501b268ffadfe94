"""A table that marks sheets and a phone that photographs them: pens, folds, tilt, curl, shadow, noise, JPEG.

The page is drawn from the plan alone, so it has what the reader looks at and no more.
"""

from collections.abc import Collection
from dataclasses import dataclass
from io import BytesIO
from random import Random
from typing import NamedTuple

import numpy
import segno
from PIL import Image, ImageDraw, ImageFilter

from marked.codes import CORNERS, PageCode, code_text
from marked.plan import BOX, CODE, EDGE, Plan, Spot, spots
from marked.reading.corners import paper_points
from marked.reading.flattening import fitted

PX = 12  # pixels per millimetre of the drawn page
FRAME = (140, 140, 140)
PENS = {  # colour, width in mm, opacity
    "blue": ((25, 40, 140), 0.45, 0.9),
    "black": ((20, 20, 25), 0.4, 0.95),
    "felt": ((15, 15, 40), 0.8, 0.9),
    "red": ((190, 25, 35), 0.45, 0.85),
    "green": ((20, 110, 60), 0.45, 0.85),
    "pencil": ((70, 70, 75), 0.4, 0.7),
    "light pencil": ((95, 95, 100), 0.35, 0.42),
}
MARKS = ("cross", "cross", "tick", "stroke", "fill", "dot")


class Fold(NamedTuple):
    """A fold of a sheet that was in a pocket: its place from 0 to 1, and how sharp it is."""

    is_across: bool
    place: float
    sharp: float


@dataclass(frozen=True)
class Scene:
    """How a photograph is taken. Angles in degrees, curl in mm beside the place, shadow 0 to 1."""

    pens: tuple[str, ...]
    marks: tuple[str, ...]
    tilt: float
    turn: float
    curl: float
    shadow: float
    is_hard: bool
    blur: float
    noise: float
    quality: int
    long_side: int
    stains: int = 0
    folds: tuple["Fold", ...] = ()


def a_scene(kind: str, rng: Random) -> Scene:
    """Return an easy, ordinary or hard photograph."""
    easy, ordinary = kind == "easy", kind == "ordinary"
    pens = ("blue", "black", "felt") if easy else ("blue", "black", "felt", "red", "green", "pencil")
    if not easy and not ordinary:
        pens = (*pens, "light pencil", "light pencil")
    hands = 1 if easy else rng.choice((1, 1, 2)) if ordinary else rng.choice((1, 2, 3))
    return Scene(
        pens=tuple(rng.choice(pens) for _ in range(hands)),
        marks=tuple(rng.choice(MARKS) for _ in range(hands)),
        tilt=rng.uniform(0, 8 if easy else 15 if ordinary else 25),
        turn=rng.uniform(-4, 4) + (rng.choice((0, 90, 180, 270)) if not easy and rng.random() < 0.2 else 0),
        curl=rng.uniform(0, 0.7 if easy else 2.0 if ordinary else 5.0),
        shadow=rng.uniform(0, 0.25 if easy else 0.45 if ordinary else 0.65),
        is_hard=not easy and rng.random() < (0.25 if ordinary else 0.6),
        blur=rng.uniform(0.3, 0.8 if easy else 1.2 if ordinary else 1.8),
        noise=rng.uniform(1, 3 if easy else 6 if ordinary else 10),
        quality=rng.randint(80, 92) if easy else rng.randint(65, 88) if ordinary else rng.randint(55, 80),
        long_side=rng.choice((4000, 3400))
        if easy
        else rng.choice((4000, 3200, 2400, 2000))
        if ordinary
        else rng.choice((4000, 2400, 1600)),
        stains=0 if easy else rng.choice((0, 0, 1)) if ordinary else rng.choice((0, 1, 2)),
        folds=folds_of(kind, rng),
    )


def folds_of(kind: str, rng: Random) -> tuple[Fold, ...]:
    """Return the folds: none of an easy sheet, one of an ordinary one in four, up to two of a hard one."""
    number = {"easy": 0, "ordinary": rng.choice((0, 0, 0, 1))}.get(kind, rng.choice((0, 1, 2)))
    return tuple(
        Fold(
            is_across=each == 0,
            place=rng.choice((1 / 3, 1 / 2, 2 / 3)) + rng.uniform(-0.01, 0.01),
            sharp=rng.uniform(0.2, 0.6 if kind == "ordinary" else 1.0),
        )
        for each in range(number)
    )


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
        spoil(page, spot, slip, scene, rng)
    stain_page(page, scene, rng)
    fold_page(page, scene, rng)
    return taken(page, plan, scene, rng)


def drawn_page(plan: Plan, code: PageCode) -> Image.Image:
    """Return the printed page."""
    page = Image.new("RGB", (round(plan.width * PX), round(plan.height * PX)), (250, 250, 247))
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
    for spot in spots(plan, 1):
        edges = (spot.x * PX, spot.y * PX, (spot.x + spot.width) * PX - 1, (spot.y + spot.height) * PX - 1)
        draw.rectangle(edges, outline=FRAME, width=round(0.35 * PX))
    for number, lines in enumerate(plan.rows, start=1):
        draw.text(((EDGE + 2) * PX, (lines[0] + 1) * PX), str(number), fill=(20, 20, 20), font_size=2.8 * PX)
        if number % 20 == 1:
            for slot in plan.slots:
                for x, value in zip(slot.xs, slot.values, strict=False):
                    where = ((x + 1) * PX, (lines[slot.line] - 2.6) * PX)
                    draw.text(where, str(value)[:4], fill=(20, 20, 20), font_size=2.1 * PX)
        if number % 5 == 0:
            y = (lines[-1] + BOX + 0.7) * PX
            draw.line((EDGE * PX, y, (plan.width - EDGE) * PX, y), fill=(160, 160, 160), width=1)
    return page


def mark_page(page: Image.Image, marked: Collection[Spot], scene: Scene, rng: Random) -> None:
    """Mark the boxes: the hands follow each other down the page."""
    rows = max((spot.row for spot in marked), default=1)
    for spot in marked:
        hand = min(len(scene.pens) - 1, (spot.row - 1) * len(scene.pens) // max(rows, 1)) if spot.row else 0
        colour, width, opacity = PENS[scene.pens[hand]]
        draw_mark(page, spot, scene.marks[hand], colour, width, opacity * rng.uniform(0.85, 1.0), rng)


def draw_mark(page, spot, mark, colour, width, opacity, rng) -> None:
    """Draw one mark a little beside the middle of its box."""
    margin = 20
    left, top = round(spot.x * PX) - margin, round(spot.y * PX) - margin
    side = round(BOX * PX) + 2 * margin
    layer = Image.new("L", (side, side))
    draw = ImageDraw.Draw(layer)
    wide = max(2, round(width * PX * rng.uniform(0.85, 1.15)))

    def at(x, y):
        dx, dy = rng.gauss(0, 0.035), rng.gauss(0, 0.035)
        return margin + (x + dx) * BOX * PX, margin + (y + dy) * BOX * PX

    for points in strokes(mark):
        draw.line([at(x, y) for x, y in points], fill=255, width=wide, joint="curve")
    layer = layer.filter(ImageFilter.GaussianBlur(0.8))
    if opacity < 0.75:
        grain = numpy.asarray(layer, dtype=float) * numpy.array(
            [[rng.uniform(0.55, 1.15) for _ in range(side)] for _ in range(side)]
        )
        layer = Image.fromarray(numpy.clip(grain, 0, 255).astype(numpy.uint8))
    layer = layer.point(lambda value: round(value * opacity))
    page.paste(Image.new("RGB", layer.size, colour), (left, top), layer)


def strokes(mark: str) -> list[list[tuple[float, float]]]:
    """Return the strokes of a mark in a box of side 1."""
    if mark == "cross":
        return [[(0.15, 0.15), (0.85, 0.85)], [(0.85, 0.15), (0.15, 0.85)]]
    if mark == "tick":
        return [[(0.15, 0.55), (0.4, 0.85), (0.9, 0.1)]]
    if mark == "stroke":
        return [[(0.2, 0.85), (0.8, 0.15)]]
    if mark == "dot":
        return [[(0.35, 0.4), (0.6, 0.4), (0.6, 0.6), (0.4, 0.6), (0.4, 0.45), (0.55, 0.5)]]
    step = 0.09
    lines = [(0.15 if number % 2 else 0.85, 0.12 + number * step) for number in range(9)]
    return [lines]


def spoil(page: Image.Image, spot: Spot, slip: str, scene: Scene, rng: Random) -> None:
    """Mark a wrong box and strike it out, leave it, or rub it out badly."""
    colour, width, opacity = PENS[scene.pens[0]]
    mark = scene.marks[0]
    if slip == "rubbed":
        draw_mark(page, spot, mark, (170, 170, 172), width, 0.3, rng)
        return
    draw_mark(page, spot, mark, colour, width, opacity, rng)
    if slip == "struck":
        draw_mark(page, spot, "fill", colour, width, opacity, rng)
        draw_mark(page, spot, "cross", colour, width, opacity, rng)


def stain_page(page: Image.Image, scene: Scene, rng: Random) -> None:
    """Spill something brown."""
    for _ in range(scene.stains):
        radius = rng.uniform(12, 30) * PX
        x, y = rng.uniform(0, page.width), rng.uniform(0, page.height)
        layer = Image.new("L", page.size)
        ImageDraw.Draw(layer).ellipse(
            (x - radius, y - radius, x + radius, y + radius), fill=round(rng.uniform(30, 70))
        )
        page.paste(
            Image.new("RGB", page.size, (150, 110, 60)), (0, 0), layer.filter(ImageFilter.GaussianBlur(10))
        )


def fold_page(page: Image.Image, scene: Scene, rng: Random) -> None:
    """Draw the folds: a worn line each, and the paper below or beside it turned away from the light."""
    for fold in scene.folds:
        length, breadth = page.size if fold.is_across else page.size[::-1]
        lean, reach = rng.uniform(-0.01, 0.01), rng.uniform(4, 15) * PX
        along, beside = numpy.meshgrid(numpy.arange(length), numpy.arange(breadth))
        away = beside - breadth * fold.place - lean * (along - length / 2)
        worn = 0.35 * fold.sharp * numpy.exp(-((away / (0.25 * PX)) ** 2)) * rng.uniform(0.5, 1)
        turned = 0.25 * fold.sharp * numpy.where(away > 0, numpy.exp(-away / reach), 0)
        light = 1 - worn - turned if fold.is_across else (1 - worn - turned).T
        dark = numpy.asarray(page, dtype=numpy.float32) * light[:, :, None]
        page.paste(Image.fromarray(numpy.clip(dark, 0, 255).astype(numpy.uint8)))


def taken(page: Image.Image, plan: Plan, scene: Scene, rng: Random) -> bytes:
    """Return the page as a phone sees it: from an angle, bent, lit from one side."""
    height = scene.long_side
    width = round(height * 0.75)
    tall, wide = (width, height) if plan.is_wide else (height, width)
    matrix = camera(plan, scene, wide, tall, rng)
    bent = bend_page(page, scene, rng)
    inverse = numpy.linalg.inv(matrix @ numpy.diag([1 / PX, 1 / PX, 1]))
    inverse /= inverse[2, 2]
    table = (92, 70, 52)
    seen = (
        bent.filter(ImageFilter.GaussianBlur(PX * 0.35 * max(0.0, 1.6 - tall / 2400) / 3))
        if tall < 3000
        else bent
    )
    photo = seen.transform(
        (wide, tall),
        Image.Transform.PERSPECTIVE,
        inverse.ravel()[:8].tolist(),
        Image.Resampling.BICUBIC,
        fillcolor=table,
    )
    light = numpy.asarray(photo, dtype=numpy.float32) * lighting(wide, tall, scene, rng)[:, :, None]
    blurred = Image.fromarray(numpy.clip(light, 0, 255).astype(numpy.uint8)).filter(
        ImageFilter.GaussianBlur(scene.blur * tall / 4000 + 0.25)
    )
    noise = (
        numpy.random.default_rng(rng.randrange(2**32))
        .normal(0, scene.noise, (tall, wide, 3))
        .astype(numpy.float32)
    )
    final = Image.fromarray(
        numpy.clip(numpy.asarray(blurred, dtype=numpy.float32) + noise, 0, 255).astype(numpy.uint8)
    )
    file = BytesIO()
    final.save(file, "JPEG", quality=scene.quality)
    return file.getvalue()


def camera(plan: Plan, scene: Scene, wide: int, tall: int, rng: Random) -> numpy.ndarray:
    """Return the homography from millimetres to pixels, with the whole page in the picture."""
    middle = numpy.array([plan.width, plan.height]) / 2
    corners = (
        numpy.array([(0, 0), (plan.width, 0), (plan.width, plan.height), (0, plan.height)], dtype=float)
        - middle
    )
    angle, direction, turn = (numpy.radians(value) for value in (scene.tilt, rng.uniform(0, 360), scene.turn))
    spin = numpy.array([[numpy.cos(turn), -numpy.sin(turn)], [numpy.sin(turn), numpy.cos(turn)]])
    far = 420.0
    axis = numpy.array([numpy.cos(direction), numpy.sin(direction)])
    seen = []
    for point in corners @ spin.T:
        along = point @ axis
        squeezed = point + axis * along * (numpy.cos(angle) - 1)
        seen.append(squeezed * far / (far + along * numpy.sin(angle)))
    points = numpy.array(seen)
    span = numpy.ptp(points, axis=0)
    scale = min(wide / span[0], tall / span[1]) * rng.uniform(0.86, 0.96)
    centre = (
        numpy.array([wide, tall]) / 2 + numpy.array([rng.uniform(-1, 1), rng.uniform(-1, 1)]) * 0.015 * wide
    )
    pixels = (points - (points.max(axis=0) + points.min(axis=0)) / 2) * scale + centre
    return fitted(corners + middle, pixels)


def bend_page(page: Image.Image, scene: Scene, rng: Random) -> Image.Image:
    """Return the page with its middle moved by up to `curl` mm, its corners a little, its folds too."""
    if scene.curl < 0.1 and not scene.folds:
        return page
    phase, lean = rng.uniform(-0.3, 0.3), rng.uniform(-0.5, 0.5)
    mesh = []
    step = 60

    def moved(x, y):
        u, v = x / page.width, y / page.height
        wave = numpy.sin(numpy.pi * (v + phase * u * (1 - v))) * scene.curl * PX
        across, down = (ridge(scene, u, is_across=False), ridge(scene, v, is_across=True))
        bent = y + wave * (0.6 + 0.4 * numpy.sin(numpy.pi * u)) + down
        return x + lean * wave * numpy.cos(numpy.pi * u) + across, bent

    for top in range(0, page.height, step):
        for left in range(0, page.width, step):
            right, low = min(left + step, page.width), min(top + step, page.height)
            quad = [
                value
                for corner in ((left, top), (left, low), (right, low), (right, top))
                for value in moved(*corner)
            ]
            mesh.append(((left, top, right, low), quad))
    return page.transform(
        page.size, Image.Transform.MESH, mesh, Image.Resampling.BILINEAR, fillcolor=(250, 250, 247)
    )


def ridge(scene: Scene, place: float, *, is_across: bool) -> float:
    """Return how many pixels the folds move a point: up to 1.5 mm beside them, less further away."""
    near = (abs(place - fold.place) / 0.15 for fold in scene.folds if fold.is_across == is_across)
    sharp = (fold.sharp for fold in scene.folds if fold.is_across == is_across)
    return sum(1.5 * PX * each * max(0.0, 1 - away) for away, each in zip(near, sharp, strict=True))


def lighting(wide: int, tall: int, scene: Scene, rng: Random) -> numpy.ndarray:
    """Return the light on every pixel: a gradient, and the shadow of the phone or a hand."""
    y, x = numpy.mgrid[0:tall:8, 0:wide:8].astype(numpy.float32)
    angle = rng.uniform(0, 2 * numpy.pi)
    along = (x / wide - 0.5) * numpy.cos(angle) + (y / tall - 0.5) * numpy.sin(angle)
    light = 0.92 - 0.5 * scene.shadow * (along + 0.5) * rng.uniform(0.3, 0.8)
    edge = along - rng.uniform(-0.3, 0.3)
    soft = 0.006 if scene.is_hard else 0.12
    light *= 1 - 0.7 * scene.shadow / (1 + numpy.exp(numpy.clip(edge / soft, -30, 30)))
    small = Image.fromarray(light.astype(numpy.float32))
    return numpy.asarray(small.resize((wide, tall), Image.Resampling.BILINEAR))
