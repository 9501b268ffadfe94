"""The marks on a photographed page: a letter for every box. Plain values, without a picture.

Empty, marked, faint, filled (a mark, or struck out), written into (a cell); pale is faint, but as dark as the
hand's strokes and alone in a group that takes one mark.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from marked.codes import PageCode

EMPTY, MARKED, FAINT, SOLID, WRITTEN, PALE = ".", "x", "?", "b", "w", "p"
CLEAR = (EMPTY, MARKED, WRITTEN)
FRAME_LOST, TOO_DARK, DIFFER = "frame_not_found", "line_too_dark", "photos_differ"


@dataclass(frozen=True, slots=True)
class SeenRow:
    """One row: a letter for each box and cell, in the order of the plan, and what else was noticed."""

    boxes: str
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeenPage:
    """A page, or the problem that keeps it from being read; then there are no rows.

    `fault` is what makes the picture hard to read, if anything does: dark, in shadow or folded.
    """

    code: PageCode | None = None
    problem: str = ""
    rows: tuple[SeenRow, ...] = ()
    foot: str = ""
    corners: int = 0
    fault: str = ""


def page_as_json(page: SeenPage) -> dict[str, Any]:
    """Return a page as JSON."""
    return asdict(page) | {"code": page.code._asdict() if page.code else None}


def page_from_json(raw: Mapping[str, Any]) -> SeenPage:
    """Return a page from JSON."""
    rows = tuple(SeenRow(row["boxes"], tuple(row["flags"])) for row in raw["rows"])
    code = PageCode(**raw["code"]) if raw["code"] else None
    return SeenPage(code, raw["problem"], rows, raw["foot"], raw["corners"], raw.get("fault", ""))


# Two photographs of a page


def together(first: SeenPage, second: SeenPage) -> SeenPage:
    """Return a page as two photographs of it show it: what is clear in one is clear, unless they differ."""
    rows = tuple(row_together(*both) for both in zip(first.rows, second.rows, strict=True))
    foot = row_together(SeenRow(first.foot), SeenRow(second.foot)).boxes
    return replace(first, rows=rows, foot=foot, corners=max(first.corners, second.corners))


def row_together(first: SeenRow, second: SeenRow) -> SeenRow:
    """Return a row as two photographs show it; where one did not see it well, as the other one does."""
    if bool(first.flags) != bool(second.flags):
        return second if first.flags else first
    pairs = list(zip(first.boxes, second.boxes, strict=True))
    flags = tuple(dict.fromkeys((*first.flags, *second.flags)))
    if any(one != other and one in CLEAR and other in CLEAR for one, other in pairs):
        flags = (*flags, DIFFER)
    return SeenRow("".join(letter_together(one, other) for one, other in pairs), flags)


def letter_together(one: str, other: str) -> str:
    """Return the letter of a box that two photographs show."""
    if one == other or (one in CLEAR) > (other in CLEAR):
        return one
    if other in CLEAR and one not in CLEAR:
        return other
    return SOLID if SOLID in (one, other) else FAINT
