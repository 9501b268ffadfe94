"""The installation on PostgreSQL and Redis starts."""

import json
import subprocess
import urllib.error
import urllib.request
from pathlib import Path

from tests.processes import PATIENCE, Environment, manage, wait_until, web_server


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


HIDE_AND_REVOKE = """
from tournaments.services.sheets.table_links import revoke_link
revoke_link(link=TableLink.objects.get(table__round__event__slug="{event}"))
Event.objects.filter(slug="{event}").update(is_published=False)
"""


def status_of(url: str, token: str = "") -> int:
    """Return the status of a page, or of a table's sheet."""
    headers = {"Authorization": f"Table {token}"} if token else {}
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=PATIENCE) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def test_what_one_process_hides_or_revokes_is_gone_in_the_others(
    grown_up: Environment, site: str, tmp_path: Path
) -> None:
    options = ("--players", "4", "--rounds", "1", "--played", "0", "--seed", "32", "--format", "json")
    evening = json.loads(manage(grown_up, "demo", *options))
    token, page = evening["tables"][0]["token"], f"/events/{evening['event']}/"
    with web_server(grown_up, tmp_path / "other.log") as other:

        def statuses() -> list[int]:
            pages = [status_of(f"{each}{page}") for each in (site, other)]
            return pages + [status_of(f"{each}/api/v1/table/", token) for each in (site, other)]

        assert statuses() == [200] * 4  # both pages are in their caches now
        manage(grown_up, "shell", "-v", "0", "-c", HIDE_AND_REVOKE.format(event=evening["event"]))
        wait_until(lambda: statuses() == [404] * 4, "neither process shows the event or takes the link")


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
