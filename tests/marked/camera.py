"""A phone that photographs a page: from an angle, bent, lit from one side, with noise, as JPEG."""

from io import BytesIO
from random import Random

import numpy
from PIL import Image, ImageFilter

from marked.plan import Plan
from marked.reading.flattening import fitted, mapped
from tests.marked.scenes import Scene, Shadow

STEP = 64  # pixels of a patch of the picture
TABLES = ((92, 70, 52), (40, 90, 60), (150, 140, 130), (60, 60, 65))
NOISE = numpy.random.default_rng(2).normal(0, 1, (1031, 1031, 3)).astype(numpy.float32)


def taken(page: Image.Image, px: int, plan: Plan, scene: Scene, rng: Random) -> bytes:
    """Return the page, drawn with `px` pixels per mm, as a phone sees it."""
    tall, wide = scene.long_side, round(scene.long_side * 0.75)
    wide, tall = (tall, wide) if plan.is_wide else (wide, tall)
    matrix = camera(plan, scene, wide, tall, rng)
    photo = projected(page, px, plan, scene, matrix, (wide, tall), rng)
    light = numpy.asarray(photo, dtype=numpy.float32)
    light *= lighting(wide, tall, scene, numpy.linalg.inv(matrix), plan, rng)[:, :, None]
    light *= numpy.array(scene.tint, dtype=numpy.float32)
    soft = Image.fromarray(numpy.clip(light, 0, 255).astype(numpy.uint8))
    soft = soft.filter(ImageFilter.GaussianBlur(scene.blur * tall / 4000 + 0.25))
    picture = numpy.asarray(soft, dtype=numpy.float32)
    noisy = picture + scene.noise * (0.35 + 0.65 * picture / 255) * grain(wide, tall, rng)
    final = Image.fromarray(numpy.clip(noisy, 0, 255).astype(numpy.uint8))
    file = BytesIO()
    final.save(file, "JPEG", quality=scene.quality)
    return file.getvalue()


