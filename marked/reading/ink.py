"""Measure the ink of every box: how much, how dark its strokes are, how it fills the box, and leaves it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

from marked.plan import BOX, Spot
from marked.reading.flattening import Points
from marked.reading.paper import Channels, Light, darkness_of, slid
from marked.reading.thresholds import (
    BESIDE_FRAME,
    COLOUR_ROWS,
    COLOUR_STROKE,
    COLOURED,
    CREASE,
    CREASE_PART,
    CREASE_STEP,
    FLOOR,
    INSET,
    LEAST_LIGHT,
    LEAST_STAIN,
    LEAST_STROKE,
    MIDDLE_WEIGHT,
    RED,
    RED_FLOOR,
    SCALE,
    SOLID_PART,
    STAIN,
    STAIN_GAP,
    STAIN_IN_GREEN,
    STAIN_MORE,
    STROKE,
    STROKE_PART,
)

Numbers = NDArray[numpy.float64]
Ints = NDArray[numpy.int_]
Bools = NDArray[numpy.bool_]


@dataclass(frozen=True, slots=True)
class Boxes:
    """The row and the group of every box, numbered over the page, whether its group takes one mark, and X."""

    rows: Ints
    groups: Ints
    is_one: Bools
    is_void: Bools

    def most_of_group(self, numbers: Numbers) -> Numbers:
        """Return for every box the largest of these numbers in its group."""
        most = numpy.full(self.groups.max() + 1, -numpy.inf)
        numpy.maximum.at(most, self.groups, numbers)
        return most[self.groups]

    def count_in_group(self, chosen: Bools) -> Ints:
        """Return for every box how many of its group are chosen."""
        return numpy.bincount(self.groups[chosen], minlength=self.groups.max() + 1)[self.groups]


@dataclass(frozen=True, slots=True)
class Ink:
    """The measurements of every box.

    `ink` is the mean darkness inside, `stroke` that of its strokes, `full` the share that is dark, `even` the
    mean darkness of the inside and `beyond` that of the paper just outside as shares of its strokes,
    `overhang` the darkness of the darkest of its four sides, `hidden` how much darker the darkest paper
    in it is than the lightest, whatever explains that; `solid` whether a dark part is wider than a stroke.
    """

    ink: Numbers
    stroke: Numbers
    full: Numbers
    even: Numbers
    beyond: Numbers
    overhang: Numbers
    hidden: Numbers
    solid: Bools


def measured(light: Channels, spots: Sequence[Spot], offsets: Points, boxes: Boxes) -> Ink:
    """Return the ink of these boxes; `offsets` are their distances from the places in the plan."""
    at = numpy.array([(spot.x, spot.y) for spot in spots]) + offsets
    red, green = (darkness_of(light[:, :, channel]) for channel in (0, 1))
    dark = unstained(red, green, at, boxes) - going_on(red, at)
    weights = middle_weights(dark.shape[1])
    ink = (numpy.clip(dark - FLOOR, 0, 1) * weights).sum(axis=(1, 2)) / weights.sum()
    stroke = numpy.percentile(dark, 95, axis=(1, 2))
    strong = numpy.maximum(STROKE_PART * stroke, LEAST_STROKE)
    full = (dark > strong[:, None, None]).mean(axis=(1, 2))
    sides = sides_of(red, at, BESIDE_FRAME)
    least = numpy.maximum(stroke, 0.02)
    return Ink(
        ink=ink,
        stroke=stroke,
        full=full,
        even=dark.mean(axis=(1, 2)) / least,
        beyond=numpy.concatenate(sides, axis=1).mean(axis=1) / least,
        overhang=numpy.max([side.mean(axis=1) for side in sides], axis=0),
        hidden=steps_in(light, at),
        solid=widest_in(dark) > SOLID_PART * least,
    )


def widest_in(dark: Light) -> Numbers:
    """Return the darkness of the darkest part of each box that is wider than a stroke: a grey opening."""
    for axis in (1, 2):
        dark = slid(dark, round(STROKE * SCALE), axis, numpy.minimum)
    result: Numbers = dark.max(axis=(1, 2)).astype(float)
    return result


def steps_in(light: Channels, at: Points) -> Numbers:
    """Return how much darker the darkest tenth in each box is than the lightest."""
    side = BOX - 2 * INSET
    inside = patches_at(light[:, :, 1], at, INSET, INSET, side, side)
    dark, bright = numpy.percentile(inside, (10, 90), axis=(1, 2))
    result: Numbers = 1 - dark / numpy.maximum(bright, LEAST_LIGHT)
    return result


def unstained(red: Light, green: Light, at: Points, boxes: Boxes) -> Light:
    """Return the darkness inside of each box in red, where stains fade, or in green, where red ink does not.

    What colour explains is subtracted only as far as the same colour goes on outside of the box. Where the
    hand itself writes in a colour that fades in red, green counts as it is: its strokes look like stains.
    """
    colour = STAIN * numpy.maximum(green - red, 0)
    inner = (INSET, INSET, BOX - 2 * INSET, BOX - 2 * INSET)
    in_red, in_green, in_colour = (patches_at(each, at, *inner) for each in (red, green, colour))
    sides = [numpy.percentile(side, 75, axis=1) for side in sides_of(colour, at, STAIN_GAP)]
    around = numpy.max(sides, axis=0)
    stain = numpy.minimum(in_colour, STAIN_MORE * around[:, None, None])
    is_coloured = coloured(in_red, in_green, around < LEAST_STAIN, boxes)
    as_red_ink = in_green - RED * numpy.maximum(in_red, 0) - RED_FLOOR
    in_green = numpy.where(is_coloured[:, None, None], in_green - STAIN_IN_GREEN * stain, as_red_ink)
    result: Light = numpy.maximum(in_red - stain, in_green)
    return result


def coloured(red: Light, green: Light, is_clean: Bools, boxes: Boxes) -> Bools:
    """Return for every box whether the hand near its row writes in a colour; stained boxes do not say."""
    in_red, in_green = (numpy.percentile(each, 95, axis=(1, 2)).astype(float) for each in (red, green))
    strong = is_clean & (in_green > COLOUR_STROKE) & (in_green == boxes.most_of_group(in_green))
    is_coloured = numpy.zeros(len(in_red), dtype=bool)
    for row in numpy.unique(boxes.rows):
        near = strong & (numpy.abs(boxes.rows - row) <= COLOUR_ROWS)
        if near.any():
            is_coloured[boxes.rows == row] = numpy.median(in_red[near] / in_green[near]) < COLOURED
    return is_coloured


def going_on(dark: Light, at: Points) -> Light:
    """Return the darkness of a crease: of what crosses a box and goes on far beyond it at both sides.

    It is as dark as the lighter part of everything along the same line, so neighbouring marks are not in it.
    """
    inner, far = BOX - 2 * INSET, BOX + 2 * CREASE
    upright = patches_at(dark, at, INSET, -CREASE, inner, far)[:, ::CREASE_STEP]
    lying = patches_at(dark, at, -CREASE, INSET, far, inner)[:, :, ::CREASE_STEP]
    across = numpy.percentile(upright, CREASE_PART, axis=1)[:, None, :]
    down = numpy.percentile(lying, CREASE_PART, axis=2)[:, :, None]
    result: Light = numpy.maximum(numpy.maximum(across, down), 0).astype(numpy.float32)
    return result


def patches_at(
    values: NDArray[Any], at: Points, x: float, y: float, width: float, height: float
) -> NDArray[Any]:
    """Return a patch for each box, `x` and `y` from its corner; all in millimetres."""
    columns = numpy.rint((at[:, 0] + x) * SCALE).astype(int)[:, None] + numpy.arange(round(width * SCALE))
    rows = numpy.rint((at[:, 1] + y) * SCALE).astype(int)[:, None] + numpy.arange(round(height * SCALE))
    rows, columns = numpy.clip(rows, 0, values.shape[0] - 1), numpy.clip(columns, 0, values.shape[1] - 1)
    return values[rows[:, :, None], columns[:, None, :]]


def sides_of(values: Light, at: Points, gap: float, thick: float = 0.25) -> list[Light]:
    """Return the four bands this far outside of the frame, each as one row for each box."""
    far, length = BOX + gap - thick, BOX + 2 * gap
    bands = (
        (-gap, -gap, length, thick),
        (-gap, far, length, thick),
        (-gap, 0, thick, BOX),
        (far, 0, thick, BOX),
    )
    return [patches_at(values, at, *band).reshape(len(at), -1) for band in bands]


def middle_weights(side: int) -> Numbers:
    """Return weights that are larger in the middle of a box."""
    wave = 1 - MIDDLE_WEIGHT * (numpy.linspace(-1, 1, side) ** 2)
    result: Numbers = numpy.outer(wave, wave)
    return result
