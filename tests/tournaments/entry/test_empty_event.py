"""The players page of an event that has no players yet."""

import re

import pytest

from tests.builders import an_event
from tests.tournaments.visitors import ada, text_of
from tournaments.services.entry.entrants import enter_players

pytestmark = pytest.mark.django_db


def page_of(event):
    return text_of(ada().get(f"/events/{event.slug}/organise/players/"))


def green_keys(page):
    return [key.strip() for key in re.findall(r'<button class="primary"\s*>([^<]+)</button>', page)]


def test_the_list_comes_first_before_the_first_player_and_its_key_is_the_green_one():
    page = page_of(an_event())
    assert green_keys(page) == ["Add all players"]
    assert page.index("Add all players") < page.index(">Add</button>")


def test_a_single_name_comes_first_again_beside_players():
    event = an_event()
    enter_players(event=event, names=["Anna"])
    page = page_of(event)
    assert "Add all players" not in green_keys(page)
    assert page.index(">Add</button>") < page.index("Add all players")
