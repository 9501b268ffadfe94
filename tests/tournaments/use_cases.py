"""Every use case that changes a sheet, a round, a draw, a link or an event, ready to run.

A case builds its event and returns the action: a function that reads all data anew each time, so that it can
be interrupted, undone and repeated.
"""

from collections.abc import Callable
from typing import Any

from scoring.foot.paper_totals import Reading
from tests.builders import a_record, a_request, a_round, a_table, end_round, write_deal
from tournaments.models import AuthorKind, Event, Round, Table
from tournaments.services.draw.drawing import commit_seed, discard_draw, start_draw
from tournaments.services.draw.search import store_draw
from tournaments.services.draw.swaps import swap_places
from tournaments.services.events.lifecycle import close_event
from tournaments.services.history.sheet_chain import Author
from tournaments.services.paper.totals import compare_totals, uphold_sheet
from tournaments.services.publishing.sign_off import sign_off
from tournaments.services.rounds.clock import start_clock
from tournaments.services.rounds.lifecycle import close_round, open_round
from tournaments.services.sheets.confirmations import confirm_deal, sign_sheet
from tournaments.services.sheets.deals import (
    correct_deal,
    insert_deal,
    record_deal,
    set_first_dealer,
    strike_deal,
)
from tournaments.services.sheets.pins import pin_of
from tournaments.services.sheets.table_links import renew_link, revoke_link
from tournaments.services.standings.decisions import adjust_points, rule_on_deal
from tournaments.services.tables.abandoning import abandon_table
from tournaments.services.tables.deal_versions import settle_conflict
from tournaments.services.tables.seat_changes import change_seats, swap_players
from tournaments.services.tables.sheet_entry import type_again, type_sheet

SEED = "0" * 32
FOUND = [[[1, 2, 5, 6], [3, 4, 7, 8]]]  # the result of a search: one round, two tables
OTHER = a_record(bid=3, tricks=3)
WHY = "late by a quarter of an hour"
ADA = Author(AuthorKind.MEMBER, 1)
Act = Callable[[], Any]


def asked(body: Any = None) -> Any:
    """Return a request that can be repeated: its key stays."""
    return a_request(body, key="the one key")


def a_written_table(deals: int = 2) -> Table:
    table = a_table()
    for number in range(1, deals + 1):
        write_deal(table, number)
    return again(table)


def again(thing: Any) -> Any:
    """Return the object as stored in the database."""
    return type(thing).objects.get(pk=thing.pk)


def a_conflict(table: Table) -> int:
    """Write deal 1 differently on another phone."""
    body = {"number": 1, "record": OTHER}
    return int(record_deal(table=table, number=1, record=OTHER, request=a_request(body)).body["conflict"])


# On a sheet


def record() -> Act:
    table = a_written_table()
    return lambda: record_deal(table=table, number=3, record=OTHER, request=asked({"record": OTHER}))


def record_otherwise() -> Act:
    table = a_written_table()
    return lambda: record_deal(table=table, number=1, record=OTHER, request=asked({"record": OTHER}))


def correct() -> Act:
    table = a_written_table()
    changes = {"record": OTHER, "revision": 1, "reason": "miscounted"}
    return lambda: correct_deal(table=table, number=1, request=asked(changes), **changes)


def correct_what_changed() -> Act:
    table = a_written_table()
    return lambda: correct_deal(table=table, number=1, record=OTHER, revision=9, request=asked())


def strike() -> Act:
    table = a_written_table()
    return lambda: strike_deal(table=table, number=1, sheet_revision=2, reason="twice", request=asked())


def insert() -> Act:
    table = a_written_table()
    return lambda: insert_deal(table=table, number=1, record=OTHER, sheet_revision=2, request=asked())


def say_who_deals() -> Act:
    table = a_table()
    return lambda: set_first_dealer(table=table, first_dealer=2, request=asked())


def confirm() -> Act:
    table = a_written_table()
    entrant = table.round.event.entrants.get(number=1)
    who = {"number": 1, "entrant_number": 1, "pin": pin_of(entrant), "revision": 1}
    return lambda: confirm_deal(table=table, request=asked(), **who)


def sign() -> Act:
    table = a_written_table()
    pin = pin_of(table.round.event.entrants.get(number=1))
    return lambda: sign_sheet(table=table, entrant_number=1, pin=pin, request=asked())


def settle_for_stored() -> Act:
    return settle("stored")


def settle_for_sent() -> Act:
    return settle("sent")


def settle(choose: str) -> Act:
    table = a_written_table()
    conflict = a_conflict(table)
    return lambda: settle_conflict(table=table, conflict_id=conflict, choose=choose, request=asked())


def send_late() -> Act:
    table = a_written_table()
    close_round(round=table.round, even_if_incomplete=True)
    return lambda: record_deal(table=table, number=3, record=OTHER, request=asked())


