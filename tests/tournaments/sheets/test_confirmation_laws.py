"""What holds of confirmations and signatures: what changes rows clears them, and nothing else does."""

import pytest

from scoring.foot.paper_totals import Reading
from scoring.not_possible import NotPossible
from tests.builders import a_record, a_request, write_deal
from tests.tournaments.evenings import ADA, a_written_table, again, places
from tests.tournaments.use_cases import a_conflict
from tournaments.models import AuthorKind, Confirms, Entrant, SitOut
from tournaments.selectors.sheets.agreements import game_of
from tournaments.selectors.sheets.confirmations import (
    confirmation_json,
    may_confirm,
    signed_by,
    unconfirmed_tables,
)
from tournaments.selectors.sheets.folded_sheets import load_parts
from tournaments.services.entry.entrants import enter_players
from tournaments.services.paper.totals import compare_totals
from tournaments.services.sheets.confirmations import confirm_deal, sign_sheet
from tournaments.services.sheets.deals import correct_deal, insert_deal, record_deal, strike_deal
from tournaments.services.sheets.pins import pin_of
from tournaments.services.tables.deal_versions import settle_conflict
from tournaments.services.tables.seat_changes import change_seats

pytestmark = pytest.mark.django_db
OTHER = a_record(bid=3, tricks=3)
ALL = {1, 2, 3, 4}


def at(table, act, **more):
    """Carry out an act on the sheet as it stands."""
    return act(table=again(table), request=a_request(kind=AuthorKind.MEMBER), **more)


def settle(table, choose):
    open_conflict = table.parked.get(settlement="open").pk
    return at(table, settle_conflict, conflict_id=open_conflict, choose=choose)


def confirm(table, number=1, by=3):
    deal, pin = table.deals.get(number=number), pin_of(table.round.event.entrants.get(number=by))
    return at(table, confirm_deal, number=number, entrant_number=by, pin=pin, revision=deal.revision)


KEEP = {
    "a deal is confirmed": confirm,
    "a conflict is settled for the deal that is there": lambda table: settle(table, "stored"),
    "the totals of the paper are compared": lambda table: compare_totals(
        table=again(table), totals=Reading((0, 9, 0, 0)), by=ADA
    ),
}
CLEAR = {
    "a deal is recorded": lambda table: at(table, record_deal, number=4, record=OTHER),
    "a deal is corrected": lambda table: at(table, correct_deal, number=2, record=OTHER, revision=1),
    "a deal is struck out": lambda table: at(
        table, strike_deal, number=2, sheet_revision=again(table).revision
    ),
    "a forgotten deal is inserted": lambda table: at(
        table, insert_deal, number=2, record=OTHER, sheet_revision=again(table).revision
    ),
    "a conflict is settled for the other deal": lambda table: settle(table, "sent"),
}


def a_careful_table(confirms):
    """Return a table with three deals, and another version of the first."""
    table = a_written_table()
    type(table.round.event).objects.filter(pk=table.round.event_id).update(confirms=confirms)
    a_conflict(table)
    return again(table)


def signed_by_all():
    table = a_careful_table(Confirms.SHEETS)
    for number in ALL:
        pin = pin_of(table.round.event.entrants.get(number=number))
        at(table, sign_sheet, entrant_number=number, pin=pin)
    return again(table)


@pytest.mark.parametrize("act", KEEP.values(), ids=KEEP)
def test_an_act_that_changes_no_row_leaves_all_signatures(act):
    table = signed_by_all()
    act(table)
    assert signed_by(table) == ALL and unconfirmed_tables(table.round.event, [table.pk]) == {}


@pytest.mark.parametrize("act", CLEAR.values(), ids=CLEAR)
def test_an_act_that_changes_a_row_clears_all_signatures(act):
    table = signed_by_all()
    act(table)
    assert signed_by(table) == set()
    assert unconfirmed_tables(table.round.event, [table.pk]) == {table.pk: len(ALL)}


@pytest.mark.parametrize("act", [*KEEP.values(), *CLEAR.values()], ids=[*KEEP, *CLEAR])
def test_the_director_counts_the_deals_that_the_phones_of_a_table_wait_for(act):
    table = a_careful_table(Confirms.DEALS)
    for number in (1, 2, 3):
        confirm(table, number)
    assert unconfirmed_tables(table.round.event, [table.pk]) == {}
    act(table)
    deals = table.deals.filter(number__isnull=False).order_by("number")
    waiting = confirmation_json(again(table), list(deals))["unconfirmed"]
    assert unconfirmed_tables(table.round.event, [table.pk]) == ({table.pk: len(waiting)} if waiting else {})


def test_a_deal_is_confirmed_by_whom_its_own_seats_name_but_its_declarer():
    table = a_careful_table(Confirms.DEALS)
    event = table.round.event
    (xaver,) = enter_players(event=event, names=["Xaver"])
    SitOut.objects.create(round=table.round, entrant=xaver)
    seats = places(table, 1, xaver.number, 3, 4)
    change_seats(table=again(table), places=seats, reason="sits out in turn", by=ADA)
    write_deal(again(table), 4)
    seated = {1: ALL, 4: ALL - {2} | {xaver.number}}
    for loaded in load_parts(again(table)):
        for deal in loaded.deals:
            if deal.number in seated:
                declarer = loaded.part.seats.get(position=deal.record["declarer"]).entrant
                able = {
                    each.number
                    for each in Entrant.objects.filter(event=event)
                    if may_confirm(game_of(event), loaded, deal, each)
                }
                assert able == seated[deal.number] - {declarer.number}
    with pytest.raises(NotPossible):
        confirm(table, number=1, by=xaver.number)
