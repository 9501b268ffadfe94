"""Read one photograph: from the file to a letter for every box, and the straightened page."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby

import numpy
from PIL import Image

from marked.blocks import VOID, Takes
from marked.plan import BOX, Plan, Spot
from marked.reading.corners import Corner, find_corners, matrix_of, with_missing
from marked.reading.flattening import flattened, straight
from marked.reading.hands import states_of
from marked.reading.ink import Boxes, measured
from marked.reading.march import Marched, Place, march, places_of, surface_through
from marked.reading.paper import Channels, Light, channels_of, darkness_of
from marked.reading.picture import Unreadable, open_picture
from marked.reading.thresholds import (
    CELLS,
    DARK_PAGE,
    DARK_ROW,
    FOLDED,
    INSET,
    LEAST_CORNERS,
    LEAST_FOUND,
    MOST_FRAME,
    REACH,
    SECOND_REACH,
    SHADOWED,
)
from marked.seen import EMPTY, FRAME_LOST, TOO_DARK, WRITTEN, SeenPage, SeenRow

FOOT_ROW = 10_000  # far from every other row


def read_photo(content: bytes, plans: Mapping[str, Plan], event: str) -> tuple[SeenPage, Image.Image | None]:
    """Return what a photograph shows, and the flat page; `plans` by fingerprint, `event` is its digest."""
    try:
        picture = open_picture(content)
        corners = find_corners(picture)
    except Unreadable as unreadable:
        return SeenPage(problem=unreadable.problem), None
    code = corners[0].code
    plan = plans.get(code.plan)
    if code.event != event or plan is None:
        return SeenPage(code, "other_event" if code.event != event else "layout_changed"), None
    return read_page(picture, plan, with_missing(picture, plan, corners))


def read_page(picture: Image.Image, plan: Plan, corners: list[Corner]) -> tuple[SeenPage, Image.Image | None]:
    """Return what the page shows. A page that is not flat enough has a problem instead of rows."""
    code = corners[0].code
    if len(corners) < LEAST_CORNERS:
        return SeenPage(code, "corner_missing", corners=len(corners)), None
    places = places_of(plan)
    flat, marched = flattened_page(picture, plan, corners, places)
    if marched.share < LEAST_FOUND:
        return SeenPage(code, "page_not_flat", corners=len(corners)), flat
    light = channels_of(flat)
    rows, foot = seen_rows(light, places, marched)
    return SeenPage(code, "", rows, foot, len(corners), fault_of(light, marched)), flat


def fault_of(light: Channels, marched: Marched) -> str:
    """Return what makes the picture hard to read, if anything does; it is told where most lines are asked."""
    high, wide = (length // CELLS * CELLS for length in light.shape[:2])
    cells = light[:high, :wide, 1].reshape(high // CELLS, CELLS, wide // CELLS, CELLS)
    paper = numpy.percentile(cells[1:-1, :, 1:-1], 75, axis=(1, 3))
    if marched.share < FOLDED:
        return "page_folded"
    if numpy.percentile(paper, 5) < SHADOWED * numpy.percentile(paper, 95):
        return "page_in_shadow"
    return "page_dark" if float(numpy.median(paper)) < DARK_PAGE else ""


def flattened_page(
    picture: Image.Image, plan: Plan, corners: list[Corner], places: list[Place]
) -> tuple[Image.Image, Marched]:
    """Return the flat page and where its groups are: flattened by its codes, then by its frames."""
    matrix = matrix_of(plan, corners)
    middles = numpy.array([place.middle for place in places])
    flat = flattened(picture, plan, matrix, straight)
    first = march(frames_of(flat), places, REACH)
    bend = surface_through(middles, first)
    if first.share < 0.5:
        return flat, first
    flat = flattened(picture, plan, matrix, bend)
    return flat, march(frames_of(flat), places, SECOND_REACH)


def frames_of(flat: Image.Image) -> Light:
    """Return the darkness that the march looks for frames in."""
    return numpy.clip(darkness_of(channels_of(flat)[:, :, 1]), 0, MOST_FRAME)


def seen_rows(light: Channels, places: list[Place], marched: Marched) -> tuple[tuple[SeenRow, ...], str]:
    """Return the letters of every row, and those of the foot."""
    letters = letters_of(light, places, marched)
    keyed = list(zip(places, letters, marched.is_found, strict=True))
    rows: list[SeenRow] = []
    foot = ""
    for row, group in groupby(keyed, key=lambda each: each[0].row):
        spots = list(group)
        boxes = "".join(text for _, text, _ in spots)
        if row:
            rows.append(SeenRow(boxes, flags_of(boxes, all(good for _, _, good in spots))))
        else:
            foot = boxes
    return tuple(rows), foot


def flags_of(boxes: str, is_found: bool) -> tuple[str, ...]:
    """Return what makes a whole row doubtful."""
    dark = sum(letter not in (EMPTY, WRITTEN) for letter in boxes)
    is_dark = len(boxes) > 4 and dark > DARK_ROW * len(boxes)
    flags = ((FRAME_LOST, not is_found), (TOO_DARK, is_dark))
    return tuple(name for name, holds in flags if holds)


def letters_of(light: Channels, places: list[Place], marched: Marched) -> list[str]:
    """Return the letters of each piece. A cell is measured like boxes side by side, and is one letter."""
    spots: list[Spot] = []
    pieces, offsets, rows, groups, is_one = [], [], [], [], []
    for number, (place, offset) in enumerate(zip(places, marched.offsets, strict=True)):
        for spot in boxes_of(place):
            spots.append(spot)
            pieces.append(number)
            offsets.append(offset)
            rows.append(place.row or FOOT_ROW)
            groups.append((place.row, place.slot))
            is_one.append(spot.slot.takes == Takes.ONE)
    numbers = {group: number for number, group in enumerate(dict.fromkeys(groups))}
    boxes = Boxes(
        numpy.array(rows),
        numpy.array([numbers[each] for each in groups]),
        numpy.array(is_one),
        numpy.array([spot.slot.field == VOID for spot in spots]),
    )
    states = states_of(measured(light, spots, numpy.array(offsets), boxes), boxes)
    by_piece = [""] * len(places)
    for number, state in zip(pieces, states, strict=True):
        by_piece[number] += state
    return [
        cell_letter(letters) if place.is_cell else letters
        for place, letters in zip(places, by_piece, strict=True)
    ]


def boxes_of(place: Place) -> Sequence[Spot]:
    """Return the boxes of a piece; of a cell those whose insides cover its middle from left to right."""
    if not place.is_cell:
        return place.spots
    (cell,) = place.spots
    inside = BOX - 2 * INSET
    number = math.ceil((cell.width - 2 * INSET) / inside)
    step = (cell.width - BOX) / (number - 1)
    y = cell.y + (cell.height - BOX) / 2
    return [replace(cell, x=cell.x + step * each, y=y, width=BOX, height=BOX) for each in range(number)]


def cell_letter(letters: str) -> str:
    """Return the letter for a cell: whether there is writing in it."""
    return EMPTY if set(letters) == {EMPTY} else WRITTEN
