"""Standings: markers, the task, and rows that changed."""

from hashlib import sha256

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules.reading import Refused
from scoring.not_possible import NotPossible
from scoring.sheet.tallies import PartResult
from scoring.standings.standings import Reason, why_before
from tests.builders import a_round, a_table, an_event, write_deal
from tournaments.models import Part, Seat, Standings, StandingsRequest, StandingsRow
from tournaments.selectors.publishing.public_event import PublicEvent
from tournaments.selectors.publishing.rank_explanation import line_from
from tournaments.selectors.standings.ranking_rules import lot_digest, method_of
from tournaments.selectors.standings.results import computed_standings, load_results, written_results
from tournaments.services.entry.entrants import enter_players
from tournaments.services.events.lifecycle import change_event, close_event
from tournaments.services.rounds.lifecycle import close_round, keep_accounts
from tournaments.services.standings.computation import changed_rows, compute_event_standings, store_standings
from tournaments.services.standings.verification import differences
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
    assert not StandingsRequest.objects.exists()


def test_without_a_marker_nothing_is_computed():
    event = a_table().round.event
    assert compute_event_standings(event_id=event.pk)
    assert not compute_event_standings(event_id=event.pk)


def test_computing_twice_changes_nothing():
    event = a_table().round.event
    compute_event_standings(event_id=event.pk)
    before = rows_of(event)
    StandingsRequest.objects.create(event=event)
    compute_event_standings(event_id=event.pk)
    assert rows_of(event) == before


def test_many_changes_at_many_tables_are_computed_once():
    round = a_round(tables=3)
    compute_standings(round.event_id)
    version = Standings.objects.get().version
    for table in round.tables.all():
        write_deal(table)
    compute_standings(round.event_id)
    assert Standings.objects.get().version == version + 1
    assert Standings.objects.get().deals_counted == 3 and not StandingsRequest.objects.exists()


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


def test_a_concurrent_computation_wins_and_the_marker_stays():
    table = a_table()
    compute_standings(table.round.event_id)
    write_deal(table)
    event = table.round.event
    markers = list(StandingsRequest.objects.values_list("pk", flat=True))
    computed = computed_standings(event)
    computed.head.version += 1
    assert not store_standings(event, computed, changed_rows(event, computed.rows), markers)
    assert StandingsRequest.objects.count() == 1


def test_a_draft_does_not_count_and_a_closed_round_does():
    round = a_round()
    write_deal(round.tables.get())
    close_round(round=round, even_if_incomplete=True)
    assert sum(result.deals_counted for result in load_results(round.event)) == 1


def test_the_move_is_against_the_rank_before_the_round():
    round = a_round()
    write_deal(round.tables.get())
    compute_standings(round.event_id)
    close_round(round=round, even_if_incomplete=True)
    a_round(event=round.event)
    assert StandingsRow.objects.get(entrant__number=1).previous_rank == 2


def test_an_event_nobody_has_entered_has_standings_too():
    event = an_event()
    StandingsRequest.objects.create(event=event)
    compute_event_standings(event_id=event.pk)
    assert Standings.objects.get().version == 1


def test_points_go_to_the_account_of_a_seat_not_to_its_player():
    table = a_table()
    (absent,) = enter_players(event=table.round.event, names=["Jule"])
    Seat.objects.filter(part__table=table, position=1).update(account=absent)
    keep_accounts(table.parts.get())
    write_deal(table)
    compute_standings(table.round.event_id)
    assert StandingsRow.objects.get(rank=1).entrant == absent


def test_a_deal_on_a_draft_is_not_counted():
    round = a_round(is_open=False)
    Part.objects.filter(table__round=round).update(tallies={"total": [5, 0, 0, 0]}, deals_counted=1)
    assert load_results(round.event) == []


def test_standings_read_the_totals_of_all_rounds_at_once_and_no_seat():
    round = a_round(tables=3)
    for number, table in enumerate(round.tables.order_by("number")):
        write_deal(table, declarer=number)
    with CaptureQueriesContext(connection) as queries:
        results = written_results(round.event)
    assert len(queries) == 1 and "tournaments_seat" not in queries[0]["sql"]
    assert sorted(result.table for result in results.values()) == [1, 2, 3]
    assert all(is_as_stored(part, results[part.pk]) for part in Part.objects.all())


