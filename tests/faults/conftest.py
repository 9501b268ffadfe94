"""Faults: real servers that are killed, connections that are cut, disks that are copied in mid-write."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.faults.servers import Server, empty_evening
from tests.processes import ANSWER, environment, free_port, loaded, migrated, once, prepared_statics


@dataclass(frozen=True)
class Evening:
    """An event with one open round and empty sheets, in a data folder that is copied for every file."""

    folder: Path
    event: str
    tables: list[dict[str, Any]]


@pytest.fixture(scope="session")
def prepared() -> Evening:
    """Prepare once for all workers: a migrated SQLite with ten tables of four."""

    def prepare(folder: Path) -> None:
        env = environment(folder)
        migrated(env)
        (folder / ANSWER).write_text(json.dumps(empty_evening(env, players=40)), encoding="utf-8")

    folder = once("hall", prepare)
    demo = json.loads((folder / ANSWER).read_text(encoding="utf-8"))
    return Evening(folder, demo["event"], demo["tables"])


@pytest.fixture(scope="module")
def server(prepared: Evening, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Run a server on a copy of the prepared event, for all tests of a file; webhooks may lead here."""
    folder = tmp_path_factory.mktemp("served")
    shutil.copytree(prepared.folder, folder / "data")
    shutil.copytree(prepared_statics(), folder / "data", dirs_exist_ok=True)
    env = environment(folder / "data", WEBHOOKS_TO_PRIVATE="on")
    with loaded(env, folder):
        server = Server(env, folder / "web.log", free_port())
        server.start()
        yield server
        server.stop()
