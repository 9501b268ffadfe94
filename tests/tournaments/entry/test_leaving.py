"""A player leaves early: by the event's rule or another, in the standings and on the player's page."""

import pytest

from scoring.not_possible import NotPossible
from tests.builders import a_round, an_event, write_deal
from tests.tournaments.visitors import ada, text_of
from tournaments.models import Admission, Entrant, EventChangeKind, PaymentKind
from tournaments.selectors.cash.cash_desk import balance_of
from tournaments.selectors.publishing.public_event import PublicEvent
from tournaments.services.cash.payments import pay, pay_back
from tournaments.services.entry.check_in import check_in, drop_no_shows
from tournaments.services.entry.entrants import enter_players, share_number
from tournaments.services.entry.leaving import leave_early, withdraw_entrant
from tournaments.services.rounds.lifecycle import close_round, open_round, seat_round
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.verification import differences

pytestmark = pytest.mark.django_db


def an_evening(**changes):
    """Return an event: in round 1 number 2 wins 2; then, without number 2, 3 wins 2 and 5 loses 4."""
    event = an_event(**changes)
    first = a_round(event)
    write_deal(first.tables.get())
    close_round(round=first, even_if_incomplete=True)
    enter_players(event=event, names=["Frieda"])
    seats = [*event.entrants.exclude(number=2).order_by("number")]
    second = open_round(round=seat_round(event=event, tables=[[seats[0], seats[1], seats[3], seats[2]]]))
    write_deal(second.tables.get())
    write_deal(second.tables.get(), 2, declarer=2, tricks=1)
    return event


def rows(event):
    compute_event_standings(event_id=event.pk)
    assert list(differences(event)) == []
    return {row["number"]: (row["rank"], row["total"]) for row in PublicEvent(event).computed["rows"]}


def number(event, start):
    return event.entrants.get(number=start)


def test_by_the_events_rule_a_leaver_keeps_their_result():
    event = an_evening()
    before = rows(event)
    leave_early(entrant=number(event, 2), after=1)
    assert rows(event) == before


def test_by_the_events_rule_a_leaver_is_not_placed():
    event = an_evening(leaver_rule="unplaced")
    leave_early(entrant=number(event, 2), after=1)
    assert rows(event)[2] == (None, 2)


def test_by_another_rule_a_leaver_gets_the_lowest_result_of_each_missed_round():
    event = an_evening()
    lowest = min(points for _, points in rows(event).values())
    leave_early(entrant=number(event, 2), after=1, rule="lowest")
    assert rows(event)[2][1] == 2 + lowest


def test_a_leaver_who_plays_on_after_all_is_as_if_they_had_never_left():
    event = an_evening()
    before = rows(event)
    leave_early(entrant=number(event, 2), after=1, rule="unplaced")
    check_in(entrant=number(event, 2), is_present=True)
    assert rows(event) == before
    assert number(event, 2).admission == Admission.ENTERED


def test_a_player_seated_in_a_later_round_cannot_have_left_before():
    event = an_evening()
    with pytest.raises(NotPossible, match="has a seat in round 2") as refused:
        leave_early(entrant=number(event, 1), after=1)
    assert refused.value.code == "plays_later"


def test_an_unknown_rule_is_refused():
    with pytest.raises(NotPossible) as refused:
        leave_early(entrant=number(an_evening(), 2), after=1, rule="goes home")
    assert refused.value.code == "rule_unknown"


def test_a_player_who_leaves_is_not_present_for_the_next_draw_and_the_history_knows():
    event = an_evening()
    leave_early(entrant=number(event, 2), after=1, rule="lowest")
    assert not number(event, 2).is_present
    facts = event.entries.get(kind=EventChangeKind.LEFT).facts
    assert facts == {"entrant": number(event, 2).pk, "after": 1, "rule": "lowest"}


def test_a_waiting_or_absent_player_is_in_no_list():
    event = an_evening()
    absent, waiting = enter_players(event=event, names=["Absent", "Waiting"], are_present=False)
    waiting.admission = Admission.WAITING
    waiting.save()
    rows(event)
    drop_no_shows(event=event)
    assert {6, 7} & set(rows(event)) == set()
    assert absent.pk and set(rows(event)) == {1, 2, 3, 4, 5}


def test_the_page_of_a_player_lets_them_leave_and_states_the_rule():
    event = an_evening(leaver_rule="lowest")
    entrant = number(event, 2)
    url = f"/events/{event.slug}/organise/players/{entrant.pk}/"
    assert "event default: gets the lowest" in text_of(ada().get(url))
    assert ada().post(url + "leave/", {"after": "1"}).status_code == 302
    assert "Left after round 1" in text_of(ada().get(url))


