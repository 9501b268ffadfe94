"""The thread that triggers the computation of standings."""

from contextlib import contextmanager
from datetime import datetime, timedelta
from multiprocessing import Pipe

import pytest
from celery.signals import before_task_publish
from django.utils import timezone

from server.wake_ups import STANDINGS, WAKE_UPS
from server.worker import notify_front
from tests.builders import a_table, write_deal
from tournaments import tasks
from tournaments.models import StandingsRequest
from tournaments.storage import background
from tournaments.tasks import sweep_standings

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def asleep():
    STANDINGS.event.clear()
    yield
    STANDINGS.event.clear()


def test_a_deal_wakes_the_thread_once_it_is_committed(django_capture_on_commit_callbacks):
    table = a_table()
    with django_capture_on_commit_callbacks() as callbacks:
        write_deal(table)
    assert not STANDINGS.event.is_set()
    for callback in callbacks:
        callback()
    assert STANDINGS.event.is_set()


def test_a_nudge_is_answered_by_one_sweep():
    STANDINGS.event.set()
    write_deal(a_table())
    background.run_once(STANDINGS, sweep_standings, every=None)
    assert not StandingsRequest.objects.exists()
    assert not STANDINGS.event.is_set()


def test_without_a_nudge_it_sweeps_when_the_time_has_come():
    sweeps = []
    background.run_once(STANDINGS, lambda: sweeps.append("swept"), every=0.001)
    assert sweeps == ["swept"]


def test_a_sweep_that_fails_is_logged_and_the_thread_lives_on(caplog):
    STANDINGS.event.set()
    background.run_once(STANDINGS, lambda: 1 // 0, every=None)
    assert "Background work failed: standings" in caplog.text


@pytest.fixture
def front():
    """Return the front's end of the pipe to this process, which is one of several until the test ends."""
    before = {each: each.forward for each in WAKE_UPS.values()}
    ours, theirs = Pipe()
    notify_front(theirs)
    yield ours
    for each, forward in before.items():
        each.forward = forward


def names_from(pipe):
    """Return the names of the wake-ups that have arrived, in their order."""
    names = []
    while pipe.poll():
        names.append(pipe.recv())
    return names


def test_other_processes_are_told_once_it_is_committed(django_capture_on_commit_callbacks, front):
    with django_capture_on_commit_callbacks(execute=True):
        write_deal(a_table())
        assert not front.poll()
    assert STANDINGS.name in names_from(front)


def test_a_wake_up_of_another_process_is_not_told_back(front):
    STANDINGS.receive()
    assert not front.poll() and STANDINGS.event.is_set()


@pytest.mark.parametrize(
    "send", [tasks.send_sweep, tasks.send_draws, tasks.send_photos, tasks.send_archives, tasks.send_messages]
)
def test_a_task_reaches_a_worker_whose_clock_is_some_hours_ahead(send):
    # Celery stores when a task expires, by the sender's clock, and the worker asks its own.
    sent: list[dict] = []
    with before_task_publish_to(sent):
        send()
    [headers] = sent
    assert datetime.fromisoformat(headers["expires"]) > timezone.now() + timedelta(hours=12)


@contextmanager
def before_task_publish_to(sent):
    """Add the headers of each task that is sent to a list."""

    def add(headers, **_):
        sent.append(headers)

    before_task_publish.connect(add)
    yield
    before_task_publish.disconnect(add)
