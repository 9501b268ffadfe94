"""Find where the boxes really are: march over the frames, piece by piece, and fit a surface through them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

import numpy
from numpy.typing import NDArray

from marked.blocks import Takes
from marked.plan import Plan, Spot, spots
from marked.reading.flattening import Bend, Points
from marked.reading.thresholds import (
    ALONG,
    BESIDE_LINE,
    DEGREE,
    ENOUGH_NEAR,
    FRAME,
    FRAME_FOUND,
    INNER,
    KEPT,
    LEAST_FRAME,
    LIKE,
    NEAR,
    OUTER,
    PIECE,
    SCALE,
    SURE_FRAME,
)

Dark = NDArray[numpy.float32]
Steps = NDArray[numpy.int_]
WEIGHTS = numpy.array([1, 1, -OUTER, -OUTER, -INNER, -INNER])[:, None, None]  # of lines, and beside them


@dataclass(frozen=True, slots=True)
class Place:
    """A piece of a group of boxes on the paper: its row, its slot, its number in the row and its spots."""

    row: int
    slot: int
    piece: int
    spots: tuple[Spot, ...]

    @property
    def middle(self) -> tuple[float, float]:
        """Return the middle of the group in millimetres."""
        first, last = self.spots[0], self.spots[-1]
        return (first.x + last.x + last.width) / 2, first.y + first.height / 2

    @property
    def is_cell(self) -> bool:
        """Return whether the piece is a cell to write in."""
        return self.spots[0].slot.takes == Takes.WRITTEN


@dataclass(frozen=True, slots=True)
class Marched:
    """The offset of every piece in millimetres, how dark its frame is, and whether it was found."""

    offsets: Points
    frames: Points
    is_found: NDArray[numpy.bool_]

    @property
    def share(self) -> float:
        """Return the share of pieces that were found."""
        return float(self.is_found.mean())


def places_of(plan: Plan) -> list[Place]:
    """Return every group of a page, in pieces, row by row; the foot is the last row.

    Beside a fold the boxes of one group lie in several directions, so each piece is looked for by itself.
    """
    numbers = {
        id(slot): number for number, slot in enumerate([*plan.slots, *(slot for slot, _ in plan.foot)])
    }
    keyed = groupby(spots(plan, 1), key=lambda spot: (spot.row, numbers[id(spot.slot)]))
    places: list[Place] = []
    for (row, slot), group in keyed:
        for piece in batched(group, PIECE):
            before = places[-1].piece if places and places[-1].row == row else -1
            places.append(Place(row, slot, before + 1, piece))
    return places


def batched(boxes: Iterable[Spot], most: int) -> Iterator[tuple[Spot, ...]]:
    """Yield boxes in pieces of about the same size."""
    whole = tuple(boxes)
    number = -(-len(whole) // most)
    for each in range(number):
        yield whole[len(whole) * each // number : len(whole) * (each + 1) // number]


def march(dark: Dark, places: list[Place], reach: float) -> Marched:
    """Look for every piece where its left and upper neighbours were."""
    sums = along(dark)
    offsets, frames = numpy.zeros((len(places), 2)), numpy.zeros(len(places))
    known: dict[tuple[int, int], int] = {}
    for number, place in enumerate(places):
        start = expected(place, known, offsets)
        offsets[number], frames[number] = searched(sums, place, start, reach)
        if frames[number] >= LEAST_FRAME:
            known[(place.row, place.piece)] = number
        else:
            offsets[number] = start
    typical = float(numpy.median(frames[frames >= LEAST_FRAME])) if known else 1.0
    is_found = frames >= max(LEAST_FRAME, FRAME_FOUND * typical)
    return believed(places, Marched(offsets, frames / typical, is_found))


def expected(place: Place, known: dict[tuple[int, int], int], offsets: Points) -> Points:
    """Return the offset of the neighbours that were found: the left ones and those above."""
    beside = [known.get((place.row, place.piece - step)) for step in (1, 2)]
    above = [known.get((place.row - step, place.piece)) for step in (1, 2)]
    near = [numbers for numbers in (beside[0], above[0]) if numbers is not None]
    near = near or [number for number in (beside[1], above[1]) if number is not None]
    if not near and known:
        near = [list(known.values())[-1]]
    result: Points = offsets[near].mean(axis=0) if near else numpy.zeros(2)
    return result


def along(dark: Dark) -> tuple[Dark, Dark]:
    """Return the sums of darkness along rows and along columns, of lines as wide as a frame's."""
    thick = max(2, round(FRAME * SCALE))
    across = numpy.cumsum(numpy.pad(thickened(dark, thick, 0), ((0, 0), (1, 0))), axis=1, dtype=numpy.float32)
    down = numpy.cumsum(numpy.pad(thickened(dark, thick, 1), ((1, 0), (0, 0))), axis=0, dtype=numpy.float32)
    return across, down


def thickened(dark: Dark, thick: int, axis: int) -> Dark:
    """Return the mean over some pixels in one direction."""
    before = thick // 2
    rolled = [numpy.roll(dark, step, axis) for step in range(-before, thick - before)]
    result: Dark = (sum(rolled[1:], rolled[0]) / thick).astype(numpy.float32)
    return result


