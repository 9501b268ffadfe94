"""A deal that a ruling cancels is neither won nor lost: for ranks, tie-breaks, money and statistics."""

import pytest

from tests.builders import a_table, an_event, own_tallies
from tests.tournaments.evenings import ADA
from tests.tournaments.phones import Phone
from tournaments.models import Counting, Event
from tournaments.selectors.series.declared_deals import declared_on
from tournaments.selectors.standings.results import load_results
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.decisions import rule_on_deal, undo_decision
from tournaments.services.standings.verification import differences

pytestmark = pytest.mark.django_db
WON = {"contract": "grand", "declarer": 1, "matadors": 1, "result": "won"}
LOST = {"contract": "C", "declarer": 2, "matadors": 1, "result": "lost"}


def a_sheet(*records, game="skat", **changes):
    table = a_table(event=an_event(game=game, **changes))
    for number, record in enumerate(records, start=1):
        answer = Phone(table).send("post", "deals/", {"number": number, "record": record})
        assert answer.status_code == 201, answer.json()
    return table


def cancel(table, number, points=(0, 0, 0, 0)):
    return rule_on_deal(table=table, number=number, points=points, reason="from a wrong seat", by=ADA)


def ranks_of(table):
    event = table.round.event
    compute_event_standings(event_id=event.pk)
    assert differences(Event.objects.get(pk=event.pk)) == []
    return dict(event.standings_rows.order_by("entrant__number").values_list("entrant__number", "rank"))


def test_the_player_of_a_cancelled_won_game_shares_the_rank():
    table = a_sheet(WON, LOST)
    cancel(table, 1)
    assert ranks_of(table) == {1: 1, 2: 1, 3: 4, 4: 1}


def test_four_players_at_zero_share_the_rank_though_one_lost_a_cancelled_game():
    table = a_sheet(LOST)
    cancel(table, 1)
    assert ranks_of(table) == dict.fromkeys(range(1, 5), 1)


def test_a_ruling_of_other_points_leaves_the_deal_won_and_lost():
    table = a_sheet(WON, LOST)
    cancel(table, 1, (0, 30, 0, 0))
    assert ranks_of(table)[2] == 1
    [result] = load_results(table.round.event)
    assert result.tallies["won"] == [0, 1, 0, 0]


def test_an_undone_ruling_counts_the_deal_again():
    table = a_sheet(WON)
    undo_decision(decision=cancel(table, 1), by=ADA)
    [result] = load_results(table.round.event)
    assert result.tallies["won"] == [0, 1, 0, 0]


CANCELLED = [
    ("skat", LOST, "won lost others_lost game_points deals_won deals_lost"),
    ("fipsen-prisdorf", {"contract": "tricks", "declarer": 1, "bid": 2, "trump": "S", "took_skat": True,
                         "tricks": 1}, "deals_won deals_lost"),
    ("doppelkopf", {"contract": "queens", "declarer": 1, "card_points": 100},
     "deals_won deals_lost kontra_won solos mandatory_solo_points"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "record", "tallies"), CANCELLED, ids=lambda each: str(each)[:15])
def test_no_tally_of_a_game_knows_a_cancelled_deal(game, record, tallies):
    table = a_sheet(record, game=game)
    [before] = load_results(table.round.event)
    assert any(map(any, (before.tallies[name] for name in tallies.split())))
    cancel(table, 1)
    [result] = load_results(table.round.event)
    assert all(result.tallies[name] == [0] * 4 for name in tallies.split())
    player = table.round.event.entrants.get(number=2).player
    assert not any(own_tallies(player, table.round.event).values())


def test_a_cancelled_deal_is_in_no_statistics_of_bids():
    table = a_sheet(WON | {"bid": 24}, LOST)
    assert sum(each.deals for each in declared_on({table.pk: "head"})[table.pk].values()) == 2
    cancel(table, 1)
    assert sum(each.deals for each in declared_on({table.pk: "head"})[table.pk].values()) == 1


def test_in_an_event_of_an_earlier_version_a_cancelled_deal_stays_won():
    table = a_sheet(WON, LOST)
    Event.objects.update(counting=Counting.BEFORE)
    table.round.event.refresh_from_db()
    cancel(table, 1)
    assert ranks_of(table) == {1: 2, 2: 1, 3: 4, 4: 2}
