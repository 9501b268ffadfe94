"""The threads that have standings computed, draws and backups made; one process of a server runs them."""

from django.conf import settings

from tournaments.live import BACKUPS, DRAWS, STANDINGS, start_drain
from tournaments.tasks import send_draws, send_sweep, sweep_backups, sweep_draws, sweep_standings

SWEEP_SECONDS, BACKUP_SECONDS = 1.0, 10.0


def start_sweeps() -> None:
    """By ourselves on the embedded default; with Redis, a nudge to the Celery workers."""
    if settings.REDIS_URL:
        start_drain(STANDINGS, send_sweep)
        start_drain(DRAWS, send_draws)
    else:
        start_drain(STANDINGS, sweep_standings, every=SWEEP_SECONDS)
        start_drain(DRAWS, sweep_draws, every=SWEEP_SECONDS)
        start_drain(BACKUPS, sweep_backups, every=BACKUP_SECONDS)
