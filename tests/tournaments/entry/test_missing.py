"""Who is missing, over all events of an evening in one list."""

import datetime

import pytest

from tests.builders import an_event
from tests.tournaments.visitors import ada
from tournaments.services.entry.check_in import check_in
from tournaments.services.entry.entrants import enter_players

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    """Return two events of one evening: Ben plays in both, Cleo and Emil in one each; nobody is here."""
    skat = an_event(name="Skat")
    rummy = an_event(name="Pairs", club=skat.club, date=skat.date)
    enter_players(event=skat, names=["Ben Albers", "Cleo Zander"], are_present=False)
    enter_players(event=rummy, names=["Ben Albers", "Emil Müller"], are_present=False)
    return skat, rummy


def shown(event):
    page = ada().get(f"/events/{event.slug}/organise/check-in/missing/")
    return [(each["name"], [line["event"] for line in each["missing"]]) for each in page.context["people"]]


def test_a_person_of_two_events_is_missing_once_with_both(evening):
    assert shown(evening[0]) == [
        ("Ben Albers", ["Skat", "Pairs"]),
        ("Emil Müller", ["Pairs"]),
        ("Cleo Zander", ["Skat"]),
    ]


def test_a_player_who_is_here_in_one_event_is_missing_in_the_other_only(evening):
    skat, pairs = evening
    check_in(entrant=skat.entrants.get(player__name="Ben Albers"), is_present=True)
    assert shown(pairs)[0] == ("Ben Albers", ["Pairs"])


def test_a_tap_checks_in_and_leads_back_to_the_list(evening):
    skat, _ = evening
    cleo = skat.entrants.get(player__name="Cleo Zander")
    sent = {"present": "yes", "back_to": "missing"}
    back = ada().post(f"/events/{skat.slug}/organise/check-in/{cleo.pk}/", sent)
    assert back["Location"].startswith(f"/events/{skat.slug}/organise/check-in/missing/")
    assert "Cleo Zander" not in dict(shown(skat))


def test_an_event_of_another_day_is_not_of_this_evening(evening):
    other = an_event(name="Later", club=evening[0].club, date=datetime.date(2030, 1, 5))
    enter_players(event=other, names=["Dov Lund"], are_present=False)
    assert "Dov Lund" not in dict(shown(evening[0]))


def test_a_player_who_is_here_and_owes_the_fee_has_the_colour_of_the_desk():
    event = an_event(fee_cents=500)
    enter_players(event=event, names=["Ben Albers"])
    address = f"/events/{event.slug}/organise/check-in/"
    assert b"is-unpaid" in ada().get(address).content
    entrant = event.entrants.get()
    ada().post(f"{address}{entrant.pk}/fee/")
    assert b"is-unpaid" not in ada().get(address).content