def test_removing_a_player_with_deals_is_refused_and_offers_leaving():
    event = an_evening()
    url = f"/events/{event.slug}/organise/players/{number(event, 1).pk}/"
    refused = ada().post(url + "take-out/")
    assert refused.status_code == 409
    assert "enter the last round" in text_of(refused) and f'action="{url}leave/"' in text_of(refused)


@pytest.mark.parametrize(("sent", "status"), [({"after": "x"}, 422), ({"after": "1", "rule": "x"}, 422)])
def test_a_form_of_leaving_that_cannot_be_read_is_refused(sent, status):
    event = an_evening()
    url = f"/events/{event.slug}/organise/players/{number(event, 2).pk}/leave/"
    assert ada().post(url, sent).status_code == status


def test_leaving_before_a_round_that_was_played_is_refused_on_the_page():
    event = an_evening()
    url = f"/events/{event.slug}/organise/players/{number(event, 1).pk}/leave/"
    refused = ada().post(url, {"after": "1"})
    assert refused.status_code == 409 and "has a seat in round 2" in text_of(refused)


# Who is removed, and their money

MONEY = {
    "nothing": [],
    "a fee": [500],
    "a fee, paid back": [500, "back"],
    "a fee and a deposit, one paid back": [500, 300, "back"],
    "a fee and a deposit, both paid back": [500, 300, "back", "all back"],
    "a prize, which the club is owed back": [-500],
    "a fee and as much in prizes": [500, -500],
}


def pay_all(cleo, money):
    """Book the amounts; "back" reverses the last payment, "all back" the first."""
    booked = []
    for each in money:
        if isinstance(each, int):
            kind = PaymentKind.FEE if each > 0 else PaymentKind.PRIZE
            booked.append(pay(event=cleo.event, kind=kind, cents=each, entrant=cleo))
        else:
            pay_back(payment=booked[-1 if each == "back" else 0])


@pytest.mark.parametrize("money", MONEY.values(), ids=MONEY)
def test_a_player_is_removed_once_nobody_owes_anybody_and_the_book_stays_whole(money):
    event = an_event()
    (cleo,) = enter_players(event=event, names=["Cleo"])
    pay_all(cleo, money)
    book, balance = list(event.payments.order_by("pk").values()), balance_of(event)
    if balance:
        with pytest.raises(NotPossible) as refused:
            withdraw_entrant(entrant=cleo)
        assert refused.value.code == "entrant_has_paid"
    else:
        withdraw_entrant(entrant=cleo)
    left = Entrant.objects.filter(pk=cleo.pk, admission=Admission.LEFT, is_present=False)
    assert left.exists() == (bool(money) and not balance)
    assert Entrant.objects.filter(pk=cleo.pk).exists() == bool(money)
    assert list(event.payments.order_by("pk").values()) == book


@pytest.mark.parametrize("whose", [1, 5])
def test_neither_who_sat_there_nor_who_got_the_points_is_removed(whose):
    event = an_event()
    table = a_round(event).tables.get()
    enter_players(event=event, names=["Frieda"])
    table.parts.get().seats.filter(entrant__number=1).update(entrant=number(event, 5))
    with pytest.raises(NotPossible) as refused:
        withdraw_entrant(entrant=number(event, whose))
    assert refused.value.code == "entrant_has_seat"


@pytest.mark.parametrize("after", [0, 1, 2, 3])
def test_a_player_has_left_after_their_last_seat_or_later(after):
    event = an_evening()
    last = {1: 2, 2: 1}  # who played, and their last round
    for who, played in last.items():
        if after < played:
            with pytest.raises(NotPossible):
                leave_early(entrant=number(event, who), after=after)
        else:
            assert leave_early(entrant=number(event, who), after=after).left_after == after


# Two people under one start number


def test_a_second_person_shares_a_start_number_and_stops_again():
    event = an_event()
    (cleo,) = enter_players(event=event, names=["Cleo"])
    url = f"/events/{event.slug}/organise/players/{cleo.pk}/"
    ada().post(url + "share/", {"name": " Emil "})
    assert "Cleo + Emil" in text_of(ada().get(url))
    ada().post(url + "share/", {"name": ""})
    assert number(event, 1).partner is None


def test_nobody_who_plays_already_shares_a_start_number():
    event = an_event()
    cleo, _ = enter_players(event=event, names=["Cleo", "Emil"])
    with pytest.raises(NotPossible, match="entered twice: Emil"):
        share_number(entrant=cleo, name="Emil")


def test_the_second_person_is_not_entered_again():
    event = an_event()
    (cleo,) = enter_players(event=event, names=["Cleo"])
    share_number(entrant=cleo, name="Emil")
    share_number(entrant=cleo, name="Emil")
    with pytest.raises(NotPossible, match="entered twice: Emil"):
        enter_players(event=event, names=["Emil"])
