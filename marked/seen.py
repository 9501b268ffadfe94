"""The marks on a photographed page: a letter for every box. Plain values, without a picture.

Empty, marked, faint, filled (a mark, or struck out), written into (a cell); pale is faint, but as dark as the
hand's strokes and alone in a group that takes one mark.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from marked.codes import PageCode

EMPTY, MARKED, FAINT, SOLID, WRITTEN, PALE = ".", "x", "?", "b", "w", "p"
FRAME_LOST, TOO_DARK = "frame_not_found", "line_too_dark"


@dataclass(frozen=True, slots=True)
class SeenRow:
    """One row: a letter for each box and cell, in the order of the plan, and what else was noticed."""

    boxes: str
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeenPage:
    """A page, or the problem that keeps it from being read; then there are no rows."""

    code: PageCode | None = None
    problem: str = ""
    rows: tuple[SeenRow, ...] = ()
    foot: str = ""
    corners: int = 0


def page_as_json(page: SeenPage) -> dict[str, Any]:
    """Return a page as JSON."""
    return asdict(page) | {"code": page.code._asdict() if page.code else None}


def page_from_json(raw: Mapping[str, Any]) -> SeenPage:
    """Return a page from JSON."""
    rows = tuple(SeenRow(row["boxes"], tuple(row["flags"])) for row in raw["rows"])
    code = PageCode(**raw["code"]) if raw["code"] else None
    return SeenPage(code, raw["problem"], rows, raw["foot"], raw["corners"])
