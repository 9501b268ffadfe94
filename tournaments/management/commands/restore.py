"""Replace the current data by a backup, and verify every event in it."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from scoring.not_possible import NotPossible
from tournaments.management.arguments import contents_of, explain_failure
from tournaments.services.installation.restore import Restored, restore
from tournaments.storage.archive import BrokenBackup

NO_KEY = (
    "The backup has no secret key. Unless this installation has the key of the one that made it: print table"
    " cards, sheets and start cards again; everybody logs in again."
)


class Command(BaseCommand):
    help = "Restore a backup into an empty installation; with --replace, over existing data."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument(
            "--replace", action="store_true", help="replace existing data and keep a copy of it"
        )
        parser.add_argument("--format", choices=["text", "json"], default="text")

    def handle(self, *, file: Path, replace: bool, format: str, **options: object) -> None:
        try:
            done = restore(file=file, replace=replace)
        except (BrokenBackup, NotPossible) as refusal:
            raise CommandError(str(refusal)) from refusal
        except (OSError, DatabaseError) as error:
            raise CommandError(explain_failure(error, file)) from error
        self.stdout.write(json.dumps(report(done, file)) if format == "json" else sentences(done, file))
        if done.problems:
            sys.exit(1)


def report(done: Restored, file: Path) -> dict[str, object]:
    """Return the restored data as JSON values."""
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
    """Return the report in words."""
    made_at = done.manifest.made_at[:16].replace("T", " ")
    lines = [f"{file}: restored {contents_of(done.manifest)}, as of {made_at} UTC."]
    lines += [f"What was there is kept: {each}" for each in done.aside]
    if not done.has_key:
        lines.append(NO_KEY)
    if done.problems:
        return "\n".join([*lines, "The backup was restored as it is, but in it:", *done.problems])
    return "\n".join([*lines, "Every event agrees with its history, its sheets and its standings."])
