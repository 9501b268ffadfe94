"""Uploaded files between upload and decision: found again by the session that chose them, for one purpose."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest

from tournaments.storage.uploads.kept_files import drop_uploads, find_uploads, store_uploads
from tournaments.storage.uploads.spreadsheets import Upload


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
