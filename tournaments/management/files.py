"""Files and JSON passed to commands."""

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import DatabaseError
from django.utils.translation import gettext

from scoring.sheet.refusals import NotPossible
from tournaments.storage.archive import Manifest
from tournaments.storage.trouble import trouble_of
from tournaments.storage.uploads.spreadsheets import MOST_BYTES, Upload


def read_upload(path: Path) -> Upload:
    """Read a file from disk; later code refuses a file that is too large without parsing it."""
    try:
        with path.open("rb") as file:
            return Upload(path.name, file.read(MOST_BYTES + 1))
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error


def read_json(name: str, typed: str) -> dict[str, Any]:
    """Parse an option as a JSON object. Raises NotPossible (`bad_request`)."""
    try:
        value = json.loads(typed)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        message = gettext("--%(name)s needs a JSON object, for example {}.") % {"name": name}
        raise NotPossible("bad_request", message, field=name)
    return value


def contents_of(manifest: Manifest) -> str:
    """Say how much a backup holds."""
    events = "1 event" if manifest.events == 1 else f"{manifest.events:,} events"
    return f"{events}, {manifest.rows:,} rows"


def nothing_stored(error: OSError | DatabaseError, file: Path) -> str:
    """Explain why nothing of a file was stored: an error of the file, of the disk or of the database."""
    where = error.filename if isinstance(error, OSError) else None
    if isinstance(error, OSError) and where is not None and Path(where) == file:
        return unread(error, file)
    trouble = trouble_of(error)
    return (
        f"{where or settings.DATA_DIR}: {trouble.text if trouble else error}\nNothing was changed by {file}."
    )


def unread(error: OSError, file: Path) -> str:
    """Explain why a file cannot be read."""
    if isinstance(error, FileNotFoundError):
        return f"There is no file {file}. Nothing was changed; name another."
    return f"{file} cannot be read: {error.strerror}. Nothing was changed; name another file."