def searched(sums: tuple[Dark, Dark], place: Place, start: Points, reach: float) -> tuple[Points, float]:
    """Return the offset within reach where the frames are darkest, and how dark they are there."""
    steps = round(reach * SCALE)
    side = numpy.arange(-steps, steps + 1)
    dx, dy = side + round(start[0] * SCALE), side[:, None] + round(start[1] * SCALE)
    score = numpy.zeros((len(side), len(side)), dtype=numpy.float32)
    for spot in place.spots:
        score += frame_score(sums, spot, dx, dy)
    score /= len(place.spots)
    away = numpy.hypot(dx - start[0] * SCALE, dy - start[1] * SCALE) / max(steps, 1)
    down, right = numpy.unravel_index(numpy.argmax(score - 0.01 * away), score.shape)
    return numpy.array([dx[right], dy[down, 0]]) / SCALE, float(score[down, right])


def frame_score(sums: tuple[Dark, Dark], spot: Spot, dx: Steps, dy: Steps) -> Dark:
    """Return the mean darkness of a box's four lines less that of the paper beside them.

    `dx` is a row and `dy` a column: what depends on one of them alone is looked up once for all of the other.
    """
    across, down = sums
    left, top = (spot.x + FRAME / 2) * SCALE, (spot.y + FRAME / 2) * SCALE
    right, low = left + (spot.width - FRAME) * SCALE, top + (spot.height - FRAME) * SCALE
    score = numpy.zeros((len(dy), len(dx)), dtype=numpy.float32)
    for each in line_means(across, dy + lines(top, low), dx + round(left), dx + round(right)):
        score += each
    for each in line_means(down.T, dx + lines(left, right), dy + round(top), dy + round(low)):
        score += each
    result: Dark = (score / 4).astype(numpy.float32)
    return result


def lines(first: float, last: float) -> Steps:
    """Return the two lines of a frame in one direction, and the paper on both sides of them: see WEIGHTS."""
    gap = BESIDE_LINE * SCALE
    places = (first, last, first - gap, last + gap, first + gap, last - gap)
    return numpy.array([round(each) for each in places])[:, None, None]


def line_means(sums: Dark, at: Steps, start: Steps, end: Steps) -> Dark:
    """Return the weighted mean of each of these lines; beyond the page there is nothing."""
    at = numpy.clip(at, 0, sums.shape[0] - 1)
    start, end = (numpy.clip(each, 0, sums.shape[1] - 1) for each in (start, end))
    result: Dark = WEIGHTS * ((sums[at, end] - sums[at, start]) / numpy.maximum(end - start, 1))
    return result


# The surface


def believed(places: list[Place], marched: Marched) -> Marched:
    """Return the offsets; one far from those around it and from the surface through all is not believed.

    A fold makes an edge that no smooth surface follows, but the pieces around it agree. On its ridge those
    along it do.
    """
    middles = numpy.array([place.middle for place in places])
    smooth = around(middles, marched, surface_through(middles, marched)(middles))
    good = marched.is_found & (numpy.abs(marched.offsets - smooth).max(axis=1) <= KEPT)
    for number in numpy.flatnonzero(marched.is_found & ~good & (marched.frames >= SURE_FRAME)):
        good[number] = agrees_along(middles, marched, int(number))
    offsets = numpy.where(good[:, None], marched.offsets, smooth)
    return Marched(offsets, marched.frames, good)


def agrees_along(middles: Points, marched: Marched, number: int) -> bool:
    """Return whether two pieces near this one, in its row or in its column, lie as it does."""
    beside = numpy.abs(middles - middles[number])
    is_like = numpy.abs(marched.offsets - marched.offsets[number]).max(axis=1) <= LIKE
    is_like &= marched.is_found & (numpy.arange(len(middles)) != number)
    far, near = ALONG
    in_row = is_like & (beside[:, 1] <= near) & (beside[:, 0] <= far)
    in_column = is_like & (beside[:, 0] <= near) & (beside[:, 1] <= far)
    return bool(max(in_row.sum(), in_column.sum()) >= 2)


def around(middles: Points, marched: Marched, surface: Points) -> Points:
    """Return the median offset of the found pieces around each, without it; of few the surface's."""
    result = surface.copy()
    for number, middle in enumerate(middles):
        beside = numpy.abs(middles - middle)
        near = marched.is_found & (beside[:, 0] <= NEAR[0]) & (beside[:, 1] <= NEAR[1])
        near[number] = False
        if near.sum() >= ENOUGH_NEAR:
            result[number] = numpy.median(marched.offsets[near], axis=0)
    return result


def surface_through(middles: Points, marched: Marched) -> Bend:
    """Return a smooth surface through the offsets that were found, without those that do not fit."""
    good = marched.is_found.copy()
    if good.sum() < 3:
        return lambda points: numpy.zeros_like(points)
    low, span = middles.min(axis=0), numpy.ptp(middles, axis=0) + 1.0
    degree = DEGREE if good.sum() > 120 else 2 if good.sum() > 20 else 1
    weights: Points = numpy.zeros((0, 2))
    for _ in range(3):
        terms = terms_of((middles - low) / span, degree)
        weights = numpy.asarray(numpy.linalg.lstsq(terms[good], marched.offsets[good], rcond=None)[0])
        off = numpy.abs(marched.offsets - terms @ weights).max(axis=1)
        good = marched.is_found & (off <= max(KEPT, 3 * float(numpy.median(off[good]))))
        if good.sum() < terms.shape[1]:
            break
    return lambda points: terms_of((points - low) / span, degree) @ weights


def terms_of(points: Points, degree: int) -> Points:
    """Return the terms of a polynomial of two variables, clipped a little beyond the boxes."""
    x, y = numpy.clip(points * 2 - 1, -1.15, 1.15).T
    powers = [(i, j) for i in range(degree + 1) for j in range(degree + 1 - i)]
    return numpy.stack([x**i * y**j for i, j in powers], axis=1)
