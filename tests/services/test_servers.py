"""The grown-up installation comes up at all."""

import subprocess
import urllib.request
from pathlib import Path

from tests.processes import Environment, manage, wait_until


def test_the_database_is_postgresql_and_fully_migrated(grown_up: Environment) -> None:
    assert "postgresql" in grown_up["DATABASE_URL"]
    assert "[ ]" not in manage(grown_up, "showmigrations")


def test_a_worker_runs_the_sweep_that_beat_asks_for(
    grown_up: Environment, worker: subprocess.Popen[bytes]
) -> None:
    log = Path(grown_up["DATA_DIR"]) / "worker.log"
    wait_until(lambda: b"sweep_standings" in log.read_bytes().partition(b" ready.")[2], "a sweep has run")
    wait_until(lambda: b"succeeded" in log.read_bytes(), "a sweep has succeeded")
    assert worker.poll() is None


def test_a_web_process_serves_the_login_page(site: str) -> None:
    assert urllib.request.urlopen(f"{site}/accounts/login/").status == 200
