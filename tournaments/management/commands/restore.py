"""Put a backup in the place of what is there, and check every event of it."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from tournaments.backup_archive import BrokenBackup
from tournaments.errors import NotPossible
from tournaments.services.restoring import Restored, restore
from tournaments.storage_trouble import trouble_of

NO_KEY = (
    "The backup has no secret key. Unless this installation has the key of the one that made it: print table"
    " cards, sheets and start cards again; everybody logs in again."
)


class Command(BaseCommand):
    help = "Restore a backup into an empty installation, or with --replace instead of what is there."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--replace", action="store_true", help="keep what is there aside")
        parser.add_argument("--format", choices=["text", "json"], default="text")

    def handle(self, *, file: Path, replace: bool, format: str, **options: object) -> None:
        try:
            done = restore(file=file, replace=replace)
        except (BrokenBackup, NotPossible) as refusal:
            raise CommandError(str(refusal)) from refusal
        except (OSError, DatabaseError) as error:
            raise CommandError(sentence_of(error, file)) from error
        self.stdout.write(json.dumps(report(done, file)) if format == "json" else sentences(done, file))
        if done.problems:
            sys.exit(1)


def sentence_of(error: OSError | DatabaseError, file: Path) -> str:
    """What a disk or a database that refuses means."""
    trouble = trouble_of(error)
    where = error.filename if isinstance(error, OSError) else None
    return (
        f"{where or settings.DATA_DIR}: {trouble.value if trouble else error}\nNothing was changed by {file}."
    )


def report(done: Restored, file: Path) -> dict[str, object]:
    """What was restored, for programs."""
    manifest = done.manifest
    return {
        "file": str(file),
        "made_at": manifest.made_at,
        "program": manifest.program,
        "rows": manifest.rows,
        "events": manifest.events,
        "has_key": done.has_key,
        "aside": done.aside,
        "problems": done.problems,
        "verified": not done.problems,
    }


def sentences(done: Restored, file: Path) -> str:
    """The same for people."""
    manifest = done.manifest
    lines = [f"{file}: restored {manifest.events} events, {manifest.rows} rows, as of {manifest.made_at}."]
    lines += [f"What was there is kept: {each}" for each in done.aside]
    if not done.has_key:
        lines.append(NO_KEY)
    if done.problems:
        return "\n".join([*lines, "The backup was restored as it is, but in it:", *done.problems])
    return "\n".join([*lines, "Every event agrees with its history, its sheets and its standings."])
