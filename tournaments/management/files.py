"""Files and JSON passed to commands."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext

from scoring.refusals import NotPossible
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
