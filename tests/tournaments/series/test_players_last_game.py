"""A person's page opens on the game they played last, and an event's page of a player leads there."""

import datetime

import pytest

from tests.builders import a_club, a_record, a_request, a_table, an_event
from tests.tournaments.visitors import ada, stranger, text_of
from tournaments.models import Seat
from tournaments.services.entry.entrants import enter_players
from tournaments.services.rounds.lifecycle import seat_tables
from tournaments.services.sheets.deals import record_deal
from tournaments.services.standings.computation import compute_event_standings

pytestmark = pytest.mark.django_db


RECORDS = {"fipsen-prisdorf": a_record(), "points": {"points": [4, -1, -1, -2]}}


def an_evening(club, game, day, names=("Ada", "Ben", "Cleo", "Dov")):
    """Return an event of the club with one deal."""
    event = an_event(club=club, game=game, date=datetime.date(2026, 5, day), slug=f"{game}-{day}")
    enter_players(event=event, names=list(names))
    body = {"number": 1, "record": RECORDS[game]}
    record_deal(table=a_table(event=event), **body, request=a_request(body))
    compute_event_standings(event_id=event.pk)
    return event


def test_the_page_of_a_person_opens_on_the_game_they_played_last():
    club = a_club()
    for day in (1, 2, 3):
        an_evening(club, "fipsen-prisdorf", day, names=("Emil", "Frieda", "Gustav", "Hanne"))
    evening = an_evening(club, "points", 4)
    player = evening.entrants.first().player
    page = stranger().get(f"/clubs/{club.slug}/players/{player.pk}/")
    assert page.context["game"] == "points" and "No results yet" not in text_of(page)
    other = stranger().get(f"/clubs/{club.slug}/players/{player.pk}/?game=fipsen-prisdorf")
    assert other.context["game"] == "fipsen-prisdorf"


def test_the_pages_of_a_player_in_an_event_lead_to_the_person():
    evening = an_evening(a_club(), "fipsen-prisdorf", 1)
    entrant = evening.entrants.first()
    link = f'href="/clubs/{evening.club.slug}/players/{entrant.player_id}/"'
    assert link in text_of(stranger().get(f"/events/{evening.slug}/entrants/{entrant.number}/"))
    assert link in text_of(ada().get(f"/events/{evening.slug}/organise/players/{entrant.pk}/"))


@pytest.mark.parametrize("shares", ["a table without a deal", "a seat for somebody else"])
def test_the_page_of_a_person_opens_on_no_game_in_which_they_have_no_result(shares):
    club = a_club()
    player = an_evening(club, "fipsen-prisdorf", 1).entrants.first().player
    names = ("Emil", "Frieda", "Gustav", "Hanne")
    evening = an_evening(club, "points", 2, names=names)
    (entrant,) = enter_players(event=evening, names=["Ada"])
    if shares == "a table without a deal":
        others = enter_players(event=evening, names=["Ida", "Jan", "Karl"])
        seat_tables(evening.rounds.get(), {2: [entrant, *others]})
    else:
        Seat.objects.filter(entrant=evening.entrants.get(number=2)).update(entrant=entrant)
    page = stranger().get(f"/clubs/{club.slug}/players/{player.pk}/")
    assert entrant.player == player and page.context["game"] == "fipsen-prisdorf"
