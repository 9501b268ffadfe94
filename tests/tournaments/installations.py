"""Installations of their own in the process of the tests: a database file, a folder, the builders at hand."""

import contextlib
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.db import connection
from django.test.utils import override_settings

from tests.processes import DATABASE
from tournaments.backup_archive import MANIFEST


@contextlib.contextmanager
def installation(folder: Path) -> Iterator[Path]:
    """All queries go to a file in this folder, which is there or not; DATA_DIR is the folder."""
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
    """The manifest of a backup."""
    with zipfile.ZipFile(file) as archive:
        return json.loads(archive.read(MANIFEST))


def contents_of(folder: Path) -> dict[str, bytes]:
    """Every file with its bytes, but for the lock of a restore."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != "restore.lock"]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def rewritten(source: Path, target: Path, change: Any) -> Path:
    """A backup whose members, by name, were changed by a function; the manifest is one of them."""
    with zipfile.ZipFile(source) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    change(members)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return target
