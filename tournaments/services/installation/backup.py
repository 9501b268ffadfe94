"""A backup of everything: a snapshot of all rows, uploads, certificates; read back before it counts."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection, transaction

from tournaments.services.installation.stored_rows import applied_schema, models_by_table, row_lines
from tournaments.storage.archive import (
    FOLDERS,
    SECRET_KEY,
    ArchiveWriter,
    Manifest,
    chunks_of,
    open_archive,
    sha256_of,
    written_beside,
)

NAME = "stichtag-%Y%m%d-%H%M%S.zip"
EVENTS = "tournaments_event"


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was read back: its file, size in bytes, SHA-256 and manifest."""

    file: Path
    bytes: int
    sha256: str
    manifest: Manifest


def new_name(now: datetime) -> str:
    """Return the file name of a backup made now; in UTC, so that no hour repeats."""
    return now.astimezone(UTC).strftime(NAME)


def new_file(folder: Path, now: datetime) -> Path:
    """Return the first free file name in a folder for a backup made now."""
    while (file := folder / new_name(now)).exists():
        now += timedelta(seconds=1)
    return file


def make_backup(*, file: Path, with_secrets: bool = False) -> Backup:
    """Write everything into a new file and read it back, while others may write.

    Raises FileExistsError for an existing file, BrokenBackup if it does not read back as written, OSError
    if the disk fails; then no file is left.
    """
    with written_beside(file) as draft:
        write_backup(draft, with_secrets)
        with open_archive(draft) as archive:
            manifest = archive.manifest
        size, digest = draft.stat().st_size, sha256_of(draft)
    return Backup(file, size, digest, manifest)


def write_backup(draft: Path, with_secrets: bool) -> None:
    """Write all members and the manifest."""
    counts: dict[str, int] = {}
    with draft.open("wb") as target, ArchiveWriter(target) as writer:
        made_at = datetime.now(UTC)
        with one_moment():
            schema = applied_schema()
            for table, model in models_by_table(schema).items():
                writer.add(f"rows/{table}.jsonl", count_lines(row_lines(model), counts, table))
        add_files(writer, with_secrets)
        writer.finish(
            {
                "program": settings.VERSION,
                "made_at": made_at.isoformat(),
                "database": connection.vendor,
                "schema": schema,
                "counts": counts,
                "events": counts.get(EVENTS, 0),
            }
        )


@contextmanager
def one_moment() -> Iterator[None]:
    """Let every query inside see the database as of the first, without blocking writers.

    Django's own transactions on SQLite begin by taking the write lock (settings.SQLITE_OPTIONS); this one
    only reads. Inside a running transaction, it uses that one.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("BEGIN")
        try:
            yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


def count_lines(lines: Iterator[bytes], counts: dict[str, int], table: str) -> Iterator[bytes]:
    """Pass the lines through and store their number in `counts`."""
    counts[table] = 0
    for line in lines:
        counts[table] += 1
        yield line


def add_files(writer: ArchiveWriter, with_secrets: bool) -> None:
    """Add uploads and certificates, and the secret key if wanted."""
    for folder in FOLDERS:
        base = settings.DATA_DIR / folder
        for path in sorted(path for path in base.rglob("*") if path.is_file()):
            with path.open("rb") as file:
                writer.add(f"{folder}/{path.relative_to(base).as_posix()}", chunks_of(file))
    if with_secrets:
        writer.add(SECRET_KEY, [settings.SECRET_KEY.encode()])
