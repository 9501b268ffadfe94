"""Old addresses lead to the new ones, with what they were asked and sent."""

import pytest
from django.test import Client
from django.urls import resolve

from tests.builders import a_round
from tests.tournaments.visitors import ada
from tournaments.views.pages.moved import MOVED, PLACE

ID = "7f0c2d5e-0000-4000-8000-000000000001"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("pictures/?player=12&lang=de", "charts/?player=12&lang=de"),
        ("entrants/4/why/", "entrants/4/rank/"),
        ("paper/", "organise/paper/"),
        ("paper/store/", "organise/paper/store/"),
        ("organise/complete/", "organise/sign-off-checklist/"),
        ("organise/door/?added=3", "organise/check-in/?added=3"),
        ("organise/door/live/?name=%C3%85se", "organise/check-in/live/?name=%C3%85se"),
        ("organise/door/7/fee/", "organise/check-in/7/fee/"),
        ("organise/people/", "organise/players/"),
        ("organise/people/7/", "organise/players/7/"),
        ("organise/people/7/present/", "organise/check-in/7/"),
        (f"organise/tables/{ID}/seats/", f"organise/tables/{ID}/seat-changes/"),
        (f"organise/tables/{ID}/seats/swap/", f"organise/tables/{ID}/seat-changes/swap/"),
    ],
)
@pytest.mark.parametrize("method", ["get", "head", "post"])
def test_an_old_address_leads_to_the_new_one_for_good(method, old, new):
    answer = getattr(Client(), method)(f"/events/a/{old}")
    assert (answer.status_code, answer["Location"]) == (308, f"/events/a/{new}")


def test_the_old_chapter_of_the_help_leads_to_the_new_one():
    assert Client().get("/help/door/?lang=de")["Location"] == "/help/check-in/?lang=de"


@pytest.mark.parametrize("old", MOVED)
def test_every_new_address_is_one(old):
    path = PLACE.sub(lambda place: {"slug": "a", "id": ID if "tables/" in old else "7"}[place[1]], MOVED[old])
    assert resolve(f"/{path}").url_name != "moved"


@pytest.mark.parametrize("slug", ["%E8%8A%B1", "a%3Fb", "a%0D%0Ab", "%2525"])
def test_an_event_of_any_name_keeps_it(slug):
    assert Client().get(f"/events/{slug}/pictures/")["Location"] == f"/events/{slug}/charts/"


def test_public_seats_are_no_old_address():
    assert resolve("/events/a/seats/").url_name == "find_seat"


def test_a_page_opened_before_the_change_still_checks_players_in(db):
    event = a_round().event
    entrant = event.entrants.earliest("number")
    page = f"/events/{event.slug}/organise/door/{entrant.pk}/"
    answer = ada().post(page, {"present": "no"}, follow=True)
    assert answer.redirect_chain[-1][0].startswith(f"/events/{event.slug}/organise/check-in/")
    assert not event.entrants.get(pk=entrant.pk).is_present
