"""What a decision does is said before it is taken, and nothing is stored by asking."""

from functools import partial

import pytest
from django.urls import reverse

from scoring.not_possible import NotPossible
from tests.builders import a_round, an_event, end_round, write_deal
from tests.tournaments.evenings import ADA, WHY, a_written_table, again, entrant, totals_of
from tests.tournaments.visitors import ada, stranger, text_of
from tournaments.models import DrawMode, Event, EventChange, PaymentKind, Role
from tournaments.services.cash.payments import pay
from tournaments.services.cash.prizes import change_prizes, give_prizes
from tournaments.services.clubs.joining import helper_token, invite_helper
from tournaments.services.draw.drawing import commit_seed
from tournaments.services.publishing.publications import freeze_event
from tournaments.services.rounds.lifecycle import close_round
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.decisions import adjust_points, rule_on_deal
from tournaments.services.tables.rehearsal import rehearse, rehearse_reopening

pytestmark = pytest.mark.django_db


def penalty(event, points=-9, **more):
    """Return the consequences of a penalty for Ben, who leads."""
    act = partial(adjust_points, entrant=entrant(event, 2), points=points, reason=WHY, by=ADA, **more)
    return rehearse(event=event, act=act)


def ranks(found):
    return {each["name"]: (each["rank_before"], each["rank_after"]) for each in found.ranks}


def test_a_rehearsal_says_who_moves_and_stores_nothing():
    event = a_written_table().round.event
    before, known = totals_of(event), EventChange.objects.count()
    assert ranks(penalty(event)) == {"Ada": (2, 1), "Cleo": (2, 1), "Emil": (2, 1), "Ben": (1, 4)}
    assert totals_of(event) == before and EventChange.objects.count() == known
    assert not event.adjustments.exists() and Event.objects.get(pk=event.pk).revision == event.revision


def test_a_decision_without_effect_is_said_to_have_none():
    table = a_written_table()
    deltas = [0, 2, 0, 0]
    act = partial(rule_on_deal, table=table, number=1, points=deltas, reason=WHY, by=ADA)
    assert rehearse(event=table.round.event, act=act).is_empty


def test_a_refused_decision_is_refused_in_the_rehearsal():
    with pytest.raises(NotPossible, match="whole number of points"):
        penalty(a_written_table().round.event, points=0)


def test_prizes_and_lost_deal_money_are_told():
    table = a_written_table(event=an_event(lost_deal_money={"steps": [[None, 50]]}))
    event = table.round.event
    write_deal(table, 4, bid=3, tricks=1)
    pay(event=event, kind=PaymentKind.FEE, cents=1000, entrant=entrant(event, 1))
    event = change_prizes(event=event, typed="1: 5.00", ties="share", pot=["fee"])
    act = partial(rule_on_deal, table=table, number=4, points=[0, 0, 0, 0], reason=WHY, by=ADA)
    cancelled = rehearse(event=event, act=act)
    assert [(each.name, each.before) for each in cancelled.money] == [("Ben", "0.50\xa0€")]
    assert {(each.name, each.before, each.after) for each in penalty(event, 20).prizes} >= {
        ("Ben", "1.25\xa0€", "5.00\xa0€")
    }


def test_prizes_given_already_and_a_draft_by_standings_are_told():
    table = a_written_table()
    end_round(table.round)
    compute_event_standings(event_id=table.round.event_id)
    event = change_prizes(event=table.round.event, typed="1: 5.00", ties="share", pot=["fee"])
    give_prizes(event=event, added=500)
    draft = a_round(event, is_open=False)
    draft.draw = commit_seed(event=event, by=ADA)
    draft.draw.mode = DrawMode.STANDINGS
    draft.draw.save()
    draft.save()
    notes = penalty(event).notes
    assert "The draft of round 2 was drawn by the ranks before" in notes[0]
    assert any("Prizes have been given out already" in each for each in notes)


def test_reopening_says_what_may_follow_and_leaves_the_round_closed():
    round = close_round(round=a_written_table().round, even_if_incomplete=True)
    assert "again: 1." in rehearse_reopening(round=round, by=ADA).notes[0]
    round.refresh_from_db()
    assert round.status == "closed"


# The page


SENT = {"number": "2", "points": "9", "way": "penalty", "reason": WHY}


def test_a_penalty_is_shown_first_then_taken_with_what_was_typed():
    event = a_written_table().round.event
    where = reverse("rulings", args=[event.slug])
    shown = text_of(ada().post(where, SENT))
    assert "A penalty" in shown and "1 → 4" in shown and f'name="reason" value="{WHY}"' in shown
    assert not event.adjustments.exists()
    assert f'value="{WHY}"' in text_of(ada().post(where, SENT | {"edit": "yes"}))
    assert ada().post(where, SENT | {"sure": "yes"}).status_code == 302
    assert event.adjustments.get().points == -9


def test_a_ruling_shows_the_deal_the_points_and_the_effect():
    table = a_written_table()
    where = reverse("rule", args=[table.round.event.slug, table.public_id])
    shown = text_of(ada().post(where, {"deal": "1", "cancel": "yes", "reason": WHY}))
    assert "Deal 1: 2" in shown and "Ben: +2 → 0" in shown and "6 →" in shown
    assert totals_of(table.round.event)[2] == 6


def test_a_change_of_seats_shows_ranks_beside_the_plan():
    table = a_written_table()
    sent = {"one": "1", "two": "2", "which": "all", "reason": WHY}
    where = reverse("swap_seats", args=[table.round.event.slug, table.public_id])
    assert "2 → 1" in text_of(ada().post(where, sent))
    assert totals_of(again(table).round.event)[2] == 6


def test_a_reason_for_new_seats_is_asked_with_their_effect_and_in_no_other_form():
    table = a_written_table()
    sent = {"one": "1", "two": "2", "which": "all"}
    where = reverse("swap_seats", args=[table.round.event.slug, table.public_id])
    assert 'name="reason"' not in text_of(ada().get(where.removesuffix("swap/")))
    page = text_of(ada().post(where, sent))
    assert "2 → 1" in page and page.count('name="reason"') == 1
    refused = ada().post(where, sent | {"sure": "yes"})
    assert refused.status_code == 409 and totals_of(again(table).round.event)[2] == 6
    assert ada().post(where, sent | {"sure": "yes", "reason": WHY}).status_code == 302
    assert totals_of(again(table).round.event)[1] == 6


def test_a_helper_learns_nothing_while_the_standings_are_secret():
    event = a_written_table().round.event
    freeze_event(event=event, is_frozen=True, by=ADA)
    referee = stranger()
    referee.get(f"/h/{helper_token(invite_helper(event=event, role=Role.REFEREE))}")
    where = reverse("rulings", args=[event.slug])
    assert "1 → 4" not in text_of(referee.post(where, SENT))
    assert "1 → 4" in text_of(ada().post(where, SENT))