def type_a_paper_sheet() -> Act:
    table = a_table()
    lines = ["1 2 S +"]
    return lambda: type_sheet(table=again(table), lines=lines, seen=0, key="typed", by=ADA)


def type_a_paper_sheet_again() -> Act:
    table = a_table()
    write_deal(table)
    typed: dict[str, Any] = {"lines": ["2 2 S +"], "chosen": {}, "seen": 1, "key": "again"}
    return lambda: type_again(table=again(table), **typed, by=ADA)


def compare_with_the_paper() -> Act:
    table = a_table()
    write_deal(table)
    return lambda: compare_totals(table=again(table), totals=Reading((0, 3, 0, 0)), by=ADA)


def uphold_against_the_paper() -> Act:
    table = a_table()
    compare_totals(table=table, totals=Reading((1, 0, 0, 0)), by=ADA)
    return lambda: uphold_sheet(table=again(table), seen=None, reason=WHY, by=ADA)


# Of an event


def commit() -> Act:
    event = a_round(is_open=False).event
    return lambda: commit_seed(event=event, by=ADA)


def ask_for_a_draw() -> Act:
    event = ended_event()
    return lambda: start_draw(event=event, seed=SEED, by=ADA)


def store_what_was_drawn() -> Act:
    draw = start_draw(event=ended_event(), seed=SEED)
    return lambda: store_draw(draw.pk, FOUND, [[]], 100)


def discard() -> Act:
    draw = a_draft().draw
    assert draw is not None
    return lambda: discard_draw(draw=again(draw), by=ADA)


def swap() -> Act:
    round = a_draft()
    return lambda: swap_places(round=again(round), one=1, two=5, by=ADA)


def release() -> Act:
    round = a_draft()
    return lambda: open_round(round=again(round), by=ADA)


def close() -> Act:
    table = a_written_table()
    return lambda: close_round(round=again(table.round), even_if_incomplete=True, by=ADA)


def reopen_the_round() -> Act:
    event = ended_event()
    return lambda: open_round(round=event.rounds.get(), by=ADA)


def renew() -> Act:
    table = a_table()
    return lambda: renew_link(link=table.links.get(), by=ADA)


def revoke() -> Act:
    table = a_table()
    return lambda: revoke_link(link=table.links.get(), by=ADA)


def end() -> Act:
    event = ended_event()
    return lambda: close_event(event=event, is_closed=True, by=ADA)


def reopen() -> Act:
    event = close_event(event=ended_event(), is_closed=True)
    return lambda: close_event(event=event, is_closed=False, by=ADA)


# During the event


def adjust() -> Act:
    entrant = a_written_table().round.event.entrants.get(number=2)
    return lambda: adjust_points(entrant=again(entrant), points=-5, reason=WHY, by=ADA)


def rule() -> Act:
    table = a_written_table()
    return lambda: rule_on_deal(table=again(table), number=1, points=[0, 0, 0, 0], reason=WHY, by=ADA)


def start_the_clock() -> Act:
    table = a_written_table()
    return lambda: start_clock(round=again(table.round), minutes=60, by=ADA)


def abandon() -> Act:
    table = a_written_table()
    return lambda: abandon_table(table=again(table), by=ADA)


def sign_the_results_off() -> Act:
    table = a_written_table()
    end_round(again(table.round))
    return lambda: sign_off(event=again(table.round.event), by=ADA)


def reseat() -> Act:
    table = a_written_table()
    ids = list(table.round.event.entrants.order_by("-number").values_list("pk", flat=True))
    places = tuple((pk, pk) for pk in ids)
    return lambda: change_seats(table=again(table), places=places, number=2, reason=WHY, by=ADA)


def swap_at_two_tables() -> Act:
    round = a_round(tables=2)
    one, two = (round.event.entrants.get(number=number) for number in (1, 5))
    return lambda: swap_players(round=again(round), one=one, two=two, reason=WHY, by=ADA)


def ended_event() -> Event:
    """Return eight players, one round, closed."""
    round = a_round(tables=2)
    close_round(round=round, even_if_incomplete=True)
    return round.event


def a_draft() -> Round:
    """Return the second round, drawn without a search."""
    draw = start_draw(event=ended_event(), seed=SEED)
    store_draw(draw.pk, FOUND, [[]], 100)
    return draw.rounds.get()


KEYED = (
    record, record_otherwise, correct, correct_what_changed, strike, insert, say_who_deals, confirm, sign,
    settle_for_stored, settle_for_sent, send_late,
)  # fmt: skip
UNKEYED = (
    type_a_paper_sheet, type_a_paper_sheet_again, compare_with_the_paper, uphold_against_the_paper,
    commit, ask_for_a_draw, store_what_was_drawn, discard, swap, release, close,
    reopen_the_round, renew, revoke, end, reopen, adjust, rule, start_the_clock, abandon,
    sign_the_results_off, reseat, swap_at_two_tables,
)  # fmt: skip
