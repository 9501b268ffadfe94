"""Decide for every box: empty, marked or doubtful. The thresholds follow the hand that wrote the row."""

from collections.abc import Sequence

import numpy
from numpy.typing import NDArray

from marked.reading.ink import Bools, Boxes, Ink, Numbers
from marked.reading.thresholds import (
    ALONE,
    ALONE_STROKE,
    AROUND,
    AS_DARK,
    AS_FULL,
    BEYOND,
    EMPTY_MOST,
    EMPTY_OF_M,
    EXPLAINED,
    FLAT,
    FULL,
    GOES_ON,
    HALF_FULL,
    HIDES,
    LEAST_FILLS,
    LEAST_LIGHT_MARK,
    LEAST_MARK,
    LEAST_NOISE,
    LEAST_OTHER,
    LIGHT_STROKE,
    LIST_OF_M,
    LIST_STROKE,
    MARKED_OF_M,
    MOST_NOISE,
    NEAR_ROWS,
    NEIGHBOURS,
    NEVER_LOST,
    NEVER_LOST_OF_M,
    NOISE_MORE,
    NOISE_PART,
    OUTSIDE,
    OVERHANG,
    PALE_GROUPS,
    PALE_PEN,
    PEN_BOXES,
    PEN_PART,
    PEN_REACHES,
    ROW_GROUPS,
    SECOND_MARK,
    SMALL_OF_M,
    STRUCK_OUT,
    UNKNOWN_PEN,
    WEAK,
    WEAK_OF_M,
)
from marked.seen import EMPTY, FAINT, MARKED, PALE, SOLID

Letters = NDArray[numpy.str_]


def states_of(ink: Ink, boxes: Boxes) -> list[str]:
    """Return a letter for every box (`marked.seen`)."""
    noise = noise_of(ink.ink, boxes)
    hands = hands_of(ink.ink, boxes, noise)
    hand = numpy.array([hands[row] for row in boxes.rows])
    pen = pens_of(ink, boxes, hand, noise)
    weak = ink.stroke / pen
    letters = first_letters(ink, hand, weak, noise)
    letters[light_marks(ink, boxes, hand, weak, noise)] = MARKED
    letters[(letters == MARKED) & shaded(ink)] = FAINT
    letters[second_marks(ink, boxes, letters, weak, noise)] = FAINT
    letters[struck_out(ink, boxes, letters == MARKED)] = SOLID
    letters[(letters == MARKED) & boxes.is_void & ink.solid] = SOLID
    letters[(letters == EMPTY) & (weak > NEVER_LOST) & (ink.ink > NEVER_LOST_OF_M * hand)] = FAINT
    pale = ~boxes.is_one & (pen < PALE_PEN)
    letters[(letters == EMPTY) & pale & (ink.hidden > HIDES * pen)] = FAINT
    letters[(letters == MARKED) & pale & (ink.hidden > EXPLAINED * ink.stroke)] = FAINT
    flat = (ink.hidden < FLAT * ink.stroke) & (ink.beyond > GOES_ON)
    letters[(letters == MARKED) & ~boxes.is_one & flat] = FAINT
    letters[alone(ink, boxes, letters, weak, noise)] = PALE
    return [str(letter) for letter in letters]


# The hand


def noise_of(ink: Numbers, boxes: Boxes) -> float:
    """Return the ink that an empty box of this page may have: of those beside a darker one in its group."""
    weaker = ink[boxes.is_one & (ink < boxes.most_of_group(ink))]
    level = NOISE_MORE * float(numpy.percentile(weaker, NOISE_PART)) if len(weaker) else MOST_NOISE
    return min(MOST_NOISE, max(LEAST_NOISE, level))


def hands_of(ink: Numbers, boxes: Boxes, noise: float) -> dict[int, float]:
    """Return how much ink the marks of each row have; a row with few marks borrows from its neighbours.

    A row whose marks are all far paler than those around has another hand: no pencil is lost after a pen.
    """
    is_mark = (ink == boxes.most_of_group(ink)) & (ink > max(2 * noise, LEAST_MARK))
    strongest = by_row(ink, boxes, is_mark)
    whole = {row: inks for row, inks in strongest.items() if len(inks) >= ROW_GROUPS}
    known = {row: float(numpy.median(inks)) for row, inks in whole.items()}
    for row, inks in by_row(ink, boxes, boxes.is_one & standing_out(ink, boxes, noise)).items():
        if row not in known and len(inks) >= PALE_GROUPS:
            near = borrowed(row, (), {other: hand for other, hand in known.items() if other != row})
            if max(inks) < MARKED_OF_M * near:
                known[row] = float(numpy.median(inks))
    return {row: known.get(row, borrowed(row, inks, known)) for row, inks in strongest.items()}


def by_row(ink: Numbers, boxes: Boxes, chosen: Bools) -> dict[int, list[float]]:
    """Return the ink of the chosen boxes of each row."""
    ink_by_row: dict[int, list[float]] = {int(row): [] for row in numpy.unique(boxes.rows)}
    for row, own in zip(boxes.rows[chosen], ink[chosen], strict=True):
        ink_by_row[int(row)].append(float(own))
    return ink_by_row


def standing_out(ink: Numbers, boxes: Boxes, noise: float) -> Bools:
    """Return the boxes that have far more ink than all others of their group."""
    most = boxes.most_of_group(ink)
    is_most = ink == most
    others = numpy.maximum(boxes.most_of_group(numpy.where(is_most, 0.0, ink)), LEAST_OTHER)
    is_outstanding: Bools = is_most & (ink > noise) & (ink > ALONE * others)
    return is_outstanding


