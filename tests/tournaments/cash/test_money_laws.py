"""Laws of an evening's money: bounds, who owes what at the door, what pots hold, which lot decides."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.not_possible import NotPossible
from scoring.standings.agreements import MOST_PAID
from tests.builders import a_round, an_event, end_round, write_deal
from tournaments.models import Draw, Event, EventChangeKind, PaymentKind, Player
from tournaments.selectors.cash.cash_desk import entry_fees_taken, paid_by, paid_of
from tournaments.selectors.cash.prize_plan import lot_of, owed_to_pot, prize_plan
from tournaments.selectors.cash.statement import PotSeen, Statement
from tournaments.selectors.competitions.rankings import rankings_of
from tournaments.selectors.standings.ranking_rules import lot_digest
from tournaments.services.cash.payments import pay, pay_at_door
from tournaments.services.cash.prizes import change_prizes, take_thing
from tournaments.services.competitions.competitions import add_competition, set_entries
from tournaments.services.entry.entrants import enter_players
from tournaments.services.events.lifecycle import change_event
from tournaments.services.standings.computation import compute_event_standings

pytestmark = pytest.mark.django_db


def again(event):
    return Event.objects.get(pk=event.pk)


def a_played_event(typed, *, fee=1000, **changes):
    """Return an event of one list, in which Ben won, with prizes typed so; all paid the fee."""
    round = a_round(an_event(**changes))
    write_deal(round.tables.get())
    for entrant in round.event.entrants.all():
        pay(event=round.event, kind=PaymentKind.FEE, cents=fee, entrant=entrant)
    end_round(round)
    compute_event_standings(event_id=round.event_id)
    return change_prizes(event=round.event, typed=typed, ties="share", pot=["fee"])


@pytest.mark.parametrize("sign", [1, -1])
def test_an_amount_is_booked_up_to_the_most_and_not_beyond(sign):
    event = an_event()
    assert pay(event=event, kind=PaymentKind.FEE, cents=sign * MOST_PAID).cents == sign * MOST_PAID
    for cents in (0, sign * (MOST_PAID + 1)):
        with pytest.raises(NotPossible, match="more than 0 and at most"):
            pay(event=event, kind=PaymentKind.FEE, cents=cents)


def two_competitions():
    """Return Ada and Ben; both owe 10.00, and Ada 3.00 and 2.00 for two competitions that she entered."""
    event = an_event(fee_cents=1000)
    ada, ben = enter_players(event=event, names=["Ada", "Ben"])
    for name, fee in (("First", 300), ("Second", 200)):
        competition = add_competition(event=event, name=name, fee_cents=fee, rule={"value": {"by": "total"}})
        set_entries(competition=competition, entrants=[ada])
    return ada, ben


@pytest.mark.parametrize(
    ("paid", "taken"), [(0, (0, 0)), (299, (299, 0)), (400, (300, 100)), (500, (300, 200)), (600, (300, 200))]
)
def test_a_payment_covers_competitions_in_their_order_and_each_once(paid, taken):
    ada, _ = two_competitions()
    if paid:
        pay(event=ada.event, kind=PaymentKind.ENTRY, cents=paid, entrant=ada)
    by_number = entry_fees_taken(ada.event, paid_of(ada.event))
    assert tuple(by_number[number][0] for number in (1, 2)) == taken
    assert tuple(by_number[number][1] for number in (1, 2)) == tuple(int(cents > 0) for cents in taken)


def test_at_the_door_each_fee_is_booked_by_itself_and_only_the_events_own_is_owed_to_its_pot():
    ada, ben = two_competitions()
    event = change_prizes(event=ada.event, typed="1: 100 %", ties="share", pot=["fee"])
    assert owed_to_pot(event) == 2000
    pay_at_door(event=event, entrants=[ada])
    assert [paid_by(ada, kind) for kind in (PaymentKind.FEE, PaymentKind.ENTRY)] == [1000, 500]
    assert owed_to_pot(event) == 1000 and paid_by(ben, PaymentKind.FEE) == 0


def test_a_competition_with_a_fee_ranks_those_who_entered_it():
    event = a_played_event("1: 100 %")
    competition = add_competition(event=event, name="Paid", fee_cents=200, rule={"value": {"by": "total"}})
    set_entries(competition=competition, entrants=list(event.entrants.filter(number__in=[2, 4])))
    [ranking] = rankings_of(again(event))
    assert ranking.ranks.keys() == {2, 4}


def test_players_who_are_not_placed_win_nothing():
    event = a_played_event("1: 50 %\n2: 50 %", policy={"by": "total", "minimum": 2})
    assert [win.name for win in prize_plan(again(event)).wins] == []


def test_a_pot_with_money_left_pays_for_no_other():
    pots = [PotSeen("Evening", 1000, -300), PotSeen("Ladies", 500, 400), PotSeen("Teams", 500, -1)]
    plan = replace(prize_plan(a_played_event("1: 50 %")), statement=Statement(pots=pots))
    assert plan.short == 301


def test_a_player_takes_a_thing_from_the_table_of_a_competition_in_which_they_have_a_turn():
    event = a_played_event("prize table 1: Ham")
    Player.objects.filter(name="Cleo").update(categories=["Ladies"])
    rule, prizes = {"who": {"categories": ["Ladies"]}}, [{"places": [1], "choose": ["Wine"]}]
    add_competition(event=event, name="Ladies", rule=rule, prizes=prizes)
    ben, cleo = 2, 3
    for number, thing in ((ben, "Wine"), (cleo, "Ham")):
        with pytest.raises(NotPossible) as refused:
            take_thing(event=again(event), number=number, thing=thing)
        assert refused.value.code == "thing_unknown"
    assert take_thing(event=again(event), number=ben, thing="Ham").note == "Ham"
    assert take_thing(event=again(event), number=cleo, thing="Wine").note == "Wine"


def test_the_lot_of_equals_is_by_the_seed_that_was_revealed_last():
    event, now = an_event(), timezone.now()
    for number, seed, is_revealed in ((1, "a" * 32, True), (2, "b" * 32, True), (3, "c" * 32, False)):
        at = now + timedelta(minutes=number) if is_revealed else None
        Draw.objects.create(event=event, number=number, seed=seed, committed_at=now, revealed_at=at)
    assert lot_of(event)(7) == lot_digest("b" * 32, 7)


def test_a_key_is_overwritten_by_no_older_one_but_after_any_other_change():
    event = a_played_event("1: 100 %")
    newest = event.entries.filter(kind=EventChangeKind.SETTINGS).order_by("-number").first().number
    change_event(event=again(event), options={}, place="Village hall")
    change_prizes(event=again(event), typed="1: 50 %", ties="share", pot=["fee"], seen=newest)
    with pytest.raises(NotPossible) as refused:
        change_prizes(event=again(event), typed="1: 60 %", ties="share", pot=["fee"], seen=newest)
    assert refused.value.code == "changed_meanwhile"
