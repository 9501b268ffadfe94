"""The installation on PostgreSQL and Redis starts."""

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


TAMPER = """
from django.db import DatabaseError, connection, transaction
refused = []
for sql in {statements!r}:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(sql)
    except DatabaseError as error:
        refused.append("append-only" in str(error))
print(refused)
"""


def test_postgresql_itself_keeps_the_history(grown_up: Environment) -> None:
    manage(grown_up, "demo", "--players", "4", "--rounds", "1", "--played", "0.02", "--seed", "31")
    tables = ("tournaments_entry", "tournaments_evententry")
    changes = ("UPDATE {0} SET number = 99", "DELETE FROM {0}", "TRUNCATE {0} CASCADE")
    statements = [change.format(table) for table in tables for change in changes]
    said = manage(grown_up, "shell", "-v", "0", "-c", TAMPER.format(statements=statements))
    assert said.strip() == str([True] * len(statements))
