"""Archives of an installation or an event: a zip whose manifest names every other member, size and SHA-256.

Does not access the database. Writing uses a temporary file and renames it; reading trusts nothing in the
file before every member is counted and hashed.
"""

import contextlib
import hashlib
import json
import os
import re
import struct
import tempfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

MANIFEST, SECRET_KEY, EVENT_MEMBER = "manifest.json", "secret_key", "event.json"
FOLDERS = ("uploads", "certificates")
MEMBER = re.compile(
    rf"rows/[a-z0-9_]+\.jsonl|{SECRET_KEY}|event\.json|({'|'.join(FOLDERS)})(/(?!\.\.?(/|$))[^/\\:\0]+)+"
)
ZIP = b"PK\x03\x04"
CHUNK = 1024 * 1024
MOST_LINE, MOST_MEMBERS = 64 * CHUNK, 100_000
MOST_RATIO = 200  # rows compress to a tenth; a higher ratio suggests a zip bomb
NOT_WHOLE = (
    BadZipFile, zlib.error, struct.error, EOFError, NotImplementedError, RuntimeError, ValueError, KeyError,
    TypeError, OverflowError, AttributeError,
)  # fmt: skip
USE_ANOTHER = "Nothing was changed; use another copy."


class BrokenBackup(Exception):
    """Raised for a file that cannot be restored; the message says what to do.

    `code` is one of `foreign`, `other_kind`, `cut_off`, `newer`, `changed`, `too_large`,
    `unknown_game`, `unreadable`; `found` is what the code is about: the other kind, the newer version, the
    game.
    """

    def __init__(self, message: str, code: str = "changed", detail: str = "") -> None:
        super().__init__(message)
        self.code, self.detail = code, detail


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of archive: key in the manifest, newest version, name, contents, and the command to read it.

    `most_manifest` and `most_unpacked` are in bytes; a backup may be as large as its installation.
    """

    key: str
    version: int
    name: str
    contents: str
    command: str
    most_manifest: int = 16 * CHUNK
    most_unpacked: int | None = None


BACKUP = Format("stichtag-backup", 1, "backup of Stichtag", "the backup of a whole installation", "restore")
EVENT = Format(
    "stichtag-event",
    1,
    "archive of an event of Stichtag",
    "the archive of one event",
    "import_event",
    most_manifest=64 * 1024,
    most_unpacked=64 * CHUNK,  # an evening of 100 tables takes 10
)
FORMATS = {each.key: each for each in (BACKUP, EVENT)}


@dataclass(frozen=True, slots=True)
class Member:
    """The expected uncompressed size of a member in bytes, and its SHA-256."""

    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """The description of a backup.

    `schema` has the newest migration of each app, `counts` the rows of each table, `made_at` the time in
    UTC as ISO 8601.
    """

    program: str
    made_at: str
    database: str
    schema: Mapping[str, str]
    counts: Mapping[str, int]
    events: int
    members: Mapping[str, Member]

    @property
    def rows(self) -> int:
        """Return the number of rows of all tables."""
        return sum(self.counts.values())


# Writing


class ArchiveWriter:
    """Adds members to a new zip and records their sizes and digests."""

    def __init__(self, file: IO[bytes], kind: Format = BACKUP) -> None:
        self.kind = kind
        self.zip = ZipFile(file, "w", ZIP_DEFLATED, compresslevel=6)
        self.members: dict[str, Member] = {}

    def add(self, name: str, chunks: Iterable[bytes]) -> None:
        """Write one member."""
        digest, length = hashlib.sha256(), 0
        with self.zip.open(member_info(name), "w", force_zip64=True) as member:
            for chunk in chunks:
                member.write(chunk)
                digest.update(chunk)
                length += len(chunk)
        self.members[name] = Member(length, digest.hexdigest())

    def finish(self, facts: Mapping[str, Any]) -> Manifest:
        """Write the manifest, `facts` beside the members, and close the zip."""
        manifest = Manifest(members=dict(self.members), **facts)
        values = {"format": self.kind.key, "version": self.kind.version, **asdict(manifest)}
        self.zip.writestr(member_info(MANIFEST), json.dumps(values, indent=1, sort_keys=True))
        return manifest

    def __enter__(self) -> "ArchiveWriter":
        return self

    def __exit__(self, *exception: object) -> None:
        """Close the zip; after an error, such as a full disk, ignore failures to write its end."""
        with contextlib.suppress(*([OSError, ValueError] if exception[0] else [])):
            self.zip.close()


def member_info(name: str) -> ZipInfo:
    """Return the header of a member, without a time, so that equal contents give equal files."""
    info = ZipInfo(name)
    info.compress_type, info.external_attr = ZIP_DEFLATED, 0o600 << 16
    return info


def chunks_of(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the bytes of a file, a megabyte at a time."""
    while chunk := file.read(CHUNK):
        yield chunk


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a whole file."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        for chunk in chunks_of(file):
            digest.update(chunk)
    return digest.hexdigest()


