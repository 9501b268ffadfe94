"""Gather styles, scripts and pictures where the server finds them, if one of them has changed."""

import hashlib
import sys

from django.conf import settings
from django.core.management import call_command

from tournaments.storage.lock import alone

OURS, OF_PACKAGES = "*/static/**/*", "requirements.txt"  # what others bring changes with their versions
SECONDS = 600.0  # for another process that is gathering


def gather_static_files() -> None:
    """Collect them unless that was done for what they are now; pages name each by its digest.

    Nothing is deleted: another version of the program may still serve from the same folder.
    """
    folder = settings.DATA_DIR
    with alone(folder / "static.lock", SECONDS):
        stamp, content = folder / "static.stamp", content_digest()
        if not stamp.exists() or stamp.read_text() != content:
            print("Gathering styles and scripts ...", file=sys.stderr, flush=True)
            call_command("collectstatic", interactive=False, verbosity=0)
            stamp.write_text(content)


def content_digest() -> str:
    """Return a digest of our files and of the versions of packages."""
    ours = sorted(path for path in settings.BASE_DIR.glob(OURS) if path.is_file())
    digest = hashlib.sha256()
    for path in (settings.BASE_DIR / OF_PACKAGES, *ours):
        digest.update(str(path).encode() + path.read_bytes())
    return digest.hexdigest()
