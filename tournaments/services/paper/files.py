"""The files of a paper import, and which sheet of a workbook each of them is."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.game import Game
from scoring.not_possible import NotPossible
from tournaments.services.paper.layouts import known_headings, seat_number
from tournaments.storage.uploads.spreadsheets import Upload, read_lines, with_likeliest_sheet

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


def with_labels(uploads: Mapping[str, Upload], labels: Mapping[str, str]) -> dict[str, Upload]:
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
    """Choose the sheet whose headings fit this part of the files best; a refused file stays as it is."""
    try:
        return with_likeliest_sheet(upload, lambda each: likeness(game, part, each))
    except NotPossible:
        return upload


def likeness(game: Game, part: str, upload: Upload) -> tuple[bool, bool, int]:
    """Return how well a sheet fits a part: deals only in sheets, what the part is about, known headings."""
    try:
        lines = read_lines(upload)
    except NotPossible:
        return False, False, 0
    has_deals = "deal" in known_headings(game, "sheets", lines)
    known = known_headings(game, part, lines)
    is_about = ABOUT[part] in known or (part == "seating" and any(map(seat_number, known)))
    return has_deals == (part == "sheets"), is_about, len(known)
