"""A club evening offers every house rule; a tournament leaves out what the game's tournament rules settle."""

import pytest

from rules import GAMES
from tests.builders import a_club
from tests.tournaments.pages import ada, text_of
from tournaments.forms import EventForm
from tournaments.models import Event

pytestmark = pytest.mark.django_db

SENT = {
    "name": "Autumn",
    "date": "2026-11-21",
    "deals_4": "100",
    "option_min_bid": "2",
    "option_contra": "on",
}


def url_of(club, more=""):
    return f"/clubs/{club.slug}/new-event/?game=fipsen-prisdorf{more}"


def test_contra_is_offered_on_club_evenings():
    club = a_club()
    assert "option_contra" in ada().get(url_of(club)).context["form"].fields
    assert ada().post(url_of(club), SENT).status_code == 302
    assert Event.objects.get().options == {"contra": True}


def test_contra_is_absent_in_a_tournament_and_cannot_be_slipped_in():
    club = a_club()
    page = ada().get(url_of(club, "&template=tournament"))
    assert "option_contra" not in page.context["form"].fields
    assert 'name="option_contra"' not in text_of(page)
    assert ada().post(url_of(club, "&template=tournament"), SENT).status_code == 302
    assert Event.objects.get().options == {}


def test_a_tournament_has_its_number_of_deals():
    form = ada().get(url_of(a_club(), "&template=tournament")).context["form"]
    assert (form["deals_4"].value(), form["deals_3"].value()) == (100, 120)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_tournament_leaves_out_just_what_its_game_settles(game):
    form = EventForm(game=game, options=game.tournament_options, is_tournament=True)
    wanted = [
        f"option_{switch.name}" for switch in game.switches if switch.name not in game.tournament_options
    ]
    assert form.option_names() == wanted


def test_a_game_without_tournament_rules_has_no_such_choice():
    page = ada().get(f"/clubs/{a_club().slug}/new-event/?game=rifki&template=tournament")
    assert "Club evening" not in text_of(page)
    assert not page.context["is_tournament"]
