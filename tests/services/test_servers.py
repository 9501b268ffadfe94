"""The installation on PostgreSQL, Redis and a Celery worker starts, and does the main job.

All tests share its processes; each has an event of its own.
"""

import csv
import json
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.processes import PATIENCE, Environment, Process, manage, wait_until, web_server


def test_the_database_is_postgresql_and_fully_migrated(grown_up: Environment) -> None:
    assert "postgresql" in grown_up["DATABASE_URL"]
    assert "[ ]" not in manage(grown_up, "showmigrations")


def test_a_worker_runs_what_beat_asks_for(site: str, worker: Process) -> None:
    def is_seen() -> bool:
        try:
            answer = urllib.request.urlopen(f"{site}/readyz")
        except urllib.error.HTTPError as unready:
            answer = unready
        return json.load(answer)["checks"]["worker"] == "ok"

    wait_until(is_seen, "a worker was seen")
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


def test_readers_lose_at_all_processes_what_one_hides_or_revokes(
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
    output = manage(grown_up, "shell", "-v", "0", "-c", TAMPER.format(statements=statements))
    assert output.strip() == str([True] * len(statements))


# The main job

SHEETS = Path(__file__).parent.parent / "data" / "sheets"
RECORD = {"contract": "tricks", "declarer": 1, "bid": 2, "trump": "S", "took_skat": True, "tricks": 2}


def an_empty_evening(env: Environment, seed: int) -> dict[str, Any]:
    """Return one table of four without deals."""
    arguments = ("--players", "4", "--rounds", "1", "--played", "0", "--seed", str(seed))
    return dict(json.loads(manage(env, "demo", *arguments, "--format", "json")))


def write_deals(site: str, token: str, numbers: range) -> None:
    """Write a made bid of two for seat 1 for each of the numbers."""
    for number in numbers:
        body = json.dumps({"number": number, "record": RECORD}).encode()
        headers = {
            "Authorization": f"Table {token}",
            "Content-Type": "application/json",
            "Idempotency-Key": f"{token}-{number}",
        }
        request = urllib.request.Request(f"{site}/api/v1/table/deals/", body, headers)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            assert answer.status == 201


def standings(site: str, slug: str) -> dict[str, Any]:
    with urllib.request.urlopen(f"{site}/api/v1/events/{slug}/standings/", timeout=PATIENCE) as answer:
        return dict(json.load(answer))


def wait_for_deals(site: str, slug: str, deals: int) -> None:
    """Wait until the standings count this many deals; the leader has two points for each."""
    wait_until(lambda: standings(site, slug)["deals_counted"] == deals, f"{deals} deals are in the standings")
    assert standings(site, slug)["rows"][0]["total"] == 2 * deals


@pytest.mark.usefixtures("worker")
def test_deals_written_at_a_table_reach_the_standings_through_the_worker(
    grown_up: Environment, site: str
) -> None:
    evening = an_empty_evening(grown_up, seed=1)
    write_deals(site, evening["tables"][0]["token"], range(1, 11))
    wait_for_deals(site, evening["event"], 10)


SWEEP = "from tournaments.tasks import sweep_backups; sweep_backups.delay()"
ELEVEN_MINUTES_LATER = """
from datetime import timedelta
from django.db.models import F
BackupPlace.objects.update(made_at=F("made_at") - timedelta(minutes=11))
"""
CLOSE = """
from tournaments.services.rounds.lifecycle import close_round
close_round(round=Round.objects.get(event__slug="{event}"), even_if_incomplete=True)
"""


@pytest.mark.usefixtures("worker")
def test_the_worker_makes_backups_after_a_round_and_every_ten_minutes_of_play(
    grown_up: Environment, site: str
) -> None:
    def made() -> set[Path]:
        return set(Path(grown_up["DATA_DIR"], "backups").glob("stichtag-*.zip"))

    def shell(text: str) -> None:
        manage(grown_up, "shell", "-v", "0", "-c", text)

    evening = an_empty_evening(grown_up, seed=4)
    token = evening["tables"][0]["token"]
    write_deals(site, token, range(1, 2))
    shell(SWEEP)  # without it, beat sends the same within ten seconds
    wait_until(lambda: bool(made()), "the worker has backed up the first deals")
    before = made()
    write_deals(site, token, range(2, 3))
    shell(ELEVEN_MINUTES_LATER + SWEEP)
    wait_until(lambda: made() > before, "the worker has backed up after ten minutes")
    before = made()
    shell(CLOSE.format(event=evening["event"]))
    wait_until(lambda: made() > before, "beat and the worker have backed up after the round")


KEEP_A_PHOTO = """
from tests.marked.one_photo import photo_of
from tournaments.services.paper.photos import keep_photo
content = photo_of("{event}")
keep_photo(round=Round.objects.get(event__slug="{event}"), name="page.jpg", content=content)
"""
ROWS_READ = """
photo = MarkedPhoto.objects.get(round__event__slug="{event}")
print(len([row for row in photo.reading["rows"] if "x" in row['boxes']]))
"""
READ = "SELECT count(*) FROM tournaments_markedphoto WHERE reading IS NOT NULL"


@pytest.mark.usefixtures("worker")
def test_the_worker_reads_a_photograph_of_a_sheet(grown_up: Environment) -> None:
    event = an_empty_evening(grown_up, seed=5)["event"]
    manage(grown_up, "shell", "-v", "0", "-c", KEEP_A_PHOTO.format(event=event))
    with psycopg.connect(grown_up["DATABASE_URL"], autocommit=True) as database:
        wait_until(lambda: database.execute(READ).fetchone() == (1,), "the worker has read the photograph")
    assert manage(grown_up, "shell", "-v", "0", "-c", ROWS_READ.format(event=event)).strip() == "3"


def test_a_club_night_typed_from_paper_has_the_expected_standings(grown_up: Environment, site: str) -> None:
    files = ("--seating", str(SHEETS / "fipsen-club-night.seating.csv"))
    sheets = ("--sheets", str(SHEETS / "fipsen-club-night.csv"))
    manage(grown_up, "import_sheets", "night", *files, *sheets, "--create", "fipsen-prisdorf")
    listed = csv.DictReader(manage(grown_up, "standings", "night", "--format", "csv").splitlines())
    rows = [(row["rank"], row["name"], row["round1"], row["round2"], row["total"]) for row in listed]
    with (SHEETS / "fipsen-club-night.expected.csv").open(encoding="utf-8-sig") as file:
        expected = [tuple(row.values()) for row in csv.DictReader(file)]
    assert sorted(rows) == sorted(expected)
