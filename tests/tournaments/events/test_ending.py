"""The end of an event on the dashboard: ticked steps, and ticks removed by a correction."""

import pytest
from django.utils import timezone

from tests.builders import a_record, a_request
from tests.tournaments.evenings import ADA, WHY, again, entrant
from tests.tournaments.tables.test_pages_evening import PRIMARY, TICKED, an_evening_of, organise, step_of
from tests.tournaments.visitors import ada, queries_of, text_of
from tournaments.models import Event, PaymentKind, Table
from tournaments.selectors.cash.cash_desk import balance_of
from tournaments.services.cash.payments import close_cash, pay, pay_due
from tournaments.services.cash.prize_keys import change_prizes
from tournaments.services.cash.prizes import give_prizes
from tournaments.services.entry.entrants import enter_players
from tournaments.services.events.lifecycle import change_event
from tournaments.services.rounds.lifecycle import close_round, open_round
from tournaments.services.rounds.sign_off import take_back_sign_off
from tournaments.services.sheets.deals import correct_deal
from tournaments.services.standings.adjustments import adjust_points
from tournaments.services.standings.computation import compute_event_standings

pytestmark = pytest.mark.django_db

ALL = ["Publish the standings", "Prizes", "Cash desk"]


def ended(event):
    """Sign off, read the dashboard, take the sign-off back; return its first step and the ticked steps."""
    compute_event_standings(event_id=event.pk)
    assert ada().post(organise(event, "sign-off/")).status_code == 302
    step = step_of(text_of(ada().get(organise(event))))
    take_back_sign_off(event=event, by=ADA)
    return PRIMARY.findall(step) + TICKED.findall(step)


def paid_out(**changes):
    """Give the prizes of an event and count the cash box."""
    event = change_event(event=an_evening_of(1), options={}, **changes)
    change_prizes(event=event, typed="1: 100 %", ties="share", pot=["fee"])
    pay(event=event, kind=PaymentKind.FEE, cents=900, entrant=entrant(event, 1), by=ADA)
    compute_event_standings(event_id=event.pk)
    give_prizes(event=event, by=ADA)
    count(event)
    return Event.objects.get(pk=event.pk)


def count(event):
    close_cash(event=event, counted=balance_of(event), by=ADA)


def lose_a_deal():
    """Change a made deal into a lost one."""
    table = Table.objects.get()
    open_round(round=table.round)
    lost = a_record(tricks=0)
    correct_deal(table=again(table), number=1, revision=1, record=lost, request=a_request("lost"))
    close_round(round=again(table).round, even_if_incomplete=True)


def test_the_board_at_the_end_takes_as_many_queries_for_many_players_as_for_few():
    event, visitor = paid_out(lost_deal_money={"steps": [[None, 50]]}), ada()
    url = organise(event)
    Event.objects.update(signed_off_at=timezone.now())
    visitor.get(url)
    few = queries_of(visitor, url)
    enter_players(event=event, names=list("PQRSTUVW"))
    assert queries_of(visitor, url) == few


def test_prizes_that_are_others_since_a_correction_are_not_done_any_more():
    event = paid_out()
    assert ended(event) == ALL
    adjust_points(entrant=entrant(event, 2), points=-50, reason=WHY, by=ADA)
    assert ended(event) == ["Prizes", "Cash desk"]


def test_money_that_is_due_since_a_correction_leaves_the_cash_desk_to_be_done():
    event = paid_out(lost_deal_money={"steps": [[None, 50]]})
    assert "Cash desk" in ended(event)
    lose_a_deal()
    assert "Cash desk" not in ended(event)[1:]
    pay_due(entrant=entrant(event, 2), kind=PaymentKind.LOST_DEALS, due=50, by=ADA)
    count(event)
    assert "Cash desk" in ended(event)


def test_lost_deal_money_that_is_not_due_any_more_leaves_the_cash_desk_to_be_done():
    event = paid_out(lost_deal_money={"steps": [[None, 50]]})
    pay(event=event, kind=PaymentKind.LOST_DEALS, cents=50, entrant=entrant(event, 2), by=ADA)
    count(event)
    assert "Cash desk" not in ended(event)[1:]


def test_a_fee_kept_from_a_leaver_does_not():
    event = paid_out()
    pay(event=event, kind=PaymentKind.FEE, cents=50, entrant=entrant(event, 2), by=ADA)
    count(event)
    assert "Cash desk" in ended(event)[1:]
