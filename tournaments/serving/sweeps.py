"""The threads that have standings computed and draws made; one process of a server runs them."""

from django.conf import settings

from tournaments.live import DRAWS, STANDINGS, start_drain
from tournaments.tasks import send_draws, send_sweep, sweep_draws, sweep_standings

SWEEP_SECONDS = 1.0


def start_sweeps() -> None:
    """By ourselves on the embedded default; with Redis, a nudge to the Celery workers."""
    if settings.REDIS_URL:
        start_drain(STANDINGS, send_sweep)
        start_drain(DRAWS, send_draws)
    else:
        start_drain(STANDINGS, sweep_standings, every=SWEEP_SECONDS)
        start_drain(DRAWS, sweep_draws, every=SWEEP_SECONDS)
