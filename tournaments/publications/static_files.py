"""A folder of static files that is updated: each file is written atomically, and changes are reported.

A list of the written files, with digests, is stored with them. Only files on that list are ever removed.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

CONTENTS = "stichtag-files.json"


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes of a run, by file name."""

    written: list[str] = field(default_factory=list)
    replaced: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)


def write_files(folder: Path, files: Mapping[str, bytes]) -> Changes:
    """Update the folder to these files. Raises OSError if one cannot be written; each file stays complete."""
    folder.mkdir(parents=True, exist_ok=True)
    before, changes = read_contents(folder), Changes()
    for name, content in sorted(files.items()):
        file = folder / name
        if not file.exists():
            changes.written.append(name)
        elif file.read_bytes() == content:
            changes.unchanged.append(name)
            continue
        else:
            changes.replaced.append(name)
        write_whole(file, content)
    for name in sorted(set(before) - set(files)):
        remove(folder, name, changes)
    digests = {name: hashlib.sha256(content).hexdigest() for name, content in sorted(files.items())}
    write_whole(folder / CONTENTS, json.dumps(digests, indent=1).encode())
    return changes


def read_contents(folder: Path) -> Mapping[str, str]:
    """Return the files written last time; empty for a new folder."""
    listed = folder / CONTENTS
    return dict(json.loads(listed.read_text())) if listed.exists() else {}


def write_whole(path: Path, content: bytes) -> None:
    """Write to a temporary file and rename it: readers get the old file or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o644)
        os.replace(name, path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise


def remove(folder: Path, name: str, changes: Changes) -> None:
    """Remove a file of the last run; a name that leads out of the folder is ignored."""
    path = folder / name
    if path.is_file() and path.resolve().is_relative_to(folder.resolve()):
        path.unlink()
        changes.removed.append(name)
