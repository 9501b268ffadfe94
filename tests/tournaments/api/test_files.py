"""Files sent by programs: lists of players, tried, imported and undone; the emblem of a club."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.builders import a_round, a_user, an_event
from tests.tournaments.api.programs import Program, keys
from tests.tournaments.pictures import a_picture
from tournaments.models import Emblem, Member, Player, Role

pytestmark = pytest.mark.django_db
LISTS = "events/autumn/player_lists/"
NAMES = "Name;Verein\nAnna Krüger;SK Holm\nBen Øst;\n"


@pytest.fixture
def event():
    return an_event(slug="autumn")


@pytest.fixture
def program(event):
    return Program()


def send(program, path, status=200, key=None, **parts):
    """Return the answer to a form, sent with a key of its own if none is given; bytes are a file."""
    files = {
        name: SimpleUploadedFile(name, each) if isinstance(each, bytes) else each
        for name, each in parts.items()
    }
    headers = {"Authorization": f"Bearer {program.secret}", "Idempotency-Key": key or f"file-{next(keys)}"}
    response = program.client.post(f"/api/v1/{path}", files, headers=headers)
    assert response.status_code == status, response.content
    return response.json()


def bring(program, text=NAMES, status=200, **fields):
    return send(program, LISTS, status, file=text.encode(), **fields)


def test_a_list_is_tried_imported_and_undone(program, event):
    tried = bring(program, dry_run="true")
    assert [(row["name"], row["action"]) for row in tried["rows"]] == [
        ("Anna Krüger", "new"),
        ("Ben Øst", "new"),
    ]
    assert tried["columns"] == {"Name": "name", "Verein": "club"}
    assert (tried["list"], event.entrants.count()) == (None, 0)
    answer = bring(program, plan=tried["plan"], are_present="true")
    assert (answer["entered"], event.entrants.filter(is_present=True).count()) == (2, 2)
    assert [each["list"] for each in program.get(LISTS)["results"]] == [answer["list"]]
    assert program.send("delete", f"{LISTS}{answer['list']}/").status_code == 204
    assert not event.entrants.exists() and not Player.objects.exists()
    again = program.send("delete", f"{LISTS}{answer['list']}/")
    assert (again.status_code, again.json()["code"]) == (409, "list_taken_back")
    assert program.get(LISTS)["results"][0]["is_taken_back"] is True


def test_a_list_repeated_with_its_key_is_not_stored_again_though_it_was_undone(program, event):
    # It stores in portions, and would find nothing stored: only its key says that it was done.
    told = bring(program, key="one list")
    assert program.send("delete", f"{LISTS}{told['list']}/").status_code == 204
    assert bring(program, key="one list") == told
    assert not event.entrants.exists() and event.list_imports.count() == 1
    assert bring(program, key="another")["entered"] == 2


def test_a_refused_list_may_be_sent_again_with_its_key(program, event):
    bring(program, status=409, plan="0", key="one list")
    assert bring(program, key="one list")["entered"] == 2
    assert bring(program, "Cleo\n", status=409, key="one list")["code"] == "key_reused"


def test_doubtful_rows_are_entered_as_answered(program, event):
    Player.objects.create(club=event.club, name="Anna Krueger")
    tried = bring(program, dry_run="true")
    doubtful = tried["rows"][0]
    assert (doubtful["action"], doubtful["known"], doubtful["answers"]) == (
        "doubtful", "Anna Krueger", ["same", "new"],
    )  # fmt: skip
    assert bring(program)["entered"] == 1
    assert bring(program, answers=json.dumps({doubtful["line"]: "same"}))["entered"] == 1
    assert set(event.entrants.values_list("player__name", flat=True)) == {"Ben Øst", "Anna Krueger"}


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"answers": '{"x": "same"}'}, 400, "bad_request"),
        ({"answers": '{"2": "maybe"}'}, 400, "bad_request"),
        ({"columns": "[1]"}, 400, "bad_request"),
        ({"columns": '{"Spieler": "name"}'}, 409, "column_unknown"),
        ({"encoding": "ebcdic"}, 400, "bad_request"),
        ({"dry_run": "yes"}, 400, "bad_request"),
        ({"plan": "0"}, 409, "changed_meanwhile"),
    ],
)
def test_a_list_is_refused_whole(program, event, fields, status, code):
    assert bring(program, status=status, **fields)["code"] == code
    assert not event.entrants.exists()


def test_a_list_needs_a_file_and_its_columns_may_be_named(program, event):
    assert send(program, LISTS, 422, dry_run="true")["code"] == "file_missing"
    named = json.dumps({"Name": "name", "Verein": None})
    assert bring(program, columns=named)["entered"] == 2
    assert not Player.objects.exclude(home_club="").exists()


def test_a_list_with_seats_stays(program, event):
    answer = bring(
        program, "".join(f"{name}\n" for name in ("Ada", "Ben", "Cleo", "Emil")), are_present="true"
    )
    a_round(event)
    refused = program.send("delete", f"{LISTS}{answer['list']}/")
    assert (refused.status_code, refused.json()["code"]) == (409, "entrant_has_seat")


def test_an_owner_sets_and_removes_the_emblem(program, event):
    path = f"clubs/{event.club.slug}/emblem/"
    answer = send(program, path, 201, picture=a_picture())
    assert program.client.get(answer["url"])["Content-Type"] == "image/png"
    assert send(program, path, 422)["code"] == "file_missing"
    assert send(program, path, 422, other="x")["code"] == "body_invalid"
    assert send(program, path, 409, picture=b"no picture")["code"] == "picture_unreadable"
    Member.objects.create(club=event.club, user=a_user("ben"), role=Role.DIRECTOR)
    assert Program("ben").send("delete", path).status_code == 404
    assert program.send("delete", path).status_code == 204
    assert not Emblem.objects.exists()
