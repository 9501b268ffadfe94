"""Screens, banners, the timetable, the door and the Wi-Fi for programs; and what a copy keeps of them."""

import datetime

import pytest
from django.utils.timezone import localtime

from tests.builders import an_event
from tests.tournaments.api.programs import Program
from tests.tournaments.pictures import a_picture
from tournaments.models import Event, MessageType, OutgoingMessage, TokenScope, Webhook
from tournaments.services.events.copying import copy_event
from tournaments.services.hall.hall import set_timetable, set_wifi
from tournaments.services.hall.screens import add_screens, put_banner, switch_screens
from tournaments.services.history.event_chain import SYSTEM

pytestmark = pytest.mark.django_db
EVENT = "events/autumn/"


@pytest.fixture
def program():
    an_event(slug="autumn")
    return Program()


def test_a_program_adds_screens_that_share_a_list_and_switches_one(program):
    added = program.post(f"{EVENT}screens/", {"name": "Hall", "shows": "seats", "parts": 2}, 201)["results"]
    assert [(each["name"], each["part"], each["parts"]) for each in added] == [
        ("Hall 1", 1, 2),
        ("Hall 2", 2, 2),
    ]
    assert program.post(f"{EVENT}screens/switch/", {"to": "clock", "screen": added[0]["id"]}) == {
        "switched": 1
    }
    assert program.post(f"{EVENT}screens/switch/", {"to": ""}) == {"switched": 2}
    shown = program.get(f"{EVENT}screens/")["results"]
    assert [each["switched_to"] for each in shown] == ["", ""] and shown[0]["switched_by"] == "ada"


def test_a_screen_is_changed_as_it_was_seen_and_removed(program):
    [screen] = program.post(f"{EVENT}screens/", {"name": "Door"}, 201)["results"]
    path = f"{EVENT}screens/{screen['id']}/"
    assert program.send("patch", path, {"name": "Bar"}).status_code == 428
    assert program.change(path, {"name": "Bar", "is_light": True})["name"] == "Bar"
    assert program.change(path, None, "delete", 204) is None
    assert program.get(f"{EVENT}screens/")["results"] == []


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("screens/", {"name": "Hall", "parts": 13}, 400, "bad_request"),
        ("screens/", {"name": "Hall", "shows": "films"}, 400, "bad_request"),
        ("screens/switch/", {"to": "clock", "screen": 999}, 404, None),
        ("banners/", {"text": "x" * 121}, 409, "banner_long"),
        ("banners/", {"text": " "}, 400, "bad_request"),
        ("banners/", {"text": "Pause", "minutes": 0}, 400, "bad_request"),
        ("timetable/move/", {"minutes": 15}, 409, "nothing_to_move"),
    ],
)
def test_a_setting_that_a_hall_cannot_show_is_refused_with_one_sentence(program, path, body, status, code):
    response = program.send("post", f"{EVENT}{path}", body)
    assert response.status_code == status or (status, response.status_code) == (400, 422), response.content
    assert code in (None, "bad_request") or response.json()["code"] == code


def test_a_banner_is_put_up_replaced_and_taken_down(program):
    program.post(f"{EVENT}banners/", {"text": "Break", "minutes": 15}, 201)
    program.post(f"{EVENT}banners/", {"text": "Go on"}, 201)
    assert [each["text"] for each in program.get(f"{EVENT}banners/")["results"]] == ["Go on"]
    assert program.send("delete", f"{EVENT}banners/").status_code == 204
    assert program.get(f"{EVENT}banners/")["results"] == []


def test_a_timetable_is_stored_and_one_that_runs_backwards_is_not(program):
    stored = program.send("put", f"{EVENT}timetable/", {"text": "19:30 List 1\n22:00 Prizes"}).json()
    assert [each["what"] for each in stored["entries"]] == ["List 1", "Prizes"]
    wrong = program.send("put", f"{EVENT}timetable/", {"text": "19:30 List 1\n19:10 Prizes"})
    assert (wrong.status_code, wrong.json()["code"]) == (409, "timetable_wrong")
    assert program.get(f"{EVENT}timetable/")["text"] == "19:30 List 1\n22:00 Prizes"


def test_the_door_is_opened_and_a_phone_is_undone(program):
    assert program.post(f"{EVENT}door/", {"is_open": True}) == {"is_open": True, "phones": {}}
    assert program.post(f"{EVENT}door/undo/", {"phone": "abcdef"}) == {"undone": 0}


def test_only_who_directs_reads_the_wifi_and_an_empty_name_removes_it(program):
    assert program.send("get", f"{EVENT}wifi/").status_code == 404
    sent = {"name": "Saal", "password": "herz-2026"}
    assert program.send("put", f"{EVENT}wifi/", sent).json() == {
        **sent,
        "is_hidden": False,
        "is_on_screens": False,
    }
    assert Program("dov").send("get", f"{EVENT}wifi/").status_code == 404
    assert program.send("put", f"{EVENT}wifi/", {"name": ""}).status_code == 204
    assert program.send("get", f"{EVENT}wifi/").status_code == 404


def test_a_token_that_only_reads_switches_nothing(program):
    reader = Program(scopes=[TokenScope.READ])
    assert reader.send("post", f"{EVENT}screens/switch/", {"to": "clock"}).status_code == 403


def test_a_webhook_hears_of_a_banner_without_its_text(program):
    event = Event.objects.get(slug="autumn")
    Webhook.objects.create(
        club=event.club,
        url="https://example.org/",
        types=[MessageType.HALL_CHANGED],
        salt="s",
        key_fingerprint="k",
    )
    put_banner(event=event, text="Break until 20:15", minutes=15, by=SYSTEM)
    body = OutgoingMessage.objects.get().body
    assert '"done":"put_banner"' in body and "20:15" not in body


# Last time's hall, again


def test_a_copy_has_the_screens_with_new_addresses_and_the_timetable_at_the_same_times():
    event = an_event(date=datetime.date(2026, 3, 20))
    [door] = add_screens(event=event, name="Door", lines=10, picture=a_picture())
    switch_screens(event=event, screen=None, to="clock", who="ada")
    set_timetable(event=event, text="19:30 List 1\n00:30 Prizes", by=SYSTEM)
    put_banner(event=event, text="Break", by=SYSTEM)
    set_wifi(event=event, name="Saal", password="12345678", by=SYSTEM)
    copied = copy_event(
        event=event, name="Again", date=datetime.date(2026, 4, 3)
    )  # summer time began between
    screen = copied.screens.get()
    assert (screen.name, screen.lines, screen.digest) == ("Door", 10, door.digest)
    assert screen.code != door.code and (screen.switched_to, screen.seen_at) == ("", None)
    times = [f"{localtime(each.at):%d %H:%M}" for each in copied.timetable.order_by("at")]
    assert times == ["03 19:30", "04 00:30"]
    assert not copied.banners.exists()
