"""Standings: markers, the task, and rows that changed."""

import pytest

from tests.builders import a_round, a_table, an_event, write_deal
from tournaments.models import Part, Seat, Standings, StandingsMarker, StandingsRow
from tournaments.services.events import enter_players
from tournaments.services.rounds import close_round
from tournaments.services.standings import (
    changed_rows,
    compute_event_standings,
    load_results,
    store_standings,
)
from tournaments.tasks import compute_standings, sweep_standings

pytestmark = pytest.mark.django_db


def rows_of(event):
    return [(row.entrant.number, row.rank, row.values) for row in event.standings_rows.all()]


def test_the_task_ranks_what_the_tables_wrote():
    table = a_table()
    write_deal(table)
    compute_standings(table.round.event_id)
    assert rows_of(table.round.event) == [(2, 1, [2]), (1, 2, [0]), (3, 2, [0]), (4, 2, [0])]


def test_the_sweep_finds_every_event_with_a_marker():
    tables = [a_table(event=an_event(name=name)) for name in ("One", "Two")]
    for table in tables:
        write_deal(table)
    sweep_standings()
    assert Standings.objects.filter(deals_counted=1).count() == 2
    assert not StandingsMarker.objects.exists()


def test_without_a_marker_nothing_is_computed():
    event = a_table().round.event
    assert compute_event_standings(event_id=event.pk)
    assert not compute_event_standings(event_id=event.pk)


def test_computing_twice_changes_nothing():
    event = a_table().round.event
    compute_event_standings(event_id=event.pk)
    before = (Standings.objects.get().version, rows_of(event))
    StandingsMarker.objects.create(event=event)
    compute_event_standings(event_id=event.pk)
    assert (Standings.objects.get().version, rows_of(event)) == before


def test_a_deal_raises_the_version():
    table = a_table()
    compute_standings(table.round.event_id)
    version = Standings.objects.get().version
    write_deal(table)
    compute_standings(table.round.event_id)
    assert Standings.objects.get().version == version + 1


def test_a_loss_moves_everybody_else_up():
    table = a_table()
    compute_standings(table.round.event_id)
    write_deal(table, declarer=0, tricks=1)
    compute_standings(table.round.event_id)
    changed = {row.entrant.number: row.rank for row in StandingsRow.objects.all()}
    assert changed == {1: 4, 2: 1, 3: 1, 4: 1}


def test_whoever_computed_meanwhile_wins_and_the_marker_stays():
    table = a_table()
    compute_standings(table.round.event_id)
    write_deal(table)
    event = table.round.event
    markers = list(StandingsMarker.objects.values_list("pk", flat=True))
    rows = changed_rows(event, load_results(event))
    assert not store_standings(event, rows, 1, markers, version=99)
    assert StandingsMarker.objects.count() == 1


def test_a_draft_does_not_count_and_a_closed_round_does():
    drawn = a_round()
    write_deal(drawn.tables.get())
    close_round(round=drawn, even_if_incomplete=True)
    assert sum(result.deals_counted for result in load_results(drawn.event)) == 1


def test_the_move_is_against_the_rank_before_the_round():
    drawn = a_round()
    write_deal(drawn.tables.get())
    compute_standings(drawn.event_id)
    close_round(round=drawn, even_if_incomplete=True)
    a_round(event=drawn.event)
    assert StandingsRow.objects.get(entrant__number=1).previous_rank == 2


def test_an_event_nobody_has_entered_has_standings_too():
    event = an_event()
    StandingsMarker.objects.create(event=event)
    compute_event_standings(event_id=event.pk)
    assert Standings.objects.get().version == 1


def test_points_go_to_the_account_of_a_seat_not_to_whoever_sits_there():
    table = a_table()
    (absent,) = enter_players(event=table.round.event, names=["Jule"])
    Seat.objects.filter(part__table=table, position=1).update(account=absent)
    write_deal(table)
    compute_standings(table.round.event_id)
    assert StandingsRow.objects.get(rank=1).entrant == absent


def test_what_stands_on_a_draft_is_not_counted():
    drawn = a_round(is_open=False)
    Part.objects.filter(table__round=drawn).update(tallies={"total": [5, 0, 0, 0]}, deals_counted=1)
    assert load_results(drawn.event) == []