@contextlib.contextmanager
def written_beside(target: Path) -> Iterator[Path]:
    """Yield a temporary file beside the target, readable by this user only, and rename it at the end.

    Raises FileExistsError if the target exists. The temporary file is removed in any case.
    """
    refuse_existing(target)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part")
    os.close(handle)
    draft = Path(name)
    try:
        yield draft
        with draft.open("rb+") as file:
            os.fsync(file.fileno())
        rename_new(draft, target)
    finally:
        draft.unlink(missing_ok=True)


def refuse_existing(target: Path) -> None:
    """Raise FileExistsError if the target exists."""
    if target.exists():
        raise FileExistsError(f"{target} exists already and is not overwritten. Name another file.")


def rename_new(draft: Path, target: Path) -> None:
    """Rename a file without overwriting. Raises FileExistsError if the target was created meanwhile."""
    try:
        os.link(draft, target)
    except FileExistsError:
        refuse_existing(target)
    except OSError:  # a drive whose file system has no hard links
        refuse_existing(target)
        draft.rename(target)
    sync_folder(target.parent)


def sync_folder(folder: Path) -> None:
    """Flush a folder's entries to disk, if the system can open folders."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


# Reading


class Archive:
    """A zip and its manifest; `opened` yields one whose members are all verified."""

    def __init__(self, archive: ZipFile, manifest: Manifest, path: Path) -> None:
        self.zip, self.manifest, self.path = archive, manifest, path

    def chunks(self, name: str) -> Iterator[bytes]:
        """Yield the bytes of a member, at most as many as the manifest states. Raises BrokenBackup."""
        left = self.manifest.members[name].bytes
        with self.zip.open(name) as member:
            for chunk in chunks_of(member):
                left -= len(chunk)
                if left < 0:
                    raise BrokenBackup(f"{self.path}: {name} is longer than its manifest says. {USE_ANOTHER}")
                yield chunk

    def lines(self, name: str) -> Iterator[bytes]:
        """Yield the lines of a member. Raises BrokenBackup for a line that is too long or has no end."""
        with self.zip.open(name) as member:
            while line := member.readline(MOST_LINE):
                if not line.endswith(b"\n"):
                    raise BrokenBackup(f"{self.path}: a line of {name} has no end. {USE_ANOTHER}")
                yield line

    def files_in(self, folder: str) -> Iterator[tuple[str, Path]]:
        """Yield the members of a folder, each with its path inside the folder."""
        for name in self.manifest.members:
            if name.startswith(f"{folder}/"):
                yield name, Path(name.removeprefix(f"{folder}/"))

    def check(self, name: str) -> None:
        """Read a member to its end. Raises BrokenBackup if it does not match the manifest."""
        digest, length = hashlib.sha256(), 0
        for chunk in self.chunks(name):
            digest.update(chunk)
            length += len(chunk)
        if Member(length, digest.hexdigest()) != self.manifest.members[name]:
            raise BrokenBackup(f"{self.path}: {name} is not what its manifest says. {USE_ANOTHER}")


@contextlib.contextmanager
def open_archive(path: Path, kind: Format = BACKUP) -> Iterator[Archive]:
    """Open an archive and verify every member. Raises BrokenBackup, and OSError from the disk."""
    with path.open("rb") as file:
        is_zip = file.read(len(ZIP)) == ZIP
        with refusing(path, f"is no {kind.name}, or its end is cut off", "cut_off" if is_zip else "foreign"):
            zip_file = ZipFile(file)
        with refusing(path, f"is no {kind.name}, or its end is cut off", "foreign"):
            manifest = read_manifest(zip_file, path, kind)
        with refusing(path, "is cut off or damaged", "cut_off"):
            archive = Archive(zip_file, manifest, path)
            refuse_other_members(archive)
            refuse_bomb(archive, kind)
            for name in manifest.members:
                archive.check(name)
        yield archive


@contextlib.contextmanager
def refusing(path: Path, what: str, code: str) -> Iterator[None]:
    """Convert the zip library's exceptions for a damaged file to BrokenBackup."""
    try:
        yield
    except NOT_WHOLE as error:
        raise BrokenBackup(f"{path} {what}. {USE_ANOTHER}", code) from error


