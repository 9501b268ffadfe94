"""Find the codes of a page and the places of their corners in the picture."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy
import zxingcpp
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from marked.codes import CORNERS, PageCode, read_code
from marked.plan import CODE, EDGE, Plan
from marked.reading.flattening import fitted, mapped
from marked.reading.picture import Unreadable
from marked.reading.thresholds import CUT_ROOM, CUT_SCALE, LOOKS, SOFTER

Points = NDArray[numpy.float64]
QR = zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.QRCode])


class Corner(NamedTuple):
    """A code in the picture: its page, which corner it is, and its four points, clockwise, in pixels."""

    code: PageCode
    corner: str
    points: Points


def find_corners(picture: Image.Image) -> list[Corner]:
    """Return the codes of the page that has the most of them. Raises Unreadable (`no_code`, `two_pages`)."""
    grey = picture.convert("L")
    codes = {(each.code, each.corner): each for each in codes_in(grey)}
    for other, factor in more_looks(grey):
        if len(codes) >= len(CORNERS):
            break
        for each in codes_in(other):
            codes.setdefault((each.code, each.corner), each._replace(points=each.points / factor))
    return of_one_page(codes.values())


def more_looks(grey: Image.Image) -> Iterator[tuple[Image.Image, float]]:
    """Yield the picture in other sizes and softened, each with its size as a factor."""
    for size in LOOKS:
        factor = size / max(grey.size)
        way = Image.Resampling.BOX if factor < 1 else Image.Resampling.BICUBIC
        yield grey.resize((round(grey.width * factor), round(grey.height * factor)), way), factor
    yield grey.filter(ImageFilter.GaussianBlur(SOFTER)), 1.0


def codes_in(grey: Image.Image) -> list[Corner]:
    """Return every code of ours in a picture."""
    barcodes = zxingcpp.read_barcodes(grey, formats=QR, try_downscale=True)
    corners = []
    for each in barcodes:
        if known := read_code(each.text):
            place = each.position
            four = (place.top_left, place.top_right, place.bottom_right, place.bottom_left)
            points = numpy.array([(point.x, point.y) for point in four], dtype=float)
            corners.append(Corner(*known, points))
    return corners


def of_one_page(codes: Iterable[Corner]) -> list[Corner]:
    """Return the corners of the page with the most; a single corner of another is a neighbour at the edge."""
    corners = list(codes)
    if not corners:
        raise Unreadable("no_code")
    (page, _), *others = Counter(each.code for each in corners).most_common()
    if any(count > 1 for _, count in others):
        raise Unreadable("two_pages")
    return [each for each in corners if each.code == page]


def paper_points(plan: Plan, corner: str) -> Points:
    """Return the corners of one code on the paper, clockwise, in millimetres."""
    x = EDGE if corner in "AD" else plan.width - EDGE - CODE
    y = EDGE if corner in "AB" else plan.height - EDGE - CODE
    return numpy.array([(x, y), (x + CODE, y), (x + CODE, y + CODE), (x, y + CODE)])


def with_missing(picture: Image.Image, plan: Plan, corners: list[Corner]) -> list[Corner]:
    """Return the corners with those found in an enlarged, straightened cut-out where they must be."""
    have = {each.corner for each in corners}
    if len(have) == len(CORNERS) or len(have) < 2:
        return corners
    matrix = matrix_of(plan, corners)
    code = corners[0].code
    missing = [letter for letter in CORNERS if letter not in have]
    again = [look_again(picture, plan, matrix, letter, code) for letter in missing]
    return [*corners, *(each for each in again if each)]


def look_again(
    picture: Image.Image, plan: Plan, matrix: Points, letter: str, code: PageCode
) -> Corner | None:
    """Return one corner, looked for in a straightened cut-out of its place."""
    low = paper_points(plan, letter)[0] - CUT_ROOM
    side = CODE + 2 * CUT_ROOM
    size = round(side * CUT_SCALE)
    frame = low + numpy.array([(0, 0), (0, side), (side, side), (side, 0)])
    quad = mapped(matrix, frame).ravel().tolist()
    cut = picture.convert("L").transform((size, size), Image.Transform.QUAD, quad, Image.Resampling.BICUBIC)
    for each in codes_in(cut):
        if each.corner == letter and each.code == code:
            return each._replace(points=mapped(matrix, each.points / CUT_SCALE + low))
    return None


def matrix_of(plan: Plan, corners: list[Corner]) -> Points:
    """Return the homography from millimetres on the paper to pixels."""
    paper = numpy.concatenate([paper_points(plan, each.corner) for each in corners])
    points = numpy.concatenate([each.points for each in corners])
    return fitted(paper, points)
