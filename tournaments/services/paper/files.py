"""The files of a paper import, and which sheet of a workbook each of them is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rules.game import Game
from scoring.paper import Line
from scoring.sheet.refusals import NotPossible
from tournaments.services.paper.layouts import MOST_TITLE_ROWS, known_headings, seat_number
from tournaments.storage.uploads.spreadsheets import Upload, sheet_heads, with_contents

ABOUT = {"seating": "player", "sheets": "deal", "totals": "total"}


@dataclass(frozen=True, slots=True)
class PaperFiles:
    """The uploads: the seating, the recorded deals, and the totals on paper, if they have their own file."""

    seating: Upload
    sheets: Upload
    totals: Upload | None = None

    def by_part(self) -> dict[str, Upload]:
        """Return the files that exist, by what they are."""
        parts = {"seating": self.seating, "sheets": self.sheets, "totals": self.totals}
        return {part: upload for part, upload in parts.items() if upload}

    def uploads(self) -> list[Upload]:
        """Return the files that exist."""
        return list(self.by_part().values())


def told_apart(uploads: Mapping[str, Upload], labels: Mapping[str, str]) -> dict[str, Upload]:
    """Return the files with the label of their part before a name that two of them have, as one workbook
    has.
    """
    names = [each.name for each in uploads.values()]
    return {
        part: replace(each, name=f"{labels[part]}: {each.name}") if names.count(each.name) > 1 else each
        for part, each in uploads.items()
    }


def with_likely_sheets(game: Game, files: PaperFiles) -> PaperFiles:
    """Choose the sheet of every workbook that has none chosen; an unreadable file stays as it is."""
    parts = files.by_part()
    return PaperFiles(**{part: with_likely_sheet(game, part, each) for part, each in parts.items()})


def with_likely_sheet(game: Game, part: str, upload: Upload) -> Upload:
    """Choose the sheet whose headings fit this part of the files best; the first of equals."""
    try:
        upload = with_contents(upload)
    except NotPossible:
        return upload
    if upload.sheet:
        return upload
    heads = sheet_heads(upload, MOST_TITLE_ROWS)
    sheet = max(heads, key=lambda name: likeness(game, part, heads[name]), default="")
    return replace(upload, sheet=sheet)


def likeness(game: Game, part: str, lines: Sequence[Line]) -> tuple[bool, bool, int]:
    """Return how well rows fit a part.

    Deals only in sheets, then what the part is about, then known headings.
    """
    has_deals = "deal" in known_headings(game, "sheets", lines)
    known = known_headings(game, part, lines)
    is_about = ABOUT[part] in known or (part == "seating" and any(map(seat_number, known)))
    return has_deals == (part == "sheets"), is_about, len(known)
