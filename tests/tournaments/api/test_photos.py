"""Photographs of marked sheets, sent by a program with a personal token."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from marked.codes import PageCode, event_key
from marked.seen import page_as_json
from tests.builders import a_club, a_round, a_user, an_event, write_deal
from tests.marked.one_photo import flat_photo, seen_page
from tests.marked.people import marks_of
from tests.tournaments.api.programs import Program
from tests.tournaments.api.test_personal_tokens import a_token
from tournaments.models import AuthorKind, Deal, MarkedPhoto, Member, Role, SheetChange
from tournaments.selectors.paper.marked_sheets import marked_tables
from tournaments.services.paper.photos import keep_plans

pytestmark = pytest.mark.django_db

PATH = "/api/v1/events/autumn/photos/"
DEAL = {"declarer": 1, "contract": "tricks", "bid": 3, "trump": "S", "took_skat": True, "tricks": 3}
LOST, ASKED = {**DEAL, "tricks": 1}, {**DEAL, "ask": True}


@pytest.fixture
def round():
    found = a_round(an_event(slug="autumn"))
    keep_plans(found, [sheets.plan for sheets in marked_tables(found)])
    return found


def a_photo(round):
    """Return a photograph of three lines, the last of which asks that somebody looks."""
    (sheets,) = marked_tables(round)
    code = PageCode(event_key("autumn"), 1, 1, 1, 1, sheets.plan.fingerprint)
    photo = flat_photo(sheets.plan, code, marks_of(sheets.plan, [DEAL, LOST, ASKED]))
    return SimpleUploadedFile("page.jpg", photo)


def send(secret, files, **more):
    sent = {"photos": files, **more}
    return Client(headers={"Authorization": f"Bearer {secret}", "Idempotency-Key": "photos"}).post(PATH, sent)


def test_photos_are_read_and_stored_once(round):
    secret = a_token("write")[1]
    answer = send(secret, [a_photo(round)], dry_run="true").json()
    doubts = [[doubt["why"] for doubt in row["doubts"]] for row in answer["photos"][0]["rows"]]
    assert doubts == [[], [], ["asked_to_look"]]
    assert "stored" not in answer and not Deal.objects.exists()
    write_deal(round.tables.get(), **DEAL)
    answer = send(secret, [a_photo(round)]).json()
    assert (answer["stored"], answer["known"], answer["conflicts"]) == (1, 1, 0)
    assert SheetChange.objects.get(author_kind=AuthorKind.PHOTO).author_id == a_user().pk


def test_a_member_who_may_not_type_sheets_sends_no_photo(round):
    assert Client().post(PATH, {}).status_code == 401
    assert send(a_token("read")[1], []).status_code == 403
    Member.objects.create(club=a_club(), user=a_user("ben"), role=Role.CASHIER)
    assert send(a_token("write", user="ben")[1], []).status_code == 404


@pytest.mark.parametrize("files", [[], 9 * ["x"]])
def test_another_number_of_files_is_refused(round, files):
    photos = [SimpleUploadedFile("page.jpg", b"x") for _ in files]
    answer = send(a_token("write")[1], photos)
    assert answer.status_code == 400
    assert "Send 1 to 8 files" in answer.json()["detail"]


def test_files_that_are_no_pictures_have_a_problem(round):
    answer = send(a_token("write")[1], [SimpleUploadedFile("<b>.jpg", b"nothing")])
    assert answer.json()["photos"][0]["problems"] == ["not_a_picture"]


def send_form(program, path, **parts):
    headers = {"Authorization": f"Bearer {program.secret}", "Idempotency-Key": "kept"}
    return program.client.post(f"/api/v1/{path}", parts, headers=headers)


def test_kept_photos_are_read_answered_and_stored(round):
    program, path = Program(), "events/autumn/rounds/1/photos/"
    kept = send_form(program, path, photos=[SimpleUploadedFile("page.jpg", b"a photo")])
    assert (kept.status_code, kept.json()["waiting"]) == (202, 1)
    again = send_form(program, path, photos=[SimpleUploadedFile("page.jpg", b"a photo")])
    assert again.json() == kept.json()
    # What a worker stores that has read it.
    MarkedPhoto.objects.update(reading=page_as_json(seen_page(round, [DEAL, ASKED])), upload=b"")
    answer = program.get(path)
    assert (answer["waiting"], answer["storable"], answer["photos"][0]["id"]) == (0, 1, kept.json()["ids"][0])
    assert answer["photos"][0]["rows"][1]["doubts"]
    photo = f"{path}{answer['photos'][0]['id']}/"
    assert program.post(f"{photo}rows/2/", {"record": {"bid": "many"}}, 422)["errors"]
    corrected = {**DEAL, "tricks": 1}
    assert program.post(f"{photo}rows/2/", {"record": corrected | {"note": "x" * 9000}}) == {
        "record": corrected
    }
    assert program.send("post", f"{photo}looked/").status_code == 204
    assert program.get(path)["storable"] == 2
    assert program.post(f"{path}store/") == {"stored": 2, "known": 0, "conflicts": 0}
    assert program.post(f"{path}store/") == {"stored": 0, "known": 2, "conflicts": 0}
    assert program.send("delete", photo).status_code == 204
    assert program.get(path)["photos"] == [] and Deal.objects.count() == 2
    assert program.post(f"{photo}rows/2/", {"record": None}, 404)["code"] == "not_found"
    assert send_form(program, path, other="x").json()["code"] == "body_invalid"
