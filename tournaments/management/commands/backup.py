"""Write everything into one file, verify it by reading it back, and report."""

import json
from argparse import ArgumentParser
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tournaments.management.arguments import contents_of
from tournaments.services.installation.backup import Backup, make_backup, new_file
from tournaments.services.installation.stored_rows import applied_schema
from tournaments.storage.archive import BrokenBackup
from tournaments.storage.trouble import trouble_of

NO_DATA = (
    "There is no data in %s. No backup was made; name the folder of your data with DATA_DIR, or the database"
    " with DATABASE_URL."
)


class Command(BaseCommand):
    help = "Write a verified backup into one file; the server may keep running."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file",
            metavar="FILE",
            nargs="?",
            type=Path,
            help="a new file or a folder; default: DATA_DIR/backups",
        )
        parser.add_argument("--with-secrets", action="store_true", help="include the secret key")
        parser.add_argument("--format", choices=["text", "json"], default="text")

    def handle(self, *, file: Path | None, with_secrets: bool, format: str, **options: object) -> None:
        if not applied_schema():
            raise CommandError(NO_DATA % settings.DATA_DIR)
        try:
            done = make_backup(file=target_of(file), with_secrets=with_secrets)
        except (FileExistsError, BrokenBackup) as refusal:
            raise CommandError(str(refusal)) from refusal
        except OSError as error:
            raise CommandError(sentence_of(error, file)) from error
        self.stdout.write(json.dumps(report(done)) if format == "json" else sentence(done))


def target_of(file: Path | None) -> Path:
    """Return the file to write; in a folder, one with a generated name."""
    if file is None:
        file = settings.DATA_DIR / "backups"
        file.mkdir(mode=0o700, exist_ok=True)
    return new_file(file, datetime.now(UTC)) if file.is_dir() else file


def sentence_of(error: OSError, file: Path | None) -> str:
    """Explain a write error of the disk."""
    where = file or settings.DATA_DIR / "backups"
    if isinstance(error, FileNotFoundError):
        return f"The folder of {where} does not exist. No backup was made; name another place."
    trouble = trouble_of(error)
    return f"{where}: {trouble.text if trouble else error}\nNo backup was made."


def report(done: Backup) -> dict[str, object]:
    """Return the backup as JSON values, with the contract's names."""
    return {
        "file": str(done.file),
        "bytes": done.bytes,
        "rows": done.manifest.rows,
        "events": done.manifest.events,
        "sha256": done.sha256,
        "verified": True,
    }


def sentence(done: Backup) -> str:
    """Return the report in words."""
    return f"{done.file}: {contents_of(done.manifest)}, {done.bytes:,} bytes, read back and whole."
