"""A program is refused every number that a page refuses."""

import pytest

from tests.builders import a_record, a_table, an_event
from tests.tournaments.api.programs import Program
from tournaments.models import Deal, DrawConstraint, Event, Ruling
from tournaments.models.decisions import MOST_RULED
from tournaments.models.draw import MOST_SEATS, MOST_TABLES
from tournaments.models.event import MOST_ROUNDS
from tournaments.services.entry.entrants import enter_players

pytestmark = pytest.mark.django_db
EVENT = "events/autumn/"


@pytest.fixture
def event():
    event = an_event(slug="autumn")
    enter_players(event=event, names=["Ada", "Ben", "Cleo", "Emil"])
    return event


@pytest.fixture
def program(event):
    return Program()


def refused(response):
    assert response.status_code == 422, response.content
    return {each["field"]: each["code"] for each in response.json().get("errors", ())}


@pytest.mark.parametrize("wrong", ["٣", "３", "+3", "3.0", "1e1"])
def test_a_program_writes_numbers_in_its_address_with_the_digits_0_to_9(program, wrong):
    response = program.send("get", f"{EVENT}entrants/?limit={wrong}")
    assert (response.status_code, response.json()["code"]) == (400, "bad_request")


@pytest.mark.parametrize(
    ("path", "body", "field", "code"),
    [
        ("entrants/1/leave/", {"after": MOST_ROUNDS + 1}, "after", "max_value"),
        ("entrants/1/leave/", {"after": -1}, "after", "min_value"),
        ("constraints/", {"kind": "capacity", "table": 0, "number": 3}, "table", "min_value"),
        ("constraints/", {"kind": "capacity", "table": MOST_TABLES + 1, "number": 3}, "table", "max_value"),
        ("constraints/", {"kind": "capacity", "table": 1, "number": 0}, "number", "min_value"),
        ("constraints/", {"kind": "capacity", "table": 1, "number": MOST_SEATS + 1}, "number", "max_value"),
        ("constraints/", {"kind": "seat", "entrant": 1, "number": MOST_SEATS + 1}, "number", "max_value"),
        ("constraints/", {"kind": "table", "entrant": 1, "number": MOST_TABLES + 1}, "number", "max_value"),
    ],
)
def test_a_number_of_an_entrant_or_a_constraint_is_one_that_the_page_takes(
    program, event, path, body, field, code
):
    assert refused(program.send("post", EVENT + path, body)) == {field: code}
    assert not DrawConstraint.objects.exists()
    assert event.entrants.get(number=1).left_after is None


@pytest.mark.parametrize("rounds", [0, MOST_ROUNDS + 1, 10**9])
def test_an_event_has_as_many_rounds_as_its_page_allows(program, event, rounds):
    response = program.send("patch", EVENT, {"rounds_planned": rounds}, **{"If-Match": "*"})
    assert "rounds_planned" in refused(response)
    assert program.change(EVENT, {"rounds_planned": MOST_ROUNDS}, read=f"{EVENT}settings/")


@pytest.mark.parametrize("size", ["7", "2", "04", "٤", " 4", ""])
def test_deals_are_agreed_for_table_sizes_that_the_game_has(program, event, size):
    body = {"deals_per_table": {"4": 40, size: 40}}
    refused(program.send("patch", EVENT, body, **{"If-Match": "*"}))
    new = {"club": event.club.slug, "name": "Winter", "date": "2026-12-01", "game": event.game, **body}
    refused(program.send("post", "events/", new))
    assert Event.objects.get().deals_per_table == event.deals_per_table


@pytest.mark.parametrize("points", [MOST_RULED + 1, -MOST_RULED - 1, 10**15, 0.5])
def test_a_ruling_gives_points_that_the_page_takes_in_this_game(points):
    table = a_table()
    program = Program()
    path = f"events/{table.round.event.slug}/tables/{table.public_id}/"
    program.post(f"{path}deals/", {"number": 1, "record": a_record()}, 201)
    ruling = {"deal": Deal.objects.get().number, "points": [0, 0, 0, points], "reason": "Misdeal"}
    refused(program.send("post", f"{path}rulings/", ruling))
    assert not Ruling.objects.exists()
    ruling["points"] = [0, 0, -MOST_RULED, MOST_RULED]
    assert program.post(f"{path}rulings/", ruling, 201)["points"] == [0, 0, -MOST_RULED, MOST_RULED]
