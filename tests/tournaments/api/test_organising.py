"""An evening by programs: set up, enter, check in, draw, open, record, correct, close; and the manners."""

from functools import partial

import pytest

from tests.builders import a_club, a_record, a_user
from tests.tournaments.api.programs import Program
from tests.tournaments.evenings import ADA
from tournaments.models import Deal, Event, EventChangeKind, Member, Role, SentRequest
from tournaments.services.clubs.anonymising import anonymise_player
from tournaments.services.draw.search import carry_out_draw

pytestmark = pytest.mark.django_db

NEW = {"name": "Autumn Fipsen", "date": "2026-11-28", "game": "fipsen-prisdorf", "slug": "autumn"}
NAMES = ["Ada", "Ben", "Cleo", "Emil", "Frieda", "Gustav", "Hanne", "Ida"]


@pytest.fixture
def program():
    a_club()
    return Program()


@pytest.fixture
def event(program):
    program.post("events/", {"club": a_user().memberships.get().club.slug, **NEW}, 201)
    return Event.objects.get()


def enter(program, names=NAMES):
    body = {"entrants": [{"name": name, "is_present": True} for name in names]}
    return program.post("events/autumn/entrants/", body, 201)["results"]


def draw(program, **body):
    answer = program.post("events/autumn/draws/", body, 202)
    carry_out_draw(draw_id=Event.objects.get().draws.get(number=answer["number"]).pk)
    return program.get(f"events/autumn/draws/{answer['number']}/")


def test_a_whole_evening(program, event):
    assert enter(program)[0]["number"] == 1
    assert program.post("events/autumn/check_in/", {"numbers": [8], "is_present": False})["present"] == 7
    program.post("events/autumn/check_in/", {"numbers": [8], "is_present": True})
    drawn = draw(program, mode="all", rounds=2)
    assert (drawn["status"], drawn["rounds"]) == ("done", [1, 2])
    seats = program.get("events/autumn/rounds/1/")["tables"][0]["seats"]
    assert len(seats) == 4
    opened = program.post("events/autumn/rounds/1/open/")
    table = f"events/autumn/tables/{opened['tables'][0]['id']}/"
    assert program.get(table)["is_open"] is True
    first = program.post(f"{table}deals/", {"number": 1, "record": a_record()}, 201)
    corrected = program.send(
        "put", f"{table}deals/1/", {"record": a_record(tricks=1), "reason": "Miscounted"},
        **{"If-Match": f'"{first["revision"]}"'},
    )  # fmt: skip
    assert corrected.status_code == 200, corrected.content
    assert Deal.objects.get().entries.filter(author_kind="member", author_id=a_user().pk).count() == 2
    link = program.post(f"{table}link/", {"renew": True})
    assert link["url"].endswith(f"/t/{link['token']}")
    assert program.post("events/autumn/rounds/1/clock/", {"act": "start", "minutes": 60})["clock"]
    refused = program.post("events/autumn/rounds/1/close/", {}, 409)
    assert refused["code"] == "tables_open"
    closed = program.post("events/autumn/rounds/1/close/", {"even_if_incomplete": True})
    assert closed["status"] == "closed"


def test_a_repeated_request_gets_the_status_the_headers_and_the_body_of_the_first(program, event):
    changes = {
        "late": ("post", "check_in/late/", {"name": "Ada"}),
        "change": ("patch", "entrants/1/", {"team": "North"}),
        "withdraw": ("delete", "entrants/1/", None),
    }
    for key, (method, path, body) in changes.items():
        send = partial(program.send, method, f"events/autumn/{path}", body, key=key)
        first, again = (send(**{"If-Match": "*"}) for _ in range(2))
        assert (first.status_code, first.content) == (again.status_code, again.content)
        assert (first.get("ETag"), first.get("Location")) == (again.get("ETag"), again.get("Location"))
        assert first.status_code < 300 and (first.get("ETag") is None) == (key == "withdraw")


def test_a_key_of_one_token_is_not_known_to_another_of_the_same_person(event):
    for name in ("Ada", "Ben"):
        Program().post("events/autumn/entrants/", {"entrants": [{"name": name}]}, 201, key="once")
    assert event.entrants.count() == 2


def test_a_repeated_request_is_carried_out_once_and_answered_the_same(program, event):
    first = program.post("events/autumn/entrants/", {"entrants": [{"name": "Ada"}]}, 201, key="once")
    again = program.post("events/autumn/entrants/", {"entrants": [{"name": "Ada"}]}, 201, key="once")
    assert first == again and event.entrants.count() == 1
    other = program.post("events/autumn/entrants/", {"entrants": [{"name": "Ben"}]}, 409, key="once")
    assert other["code"] == "key_reused"
    assert (
        program.post("events/autumn/check_in/", {"numbers": [1], "is_present": True}, 400, key="")["code"]
        == "key_missing"
    )


def test_a_refused_request_stores_nothing_and_may_be_repeated_with_its_key(program, event):
    body = {"entrants": [{"name": "Ada"}, {"name": "Ada"}]}
    assert program.post("events/autumn/entrants/", body, 409, key="again")["code"] == "player_twice"
    assert not event.entrants.exists() and not SentRequest.objects.filter(key="again").exists()
    program.post("events/autumn/entrants/", {"entrants": [{"name": "Ada"}]}, 201, key="again")


