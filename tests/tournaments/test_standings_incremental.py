"""One changed sheet: standings that follow it are those computed from zero, line by line."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.builders import a_round, an_event, write_deal
from tests.scoring.comparing import random_events
from tests.tournaments.following import missteps
from tournaments.models import Seat, Standings, StandingsMarker, StandingsRow
from tournaments.selectors.running import is_local
from tournaments.services.rounds import keep_accounts
from tournaments.services.standings import KEPT, compute_event_standings
from tournaments.services.verification import differences

# Any event


@pytest.mark.parametrize("seed", range(6))
def test_following_any_change_of_any_event_is_computing_from_zero(seed):
    assert missteps(seed, 50) == []


def test_a_tie_break_that_looks_at_others_is_computed_from_zero():
    ways = {event.method.policy.tie_breaks: event.method for event in random_events("local", 300)}
    asks_others = {"head_to_head", "opponents", "lot", "last_round"}
    assert all(is_local(method) == asks_others.isdisjoint(keys) for keys, method in ways.items())


# A stored event


@pytest.fixture
def evening(db, django_capture_on_commit_callbacks):
    """Three tables, and a way to compute that remembers as after a commit."""
    drawn = a_round(tables=3)

    def compute():
        with django_capture_on_commit_callbacks(execute=True):
            assert compute_event_standings(event_id=drawn.event_id)

    compute()
    return drawn, compute


def stored(event):
    rows = StandingsRow.objects.filter(event=event).order_by("entrant__number")
    return list(rows.values_list("entrant__number", "rank", "values", "rounds", "tie_breaks", "is_placed"))


def is_from_zero(event):
    """Whether the stored rows are those an empty memory gives."""
    rows = stored(event)
    StandingsRow.objects.filter(event=event).delete()
    StandingsMarker.objects.create(event=event)
    compute_event_standings(event_id=event.pk)
    return rows == stored(event)


def test_deals_at_several_tables_are_followed(evening):
    drawn, compute = evening
    for number, table in enumerate(drawn.tables.order_by("number")):
        write_deal(table, declarer=number, tricks=number)
        compute()
    assert stored(drawn.event)[0][1] and is_from_zero(drawn.event)
    assert Standings.objects.get().deals_counted == 3 and list(differences(drawn.event)) == []


def test_only_the_changed_table_is_read(evening):
    drawn, compute = evening
    one, two, _ = drawn.tables.order_by("number")
    two.parts.update(tallies={}, deals_counted=1)  # would be missed if it was read
    write_deal(one)
    with CaptureQueriesContext(connection) as queries:
        compute()
    reading = [each["sql"] for each in queries if '"tallies"' in each["sql"]]
    assert reading and all("IN (" in sql and f"({one.pk})" in sql for sql in reading)


def test_who_stored_meanwhile_makes_us_begin_from_zero(evening):
    drawn, compute = evening
    write_deal(drawn.tables.get(number=1))
    compute()
    Standings.objects.update(version=99)
    StandingsRow.objects.update(rank=7)
    write_deal(drawn.tables.get(number=1), number=2)
    compute()
    assert is_from_zero(drawn.event) and Standings.objects.get().version > 99


def test_a_change_that_is_no_sheet_begins_from_zero(evening):
    drawn, compute = evening
    StandingsRow.objects.update(rank=7)
    StandingsMarker.objects.create(event=drawn.event)
    compute()
    assert {rank for _, rank, *_ in stored(drawn.event)} == {1}


def test_another_policy_begins_from_zero(evening):
    drawn, compute = evening
    write_deal(drawn.tables.get(number=1))
    type(drawn.event).objects.update(policy={"by": "table_points"})
    compute()
    assert is_from_zero(drawn.event)


def test_points_that_go_elsewhere_begin_from_zero(evening):
    drawn, compute = evening
    table = drawn.tables.get(number=1)
    write_deal(table)
    compute()
    seats = list(Seat.objects.filter(part__table=table).order_by("position"))
    Seat.objects.filter(pk=seats[0].pk).update(account=seats[1].entrant)
    keep_accounts(table.parts.get())
    write_deal(table, number=2)
    compute()
    assert is_from_zero(drawn.event)


def test_what_was_rolled_back_is_not_remembered(evening):
    drawn, _ = evening
    write_deal(drawn.tables.get(number=1))
    compute_event_standings(event_id=drawn.event_id)  # the commit never comes
    assert drawn.event.public_id not in KEPT.kept


def test_two_events_are_kept_apart(evening, django_capture_on_commit_callbacks):
    drawn, compute = evening
    other = a_round(event=an_event(name="Other"))
    with django_capture_on_commit_callbacks(execute=True):
        compute_event_standings(event_id=other.event_id)
    write_deal(drawn.tables.get(number=1))
    write_deal(other.tables.get(), declarer=1)
    with django_capture_on_commit_callbacks(execute=True):
        compute_event_standings(event_id=other.event_id)
    compute()
    assert is_from_zero(drawn.event) and is_from_zero(other.event)
