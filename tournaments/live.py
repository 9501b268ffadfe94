"""Getting the standings computed soon after a change: a thread of the web process, or Celery workers.

The marker in the database is the truth; a nudge only saves waiting for the next sweep. Losing one, or the
broker, costs freshness and nothing else.
"""

import logging
import threading
from collections.abc import Callable

from celery import current_app
from django.conf import settings
from django.db import close_old_connections, transaction

SWEEP_SECONDS = 1.0
COMPUTE_TASK = "tournaments.tasks.compute_standings"

logger = logging.getLogger(__name__)
wake_up = threading.Event()


def nudge_after_commit(event_id: int) -> None:
    """Have the standings of an event computed once the transaction has committed."""
    transaction.on_commit(lambda: nudge(event_id))


def nudge(event_id: int) -> None:
    """Wake the thread, or send the task; a broker that is away is left to the sweep."""
    if not settings.REDIS_URL:
        wake_up.set()
        return
    try:
        current_app.send_task(COMPUTE_TASK, [event_id], retry=False)
    except Exception as error:  # whatever a broker can throw, a stored deal stays stored
        logger.warning("No nudge for event %s, the sweep will find it: %s", event_id, type(error).__name__)


def start_drain(sweep: Callable[[], object]) -> threading.Thread:
    """A daemon thread that runs `sweep` when nudged and at least every second."""
    thread = threading.Thread(target=drain, args=(sweep,), name="standings", daemon=True)
    thread.start()
    return thread


def drain(sweep: Callable[[], object]) -> None:
    """Sweep for ever; an error is logged and the next sweep tries again."""
    while True:
        wake_up.wait(SWEEP_SECONDS)
        wake_up.clear()
        try:
            sweep()
        except Exception:
            logger.exception("A sweep of the standings failed")
        finally:
            close_old_connections()
