"""Uploaded files between preview and decision: kept on disk, so that they are uploaded and read only once.

They are found only by the random key in the session, and deleted once stored or discarded, at the latest a
day later.
"""

import json
import re
import secrets
import shutil
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings

from tournaments.storage.uploads.spreadsheets import Upload

KEY = re.compile(r"[A-Za-z0-9_-]{43}")
DAY = 24 * 60 * 60
FACTS = "uploads.json"
READ = ".read.json"  # behind the name of a file, for what was read of it


def store_uploads(uploads: Mapping[str, Upload]) -> str:
    """Store the files, each under a fixed name; return the key."""
    sweep_old()
    key = secrets.token_urlsafe(32)
    folder = folder_of(key)
    folder.mkdir(parents=True, mode=0o700)
    for part, upload in uploads.items():
        (folder / part).write_bytes(upload.content)
        (folder / f"{part}{READ}").write_text(json.dumps(upload.read), encoding="utf-8")
    facts = {part: [upload.name, upload.sheet, upload.encoding] for part, upload in uploads.items()}
    (folder / FACTS).write_text(json.dumps(facts), encoding="utf-8")
    return key


def find_uploads(key: str) -> dict[str, Upload] | None:
    """Return the files of a key, or None if they were deleted."""
    if not KEY.fullmatch(key):
        return None
    folder = folder_of(key)
    try:
        facts = json.loads((folder / FACTS).read_text(encoding="utf-8"))
        return {
            part: Upload(name, (folder / part).read_bytes(), sheet, encoding, read_before(folder, part))
            for part, (name, sheet, encoding) in facts.items()
        }
    except FileNotFoundError:
        return None


def read_before(folder: Path, part: str) -> Any:
    """Return what was read of a file before it was stored; None if nothing was."""
    return json.loads((folder / f"{part}{READ}").read_text(encoding="utf-8"))


def kept_path(key: str, part: str) -> Path | None:
    """Return the file of a part on the disk, for what is too large to hold; None if it was deleted."""
    path = folder_of(key) / part
    return path if KEY.fullmatch(key) and path.is_file() else None


def drop_uploads(key: str) -> None:
    """Delete the files of a key."""
    if KEY.fullmatch(key):
        shutil.rmtree(folder_of(key), ignore_errors=True)


def sweep_old() -> None:
    """Delete files older than a day."""
    for folder in uploads_folder().glob("*"):
        if folder.stat().st_mtime < time.time() - DAY:
            shutil.rmtree(folder, ignore_errors=True)


def folder_of(key: str) -> Path:
    """Return the folder of a key's files; no URL leads there."""
    return uploads_folder() / key


def uploads_folder() -> Path:
    """Return the folder of all kept files."""
    return Path(settings.MEDIA_ROOT) / "paper"