def grain(wide: int, tall: int, rng: Random) -> numpy.ndarray:
    """Return the noise of every pixel."""
    rolled = numpy.roll(NOISE, (rng.randrange(1031), rng.randrange(1031)), (0, 1))
    return numpy.tile(rolled, (tall // 1031 + 1, wide // 1031 + 1, 1))[:tall, :wide]


def camera(plan: Plan, scene: Scene, wide: int, tall: int, rng: Random) -> numpy.ndarray:
    """Return the homography from millimetres to pixels, with the whole page in the picture."""
    middle = numpy.array([plan.width, plan.height]) / 2
    corners = numpy.array([(0, 0), (plan.width, 0), (plan.width, plan.height), (0, plan.height)], dtype=float)
    corners -= middle
    angle, direction, turn = (numpy.radians(value) for value in (scene.tilt, rng.uniform(0, 360), scene.turn))
    spin = numpy.array([[numpy.cos(turn), -numpy.sin(turn)], [numpy.sin(turn), numpy.cos(turn)]])
    far = 420.0
    axis = numpy.array([numpy.cos(direction), numpy.sin(direction)])
    pictures = []
    for point in corners @ spin.T:
        along = point @ axis
        squeezed = point + axis * along * (numpy.cos(angle) - 1)
        pictures.append(squeezed * far / (far + along * numpy.sin(angle)))
    points = numpy.array(pictures)
    span = numpy.ptp(points, axis=0)
    scale = min(wide / span[0], tall / span[1]) * rng.uniform(0.86, 0.96)
    centre = numpy.array([wide, tall]) / 2
    centre += numpy.array([rng.uniform(-1, 1), rng.uniform(-1, 1)]) * 0.015 * wide
    pixels = (points - (points.max(axis=0) + points.min(axis=0)) / 2) * scale + centre
    return fitted(corners + middle, pixels)


def projected(
    page: Image.Image,
    px: int,
    plan: Plan,
    scene: Scene,
    matrix: numpy.ndarray,
    size: tuple[int, int],
    rng: Random,
) -> Image.Image:
    """Return the bent page on a table, in one step from paper to picture."""
    wide, tall = size
    per_mm = max(size) / max(plan.width, plan.height)
    less = max(1, round(px / per_mm - 0.2))
    page = page.reduce(less) if less > 1 else page
    across, down = (numpy.append(numpy.arange(0, each, STEP), each) for each in size)
    nodes = numpy.stack(numpy.meshgrid(across, down), axis=-1).astype(float)
    paper = mapped(numpy.linalg.inv(matrix), nodes.reshape(-1, 2))
    places = (bent(paper, plan, scene, rng) * px / less).reshape(nodes.shape)
    mesh = []
    for row in range(len(down) - 1):
        for column in range(len(across) - 1):
            around = ((row, column), (row + 1, column), (row + 1, column + 1), (row, column + 1))
            quad = [float(value) for corner in around for value in places[corner]]
            mesh.append(((across[column], down[row], across[column + 1], down[row + 1]), quad))
    way = Image.Resampling.BILINEAR
    return page.transform((wide, tall), Image.Transform.MESH, mesh, way, fillcolor=rng.choice(TABLES))


def bent(points: numpy.ndarray, plan: Plan, scene: Scene, rng: Random) -> numpy.ndarray:
    """Return points of the paper: its middle moved by `curl` mm, its corners a little, its folds too."""
    phase, lean = rng.uniform(-0.3, 0.3), rng.uniform(-0.5, 0.5)
    u, v = points[:, 0] / plan.width, points[:, 1] / plan.height
    wave = numpy.sin(numpy.pi * (v + phase * u * (1 - v))) * scene.curl
    across, down = ridge(scene, u, is_across=False), ridge(scene, v, is_across=True)
    x = points[:, 0] + lean * wave * numpy.cos(numpy.pi * u) + across
    y = points[:, 1] + wave * (0.6 + 0.4 * numpy.sin(numpy.pi * u)) + down
    return numpy.stack([x, y], axis=1)


def ridge(scene: Scene, places: numpy.ndarray, *, is_across: bool) -> numpy.ndarray:
    """Return how many mm the folds move each point: up to 1.5 mm beside them, less further away."""
    moved = numpy.zeros_like(places)
    for fold in scene.folds:
        if fold.is_across == is_across:
            moved += 1.5 * fold.sharp * numpy.maximum(0.0, 1 - numpy.abs(places - fold.place) / 0.15)
    return moved


def lighting(
    wide: int, tall: int, scene: Scene, to_paper: numpy.ndarray, plan: Plan, rng: Random
) -> numpy.ndarray:
    """Return the light on every pixel: a gradient, and shadows with their edges."""
    y, x = numpy.mgrid[0 : tall + 3 : 4, 0 : wide + 3 : 4].astype(numpy.float32)
    angle = rng.uniform(0, 2 * numpy.pi)
    along = (x / wide - 0.5) * numpy.cos(angle) + (y / tall - 0.5) * numpy.sin(angle)
    light = scene.light * (1 - scene.slope * (along + 0.5))
    paper = mapped(to_paper, numpy.stack([x, y], axis=-1).reshape(-1, 2)).reshape(*x.shape, 2)
    for shadow in scene.shadows:
        light *= shaded(paper / (plan.width, plan.height) - 0.5, shadow, plan)
    small = Image.fromarray(light.astype(numpy.float32))
    return numpy.asarray(small.resize((wide, tall), Image.Resampling.BILINEAR))


def shaded(places: numpy.ndarray, shadow: Shadow, plan: Plan) -> numpy.ndarray:
    """Return the share of light that a shadow leaves at these places of the page (-0.5 to 0.5)."""
    angle = numpy.radians(shadow.angle)
    away = places[:, :, 0] * numpy.cos(angle) + places[:, :, 1] * numpy.sin(angle) - shadow.place
    steps = numpy.clip(away * plan.height / (shadow.edge / 4), -30, 30)
    result: numpy.ndarray = 1 - shadow.depth / (1 + numpy.exp(steps))
    return result
