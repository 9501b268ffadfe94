"""Measure the ink of every box on the flat page, against the paper in the gaps around it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy
from numpy.typing import NDArray
from PIL import Image

from marked.plan import BOX, Spot
from marked.reading.flattening import Points
from marked.reading.thresholds import CORNER, CORNER_WHITE, EDGE, FLOOR, INSET, SCALE

Numbers = NDArray[numpy.float64]
Channels = NDArray[numpy.float32]
GAPS = ((-0.5, -0.7), (0.5, -0.7), (0.5, 0.7), (-0.5, 0.7))  # mm outside of the corners of a box, clockwise
MIDDLE_WEIGHT = 0.75


@dataclass(frozen=True, slots=True)
class Ink:
    """The measurements of every box: its ink, the share that is dark, its roughness, the shade around it."""

    ink: Numbers
    filled: Numbers
    rough: Numbers
    shade: Numbers


def channels_of(flat: Image.Image) -> Channels:
    """Return the red and green light of the flat page: stains fade in the one, red ink in it too."""
    return numpy.asarray(flat, dtype=numpy.float32)[:, :, :2]


def darkness_of(light: Channels) -> NDArray[numpy.float32]:
    """Return how much darker than the paper around it each point of the page is: for the frames."""
    green = light[:, :, 1]
    height, width = (length // SCALE * SCALE for length in green.shape)
    blocks = green[:height, :width].reshape(height // SCALE, SCALE, width // SCALE, SCALE)
    bright = numpy.partition(blocks.transpose(0, 2, 1, 3).reshape(height // SCALE, width // SCALE, -1), -9)[
        :, :, -9
    ]
    wide = bright
    for axis in (0, 1):
        around = [numpy.roll(wide, step, axis) for step in (-2, -1, 0, 1, 2)]
        wide = numpy.sort(numpy.stack(around), axis=0)[3]
    whole = Image.fromarray(wide).resize(green.shape[::-1], Image.Resampling.BILINEAR)
    dark = 1 - green / numpy.maximum(numpy.asarray(whole), 8.0)
    result: NDArray[numpy.float32] = numpy.clip(dark, 0, 0.6).astype(numpy.float32)
    return result


def measured(light: Channels, spots: Sequence[Spot], offsets: Points) -> Ink:
    """Return the ink of these boxes; `offsets` are their distances from the places in the plan."""
    at = numpy.array([(spot.x, spot.y) for spot in spots]) + offsets
    corners = corner_lights(light, at)
    side = round((BOX - 2 * INSET) * SCALE)
    patches = patches_at(light, at + INSET, side)
    white = backgrounds(corners, side)
    dark = numpy.clip(1 - patches / white, 0, 1).max(axis=3)
    weights = middle_weights(side)
    ink = (numpy.clip(dark - FLOOR, 0, 1) * weights).sum(axis=(1, 2)) / weights.sum()
    strong = numpy.maximum(numpy.percentile(dark, 95, axis=(1, 2)) * 0.45, 0.08)
    filled = (dark > strong[:, None, None]).mean(axis=(1, 2))
    green = corners[:, :, 1]
    shade = (green.max(axis=1) - green.min(axis=1)) / green.max(axis=1)
    return Ink(ink, filled, roughness(dark, shade), shade)


def patches_at(light: Channels, places: Points, side: int) -> Channels:
    """Return square patches of the page, `side` pixels, whose upper left corners are these (mm)."""
    start = numpy.rint(places * SCALE).astype(int)
    run = numpy.arange(side)
    rows = numpy.clip(start[:, 1, None] + run, 0, light.shape[0] - 1)
    columns = numpy.clip(start[:, 0, None] + run, 0, light.shape[1] - 1)
    return light[rows[:, :, None], columns[:, None, :]]


def corner_lights(light: Channels, at: Points) -> Numbers:
    """Return the light of the paper at the four corners of each box, by box, corner and channel."""
    lights = []
    size = round(CORNER * SCALE)
    for number, gap in enumerate(GAPS):
        corner = at + numpy.array([BOX if number in (1, 2) else 0.0, BOX if number in (2, 3) else 0.0])
        patches = patches_at(light, corner + numpy.array(gap) - CORNER / 2, size)
        lights.append(numpy.percentile(patches.reshape(len(at), -1, 2), CORNER_WHITE, axis=1))
    found = numpy.stack(lights, axis=1)
    least = 0.9 * numpy.median(found, axis=1, keepdims=True)
    result: Numbers = numpy.maximum(numpy.maximum(found, least), 8.0)
    return result


def backgrounds(corners: Numbers, side: int) -> Numbers:
    """Return the light of the paper below each point of each box, between that of its corners."""
    inner = INSET + (numpy.arange(side) + 0.5) / SCALE
    across, down = (inner + 0.5) / (BOX + 1.0), (inner + 0.7) / (BOX + 1.4)
    u, v = across[None, None, :, None], down[None, :, None, None]
    top_left, top_right, low_right, low_left = (corners[:, None, None, number] for number in range(4))
    upper = top_left * (1 - u) + top_right * u
    lower = low_left * (1 - u) + low_right * u
    result: Numbers = upper * (1 - v) + lower * v
    return result


def middle_weights(side: int) -> Numbers:
    """Return weights that are larger in the middle of a box."""
    wave = 1 - MIDDLE_WEIGHT * (numpy.linspace(-1, 1, side) ** 2)
    result: Numbers = numpy.outer(wave, wave)
    return result


def roughness(dark: Channels, shade: Numbers) -> Numbers:
    """Return how much the darkness varies within a millimetre: strokes do, shades and stains do not.

    The edge of a shadow varies along a line; where there is one, the three roughest places do not count.
    """
    cells = dark.shape[1] // SCALE
    blocks = dark[:, : cells * SCALE, : cells * SCALE].reshape(len(dark), cells, SCALE, cells, SCALE)
    spread = blocks.std(axis=(2, 4)).reshape(len(dark), -1)
    ordered = numpy.sort(spread, axis=1)
    most, fewer = ordered[:, -3:].mean(axis=1), ordered[:, -5:-2].mean(axis=1)
    result: Numbers = numpy.where(shade > EDGE, fewer, most)
    return result
