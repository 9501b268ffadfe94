"""Separate installations in the process of the tests: a database file, a folder, the builders."""

import contextlib
import hashlib
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.db import connection
from django.test.utils import override_settings

from tests.processes import DATABASE
from tournaments.storage.archive import EVENT_MEMBER, MANIFEST


@contextlib.contextmanager
def installation(folder: Path) -> Iterator[Path]:
    """Send all queries to a file in this folder, existing or not; DATA_DIR is the folder."""
    folder.mkdir(exist_ok=True)
    opened, name = connection.connection, connection.settings_dict["NAME"]
    connection.connection, connection.settings_dict["NAME"] = None, str(folder / DATABASE)
    try:
        with override_settings(DATA_DIR=folder, BACKUP_DIR=None):
            yield folder
    finally:
        connection.close()
        connection.connection, connection.settings_dict["NAME"] = opened, name


def manifest_of(file: Path) -> dict[str, Any]:
    """Return the manifest of a backup."""
    with zipfile.ZipFile(file) as archive:
        return json.loads(archive.read(MANIFEST))


def contents_of(folder: Path) -> dict[str, bytes]:
    """Return every file with its bytes, except the lock of a restore."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != "restore.lock"]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def rewritten(source: Path, target: Path, change: Any) -> Path:
    """Return a backup whose members, by name, were changed by a function; the manifest is one of them."""
    with zipfile.ZipFile(source) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    change(members)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return target


def with_event(change: Any) -> Any:
    """Return a change of an event's document, its digest and its size in the manifest, for `rewritten`."""

    def run(members: dict[str, bytes]) -> None:
        document = json.loads(members[EVENT_MEMBER])
        change(document)
        members[EVENT_MEMBER] = json.dumps(document).encode()
        facts = {
            "bytes": len(members[EVENT_MEMBER]),
            "sha256": hashlib.sha256(members[EVENT_MEMBER]).hexdigest(),
        }
        with_manifest(lambda manifest: manifest["members"].update({EVENT_MEMBER: facts}))(members)

    return run


def with_manifest(change: Any) -> Any:
    """Return a change of the manifest, for `rewritten`."""

    def run(members: dict[str, bytes]) -> None:
        manifest = json.loads(members["manifest.json"])
        change(manifest)
        members["manifest.json"] = json.dumps(manifest).encode()

    return run
