"""Decide for every box: empty, marked or doubtful. The thresholds follow the hand that wrote the row."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy
from numpy.typing import NDArray

from marked.reading.ink import Ink, Numbers
from marked.reading.thresholds import (
    EDGE,
    EDGE_OF_M,
    EMPTY_MOST,
    EMPTY_OF_M,
    EMPTY_PART,
    FILLED,
    GRAIN,
    LEAST_MARK,
    LEAST_NOISE,
    MARKED_OF_M,
    MOST_NOISE,
    NEIGHBOURS,
    NOISE_SPREAD,
    ROW_GROUPS,
    SECOND_MARK,
    STROKES_OF_SHADE,
    UNLIKE,
)
from marked.seen import EMPTY, FAINT, MARKED, SOLID


@dataclass(frozen=True, slots=True)
class Bounds:
    """The bounds of one row: the hand, and for every box the ink that is surely empty or surely marked."""

    hand: float
    empty: Numbers
    marked: Numbers


def states_of(ink: Ink, rows: NDArray[numpy.int_], groups: NDArray[numpy.int_], is_one: Numbers) -> list[str]:
    """Return a letter for every box (`marked.seen`). `groups` numbers the groups of boxes of the page."""
    noise = noise_of(ink.ink)
    grain = float(numpy.median(ink.rough[ink.ink <= noise])) if (ink.ink <= noise).any() else 0.0
    hands = hands_of(ink.ink, rows, groups, noise)
    hand = numpy.array([hands[row] for row in rows])
    is_edge = (ink.shade > EDGE) & (ink.rough < STROKES_OF_SHADE * ink.shade)
    shaded = noise + 0.5 * ink.shade * is_edge
    empty = numpy.full_like(hand, noise)
    empty = numpy.maximum(empty, numpy.minimum(EMPTY_OF_M * hand, EMPTY_MOST))
    marked = numpy.maximum.reduce([2 * shaded, MARKED_OF_M * hand, numpy.full_like(hand, LEAST_MARK)])
    states = numpy.where(ink.ink >= marked, MARKED, numpy.where(ink.ink <= empty, EMPTY, FAINT))
    is_soft = ink.rough < GRAIN * grain
    is_slight = ink.ink < numpy.minimum(LEAST_MARK, EDGE_OF_M * hand)
    states[(states == FAINT) & is_soft & is_edge & is_slight] = EMPTY
    is_like = fills_like_its_row(ink, states, rows)
    states[(states == MARKED) & is_soft & ~is_like] = FAINT
    states[(states == MARKED) & (ink.filled > FILLED) & ~is_like] = SOLID
    states[second_marks(ink.ink, shaded, groups, is_one.astype(bool)) & (states == EMPTY)] = FAINT
    return [str(state) for state in states]


def noise_of(ink: Numbers) -> float:
    """Return the ink that an empty box of this page may have."""
    low = numpy.sort(ink)[: max(1, int(len(ink) * EMPTY_PART))]
    middle = float(numpy.median(low))
    spread = float(numpy.median(numpy.abs(low - middle)))
    return min(MOST_NOISE, max(LEAST_NOISE, middle + NOISE_SPREAD * spread))


def hands_of(
    ink: Numbers, rows: NDArray[numpy.int_], groups: NDArray[numpy.int_], noise: float
) -> dict[int, float]:
    """Return how dark the marks of each row are; a row with few marks borrows from its neighbours."""
    strongest: dict[int, list[float]] = {int(row): [] for row in rows}
    for group in numpy.unique(groups):
        inside = groups == group
        most = float(ink[inside].max())
        if most > max(2 * noise, LEAST_MARK):
            strongest[int(rows[inside][0])].append(most)
    known = {row: float(numpy.median(found)) for row, found in strongest.items() if len(found) >= ROW_GROUPS}
    return {row: known.get(row, borrowed(row, found, known)) for row, found in strongest.items()}


def borrowed(row: int, own: Sequence[float], known: dict[int, float]) -> float:
    """Return the faintest hand of the nearest rows, or that of the row's own few marks."""
    near = sorted(known, key=lambda other: abs(other - row))[:NEIGHBOURS]
    marks = [known[other] for other in near] or list(own)
    return min(marks, default=0.0)


def fills_like_its_row(
    ink: Ink, states: NDArray[numpy.str_], rows: NDArray[numpy.int_]
) -> NDArray[numpy.bool_]:
    """Return for every box whether marks around it are as full as it is."""
    like = numpy.zeros(len(rows), dtype=bool)
    marked = states == MARKED
    for row in numpy.unique(rows):
        near = marked & (numpy.abs(rows - row) <= 1)
        typical = float(numpy.median(ink.filled[near])) if near.sum() > 2 else 0.0
        like[rows == row] = ink.filled[rows == row] < UNLIKE * typical
    return like


def second_marks(
    ink: Numbers, noise: Numbers, groups: NDArray[numpy.int_], is_one: NDArray[numpy.bool_]
) -> NDArray[numpy.bool_]:
    """Return the boxes that may be a second mark beside the strongest of their group."""
    most = numpy.zeros(groups.max() + 1)
    numpy.maximum.at(most, groups, ink)
    strongest = most[groups]
    return is_one & (ink < strongest) & (ink > SECOND_MARK * strongest) & (ink > noise)
