"""One desk for the events of an evening: who enters two pays once, has one card, and one box is closed."""

import re
from datetime import date

import pytest

from tests.builders import a_club, an_event
from tests.tournaments.clubs.test_roles import helper as helper_at
from tests.tournaments.visitors import ada, text_of
from tournaments.models import Entrant, Event, Role
from tournaments.selectors.cash.cash_desk import accounts_of, balance_of, last_closing
from tournaments.selectors.cash.prize_plan import statement_of
from tournaments.services.cash.payments import pay_all_fees
from tournaments.services.cash.prizes import change_prizes
from tournaments.services.entry.entrants import enter_players
from tournaments.services.sheets.pins import pin_of

pytestmark = pytest.mark.django_db
PRIMARY = re.compile(r'class="primary"\s*>\s*(.*?)\s*<', re.DOTALL)
DAY = date(2026, 11, 28)


@pytest.fixture
def evening():
    """Return two events of one evening, Ida in both and Ben in the first, and one of another day."""
    club = a_club()
    events = [
        an_event(club=club, slug=slug, name=slug.title(), date=day, fee_cents=cents)
        for slug, day, cents in (
            ("singles", DAY, 1000),
            ("pairs", DAY, 750),
            ("later", date(2026, 12, 5), 900),
        )
    ]
    for event, names in zip(events, (["Ida", "Ben"], ["Ida"], ["Ida"]), strict=True):
        enter_players(event=event, names=names, are_present=False)
    return events


def owed(event):
    return {each.entrant.player.name: each.door_missing for each in accounts_of(event)}


def here(event, name, present="paid", visitor=None):
    entrant = Entrant.objects.get(event=event, player__name=name)
    address = f"/events/{event.slug}/organise/check-in/"
    return (visitor or ada()).post(f"{address}{entrant.pk}/", {"present": present})


def test_a_player_who_enters_two_events_of_an_evening_pays_once_at_either_door(evening):
    singles, pairs, later = evening
    page = text_of(ada().get("/events/singles/organise/check-in/"))
    assert "Pairs: 7.50\xa0€" in page and "Ida has come and pays 17.50\xa0€" in page
    assert "Ben has come and pays 10.00\xa0€" in page
    here(singles, "Ida")
    assert (
        owed(singles) == {"Ida": 0, "Ben": 1000} and owed(pairs) == {"Ida": 0} and owed(later) == {"Ida": 900}
    )
    here(pairs, "Ida")
    assert (balance_of(singles), balance_of(pairs)) == (1000, 750)


def test_while_fees_are_open_the_first_key_takes_them_and_then_it_closes_the_box(evening):
    page = "/events/singles/organise/cash/"
    assert PRIMARY.findall(text_of(ada().get(page))) == ["All 2 others have paid the fee"]
    pay_all_fees(event=evening[0])
    assert PRIMARY.findall(text_of(ada().get(page))) == ["Close the cash box"]


def test_a_fee_of_another_event_that_is_still_due_is_taken_with_one_key(evening):
    singles, pairs, _ = evening
    here(singles, "Ida", "yes")
    entrant = Entrant.objects.get(event=singles, player__name="Ida")
    ada().post(f"/events/singles/organise/check-in/{entrant.pk}/fee/")
    assert owed(singles)["Ida"] == 0 and owed(pairs) == {"Ida": 0}


def test_a_cashier_of_one_event_takes_no_money_of_another(evening):
    singles, pairs, _ = evening
    helper = helper_at(singles, Role.CASHIER)
    page = text_of(helper.get("/events/singles/organise/check-in/"))
    assert "Ida has come and pays 10.00\xa0€" in page and "Pairs" not in page
    here(singles, "Ida", visitor=helper)
    assert owed(singles)["Ida"] == 0 and owed(pairs) == {"Ida": 750}


def test_a_start_card_has_the_numbers_of_all_events_of_the_evening_and_every_pin_in_its_strip(evening):
    pin = pin_of(Entrant.objects.get(event=evening[1], player__name="Ida"))
    page = text_of(ada().get("/events/singles/organise/start-cards/"))
    [upper, lower] = page.split(f'<strong class="n">{pin}</strong>')
    assert "Pairs:" in upper[upper.rindex("<h2>") :] and "Later:" not in page
    assert upper.rindex("start-fold") > upper.rindex("<h2>") and pin not in lower


def test_one_box_is_closed_for_the_whole_evening_and_a_difference_stands_once(evening):
    singles, pairs, _ = evening
    for event in (singles, pairs):
        pay_all_fees(event=event)
    answer = ada().post("/events/singles/organise/cash/evening/", {"counted": "27.00"})
    assert answer.status_code == 302
    closings = [last_closing(event) for event in (singles, pairs)]
    assert [(each.counted, each.expected) for each in closings] == [(1950, 2000), (750, 750)]
    page = text_of(ada().get("/events/singles/organise/cash/evening/"))
    assert "Singles" in page and "Pairs" in page and "27.50\xa0€ in the box" in page


def test_the_statement_says_each_cent_by_source_pot_prize_and_host(evening):
    singles = evening[0]
    pay_all_fees(event=singles)
    change_prizes(event=singles, typed="1: 50 %", ties="share", pot=["fee"], shares={"fee": 900})
    statement = statement_of(Event.objects.get(pk=singles.pk))
    assert (statement.taken, statement.given, statement.left, statement.host) == (2000, 0, 1800, 200)
    page = text_of(ada().get("/events/singles/organise/cash/"))
    assert (
        "20.00\xa0€ taken = 0.00\xa0€ in prizes + 18.00\xa0€ left in the pots + 2.00\xa0€ for the host."
        in page
    )
