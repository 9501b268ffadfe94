"""Nobody waits behind another: with 200 players, nothing that is written does much behind the lock.

SQLite has one lock for all writers, and `BEGIN IMMEDIATE` takes it. The walk is made from the table of
addresses, and from the source of the services: a new one is in it by itself, or has to be added. A whole run
takes some addresses and acts, every day others; the soak takes all.
"""

import inspect
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.cache import cache as page_cache
from django.template.backends.django import Template
from django.utils import timezone

from scoring.sheet.table_sheet import stored_record
from simulation import play_sheet
from tests.builders import a_club
from tests.sweeps import todays
from tests.tournaments import written_states
from tests.tournaments.access_world import BY, NEXT, NOW, OLD, Evening, make_evening
from tests.tournaments.lock_meter import Hold, LockMeter, services_with_transactions
from tests.tournaments.promises.lock_acts import acts_of, acts_of_a_club, in_a_transaction, undone
from tests.tournaments.written_states import World, Write, all_writes, send, world_of
from tournaments.models import (
    Entrant,
    Event,
    Round,
)
from tournaments.selectors.sheets.agreements import game_of
from tournaments.services.entry.entrants import enter_players
from tournaments.services.history.sheet_chain import request_standings
from tournaments.services.rounds.lifecycle import seat_table
from tournaments.services.sheets.bulk_sheets import WholeSheet, write_sheets
from tournaments.services.standings.computation import compute_event_standings

pytestmark = pytest.mark.django_db

PLAYERS, DEALS, HALF = 192, 100, 50  # beside the eight of an evening
MOST_CALLS = 100_000
PARTS = 12  # of which a whole run takes one
SURE_WORD = "SURE"
ELSEWHERE = {
    "clubs/accounts.py:begin_installation": "nobody plays where there is no account yet",
    "demonstration/club_night.py:demo_club": "plays in a folder of its own",
    "demonstration/club_night.py:play_event": "plays in a folder of its own",
    "installation/backup.py:one_moment": "reads, and takes no lock on SQLite",
    "installation/restore.py:fill": "fills another file or schema, while nothing runs",
    "installation/restore.py:into_postgresql": "fills another file or schema, while nothing runs",
    "installation/restore.py:problems_of": "checks another file or schema, while nothing runs",
    "paper/importing.py:create_event_from_paper": "of a command: its parts are looked at",
    "webhooks/sending.py:store_attempt": "one row, in a thread of its own",
    "rounds/lifecycle.py:close_if_forgotten": "closes a round, which is looked at",
    "rounds/clock.py:on_the_clock": "begins none itself: what it decorates is looked at",
    "sheets/sheet_transaction.py:on_the_sheet": "begins none itself: what it decorates is looked at",
}


@pytest.fixture(scope="module")
def world(lasting: None) -> World:
    return world_of(crowded(make_evening(a_club(), is_published=True)))


def crowded(evening: Evening) -> Evening:
    """Return the evening with 200 players: a round that is over, one in the middle, a draft."""
    event = evening.event
    Event.objects.filter(pk=event.pk).update(deals_per_table={"4": DEALS})
    event.refresh_from_db()
    more = enter_players(event=event, names=[f"Player {number}" for number in range(PLAYERS)])
    played = play_sheet(event.game, event.options, 4, 0, DEALS, Random(1))
    records = [stored_record(game_of(event), deal.record) for deal in played]
    for number, deals in ((OLD, DEALS), (NOW, HALF), (NEXT, 0)):
        seat_more(event.rounds.get(number=number), more, records[:deals])
    request_standings(event)
    compute_event_standings(event_id=event.pk)
    return evening


