"""Templates, settings, invitations and helper links by programs."""

import pytest
from django.test import Client

from tests.builders import a_user, an_event
from tests.tournaments.api.programs import Program
from tournaments.models import ClubTemplate, HelperLink, Invitation, Member, Role, SentRequest

pytestmark = pytest.mark.django_db
EVENT = "events/autumn/"
SETTINGS = {
    "starts_at": "19:30", "description": "Bring a pen.", "fee_cents": 500, "places": 32,
    "is_registration_open": True, "round_minutes": 90, "missing_deals": "zero", "leaver_rule": "lowest",
    "lost_deal_money": {"steps": [[3, 50], [None, 100]]}, "language": "de", "confirms": "deals",
    "marks_later_deals": True, "shows_corrections": True,
}  # fmt: skip


@pytest.fixture
def event():
    return an_event(slug="autumn")


@pytest.fixture
def program(event):
    return Program()


def test_every_setting_of_the_page_can_be_changed(program, event):
    changed = program.change(EVENT, SETTINGS, read=f"{EVENT}settings/")
    assert {name: changed[name] for name in SETTINGS} == SETTINGS
    assert program.get(f"{EVENT}settings/") == changed
    free = program.change(EVENT, {"starts_at": None, "places": None}, read=f"{EVENT}settings/")
    assert (free["starts_at"], free["places"]) == (None, None)
    wrong = {"starts_at": "late", "places": 0, "confirms": "always", "language": "xx", "fee_cents": -1}
    answer = program.change(EVENT, wrong, status=422, read=f"{EVENT}settings/")
    assert {each["field"] for each in answer["errors"]} == set(wrong)
    steps = {"lost_deal_money": {"steps": [[3, 50]]}}
    refused = program.change(EVENT, steps, status=422, read=f"{EVENT}settings/")
    assert refused["code"] == "lost_deal_money_invalid"


def test_an_event_begins_with_a_template(program, event):
    program.change(EVENT, SETTINGS, read=f"{EVENT}settings/")
    saved = program.post(f"{EVENT}template/", {"name": "Club night"}, 201)
    club = f"clubs/{event.club.slug}/templates/"
    assert program.get(club)["results"] == [saved]
    made = program.post(f"{club}{saved['id']}/events/", {"name": "Winter", "date": "2026-12-05"}, 201)
    assert (made["name"], made["fee_cents"], made["starts_at"]) == ("Winter", 500, "19:30")
    same = {"name": "Other", "date": "2026-12-05", "slug": "autumn"}
    assert program.post(f"{club}{saved['id']}/events/", same, 409)["code"] == "slug_taken"
    assert program.send("delete", f"{club}{saved['id']}/").status_code == 204
    assert not ClubTemplate.objects.exists()


def test_owners_invite_and_the_link_is_kept_nowhere(program, event):
    path, body = f"clubs/{event.club.slug}/invitations/", {"role": "scorer", "name": "Ben"}
    made = program.post(path, body, 201, key="ben")
    assert program.post(path, body, 201, key="ben") == made
    assert program.get(path)["results"] == [made] and Invitation.objects.count() == 1
    assert Client().get(made["url"]).status_code == 302
    assert made["url"] not in str([each.body for each in SentRequest.objects.all()])
    owner = {"role": "owner", "is_for_one_evening": True}
    assert program.post(path, owner, 409)["code"] == "owner_for_an_evening"
    assert program.send("delete", f"{path}{made['id']}/").status_code == 204
    assert program.send("delete", f"{path}{made['id']}/").json()["code"] == "invitation_ended"
    Member.objects.create(club=event.club, user=a_user("ben"), role=Role.DIRECTOR)
    assert Program("ben").send("get", path).status_code == 404


def test_helpers_get_a_link_until_it_is_revoked(program, event):
    path = f"{EVENT}helpers/"
    made = program.post(path, {"role": "cashier", "name": "The door"}, 201)
    assert program.get(path)["results"] == [made]
    assert Client().get(made["url"])["Location"].endswith("/check-in/")
    assert made["url"] not in str([each.body for each in SentRequest.objects.all()])
    assert program.post(path, {"role": "director"}, 409)["code"] == "role_not_handed_out"
    assert program.send("delete", f"{path}{made['id']}/").status_code == 204
    assert program.send("delete", f"{path}{made['id']}/").status_code == 404
    assert Client().get(made["url"]).status_code == 404 and HelperLink.objects.get().is_revoked
