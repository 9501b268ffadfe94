"""How an uploaded table is read: the sheet of its workbook and its encoding, shown and chosen on a page."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest

from scoring.sheet.refusals import NotPossible
from tournaments.storage.uploads.encodings import ENCODINGS
from tournaments.storage.uploads.spreadsheets import LONGEST_CHOICE, Upload, with_contents


def reading_choices(upload: Upload) -> dict[str, Any]:
    """Return the sheets or the encodings to choose from, and those in use; none of an unreadable file."""
    try:
        read = with_contents(upload).read or {}
    except NotPossible:
        return {"sheets": [], "sheet": "", "encodings": [], "encoding": ""}
    return {
        "sheets": read["seen"],
        "sheet": upload.sheet or next(iter(read["seen"]), ""),
        "encodings": [] if upload.is_workbook else list(ENCODINGS.items()),
        "encoding": read.get("encoding", ""),
    }


def read_as(request: HttpRequest, upload: Upload, part: str = "") -> Upload:
    """Return the file with the sheet and the encoding that were sent for it; `part` tells several apart."""
    sheet, encoding = (
        request.POST.get(f"{name}{part}", "")[:LONGEST_CHOICE] for name in ("sheet", "encoding")
    )
    read = upload.read if encoding == upload.encoding else None
    return replace(upload, sheet=sheet, encoding=encoding, read=read)
