"""Versions of states, the owners of rows, and the cache of a sheet."""

import datetime

import pytest
from django.contrib.auth.models import AnonymousUser

from tests.builders import a_table, a_user, an_event, write_deal
from tournaments.models import Part, Seat, Table
from tournaments.selectors.events.event_lists import has_deals, visible_events
from tournaments.selectors.sheets.folded_sheets import (
    MEMORY,
    LoadedSheet,
    SheetMemory,
    load_parts,
    load_sheet,
)
from tournaments.selectors.tables.table_state import table_state, table_version
from tournaments.services.rounds.lifecycle import close_round

pytestmark = pytest.mark.django_db


def a_later_part(table):
    """Continue the table with the same seats, on a new part."""
    first = table.parts.get()
    part = Part.objects.create(table=table, position=2)
    Seat.objects.bulk_create(
        Seat(part=part, position=seat.position, entrant=seat.entrant, account=seat.account)
        for seat in first.seats.all()
    )
    Table.objects.filter(pk=table.pk).update(head="")  # no cached sheet is valid for it now
    return part


@pytest.mark.parametrize("change", ["revision", "head", "status", "name", "deals_per_table"])
def test_a_sheet_is_another_one_once_anything_on_it_changes(change):
    table = a_table()
    before = table_version(table)
    owner = {"status": table.round, "name": table.round.event, "deals_per_table": table.round.event}
    setattr(owner.get(change, table), change, {"revision": 7}.get(change, {"4": 5}))
    assert table_version(table) != before


def test_the_newest_event_comes_first():
    for day in (1, 3, 2):
        an_event(name=f"Day {day}", date=datetime.date(2026, 11, day))
    shown = visible_events(AnonymousUser())
    assert [event.name for event in shown] == ["Day 3", "Day 2", "Day 1"]


def test_an_unpublished_event_is_seen_by_its_own_club_only():
    event = an_event(is_published=False)
    assert list(visible_events(a_user("ada"))) == [event]
    assert not visible_events(a_user("dov")) and not visible_events(AnonymousUser())


def test_an_event_has_deals_once_its_own_tables_wrote_one():
    ours, theirs = a_table(), a_table()
    write_deal(ours)
    assert has_deals(ours.round.event) and not has_deals(theirs.round.event)


def test_the_oldest_sheet_is_forgotten_and_as_many_as_fit_are_kept():
    memory: SheetMemory[LoadedSheet] = SheetMemory(2)
    sheet = load_sheet(a_table())
    for head in ("a", "b", "c"):
        memory.put(1, head, sheet)
    assert [memory.get(1, head) for head in ("a", "b", "c", "")] == [None, sheet, sheet, None]
    assert memory.get(2, "c") is None  # the same history under another table


def test_a_written_sheet_is_remembered_once_the_deal_is_kept(django_capture_on_commit_callbacks):
    table = a_table()
    with django_capture_on_commit_callbacks(execute=True):
        write_deal(table)
    table.refresh_from_db()
    loaded = MEMORY.get(table.pk, table.head)
    assert loaded and loaded.sheet.row_count == 1


def test_the_first_dealer_is_not_asked_for_in_a_closed_round():
    table = a_table()
    assert table_state(table, load_parts(table))["may_set_first_dealer"]
    close_round(round=table.round, even_if_incomplete=True)
    table.refresh_from_db()
    assert not table_state(table, load_parts(table))["may_set_first_dealer"]


def test_the_deals_of_a_later_part_go_on_counting():
    table = a_table()
    write_deal(table)
    a_later_part(table)
    write_deal(table, 2)
    assert [loaded.sheet.deals_counted for loaded in load_parts(table)] == [1, 2]
    assert [loaded.sheet.rows[0].number for loaded in load_parts(table)] == [1, 2]
