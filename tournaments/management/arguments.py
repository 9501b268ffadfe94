"""What a command is given: the address of an event, the key of a game, files, JSON."""

import json
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import DatabaseError
from django.utils.translation import gettext

from rules import all_games
from rules.reading import Refused
from scoring.not_possible import NotPossible
from tournaments.models import Event
from tournaments.storage.archive import Manifest
from tournaments.storage.trouble import trouble_of
from tournaments.storage.uploads.spreadsheets import MOST_BYTES, Upload
from tournaments.wording.refusals import translated

UNLIKE = 0.5  # a ratio of difflib: keys below it are unrelated


def find_event(slug: str) -> Event:
    """Return the event with this address. Raises CommandError if there is none."""
    event = Event.objects.select_related("club").filter(slug=slug).first()
    if event is None:
        raise CommandError(gettext("There is no event “%(slug)s”.") % {"slug": slug})
    return event


def refusal_words(refused: Refused, key: str) -> str:
    """Return a refusal's sentences; after an unknown game the nearest key."""
    sentences = [translated(each) for each in refused.violations]
    is_unknown = any(each.code == "game_unknown" for each in refused.violations)
    nearest = get_close_matches(key, [game.key for game in all_games()], 1, UNLIKE) if is_unknown else []
    return "\n".join([*sentences, *(gettext("Did you mean “%(key)s”?") % {"key": each} for each in nearest)])


# Files and JSON passed to commands


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


def explain_failure(error: OSError | DatabaseError, file: Path) -> str:
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