def borrowed(row: int, own: Sequence[float], known: dict[int, float]) -> float:
    """Return the faintest hand of the nearest rows, or that of the row's own few marks."""
    near = sorted(known, key=lambda other: abs(other - row))[:NEIGHBOURS]
    marks = [known[other] for other in near] or list(own)
    return min(marks, default=0.0)


def pens_of(ink: Ink, boxes: Boxes, hand: Numbers, noise: float) -> Numbers:
    """Return how dark the strokes are that the hand makes near each row: of its strongest boxes a low one."""
    least = numpy.maximum(numpy.maximum(MARKED_OF_M * hand, 2 * noise), LEAST_MARK)
    strong = (ink.ink == boxes.most_of_group(ink.ink)) & (ink.ink > least)
    pens = numpy.full(len(hand), UNKNOWN_PEN)
    for row in numpy.unique(boxes.rows):
        away = numpy.abs(boxes.rows - row)
        enough = (near for reach in PEN_REACHES if (near := strong & (away <= reach)).sum() >= PEN_BOXES)
        near = next(enough, strong)
        if near.any():
            pens[boxes.rows == row] = numpy.percentile(ink.stroke[near], PEN_PART)
    return pens


# One box


def first_letters(ink: Ink, hand: Numbers, weak: Numbers, noise: float) -> Letters:
    """Return empty, marked or faint, by the ink of each box and the darkness of its strokes."""
    nothing = ink.ink <= numpy.maximum(noise, numpy.minimum(EMPTY_OF_M * hand, EMPTY_MOST))
    pale = (ink.ink < WEAK_OF_M * hand) & (weak < WEAK)
    least = numpy.maximum(2 * noise, LEAST_MARK)
    small = (ink.ink >= numpy.maximum(least, SMALL_OF_M * hand)) & (weak > AS_DARK)
    small &= ink.overhang < OVERHANG * ink.stroke
    marked = (ink.ink >= numpy.maximum(least, MARKED_OF_M * hand)) | small
    return numpy.where(marked, MARKED, numpy.where(nothing | pale, EMPTY, FAINT))


def light_marks(ink: Ink, boxes: Boxes, hand: Numbers, weak: Numbers, noise: float) -> Bools:
    """Return the marks of a light pencil: little ink, but like this hand's, and no other mark is near.

    In a group for one mark it is far above all others. In a list, or alone, it is nearly as large and as dark
    as the hand's own marks.
    """
    least = max(2 * noise, LEAST_LIGHT_MARK)
    is_one = boxes.is_one & (ink.ink >= numpy.maximum(least, MARKED_OF_M * hand)) & (weak > LIGHT_STROKE)
    is_like = (ink.ink >= numpy.maximum(2 * least, LIST_OF_M * hand)) & (weak > LIST_STROKE)
    is_light: Bools = (is_one & standing_out(ink.ink, boxes, noise)) | (~boxes.is_one & is_like)
    return is_light


def second_marks(ink: Ink, boxes: Boxes, letters: Letters, weak: Numbers, noise: float) -> Bools:
    """Return the empty boxes that may be a second mark beside the strongest of their group."""
    strongest = boxes.most_of_group(ink.ink)
    may_be = (ink.ink < strongest) & (ink.ink > SECOND_MARK * strongest) & (ink.ink > noise)
    is_second: Bools = boxes.is_one & (letters == EMPTY) & may_be & (weak > WEAK)
    return is_second


def alone(ink: Ink, boxes: Boxes, letters: Letters, weak: Numbers, noise: float) -> Bools:
    """Return the faint boxes that are alone in a group for one mark, and as dark as the hand."""
    used = boxes.count_in_group(letters != EMPTY)
    stands_out = standing_out(ink.ink, boxes, noise)
    is_alone: Bools = (letters == FAINT) & boxes.is_one & (used == 1) & (weak > ALONE_STROKE) & stands_out
    return is_alone


def shaded(ink: Ink) -> Bools:
    """Return the boxes that are dark as a whole and along a side outside of the frame too: tips of shadows.

    No closing follows two edges that meet. A fill stops at the frame, but for a stroke here and there.
    """
    beside = ink.overhang - float(numpy.median(ink.overhang))  # less what a printed frame has there
    goes_on = (beside > OUTSIDE * ink.stroke) & (ink.beyond > AROUND)
    is_shaded: Bools = (ink.full > HALF_FULL) & goes_on
    return is_shaded


# Fills


def struck_out(ink: Ink, boxes: Boxes, marked: Bools) -> Bools:
    """Return the filled boxes that may be struck out: this hand does not fill, or not as densely.

    What was struck out is full to its corners; a fill that shows paper between its strokes is a mark, but in
    a list of words, or alone, where no second box contradicts, it stays a doubt.
    """
    full = marked & (ink.full > FULL)
    sure = marked & boxes.is_one & (boxes.count_in_group(marked) == 1)
    is_struck = full & ((ink.full > STRUCK_OUT) | ~boxes.is_one)
    for each in numpy.flatnonzero(full):
        away = numpy.abs(boxes.rows - boxes.rows[each])
        own = sure & (away <= NEAR_ROWS)
        own[each] = False
        like = own & (ink.full > min(FULL, ink.full[each] - AS_FULL))
        if is_most_of(like, own) or is_most_of(like & (away == 0), own & (away == 0)):
            is_denser = ink.even[each] > ink.even[like].max()
            is_struck[each] = is_denser or ink.beyond[each] > BEYOND * ink.beyond[like].max()
    return is_struck


def is_most_of(like: Bools, own: Bools) -> bool:
    """Return whether a hand fills: enough of its marks do, and at least half."""
    return bool(like.sum() >= LEAST_FILLS and 2 * like.sum() >= own.sum())
