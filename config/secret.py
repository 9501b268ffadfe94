"""The secret key: from the environment, or created once in a file that only this user can read."""

import contextlib
import os
import secrets
import tempfile
from pathlib import Path

SHORTEST = 50
FEWEST_CHARACTERS = 5


def read_or_make(path: Path) -> str:
    """Return the key in the file. Two processes that start together get the same key."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        make(path)
    return path.read_text().strip()


def make(path: Path) -> None:
    """Write the key under another name first, so that the file is never seen incomplete."""
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".secret_key")
    with os.fdopen(handle, "w") as file:
        file.write(secrets.token_urlsafe(64))
    with contextlib.suppress(FileExistsError):
        os.link(draft, path)
    os.unlink(draft)


def is_usable(key: str) -> bool:
    return (
        len(key) >= SHORTEST and len(set(key)) >= FEWEST_CHARACTERS and not key.startswith("django-insecure-")
    )
