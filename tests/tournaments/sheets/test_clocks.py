"""Clocks that are wrong by a day: the server's sequence gives the order, times are only shown."""

import datetime
from typing import Any

import pytest
from django.utils import timezone

from tests.builders import a_record, a_table
from tests.tournaments.phones import Phone
from tournaments.models import SheetChange, Table
from tournaments.services.history.audit import audit
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.verification import differences

pytestmark = pytest.mark.django_db

NOON = datetime.datetime(2026, 11, 21, 12, tzinfo=datetime.UTC)
DAY = datetime.timedelta(days=1)
HOUR = datetime.timedelta(hours=1)


def set_clock(monkeypatch: pytest.MonkeyPatch, now: datetime.datetime) -> None:
    monkeypatch.setattr(timezone, "now", lambda: now)


def write(phone: Phone, number: int, at: datetime.datetime | None = None) -> Any:
    device = {"X-Device": "phone-1", "X-Device-Time": at.isoformat()} if at else {}
    body = {"number": number, "record": a_record(tricks=number % 3)}
    return phone.send("post", "deals/", body, device=device)


def entries_of(table: Table) -> list[SheetChange]:
    return list(table.entries.order_by("number"))


def assert_whole(table: Table) -> None:
    event = table.round.event
    compute_event_standings(event_id=event.pk)
    assert (differences(event), audit(event)[1]) == ([], [])


@pytest.mark.parametrize("off", [-DAY, -HOUR, HOUR, DAY, 365 * DAY], ids=str)
def test_a_phone_whose_clock_is_wrong_writes_in_its_turn(off: datetime.timedelta) -> None:
    table = a_table()
    phone = Phone(table)
    moments = [NOON, NOON + off, NOON + 2 * off]
    assert [write(phone, number, at).status_code for number, at in enumerate(moments, 1)] == [201] * 3
    assert [(entry.deal_number, entry.device_at) for entry in entries_of(table)] == list(
        enumerate(moments, 1)
    )
    assert_whole(table)


@pytest.mark.parametrize("off", [-DAY, -HOUR, DAY], ids=str)
def test_a_server_whose_clock_jumps_keeps_the_order(
    monkeypatch: pytest.MonkeyPatch, off: datetime.timedelta
) -> None:
    set_clock(monkeypatch, NOON)
    table = a_table()
    phone = Phone(table)
    write(phone, 1)
    set_clock(monkeypatch, NOON + off)
    assert [write(phone, 2).status_code, write(phone, 3).status_code] == [201, 201]
    assert [deal["record"]["tricks"] for deal in phone.get().json()["deals"]] == [1, 2, 0]
    assert [entry.at for entry in entries_of(table)] == [NOON, NOON + off, NOON + off]
    assert_whole(table)


def test_a_correction_from_before_the_jump_still_wins_or_loses_by_what_it_saw(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = a_table()
    phone = Phone(table)
    write(phone, 1)
    set_clock(monkeypatch, NOON - DAY)
    assert phone.correct(1, match=1, tricks=0).status_code == 200
    assert phone.correct(1, match=1, tricks=1).status_code == 412
    assert_whole(table)


def test_the_hour_that_comes_twice_in_october_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    table = a_table()
    phone = Phone(table)
    for number, minutes in enumerate((0, 59, 61, 121), start=1):
        set_clock(monkeypatch, datetime.datetime(2026, 10, 25, 0, tzinfo=datetime.UTC) + minutes * HOUR / 60)
        assert write(phone, number).status_code == 201
    assert [entry.deal_number for entry in entries_of(table)] == [1, 2, 3, 4]
    assert_whole(table)


def test_an_answer_is_kept_for_ever_not_for_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    phone = Phone(a_table())
    first = phone.record(key="one")
    set_clock(monkeypatch, timezone.now() + 400 * DAY)
    assert (phone.record(key="one").status_code, phone.record(key="one").json()) == (200, first.json())
