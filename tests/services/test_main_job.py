"""The main use on PostgreSQL, Redis and a Celery worker: deals in, standings out."""

import csv
import json
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.processes import PATIENCE, Environment, manage, wait_until

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
keep_photo(drawn=Round.objects.get(event__slug="{event}"), name="page.jpg", content=content)
"""
ROWS_READ = """
photo = MarkedPhoto.objects.get(round__event__slug="{event}")
print(len([row for row in (photo.reading or {{"rows": []}})["rows"] if "x" in row['boxes']]))
"""


@pytest.mark.usefixtures("worker")
def test_the_worker_reads_a_photograph_of_a_sheet(grown_up: Environment) -> None:
    event = an_empty_evening(grown_up, seed=5)["event"]
    manage(grown_up, "shell", "-v", "0", "-c", KEEP_A_PHOTO.format(event=event))

    def rows() -> str:
        return manage(grown_up, "shell", "-v", "0", "-c", ROWS_READ.format(event=event)).strip()

    wait_until(lambda: rows() == "3", "the worker has read the three lines")


def test_a_club_night_typed_from_paper_has_the_expected_standings(grown_up: Environment, site: str) -> None:
    files = ("--seating", str(SHEETS / "fipsen-club-night.seating.csv"))
    sheets = ("--sheets", str(SHEETS / "fipsen-club-night.csv"))
    manage(grown_up, "import_sheets", "night", *files, *sheets, "--create", "fipsen-prisdorf")
    listed = csv.DictReader(manage(grown_up, "standings", "night", "--format", "csv").splitlines())
    found = [(row["rank"], row["name"], row["round1"], row["round2"], row["total"]) for row in listed]
    with (SHEETS / "fipsen-club-night.expected.csv").open(encoding="utf-8-sig") as file:
        wanted = [tuple(row.values()) for row in csv.DictReader(file)]
    assert sorted(found) == sorted(wanted)
