"""The deals that an event agrees for a table are the length of its list, where the rules depend on it."""

import pytest

from rules import get_game
from rules.reading import Refused
from scoring.not_possible import NotPossible
from scoring.phone.phone import Phone as Engine
from tests.builders import a_club, a_table, an_event
from tests.tournaments.phones import Phone
from tests.tournaments.visitors import ada, text_of
from tournaments.models import Counting, Event, Table
from tournaments.selectors.sheets.agreements import agreed_deals
from tournaments.selectors.sheets.folded_sheets import load_parts
from tournaments.services.events.copying import copy_event
from tournaments.services.events.lifecycle import change_event

pytestmark = pytest.mark.django_db
NORMAL = {"contract": "normal", "declarer": 0, "partner": 2, "card_points": 121}
LISTS = {"4": 12, "5": 15}
DOPPELKOPF = get_game("doppelkopf")


def a_list(seats=4, **changes):
    return a_table(event=an_event(game="doppelkopf", **({"deals_per_table": LISTS} | changes)), seats=seats)


def send(table, number, **record):
    return Phone(table).send("post", "deals/", {"number": number, "record": NORMAL | record})


def test_a_list_of_twelve_forces_the_four_solos_from_its_ninth_deal():
    table = a_list()
    assert [send(table, number).status_code for number in range(1, 9)] == [201] * 8
    refused = send(table, 9).json()
    assert refused["code"] == "forced_solo_due"
    solo = {"contract": "queens", "declarer": 1, "partner": None}
    assert send(table, 9, **solo).status_code == 201


def test_the_phone_knows_the_length_of_the_list():
    table = a_list()
    for number in range(1, 9):
        send(table, number)
    state = Phone(table).get().json()
    assert state["parts"][0]["list_deals"] == 12
    asked = {"ask": "preview", "state": state, "number": 9, "record": NORMAL}
    assert [each["code"] for each in Engine({}, ".").answer(asked)["violations"]] == ["forced_solo_due"]


@pytest.mark.parametrize(("seats", "left"), [(4, 12), (5, 15)])
def test_each_size_of_table_has_its_own_length(seats, left):
    [part] = load_parts(a_list(seats))
    assert part.sheet.state.deals_left == left


def test_an_option_for_the_list_is_the_agreement_where_there_is_no_other():
    event = an_event(game="doppelkopf", options={"list_deals": 12})
    assert agreed_deals(event) == {4: 12, 5: 12}


def test_an_option_and_an_agreement_that_differ_are_refused():
    with pytest.raises(NotPossible) as refused:
        an_event(game="doppelkopf", options={"list_deals": 12}, deals_per_table=LISTS)
    assert refused.value.code == "list_deals_differ"
    assert "12 deals, but 15 are agreed at a table of 5" in str(refused.value.message)


def test_a_list_too_short_for_its_solos_is_refused_when_it_is_agreed():
    with pytest.raises(Refused) as refused:
        an_event(game="doppelkopf", deals_per_table={"4": 3})
    assert refused.value.code == "list_too_short"
    assert an_event(game="doppelkopf", deals_per_table={"4": 3}, options={"mandatory_solo": False})


def test_the_length_is_fixed_by_the_first_deal():
    table = a_list()
    event = change_event(event=table.round.event, options={}, deals_per_table={"4": 16, "5": 15})
    send(table, 1)
    with pytest.raises(NotPossible) as refused:
        change_event(event=event, options={}, deals_per_table={"4": 20, "5": 15})
    assert refused.value.code == "deals_fixed"


def test_without_mandatory_solos_the_deals_may_still_change():
    table = a_list(options={"mandatory_solo": False})
    send(table, 1)
    options = {"mandatory_solo": False}
    assert change_event(event=table.round.event, options=options, deals_per_table={"4": 20}).pk


def test_an_event_of_an_earlier_version_keeps_the_list_of_its_options():
    table = a_list()
    Event.objects.update(counting=Counting.BEFORE)
    [part] = load_parts(Table.objects.select_related("round__event").get(pk=table.pk))
    assert part.sheet.state.deals_left == 24


def test_a_copy_of_an_earlier_event_takes_the_list_that_was_played():
    event = an_event(game="doppelkopf", options={"list_deals": 12})
    Event.objects.update(counting=Counting.BEFORE, deals_per_table={"4": 24, "5": 30})
    copied = copy_event(event=Event.objects.get(pk=event.pk), name="Again", date=event.date)
    assert (agreed_deals(copied), copied.counting) == ({4: 12, 5: 12}, Counting.NOW)


def test_the_form_of_an_event_asks_for_the_length_once():
    page = text_of(ada().get(f"/clubs/{a_club().slug}/new-event/?game=doppelkopf"))
    assert 'name="deals_4"' in page and 'name="option_list_deals"' not in page
