"""Standings as CSV, by header or by address, and the streams as the application answers them."""

import csv
import io
import json

import pytest
from rest_framework.test import APIClient

from server.streams import LOOK
from tests.builders import a_table, an_event, write_deal
from tests.tournaments.api.programs import Program
from tests.tournaments.fronts import Site
from tests.tournaments.phones import Phone
from tournaments.api.http.personal_tokens import TokenPace
from tournaments.services.standings.computation import compute_event_standings

pytestmark = pytest.mark.django_db

CSV = "text/csv; charset=utf-8"


@pytest.fixture
def event():
    event = an_event(is_published=True)
    write_deal(a_table(event=event))
    compute_event_standings(event_id=event.pk)
    return event


@pytest.fixture
def address(event):
    return f"/api/v1/events/{event.slug}/standings/"


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))


def test_standings_are_csv_for_who_asks_for_csv(address):
    told = APIClient().get(address).json()["rows"]
    for answer in (
        APIClient().get(address, headers={"Accept": "text/csv"}),
        APIClient().get(f"{address}?format=csv"),
        APIClient().get(address, headers={"Accept": "text/csv, application/json;q=0.5"}),
    ):
        assert (answer.status_code, answer["Content-Type"]) == (200, CSV)
        rows = rows_of(answer.content.decode())
        assert [(row["name"], int(row["total"])) for row in rows] == [
            (row["name"], row["total"]) for row in told
        ]
    assert "Accept" in answer["Vary"] and answer["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize(
    "accept", ["", "*/*", "text/html,*/*;q=0.8", "application/json, text/csv", "text/cvs"]
)
def test_any_other_header_gets_json(address, accept):
    answer = APIClient().get(address, headers={"Accept": accept})
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")


def test_each_form_has_its_own_etag(address):
    tag = APIClient().get(address)["ETag"]
    assert APIClient().get(address, headers={"If-None-Match": tag}).status_code == 304
    assert APIClient().get(f"{address}?format=csv", headers={"If-None-Match": tag}).status_code == 200


def test_an_unknown_format_is_refused_with_the_known_ones(address):
    refused = APIClient().get(f"{address}?format=pdf")
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_request")
    assert "csv" in refused.json()["message"]


def test_the_page_cache_keeps_both_forms_apart(address):
    site = Site()
    json_first, as_csv, json_again, by_address = (
        site.get(address),
        site.get(address, accept="text/csv"),
        site.get(address, accept="application/json"),
        site.get(f"{address}?format=csv"),
    )
    assert json_first[2] == json_again[2] and json.loads(json_first[2])["rows"]
    assert as_csv[1]["content-type"] == CSV and as_csv[2] == by_address[2]
    assert len(site.pages.stored) == 2


def test_without_the_front_a_stream_tells_what_was_missed_and_ends(event):
    address = f"/api/v1/events/{event.slug}/stream/"
    first = APIClient().get(address)
    assert first["Content-Type"] == "text/event-stream; charset=utf-8"
    lines = dict(line.split(": ", 1) for line in first.content.decode().split("\n") if line)
    assert lines["event"] == "changed" and json.loads(lines["data"]).keys() == {"event", "standings"}
    again = APIClient().get(address, headers={"Last-Event-ID": lines["id"]})
    assert again.content.decode() == "retry: 3000\n\n"


def test_an_unpublished_event_has_a_stream_for_its_people_only():
    event = an_event(is_published=False)
    path = f"events/{event.slug}/stream/"
    assert APIClient().get(f"/api/v1/{path}").status_code == 404
    assert Program().send("get", path).status_code == 200


def id_in(answer):
    return dict(line.split(": ", 1) for line in answer.content.decode().split("\n") if line).get("id")


def test_the_stream_of_a_table_has_the_ways_in_of_its_sheet():
    table = a_table()
    phone, program = Phone(table), Program()
    path = f"events/{table.round.event.slug}/tables/{table.public_id}/stream/"
    assert [phone.get("stream/").status_code, program.send("get", path).status_code] == [200, 200]
    assert APIClient().get("/api/v1/table/stream/").status_code == 404
    assert APIClient().get(f"/api/v1/{path}").status_code == 401
    assert Program("dov").send("get", path).status_code == 404
    assert Program(scopes=["write"]).send("get", path).json()["code"] == "scope_missing"


def test_the_stream_of_a_table_tells_a_deal_once():
    phone = Phone(a_table())
    before = id_in(phone.get("stream/"))
    assert id_in(phone.get("stream/", **{"Last-Event-ID": before})) is None
    phone.record()
    after = id_in(phone.get("stream/", **{"Last-Event-ID": before}))
    assert after and after != before


def test_a_repeated_look_counts_towards_no_limit(monkeypatch):
    monkeypatch.setattr(TokenPace, "rate", "1/min")
    table = a_table()
    path = f"/api/v1/events/{table.round.event.slug}/tables/{table.public_id}/stream/"
    headers = {"Authorization": f"Bearer {Program().secret}"}
    looks = [APIClient().get(path, headers=headers, **{LOOK: "1"}).status_code for _ in range(3)]
    assert looks == [200, 200, 200]
    assert [APIClient().get(path, headers=headers).status_code for _ in range(2)] == [200, 429]
