"""The entrants of an event, for programs with a personal token."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.builders import a_club, a_user, an_event
from tests.tournaments.api.programs import Program
from tests.tournaments.api.test_personal_tokens import a_token, ask
from tests.tournaments.evenings import ADA
from tournaments.models import EventChangeKind, Member, Player, Role, ShownAs
from tournaments.services.clubs.anonymising import show_player_as
from tournaments.services.entry.check_in import check_in
from tournaments.services.entry.entrants import enter_players, share_number

pytestmark = pytest.mark.django_db

PATH = "/api/v1/events/autumn/entrants/"


@pytest.fixture
def event():
    event = an_event(slug="autumn", is_published=False)
    enter_players(event=event, names=["Ada", "Ben", "Cleo"])
    return event


def test_entrants_come_by_number_with_what_organisers_see(event):
    share_number(entrant=event.entrants.get(number=1), name="Dov", by=ADA)
    show_player_as(player=Player.objects.get(name="Ben"), shown_as=ShownAs.NUMBER)
    check_in(entrant=event.entrants.get(number=3), is_present=False, by=ADA)
    one, two, three = ask(a_token()[1], path=PATH).json()["results"]
    assert one == {
        "number": 1, "name": "Ada", "reading": "", "partner": "Dov", "team": "", "fee_class": "",
        "is_present": True, "admission": "entered", "left_after": None,
    }  # fmt: skip
    assert (two["name"], three["name"], three["is_present"]) == ("Ben", "Cleo", False)


def test_pages_follow_each_other_and_take_the_same_queries(event):
    secret, path, numbers = a_token()[1], f"{PATH}?limit=2", []
    while path:
        answer = ask(secret, path=path).json()
        numbers += [each["number"] for each in answer["results"]]
        path = answer["next"]
    assert numbers == [1, 2, 3]
    enter_players(event=event, names=[f"Player {number}" for number in range(50)])
    assert queries(secret, "?limit=1") == queries(secret, "")


SAID = {"nothing": {}, "no": {"is_present": False}, "yes": {"is_present": True}}


@pytest.mark.parametrize("facts", SAID.values(), ids=SAID)
def test_players_whom_a_program_enters_are_there_if_it_says_so(facts):
    event, program = an_event(slug="autumn"), Program()
    one = program.post("events/autumn/entrants/", {"entrants": [{"name": "Dov", **facts}]}, 201)["results"][0]
    is_there = facts.get("is_present", False)
    assert one["is_present"] is event.entrants.get().is_present is is_there
    assert event.entries.filter(kind=EventChangeKind.CHECKED_IN).exists() is is_there


def queries(secret, more):
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert ask(secret, path=PATH + more).status_code == 200
    return len([each for each in asked if "stichtag_cache" not in each["sql"]])


@pytest.mark.parametrize(
    ("role", "status"), [(None, 404), (Role.CASHIER, 200), (Role.SCORER, 200), (Role.DIRECTOR, 200)]
)
def test_a_member_with_any_role_in_the_club_may_read_entrants(event, role, status):
    a_club("dov", "Kartenfreunde")
    if role:
        Member.objects.create(club=event.club, user=a_user("dov"), role=role)
    assert ask(a_token(user="dov")[1], path=PATH).status_code == status


def test_no_token_and_no_such_event_are_problems(event):
    assert ask("", path=PATH).json()["code"] == "token_missing"
    answer = ask(a_token()[1], path=PATH.replace("autumn", "winter"))
    assert (answer.status_code, answer.json()["code"], answer["Content-Type"]) == (
        404, "not_found", "application/problem+json",
    )  # fmt: skip


def test_a_new_name_like_another_persons_is_asked_about():
    event = an_event(slug="autumn")
    enter_players(event=event, names=["Jürgen Meier", "Karl Ost"])
    program = Program()
    refused = program.change("events/autumn/entrants/2/", {"name": "Jurgen Meier"}, status=409)
    assert (
        refused["code"] == "player_doubtful" and refused["doubts"][0]["players"][0]["name"] == "Jürgen Meier"
    )
    answer = {"name": "Jurgen Meier", "is_new": True}
    changed = program.change("events/autumn/entrants/2/", answer)
    assert changed["name"] == "Jurgen Meier"
