"""The thread that has the standings computed."""

import pytest

from tests.builders import a_table, write_deal
from tournaments import live
from tournaments.models import StandingsMarker
from tournaments.tasks import sweep_standings

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def asleep():
    live.STANDINGS.wake_up.clear()
    yield
    live.STANDINGS.wake_up.clear()


def test_a_deal_wakes_the_thread_once_it_is_committed(django_capture_on_commit_callbacks):
    table = a_table()
    with django_capture_on_commit_callbacks() as callbacks:
        write_deal(table)
    assert not live.STANDINGS.wake_up.is_set()
    for callback in callbacks:
        callback()
    assert live.STANDINGS.wake_up.is_set()


def test_a_nudge_is_answered_by_one_sweep():
    live.STANDINGS.wake_up.set()
    write_deal(a_table())
    live.drain_once(live.STANDINGS, sweep_standings, every=None)
    assert not StandingsMarker.objects.exists()
    assert not live.STANDINGS.wake_up.is_set()


def test_without_a_nudge_it_sweeps_when_the_time_has_come():
    sweeps = []
    live.drain_once(live.STANDINGS, lambda: sweeps.append("swept"), every=0.001)
    assert sweeps == ["swept"]


def test_a_sweep_that_fails_is_logged_and_the_thread_lives_on(caplog):
    live.STANDINGS.wake_up.set()
    live.drain_once(live.STANDINGS, lambda: 1 // 0, every=None)
    assert "A sweep failed: standings" in caplog.text


def test_other_processes_are_told_once_it_is_committed(django_capture_on_commit_callbacks, monkeypatch):
    told: list[str] = []
    monkeypatch.setattr(live.STANDINGS, "tell_others", told.append)
    with django_capture_on_commit_callbacks(execute=True):
        write_deal(a_table())
        assert told == []
    assert set(told) == {"standings"}


def test_what_another_process_rang_is_not_told_back(monkeypatch):
    told: list[str] = []
    monkeypatch.setattr(live.STANDINGS, "tell_others", told.append)
    live.STANDINGS.hear()
    assert told == [] and live.STANDINGS.wake_up.is_set()
