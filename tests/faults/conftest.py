"""Faults: real servers that are killed, lines that are cut, disks that are copied in mid-write."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.faults.phones import Evening, Ledger
from tests.processes import Environment, answers, end, environment, free_port, manage, wait_until


@dataclass
class Server:
    """A web server that can be killed and started again at the same address."""

    env: Environment
    log: Path
    port: int
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "manage.py", "serve", "--port", str(self.port)]
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                command, env=self.env, stdout=output, stderr=output, start_new_session=True
            )
        wait_until(lambda: answers(f"{self.address}/accounts/login/"), f"the server answers; see {self.log}")

    def kill(self) -> None:
        """As a power cut of the program: the whole group at once, nothing can be said any more."""
        assert self.process is not None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    @contextlib.contextmanager
    def frozen(self) -> Iterator[None]:
        """Not one instruction of the server runs inside: its files are those of one instant."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.killpg(self.process.pid, signal.SIGCONT)

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            end(self.process)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server on an empty, migrated SQLite."""
    env = environment(tmp_path / "data")
    manage(env, "migrate", "-v", "0")
    manage(env, "collectstatic", "--noinput", "-v", "0")
    server = Server(env, tmp_path / "web.log", free_port())
    server.start()
    yield server
    server.stop()


def empty_evening(env: Environment, players: int) -> dict[str, Any]:
    """An event with one open round and empty sheets."""
    arguments = ("--players", str(players), "--rounds", "1", "--played", "0", "--format", "json")
    return dict(json.loads(manage(env, "demo", *arguments)))


def assert_nothing_lost(address: str, evening: Evening, ledger: Ledger) -> None:
    """Every acknowledged deal is on its sheet, none twice, and no answer was an error of ours."""
    for token, rows in evening.expected_rows().items():
        request = urllib.request.Request(
            f"{address}/api/v1/table/", headers={"Authorization": f"Table {token}"}
        )
        with urllib.request.urlopen(request, timeout=10) as answer:
            table = json.load(answer)
        assert [deal["number"] for deal in table["deals"]] == list(range(1, rows + 1))
        assert table["conflicts"] == []
    assert len(ledger.acknowledged) == sum(len(phone.records) for phone in evening.phones)
    assert ledger.server_errors == 0, ledger.statuses


def assert_whole(env: Environment, slug: str) -> None:
    """The history has no broken link and every number follows from the records."""
    assert "links are whole" in manage(env, "verify_audit", slug)
    assert ": ok" in manage(env, "verify_event", slug)
