"""The wording of photographs of marked sheets: JSON, and a sentence for every problem and doubt."""

from typing import Any, Protocol

from django.utils.translation import gettext_lazy

from marked.meaning import Doubt
from marked.seen import SeenPage
from marked.sheet import ReadRow
from tournaments.wording.refusals import translated

PROBLEMS = {
    "no_code": gettext_lazy("No corner code was found. Photograph the whole page, flat and in even light."),
    "corner_missing": gettext_lazy("Hold the phone higher; all four corner codes must be in the picture."),
    "page_not_flat": gettext_lazy("The page is not flat enough. Lay it on a table and photograph it again."),
    "too_small": gettext_lazy("The picture is too small. Send the photo itself, not a reduced copy."),
    "too_large": gettext_lazy(
        "The picture has more than 60 million pixels or 40 MB. Choose a lower resolution on the phone."
    ),
    "not_a_picture": gettext_lazy(
        "The file is no picture that can be read. Take photos as JPEG, not HEIC or PDF."
    ),
    "sheet_unknown": gettext_lazy("The sheet belongs to a table that this event does not have."),
    "layout_changed": gettext_lazy("The sheet was not printed for this event as it is now. Type it instead."),
    "other_event": gettext_lazy("The sheet belongs to another event."),
    "two_pages": gettext_lazy("Two pages are in the picture. Photograph each page alone."),
    "photo_twice": gettext_lazy("This page is in another photo, too; both are read together."),
    "lines_left_out": gettext_lazy(
        "A line between marked lines is empty. Look whether its marks are too faint."
    ),
    "lines_used_differ": gettext_lazy("The foot says another number of lines than were found."),
    "page_missing": gettext_lazy("A page before this one is missing. Photograph it, too."),
}
HINTS = {
    "page_folded": gettext_lazy(
        "Most lines are in doubt, because the page is folded: flatten it and photograph it again, or"
        " answer here."
    ),
    "page_in_shadow": gettext_lazy(
        "Most lines are in doubt, because a shadow lies on the page: photograph it again under the lamp, or"
        " answer here."
    ),
    "page_dark": gettext_lazy(
        "Most lines are in doubt, because the photo is dark: photograph the page again under the lamp, or"
        " answer here."
    ),
    "page_unclear": gettext_lazy(
        "Most lines are in doubt: photograph the page again from above and under the lamp, or answer here."
    ),
}
DOUBTS = {
    "two_marks": gettext_lazy("Two boxes are marked."),
    "faint": gettext_lazy("The mark is faint."),
    "struck_out": gettext_lazy("The box is blacked out: is it a mark, or struck out?"),
    "digit_missing": gettext_lazy("A digit is not marked."),
    "sign_missing": gettext_lazy("The sign is not marked."),
    "not_asked": gettext_lazy("A box is marked that does not belong to such a deal."),
    "frame_not_found": gettext_lazy("The boxes were not found exactly."),
    "line_too_dark": gettext_lazy("The line is dark: a fold or a shadow?"),
    "photos_differ": gettext_lazy("Two photos of the page differ in this line."),
    "asked_to_look": gettext_lazy("The table asks you to look."),
    "written": gettext_lazy("Type what is written in the cell."),
}


class Photographed(Protocol):
    """A photograph that was read (`selectors/paper/photos.py:PhotoRead`)."""

    photo: Any
    rows: tuple[ReadRow, ...]
    problems: list[str]
    hint: str


def problem_sentence(code: str) -> str:
    """Return what is wrong with a photograph, and what to do."""
    return str(PROBLEMS.get(code, code))


def hint_sentence(code: str) -> str:
    """Return why most lines of a page are in doubt, and what to do; "" if they are not."""
    return str(HINTS[code]) if code in HINTS else ""


def doubt_sentence(doubt: Doubt) -> str:
    """Return the doubt about a row as a sentence; a broken rule has its own sentence."""
    return translated(doubt.rule) if doubt.rule else str(DOUBTS.get(doubt.why, doubt.why))


def photo_json(slug: str, each: Photographed) -> dict[str, Any]:
    """Return a photograph as other programs read it."""
    return {
        "file": each.photo.name,
        "page": page_json(slug, each.photo.seen),
        "rows": [row_json(row) for row in each.rows],
        "problems": list(each.problems),
        "hint": each.hint or None,
    }


def page_json(slug: str, page: SeenPage) -> dict[str, Any] | None:
    """Return the page of a photograph; None if it shows none of this event."""
    code = page.code
    if code is None or page.problem == "other_event":
        return None
    return {"page": code.page, "event": slug, "round": code.round, "table": code.table, "part": code.part}


def row_json(row: ReadRow) -> dict[str, Any]:
    """Return a row with its doubts."""
    facts: dict[str, Any] = {"row": row.number, "record": row.record}
    if row.is_void:
        facts["void"] = True
    doubts = [{"field": each.field, "seen": list(each.seen), "why": each.why} for each in row.doubts]
    return facts | {"doubts": doubts}