def is_as_stored(part, result):
    accounts = [seat.account.number for seat in part.seats.order_by("position")]
    return result == PartResult(1, accounts, part.tallies, part.deals_counted, part.table.number)


# Policies


def ranked(**policy):
    """Return an event with one deal, ranked by a policy: Ben has won it as declarer."""
    table = a_table(event=an_event(policy=policy))
    write_deal(table)
    compute_standings(table.round.event_id)
    return table.round.event


def lines(event):
    shown = PublicEvent(event).computed
    return [line_from(row, shown["rounds"]) for row in shown["rows"]]


def test_a_part_keeps_the_deals_won_and_lost_as_declarer():
    table = a_table()
    write_deal(table)
    write_deal(table, 2, declarer=0, tricks=1)
    tallies = Part.objects.get().tallies
    assert (tallies["deals_won"], tallies["deals_lost"]) == ([0, 1, 0, 0], [1, 0, 0, 0])


def test_an_average_is_stored_exactly_and_comes_back():
    event = ranked(by="average", tie_breaks=["deals_won"])
    table = event.rounds.get().tables.get()
    write_deal(table, 2, declarer=0)
    write_deal(table, 3, declarer=0, tricks=1)
    compute_standings(event.pk)
    assert rows_of(event)[0] == (2, 1, ["200/3"])
    assert differences(event) == []
    assert lines(event)[0].values[0] * 3 == 200


def test_the_lot_is_the_order_of_the_digests_of_seed_and_start_number():
    event = ranked(tie_breaks=["lot"])
    tied = [line.entrant for line in lines(event)][1:]
    assert tied == sorted(tied, key=lambda number: lot_digest(event.public_id.hex, number))
    assert lot_digest("ab", 7) == sha256(b"ab7").hexdigest()


def test_a_stored_line_says_why_it_is_before_another():
    event = ranked(by="table_points", tie_breaks=["deals_won", "lot"])
    first, second, *_ = lines(event)
    assert why_before(first, second, method_of(event)) == Reason("table_points", 4, 1)


@pytest.mark.parametrize("policy", [{"by": "average", "best": 1}, {"tie_breaks": ["head_to_head", "lot"]}])
def test_standings_computed_deal_by_deal_are_those_computed_from_zero(policy):
    event = ranked(**policy)
    table = event.rounds.get().tables.get()
    for number in (2, 3):
        write_deal(table, number, declarer=number, tricks=2)
        compute_standings(event.pk)
    kept = list(StandingsRow.objects.values_list("entrant", "rank", "values", "rounds", "tie_breaks"))
    StandingsRow.objects.all().delete()
    StandingsRequest.objects.create(event=event)
    compute_standings(event.pk)
    assert kept == list(StandingsRow.objects.values_list("entrant", "rank", "values", "rounds", "tie_breaks"))


def test_another_policy_ranks_anew_at_once():
    event = ranked(by="total")
    change_event(event=event, options={}, policy={"by": "table_points"})
    assert rows_of(event)[0] == (2, 1, [4])


def test_another_agreed_number_of_deals_scales_the_average_anew():
    event = ranked(by="average")
    change_event(event=event, options={}, deals_per_table={"4": 48})
    assert rows_of(event)[0] == (2, 1, [96])


def test_a_policy_of_another_game_is_refused():
    event = an_event(game="briscola")
    with pytest.raises(Refused):
        change_event(event=event, options={}, policy={"tie_breaks": ["deals_won"]})


def test_a_closed_event_ranks_by_no_other_policy():
    event = ranked(by="total")
    close_round(round=event.rounds.get(), even_if_incomplete=True)
    closed = close_event(event=event, is_closed=True)
    change_event(event=closed, options={}, policy={"by": "total"})
    with pytest.raises(NotPossible) as refused:
        change_event(event=closed, options={}, policy={"by": "average"})
    assert refused.value.code == "event_closed"


def test_a_table_on_which_no_deal_counts_has_not_been_played():
    event = ranked(by="table_points")
    Part.objects.update(deals_counted=0)
    assert load_results(event) == []
