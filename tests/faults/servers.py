"""A real server that can be killed and restarted, and the invariants to check afterwards."""

import contextlib
import json
import os
import signal
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.faults.phones import Ledger, Shift
from tests.processes import PATIENCE, Environment, Process, answers, end, manage, started, wait_until

AWAY = 503  # what is said without a database


@dataclass
class Server:
    """A web server that can be killed and restarted at the same address."""

    env: Environment
    log: Path
    port: int
    process: Process | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "manage.py", "serve", "--port", str(self.port)]
        server = self.process = started(command, self.env, self.log)
        url = f"{self.address}/api/v1/events/"
        wait_until(lambda: answers(url), f"the server answers; see {self.log}", of=server)

    def kill(self) -> None:
        """Kill the whole group at once, like a power cut: the program cannot react."""
        assert self.process is not None
        kill(self.process)

    @contextlib.contextmanager
    def frozen(self) -> Iterator[None]:
        """Stop every instruction of the server: inside, its files are those of one instant."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.killpg(self.process.pid, signal.SIGCONT)

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            end(self.process)


def kill(process: Process) -> None:
    """Send kill -9 to a process group leader and all its children."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def empty_evening(env: Environment, players: int) -> dict[str, Any]:
    """Return an event with one open round and empty sheets."""
    arguments = ("--players", str(players), "--rounds", "1", "--played", "0", "--format", "json")
    return dict(json.loads(manage(env, "demo", *arguments)))


def sheet_of(address: str, token: str) -> dict[str, Any]:
    """Return a table as its phones see it."""
    return read(
        urllib.request.Request(f"{address}/api/v1/table/", headers={"Authorization": f"Table {token}"})
    )


def deals_counted(address: str, slug: str) -> int:
    """Return how many deals the published standings count."""
    return int(read(urllib.request.Request(f"{address}/api/v1/events/{slug}/standings/"))["deals_counted"])


def read(request: urllib.request.Request) -> dict[str, Any]:
    """Return the answer; ask again after a 503, which says that the database was away a moment ago."""
    rows = list[dict[str, Any]]()

    def is_answered() -> bool:
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                rows.append(json.load(answer))
        except urllib.error.HTTPError as error:
            if error.code != AWAY:
                raise
        return bool(rows)

    wait_until(is_answered, f"{request.full_url} is answered")
    return rows[0]


def wait_for_standings(address: str, demo: dict[str, Any]) -> None:
    """Wait until the standings count every counting row."""
    deals = sum(sheet_of(address, table["token"])["deals_counted"] for table in demo["tables"])
    wait_until(
        lambda: deals_counted(address, demo["event"]) == deals,
        f"the standings count {deals} deals",
    )


def assert_nothing_lost(address: str, shift: Shift, ledger: Ledger) -> None:
    """Check that every acknowledged deal is stored, none twice, and no answer was a server error."""
    for token, rows in shift.expected_rows().items():
        table = sheet_of(address, token)
        assert [deal["number"] for deal in table["deals"]] == list(range(1, rows + 1))
        assert table["conflicts"] == []
    assert len(ledger.acknowledged) == shift.expected_acknowledgements()
    assert ledger.server_errors == 0, ledger.statuses


def assert_whole(env: Environment, slug: str) -> None:
    """Check that the history has no broken link and every number follows from the records."""
    with ThreadPoolExecutor() as pool:
        audit = pool.submit(manage, env, "verify_audit", slug)
        assert ": ok" in manage(env, "verify_event", slug)
        assert "links are whole" in audit.result()