def read_manifest(zip_file: ZipFile, path: Path, kind: Format) -> Manifest:
    """Read the manifest. Raises BrokenBackup for a newer version, and one of NOT_WHOLE if it is invalid."""
    with zip_file.open(MANIFEST) as member:
        facts = json.loads(member.read(kind.most_manifest))
    if (key := facts.pop("format")) != kind.key:
        other = FORMATS[key]
        raise BrokenBackup(
            f"{path} is no {kind.name} but {other.contents}. Nothing was changed; “{other.command}” reads"
            " it.",
            "other_kind",
            key,
        )
    if facts.pop("version") != kind.version:
        program = str(facts.get("program"))[:40]
        raise BrokenBackup(
            f"{path} was made by a newer version of Stichtag ({program}). Nothing was changed;"
            " install that version first.",
            "newer",
            program,
        )
    members = {name: Member(**each) for name, each in facts.pop("members").items()}
    manifest = Manifest(members=members, **facts)
    refuse_foreign_values(manifest)
    return manifest


def refuse_foreign_values(manifest: Manifest) -> None:
    """Raise ValueError if a value has another type than in a backup."""
    numbers = [
        *manifest.counts.values(),
        manifest.events,
        *(each.bytes for each in manifest.members.values()),
    ]
    texts = [
        manifest.program,
        manifest.made_at,
        manifest.database,
        *manifest.schema,
        *manifest.schema.values(),
    ]
    if not all(isinstance(each, int) and each >= 0 for each in numbers):
        raise ValueError("a number is none")
    if not all(isinstance(each, str) for each in texts):
        raise ValueError("a text is none")


def refuse_other_members(archive: Archive) -> None:
    """Raise BrokenBackup for members missing from the manifest, and repeated ones."""
    names = sorted(info.filename for info in archive.zip.infolist())
    named = sorted([MANIFEST, *archive.manifest.members])
    strange = [name for name in archive.manifest.members if not MEMBER.fullmatch(name)]
    if names != named or strange or len(names) > MOST_MEMBERS:
        raise BrokenBackup(
            f"{archive.path}: its members are not those that its manifest names. {USE_ANOTHER}"
        )


def refuse_bomb(archive: Archive, kind: Format) -> None:
    """Raise BrokenBackup for an archive that unpacks to more than any of its kind."""
    unpacked = sum(member.bytes for member in archive.manifest.members.values())
    if kind.most_unpacked is not None and unpacked > kind.most_unpacked:
        raise BrokenBackup(
            f"{archive.path} unpacks to {unpacked:,} bytes, more than the {kind.most_unpacked:,} of the"
            f" largest event. {USE_ANOTHER}",
            "too_large",
        )
    if unpacked > MOST_RATIO * archive.path.stat().st_size + CHUNK:
        raise BrokenBackup(
            f"{archive.path} unpacks to {unpacked:,} bytes, more than {MOST_RATIO} times its size, which no"
            f" backup does. {USE_ANOTHER}"
        )
