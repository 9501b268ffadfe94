"""Threads that compute standings, draws and backups; one process of a server runs them."""

from django.conf import settings

from tournaments.storage.background import BACKUPS, DRAWS, STANDINGS, start_loop
from tournaments.tasks import send_draws, send_sweep, sweep_backups, sweep_draws, sweep_standings

SWEEP_SECONDS, BACKUP_SECONDS = 1.0, 10.0


def start_background_threads() -> None:
    """Start the threads in the embedded default; with Redis, wake the Celery workers instead."""
    if settings.REDIS_URL:
        start_loop(STANDINGS, send_sweep)
        start_loop(DRAWS, send_draws)
    else:
        start_loop(STANDINGS, sweep_standings, every=SWEEP_SECONDS)
        start_loop(DRAWS, sweep_draws, every=SWEEP_SECONDS)
        start_loop(BACKUPS, sweep_backups, every=BACKUP_SECONDS)
