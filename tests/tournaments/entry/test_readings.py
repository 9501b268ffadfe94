"""The reading of a Japanese name is typed where the name is, on Japanese pages and in clubs that use it."""

import pytest

from tests.builders import an_event
from tests.tournaments.api.programs import Program
from tests.tournaments.visitors import ada, stranger, text_of
from tournaments.models import Player
from tournaments.services.entry.entrants import enter_players

pytestmark = pytest.mark.django_db

NAME, READING = "山田 太郎", "やまだ たろう"
JAPANESE = {"Accept-Language": "ja"}
FORMS = {
    "players": (ada, "organise/players/", "organise/players/add/"),
    "check-in": (ada, "organise/check-in/", "organise/check-in/add/"),
    "registration": (stranger, "register/", "register/"),
}


def an_open_event():
    return an_event(is_registration_open=True)


@pytest.mark.parametrize(("visitor", "page", "address"), FORMS.values(), ids=FORMS)
def test_a_reading_is_typed_with_a_new_name(visitor, page, address):
    event = an_open_event()
    assert 'name="reading"' in text_of(visitor().get(f"/events/{event.slug}/{page}", headers=JAPANESE))
    typed = {"name": NAME, "reading": " やまだ  たろう "}
    visitor().post(f"/events/{event.slug}/{address}", typed, headers=JAPANESE)
    assert event.entrants.get().player.reading == READING


@pytest.mark.parametrize(("visitor", "page", "address"), FORMS.values(), ids=FORMS)
def test_a_club_without_readings_is_asked_for_none_outside_japanese(visitor, page, address):
    event = an_open_event()
    url = f"/events/{event.slug}/{page}"
    assert 'name="reading"' not in text_of(visitor().get(url))
    Player.objects.create(club=event.club, name="鈴木", reading="すずき")
    assert 'name="reading"' in text_of(visitor().get(url))


@pytest.mark.parametrize("known", ["", "やまた"])
def test_a_list_fills_a_reading_in_and_overwrites_none(known):
    event = an_event()
    Player.objects.create(club=event.club, name=NAME, reading=known)
    enter_players(event=event, names=[NAME], readings={NAME: READING})
    assert event.entrants.get().player.reading == (known or READING)


def test_a_name_is_corrected_with_its_reading_and_shared_with_another():
    (entrant,) = enter_players(event=an_event(), names=[NAME], readings={NAME: "やまた"})
    url = f"/events/{entrant.event.slug}/organise/players/{entrant.pk}/"
    ada().post(url, {"name": NAME, "reading": READING, "team": ""})
    ada().post(f"{url}share/", {"name": "鈴木", "reading": "すずき"})
    entrant.refresh_from_db()
    assert (entrant.player.reading, entrant.partner.reading) == (READING, "すずき")


def test_a_stranger_changes_no_reading_of_a_known_player_and_a_director_fills_an_empty_one():
    event = an_open_event()
    Player.objects.create(club=event.club, name=NAME)
    typed = {"name": NAME, "reading": "まちがい", "partner": "鈴木", "partner_reading": "すずき"}
    stranger().post(f"/events/{event.slug}/register/", typed, headers=JAPANESE)
    assert [each.reading for each in Player.objects.order_by("pk")] == ["", "すずき"]
    enter_players(
        event=an_event(club=event.club, name="Next", slug="next"), names=[NAME], readings={NAME: READING}
    )
    assert Player.objects.get(name=NAME).reading == READING


def test_programs_send_and_change_readings():
    event, program, path = an_event(slug="autumn"), Program(), "events/autumn/entrants/"
    sent = {"entrants": [{"name": NAME, "reading": "やまた"}, {"name": "Ada"}]}
    assert [each["reading"] for each in program.post(path, sent, 201)["results"]] == ["やまた", ""]
    program.change(f"{path}1/", {"reading": READING})
    program.change(f"{path}1/", {"name": "山田"})
    player = event.entrants.get(number=1).player
    assert (player.name, player.reading) == ("山田", READING)
