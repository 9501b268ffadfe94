"""Faults: real servers that are killed, connections that are cut, disks that are copied in mid-write."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.faults.servers import Server, empty_evening
from tests.processes import environment, free_port, migrated


@dataclass(frozen=True)
class Evening:
    """An event with one open round and empty sheets, in a data folder that is copied for every test."""

    folder: Path
    event: str
    tables: list[dict[str, Any]]


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """Prepare once: a migrated SQLite with ten tables of four."""
    folder = tmp_path_factory.mktemp("prepared")
    env = environment(folder)
    migrated(env)
    demo = empty_evening(env, players=40)
    return Evening(folder, demo["event"], demo["tables"])


@pytest.fixture
def server(prepared: Evening, tmp_path: Path) -> Iterator[Server]:
    """Run a server on a copy of the prepared event."""
    shutil.copytree(prepared.folder, tmp_path / "data")
    server = Server(environment(tmp_path / "data"), tmp_path / "web.log", free_port())
    server.start()
    yield server
    server.stop()