def test_an_object_is_changed_only_as_it_was_seen(program, event):
    settings = program.send("get", "events/autumn/settings/")
    path, body = "events/autumn/", {"place": "Village hall"}
    assert program.send("patch", path, body).json()["code"] == "if_match_missing"
    assert program.send("patch", path, body).status_code == 428
    changed = program.send("patch", path, body, **{"If-Match": settings["ETag"]})
    assert (changed.status_code, changed.json()["place"]) == (200, "Village hall")
    stale = program.send("patch", path, {"place": "Inn"}, **{"If-Match": settings["ETag"]})
    assert (stale.status_code, stale.json()["current"]["place"]) == (412, "Village hall")
    program.send("patch", path, {"place": "Inn"}, **{"If-Match": changed["ETag"]})
    event.refresh_from_db()
    assert event.place == "Inn"
    assert event.entries.filter(kind=EventChangeKind.SETTINGS).count() == 2


def test_entrants_are_changed_withdrawn_and_leave(program, event):
    enter(program)
    changed = program.change(
        "events/autumn/entrants/2/", {"name": "Ben Jensen", "team": "Holm", "is_present": False}
    )
    assert (changed["name"], changed["team"], changed["is_present"]) == ("Ben Jensen", "Holm", False)
    program.change("events/autumn/entrants/8/", None, "delete", 204)
    assert not event.entrants.filter(number=8).exists()
    assert program.post("events/autumn/entrants/3/leave/", {"after": 0})["admission"] == "left"


def test_drafts_are_swapped_and_discarded(program, event):
    enter(program)
    draw(program)
    before = program.get("events/autumn/rounds/1/")["tables"]
    program.post("events/autumn/rounds/1/swap/", {"one": 1, "two": 8})
    assert program.get("events/autumn/rounds/1/")["tables"] != before
    assert program.post("events/autumn/rounds/1/swap/", {"one": 1, "two": 1}, 409)["code"] == "same_player"
    assert program.send("delete", "events/autumn/rounds/1/draft/").status_code == 204
    assert not event.rounds.exists()
    assert draw(program)["number"] == 2
    assert program.send("delete", "events/autumn/draws/2/").status_code == 204
    assert program.get("events/autumn/draws/")["results"][1]["status"] == "discarded"


def test_an_event_is_deleted_only_without_rounds(program, event):
    enter(program)
    draw(program)
    refused = program.change("events/autumn/", None, "delete", 409, read="events/autumn/settings/")
    assert refused["code"] == "event_has_rounds"
    program.send("delete", "events/autumn/draws/1/")
    program.change("events/autumn/", None, "delete", 204, read="events/autumn/settings/")
    assert not Event.objects.exists()


def test_a_copy_has_the_settings_and_the_regulars(program, event):
    enter(program)
    copied = program.post("events/autumn/copy/", {"name": "Winter", "date": "2027-01-16"}, 201)
    assert program.get(f"events/{copied['slug']}/entrants/")["results"][0]["is_present"] is False


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ({}, {"club": "required", "name": "required", "date": "required", "game": "required"}),
        ({"club": "x", **NEW, "date": "28.11.26"}, {"date": "invalid"}),
        (
            {"club": "x", **NEW, "name": 5, "is_published": "yes"},
            {"name": "invalid", "is_published": "invalid"},
        ),
        ({"club": "x", **NEW, "rounds_planned": True}, {"rounds_planned": "invalid"}),
        ({"club": "x", **NEW, "rounds_planned": 0}, {"rounds_planned": "min_value"}),
    ],
)
def test_all_errors_of_a_body_are_told_at_once(program, body, errors):
    answer = program.post("events/", body, 422)
    assert answer["code"] == "body_invalid"
    assert {each["field"]: each["code"] for each in answer["errors"]} == errors
    assert not Event.objects.exists()


def test_the_rules_refuse_in_the_same_form(program):
    club = a_user().memberships.get().club.slug
    answer = program.post("events/", {"club": club, **NEW, "options": {"no_such_switch": 1}}, 422)
    assert (answer["code"], answer["errors"][0]["field"]) == ("switch_unknown", "options")
    assert program.post("events/", {"club": club, **NEW, "game": "chess"}, 422)["code"] == "game_unknown"


@pytest.mark.parametrize(
    ("scopes", "method", "path", "status"),
    [
        (["read"], "post", "events/", 403),
        (["read"], "post", "events/autumn/check_in/", 403),
        (["write"], "get", "events/autumn/entrants/", 403),
        (["write"], "post", "events/autumn/draws/", 403),
        (["read", "write"], "post", "events/autumn/rounds/1/open/", 403),
        (["write"], "post", "events/autumn/check_in/", 422),
    ],
)
def test_a_scope_opens_only_its_own(event, scopes, method, path, status):
    response = Program(scopes=scopes).send(method, path, {})
    assert response.status_code == status
    if status == 403:
        assert response.json()["code"] == "scope_missing"


def test_a_token_may_no_more_than_its_person(event):
    Member.objects.create(club=event.club, user=a_user("ben"), role=Role.SCORER)
    scorer, stranger = Program("ben"), Program("dov")
    assert scorer.get("events/autumn/entrants/")["results"] == []
    assert scorer.send("post", "events/autumn/draws/", {}).status_code == 404
    for path in ("events/autumn/entrants/", "events/autumn/settings/", "events/autumn/"):
        assert stranger.send("get", path).status_code == 404
    assert stranger.send("post", "events/", {"club": event.club.slug, **NEW}).status_code == 404
    assert Program().get("events/autumn/")["name"] == "Autumn Fipsen"


def test_a_removed_name_is_in_no_kept_response(program, event):
    enter(program)
    anonymise_player(player=event.entrants.get(number=2).player, by=ADA)
    assert not SentRequest.objects.filter(token__user__memberships__club=event.club).exists()


@pytest.mark.parametrize("slug", ["no spaces", "a/b", "\U00066761", "x" * 81])
def test_a_slug_that_no_address_can_have_is_refused(program: Program, slug: str) -> None:
    club = a_user().memberships.get().club.slug
    refused = program.send("post", "events/", {"club": club, **NEW, "slug": slug})
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "slug")
