"""Threads for all background work; one process of a server runs them."""

from functools import partial

from django.conf import settings

from server.wake_ups import ARCHIVES, BACKUPS, CLOCK, DRAWS, PHOTOS, REOPENED, STANDINGS, WEBHOOKS
from tournaments.services.rounds.clock import keep_minutes
from tournaments.storage.background import start_loop
from tournaments.storage.steady_clock import watch_of_this_computer
from tournaments.tasks import (
    read_photos,
    send_archives,
    send_draws,
    send_messages,
    send_photos,
    send_sweep,
    sweep_backups,
    sweep_draws,
    sweep_reopened_rounds,
    sweep_standings,
    sweep_webhooks,
    work_on_archives,
)

SWEEP_SECONDS, REST_SECONDS = 1.0, 10.0


def start_background_threads() -> None:
    """Start the threads in the embedded default; with Redis, wake the Celery workers instead.

    They are woken now and then anyway, so that what waited is carried on where beat is missing.
    """
    if settings.REDIS_URL:
        start_loop(STANDINGS, send_sweep, every=REST_SECONDS)
        start_loop(DRAWS, send_draws, every=REST_SECONDS)
        start_loop(PHOTOS, send_photos, every=REST_SECONDS)
        start_loop(ARCHIVES, send_archives, every=REST_SECONDS)
        start_loop(WEBHOOKS, send_messages, every=REST_SECONDS)
    else:
        start_loop(STANDINGS, sweep_standings, every=SWEEP_SECONDS)
        start_loop(DRAWS, sweep_draws, every=SWEEP_SECONDS)
        start_loop(WEBHOOKS, sweep_webhooks, every=SWEEP_SECONDS)
        start_loop(PHOTOS, read_photos, every=REST_SECONDS)
        start_loop(ARCHIVES, work_on_archives, every=REST_SECONDS)
        start_loop(BACKUPS, sweep_backups, every=REST_SECONDS)
        start_loop(REOPENED, sweep_reopened_rounds, every=REST_SECONDS)
        start_loop(CLOCK, partial(watch_of_this_computer().follow, keep_minutes), every=SWEEP_SECONDS)
