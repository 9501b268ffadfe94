"""How an uploaded table is read: the sheet of its workbook and its encoding, shown and chosen on a page."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest

from scoring.sheet.refusals import NotPossible
from tournaments.storage.uploads.encodings import ENCODINGS, likeliest_encoding
from tournaments.storage.uploads.spreadsheets import Upload, sheet_names

LONGEST = 100  # letters of a choice; a sheet's name has at most 31


def reading_choices(upload: Upload) -> dict[str, Any]:
    """Return the sheets or the encodings to choose from, and those in use; none of an unreadable file."""
    try:
        sheets = sheet_names(upload)
        encoding = "" if upload.is_workbook else upload.encoding or likeliest_encoding(upload.content)
    except NotPossible:
        return {"sheets": [], "sheet": "", "encodings": [], "encoding": ""}
    return {
        "sheets": sheets,
        "sheet": upload.sheet or next(iter(sheets), ""),
        "encodings": [] if upload.is_workbook else list(ENCODINGS.items()),
        "encoding": encoding,
    }


def read_as(request: HttpRequest, upload: Upload, part: str = "") -> Upload:
    """Return the file with the sheet and the encoding that were sent for it; `part` tells several apart."""
    sheet, encoding = (request.POST.get(f"{name}{part}", "")[:LONGEST] for name in ("sheet", "encoding"))
    return replace(upload, sheet=sheet, encoding=encoding)
