"""Somebody leaves before the end: the event's rule or another, in the standings and on his page."""

import pytest

from tests.builders import a_round, an_event, write_deal
from tests.tournaments.pages import ada, text_of
from tournaments.errors import NotPossible
from tournaments.models import Admission, EventEntryKind
from tournaments.selectors.standings import event_standings
from tournaments.services.checking_in import drop_no_shows, set_present
from tournaments.services.leaving import leave_early
from tournaments.services.people import enter_players, share_number
from tournaments.services.rounds import close_round, open_round, seat_round
from tournaments.services.standings import compute_event_standings
from tournaments.services.verification import differences

pytestmark = pytest.mark.django_db


def an_evening(**changes):
    """Round 1: number 2 wins 2. Round 2, without number 2: number 3 wins 2, number 5 loses 4."""
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
    return {row["number"]: (row["rank"], row["total"]) for row in event_standings(event)["rows"]}


def number(event, start):
    return event.entrants.get(number=start)


def test_by_the_events_rule_he_keeps_what_he_has():
    event = an_evening()
    before = rows(event)
    leave_early(entrant=number(event, 2), after=1)
    assert rows(event) == before


def test_by_the_events_rule_he_is_not_placed():
    event = an_evening(leaver_rule="unplaced")
    leave_early(entrant=number(event, 2), after=1)
    assert rows(event)[2] == (None, 2)


def test_by_another_rule_he_gets_the_lowest_of_the_rounds_he_misses():
    event = an_evening()
    lowest = min(points for _, points in rows(event).values())
    leave_early(entrant=number(event, 2), after=1, rule="lowest")
    assert rows(event)[2][1] == 2 + lowest


def test_whoever_plays_on_after_all_is_as_if_he_had_never_left():
    event = an_evening()
    before = rows(event)
    leave_early(entrant=number(event, 2), after=1, rule="unplaced")
    set_present(entrant=number(event, 2), is_present=True)
    assert rows(event) == before
    assert number(event, 2).admission == Admission.ENTERED


def test_whoever_sits_in_a_later_round_cannot_have_left_before():
    event = an_evening()
    with pytest.raises(NotPossible, match="has a seat in round 2") as refused:
        leave_early(entrant=number(event, 1), after=1)
    assert refused.value.code == "plays_later"


def test_a_rule_nobody_knows_is_refused():
    with pytest.raises(NotPossible) as refused:
        leave_early(entrant=number(an_evening(), 2), after=1, rule="goes home")
    assert refused.value.code == "rule_unknown"


def test_who_leaves_is_not_present_for_the_next_draw_and_the_history_knows():
    event = an_evening()
    leave_early(entrant=number(event, 2), after=1, rule="lowest")
    assert not number(event, 2).is_present
    facts = event.entries.get(kind=EventEntryKind.LEFT).facts
    assert facts == {"entrant": number(event, 2).pk, "after": 1, "rule": "lowest"}


def test_whoever_waits_or_never_came_is_in_no_list():
    event = an_evening()
    absent, waiting = enter_players(event=event, names=["Absent", "Waiting"], are_present=False)
    waiting.admission = Admission.WAITING
    waiting.save()
    rows(event)
    drop_no_shows(event=event)
    assert {6, 7} & set(rows(event)) == set()
    assert absent.pk and set(rows(event)) == {1, 2, 3, 4, 5}


def test_the_page_of_a_player_lets_him_leave_and_says_the_rule():
    event = an_evening(leaver_rule="lowest")
    entrant = number(event, 2)
    url = f"/events/{event.slug}/organise/people/{entrant.pk}/"
    assert "as the event says: gets the lowest" in text_of(ada().get(url))
    assert ada().post(url + "leave/", {"after": "1"}).status_code == 302
    assert "Left after round 1" in text_of(ada().get(url))


def test_taking_out_somebody_who_played_is_refused_with_leaving_as_the_way_out():
    event = an_evening()
    url = f"/events/{event.slug}/organise/people/{number(event, 1).pk}/"
    refused = ada().post(url + "take-out/")
    assert refused.status_code == 409
    assert "say after which round" in text_of(refused) and f'action="{url}leave/"' in text_of(refused)


@pytest.mark.parametrize(("sent", "status"), [({"after": "x"}, 422), ({"after": "1", "rule": "x"}, 422)])
def test_a_form_of_leaving_that_cannot_be_read_is_refused(sent, status):
    event = an_evening()
    url = f"/events/{event.slug}/organise/people/{number(event, 2).pk}/leave/"
    assert ada().post(url, sent).status_code == status


def test_leaving_before_a_round_that_was_played_is_refused_on_the_page():
    event = an_evening()
    url = f"/events/{event.slug}/organise/people/{number(event, 1).pk}/leave/"
    refused = ada().post(url, {"after": "1"})
    assert refused.status_code == 409 and "has a seat in round 2" in text_of(refused)


# Two people under one start number


def test_a_second_person_shares_a_start_number_and_stops_again():
    event = an_event()
    (cleo,) = enter_players(event=event, names=["Cleo"])
    url = f"/events/{event.slug}/organise/people/{cleo.pk}/"
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
