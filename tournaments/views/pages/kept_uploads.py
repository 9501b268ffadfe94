"""Uploaded files between upload and decision: kept by the session that chose them, read as it says."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import HttpRequest

from scoring.not_possible import NotPossible
from tournaments.storage.uploads.encodings import ENCODINGS
from tournaments.storage.uploads.kept_files import drop_uploads, find_uploads, store_uploads
from tournaments.storage.uploads.spreadsheets import LONGEST_CHOICE, Upload, with_contents


class KeptUploads:
    """The files that a session keeps under a name such as “list-5”, and what was said of them."""

    def __init__(self, request: HttpRequest, name: str) -> None:
        self.session, self.name = request.session, name

    @property
    def choices(self) -> dict[str, Any]:
        """Return what was said when the files were kept, or since."""
        choices = self.session.get(self.name)
        return dict(choices) if isinstance(choices, dict) else {}

    def keep(self, uploads: Mapping[str, Upload], **choices: Any) -> None:
        """Keep these files in place of those before, with what was read of them."""
        before = self.choices.get("key", "")
        self.session[self.name] = {**choices, "key": store_uploads(uploads)}
        drop_uploads(before)

    def say(self, **choices: Any) -> None:
        """Remember more about the files."""
        self.session[self.name] = {**self.choices, **choices}

    def find(self) -> dict[str, Upload]:
        """Return the files; none once they were deleted."""
        return find_uploads(self.choices.get("key", "")) or {}

    def drop(self) -> None:
        """Delete the files."""
        drop_uploads(self.choices.get("key", ""))
        self.session.pop(self.name, None)


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
