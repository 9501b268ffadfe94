"""Write one event into an archive that another installation can import."""

import json
from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from tournaments.management.arguments import find_event
from tournaments.services.installation.event_export import Exported, export_event
from tournaments.storage.archive import BrokenBackup
from tournaments.storage.trouble import trouble_of


class Command(BaseCommand):
    help = "Write an event into one file for another installation; docs/archive.md describes it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("file", metavar="FILE", type=Path, help="a new file")
        parser.add_argument("--with-private", action="store_true", help="include e-mails and years of birth")
        parser.add_argument("--format", choices=["text", "json"], default="text")

    def handle(self, *, slug: str, file: Path, with_private: bool, format: str, **options: object) -> None:
        event = find_event(slug)
        try:
            done = export_event(event=event, file=file, with_private=with_private)
        except (FileExistsError, BrokenBackup) as refusal:
            raise CommandError(str(refusal)) from refusal
        except OSError as error:
            raise CommandError(sentence_of(error, file)) from error
        self.stdout.write(json.dumps(report(done)) if format == "json" else sentence(done))


def sentence_of(error: OSError, file: Path) -> str:
    """Explain a write error of the disk."""
    if isinstance(error, FileNotFoundError):
        return f"The folder of {file} does not exist. No archive was made; name another place."
    trouble = trouble_of(error)
    return f"{file}: {trouble.text if trouble else error}\nNo archive was made."


def report(done: Exported) -> dict[str, object]:
    """Return the archive as JSON values."""
    rows = done.manifest.rows
    return {
        "file": str(done.file),
        "bytes": done.bytes,
        "rows": rows,
        "sha256": done.sha256,
        "verified": True,
    }


def sentence(done: Exported) -> str:
    """Return the report in words."""
    return f"{done.file}: {done.manifest.rows} rows, {done.bytes:,} bytes, read back and whole."