def seat_more(round: Round, entrants: Sequence[Entrant], records: Sequence[Any]) -> None:
    """Seat all of them at more tables, which have written these deals."""
    tables = [seat_table(round, 10 + at, entrants[4 * at : 4 * at + 4]) for at in range(len(entrants) // 4)]
    times = [timezone.now()] * len(records)
    sheets = [WholeSheet(table, table.parts.get(), records, times) for table in tables if records]
    write_sheets(event=round.event, sheets=sheets, by=BY) if sheets else None


@dataclass(frozen=True)
class Walk:
    """What is done behind the lock for too long, and the services that took it."""

    of_addresses: list[str]
    of_acts: list[str]
    services: set[str]


Acts = Mapping[str, Callable[[], object]]


@pytest.fixture
def acts(world: World, tmp_path: Path) -> Acts:
    """Return the acts of an event and those beside it, by name."""
    return {**acts_of(world, tmp_path), **acts_of_a_club(world)}


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Do not log refusals, and render a page as its template's name."""
    monkeypatch.setattr(Template, "render", lambda self, *given, **more: str(self.template.name))
    logging.disable(logging.ERROR)
    page_cache.clear()
    yield
    logging.disable(logging.NOTSET)


def walk(world: World, writes: Sequence[Write], acts: Acts, monkeypatch: pytest.MonkeyPatch) -> Walk:
    """Send these writes and carry out these acts, once each; all is undone."""
    meter = LockMeter(within=1)  # the transaction in which each is undone
    of_acts = [
        each for name, act in acts.items() for each in too_much(name, meter.measure(partial(undone, act)))
    ]
    of_addresses = list(too_long_at_addresses(meter, world, writes, monkeypatch))
    return Walk(of_addresses, of_acts, meter.services)


def too_much(name: str, hold: Hold) -> list[str]:
    """Return what is done behind the lock for too long."""
    found = [f"{name}: {hold.calls:,} calls, {hold.statements} statements"] if hold.calls > MOST_CALLS else []
    return [*found, *(f"{name}: {each}" for each in sorted(hold.lasting))]


def too_long_at_addresses(
    meter: LockMeter, world: World, writes: Sequence[Write], monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """Yield what pages and programs do too long; a page first shows what a decision would change."""
    for is_sure in (True, False):
        if not is_sure:
            monkeypatch.delitem(written_states.USUAL, "sure")
        for write in writes:
            if is_sure or asks_whether_sure(write):
                for on_draft in {False, write.is_of_round}:
                    hold = meter.measure(partial(send, world, write, on_draft=on_draft))
                    yield from too_much(f"{write.method} {write.name}", hold)


def asks_whether_sure(write: Write) -> bool:
    """Return whether a page shows the consequences before it takes a decision."""
    module = inspect.getmodule(inspect.unwrap(write.pattern.callback))
    return not write.name.startswith("api_") and module is not None and SURE_WORD in inspect.getsource(module)


def test_no_write_of_today_does_much_behind_the_lock(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    writes = all_writes()
    holds = walk(world, todays(writes, len(writes) // PARTS), {}, monkeypatch)
    assert holds.of_addresses == []


def test_no_act_of_today_does_much_behind_the_lock(
    world: World, acts: Acts, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = list(acts)
    chosen = {name: acts[name] for name in todays(names, len(names) // PARTS)}
    assert walk(world, [], chosen, monkeypatch).of_acts == []


@pytest.mark.soak
def test_no_service_does_much_behind_the_lock_and_each_was_looked_at(
    world: World, acts: Acts, monkeypatch: pytest.MonkeyPatch
) -> None:
    holds = walk(world, all_writes(), acts, monkeypatch)
    assert holds.of_addresses + holds.of_acts == []
    left = services_with_transactions() - holds.services
    assert sorted(left ^ set(ELSEWHERE)) == []


def test_a_long_hold_is_felt(world: World) -> None:
    for times, felt in ((100, False), (MOST_CALLS, True)):
        hold = LockMeter(within=1).measure(partial(undone, partial(in_a_transaction, times)))
        assert bool(too_much("count", hold)) is felt
