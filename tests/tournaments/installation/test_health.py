"""Health: the process answers, reports readiness or what is missing, and metrics for authorised readers."""

import json
import logging
import shutil
import sys
from collections import namedtuple
from datetime import timedelta

import pytest
import redis
from django.core.cache import cache, caches
from django.db import OperationalError
from django.test import Client, RequestFactory
from django.utils import timezone
from kombu.exceptions import OperationalError as NoBroker

from config.logs import JsonFormatter, PlainTrouble
from server.counts import Counts
from tests.builders import a_table, write_deal
from tests.tournaments.visitors import failing
from tournaments.models import RoundStatus, StandingsRequest
from tournaments.selectors.installation import health
from tournaments.selectors.installation.health import FIGURES, figures
from tournaments.selectors.tables.unsent_deals import key_of
from tournaments.services.standings.computation import compute_event_standings
from tournaments.tasks import be_seen
from tournaments.views.pages.errors import server_error

pytestmark = pytest.mark.django_db
ELSEWHERE = {"REMOTE_ADDR": "192.0.2.7"}


def test_the_process_answers_without_a_single_query(django_assert_num_queries):
    with django_assert_num_queries(0):
        answer = Client().get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok")


def test_an_installation_that_is_well_is_ready():
    answer = Client().get("/readyz")
    assert answer.json() == {"ready": True, "checks": {"database": "ok", "migrations": "ok", "disk": "ok"}}


def without_database():
    """Let no query be answered inside."""
    return failing(OperationalError("gone"))


def test_a_database_that_is_away_is_not_ready_and_nobody_else_hears_why():
    with without_database():
        here, there = Client().get("/readyz"), Client().get("/readyz", **ELSEWHERE)
    assert (here.status_code, here["Retry-After"], here.json()["ready"]) == (503, "30", False)
    assert "does not answer" in here.json()["checks"]["database"]
    assert there.json()["checks"]["database"] == "failed"


def test_a_disk_with_less_than_200_mb_is_not_ready(monkeypatch):
    usage = namedtuple("usage", "total used free")
    for free, status in ((199_999_999, 503), (200_000_000, 200)):
        monkeypatch.setattr(shutil, "disk_usage", lambda path, free=free: usage(0, 0, free))
        assert Client().get("/readyz").status_code == status


def test_with_redis_a_worker_must_have_been_seen(settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    cache.delete(health.WORKER_SEEN)
    assert "Start both" in Client().get("/readyz").json()["checks"]["worker"]
    be_seen()
    assert Client().get("/readyz").json()["checks"]["worker"] == "ok"


def test_each_thing_that_is_away_has_its_sentence_with_what_to_do(settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    settings.CACHES = {**settings.CACHES, "default": {**settings.REDIS_CACHE, "LOCATION": settings.REDIS_URL}}
    settings.DATA_DIR = settings.DATA_DIR / "a stick that was pulled out"
    with without_database():
        checks = Client().get("/readyz").json()["checks"]
    for name, remedy in (("database", "DATABASE_URL"), ("disk", "DATA_DIR"), ("worker", "REDIS_URL")):
        assert remedy in checks[name]


def test_numbers_are_what_the_database_has():
    table = a_table()
    write_deal(table)
    write_deal(table, 2)
    lines = Client().get("/metrics").content.decode().splitlines()
    assert "stichtag_deals 2" in lines and "stichtag_conflicts_open 0" in lines
    StandingsRequest.objects.update(asked_at=timezone.now() - timedelta(seconds=90))
    assert 90 <= figures()["standings_age_seconds"] < 120
    StandingsRequest.objects.update(asked_at=timezone.now() + timedelta(days=1))  # the clock was set back
    assert figures()["standings_age_seconds"] == 0
    compute_event_standings(event_id=table.round.event_id)
    lines = Client().get("/metrics").content.decode().splitlines()
    assert "stichtag_standings_waiting 0" in lines and "stichtag_standings_age_seconds 0" in lines


def test_phones_that_are_silent_with_unsent_deals_are_counted_while_their_round_is_open():
    table, minute = a_table(), timedelta(minutes=1)
    now = timezone.now()
    heard = {"lost": (now - 4 * minute, 2), "away": (now - 9 * minute, 1), "sending": (now - minute, 5)}
    caches["database"].set(key_of(table.pk), heard)
    assert figures()["phones_silent"] == 2
    table.round.status = RoundStatus.CLOSED
    table.round.save()
    assert figures()["phones_silent"] == 0


def test_each_number_has_its_help_and_its_type():
    assert set(figures()) <= set(FIGURES) and set(FIGURES) - set(figures()) <= {"backup_age_seconds"}
    lines = [*Client().get("/metrics").content.decode().splitlines(), *Counts().lines()]
    names = [line.split()[0] for line in lines if line[0] != "#"] + ["stichtag_refusals_total"]
    for name in names:
        assert sum(line.startswith(f"# HELP {name} ") for line in lines) == 1
        assert sum(line.startswith(f"# TYPE {name} ") for line in lines) == 1


def test_numbers_are_for_this_machine_and_for_holders_of_the_token(settings):
    settings.METRICS_TOKEN = "a token"
    asked = [
        Client().get("/metrics", **ELSEWHERE),
        Client(headers={"X-Forwarded-For": "192.0.2.7"}).get("/metrics"),
        Client(headers={"Authorization": "Bearer another"}).get("/metrics", **ELSEWHERE),
        Client(headers={"Authorization": "Bearer a token"}).get("/metrics", **ELSEWHERE),
    ]
    assert [answer.status_code for answer in asked] == [404, 404, 404, 200]


def test_without_a_token_nobody_elsewhere_gets_in_by_an_empty_one():
    assert Client(headers={"Authorization": "Bearer "}).get("/metrics", **ELSEWHERE).status_code == 404


def logged(**more):
    """Return an entry as JSON."""
    record = logging.LogRecord("django", logging.ERROR, "", 0, "Not Found: %s", ("/t/abc\nforged",), None)
    record.__dict__.update(more)
    return JsonFormatter().format(record)


def test_an_entry_is_one_object_without_a_token():
    line = logged()
    assert "\n" not in line
    assert json.loads(line)["message"] == "Not Found: /t/-\nforged"
    assert "reference" not in json.loads(line)


def test_the_reference_of_the_error_page_is_a_field_of_the_log(caplog):
    request = RequestFactory().get("/")
    setattr(request, "reference", "ABCDEFGH")  # noqa: B010 what the middleware does
    try:
        raise KeyError("x")
    except KeyError:
        page = server_error(request).content.decode()
        trace = sys.exc_info()
    assert "ABCDEFGH" in page
    assert json.loads(JsonFormatter().format(caplog.records[-1]))["reference"] == "ABCDEFGH"
    assert "KeyError: 'x'" in json.loads(logged(exc_info=trace))["trace"]


def test_a_redis_that_is_away_is_one_sentence_of_the_log():
    try:
        raise NoBroker("Error 111") from redis.ConnectionError("refused")
    except NoBroker:
        record = logging.makeLogRecord({"msg": "Background work failed", "exc_info": sys.exc_info()})
    assert PlainTrouble().filter(record)
    assert record.getMessage() == f"Background work failed: {health.NO_ANSWER['worker']}"
    assert record.exc_info is None
