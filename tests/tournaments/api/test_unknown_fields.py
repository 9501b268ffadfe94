"""Bodies refuse what they do not know, by name and with all other errors; a text is as long as its column."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.builders import a_record, an_event
from tests.tournaments.api.described import description
from tests.tournaments.api.programs import Program
from tournaments.api.http.bodies import UNKNOWN, Body
from tournaments.models import Club, Deal, Entrant, EventChange, Payment, Reason
from tournaments.models.lengths import longest
from tournaments.services.entry.entrants import enter_players

pytestmark = pytest.mark.django_db
EVENT = "events/autumn/"


def all_bodies(shape=Body):
    return [inner for each in shape.__subclasses__() for inner in (each, *all_bodies(each))]


@pytest.fixture
def event():
    event = an_event(slug="autumn")
    enter_players(event=event, names=["Ada", "Ben", "Cleo"])
    return event


@pytest.fixture
def program(event):
    return Program()


def errors_of(response):
    return {each["field"]: each["code"] for each in response.json()["errors"]}


def test_every_body_refuses_a_field_that_it_does_not_know():
    for shape in all_bodies():
        sent = shape(data={"invented": 1})
        assert not sent.is_valid()
        assert [each.code for each in sent.errors["invented"]] == [UNKNOWN], shape


def test_every_described_body_says_that_it_has_no_other_fields():
    bodies = [
        media["schema"]["$ref"].rpartition("/")[2]
        for methods in description()["paths"].values()
        for operation in methods.values()
        for media in operation.get("requestBody", {}).get("content", {}).values()
    ]
    shapes = description()["components"]["schemas"]
    assert len(bodies) > 60
    assert [name for name in bodies if shapes[name].get("additionalProperties") is not False] == []


@pytest.mark.parametrize(("path", "body", "errors"), [
    pytest.param("entrants/", {"entrants": [{"name": "Dov", "team": "Holm"}]},
                 {"entrants.0.team": UNKNOWN}, id="a team of a new entrant"),
    pytest.param("entrants/", {"entrants": [{"name": "", "team": "Holm"}], "dry_run": True},
                 {"entrants.0.team": UNKNOWN, "entrants.0.name": "blank", "dry_run": UNKNOWN},
                 id="with all others"),
    pytest.param("state/", {"reason": "Snow", "is_closed": True}, {"reason": UNKNOWN},
                 id="a reason of no cancellation"),
    pytest.param("constraints/", {"kind": "apart", "entrant": 1, "other": 2, "table": 4},
                 {"table": UNKNOWN}, id="a table of two who sit apart"),
    pytest.param("entrants/1/admit/", {"number": 1}, {"number": UNKNOWN}, id="a request without a body"),
])  # fmt: skip
def test_an_unknown_field_is_named_and_nothing_is_stored(program, event, path, body, errors):
    before = EventChange.objects.count(), event.entrants.count(), event.wishes.count()
    response = program.send("post", EVENT + path, body)
    assert (response.status_code, errors_of(response)) == (422, errors)
    assert (EventChange.objects.count(), event.entrants.count(), event.wishes.count()) == before


def test_a_setting_that_an_event_does_not_have_is_refused(program):
    response = program.send("patch", EVENT, {"colours": []}, **{"If-Match": "*"})
    assert (response.status_code, errors_of(response)) == (422, {"colours": UNKNOWN})


def test_a_part_of_a_form_that_is_not_known_is_refused(program):
    form = {"file": SimpleUploadedFile("list.csv", b"Name\nDov\n"), "club": "holm"}
    own = {"Authorization": f"Bearer {program.secret}", "Idempotency-Key": "form"}
    response = program.client.post(f"/api/v1/{EVENT}player_lists/", form, format="multipart", headers=own)
    assert (response.status_code, errors_of(response)) == (422, {"club": UNKNOWN})
    assert not Entrant.objects.filter(player__name="Dov").exists()


@pytest.mark.parametrize(("wrong", "status", "errors"), [
    ({"row": 1}, 422, {"row": UNKNOWN}),
    ({"row": 1, "number": "1"}, 400, {"row": UNKNOWN, "number": "invalid"}),
])  # fmt: skip
def test_a_table_names_all_that_is_wrong_with_a_body(phone, wrong, status, errors):
    response = phone.send("post", "deals/", {"number": 1, "record": a_record(), **wrong})
    assert response.status_code == status
    assert {each["field"]: each["code"] for each in response.json()["violations"]} == errors
    assert not Deal.objects.exists()


def test_a_reason_of_a_table_has_the_limit_of_its_column(phone):
    phone.record()
    body = {"record": a_record(), "reason": "x" * (longest(Reason, "text") + 1)}
    response = phone.send("put", "deals/1/", body, match=1)
    assert response.status_code == 422
    assert [each["code"] for each in response.json()["violations"]] == ["max_length"]


def test_a_note_of_a_payment_has_the_limit_of_its_column(program):
    body = {"kind": "other", "cents": 100, "note": "x" * (longest(Payment, "note") + 1)}
    response = program.send("post", EVENT + "payments/", body)
    assert (response.status_code, errors_of(response)) == (422, {"note": "max_length"})


@pytest.mark.parametrize("unsent", ["E", "-1", "10000", "1.0"])
def test_a_number_of_unsent_deals_is_a_number(phone, unsent):
    response = phone.get(**{"X-Unsent": unsent, "X-Device": "one"})
    assert (response.status_code, response.json()["code"]) == (400, "bad_request")


def test_an_address_made_of_a_name_is_no_longer_than_its_column(program):
    for _ in range(2):
        made = program.post("clubs/", {"name": "x" * longest(Club, "name")}, 201)
        assert len(made["slug"]) <= longest(Club, "slug")
