"""Getting the standings computed soon after a change, without making anybody wait for it.

The marker in the database is the truth. A thread of the web process wakes up after a commit and has the
markers swept: by itself on the embedded default, by a Celery worker where there is Redis. A nudge that is
lost, a broker that is away or slow cost freshness and nothing else: every second somebody sweeps anyway.
"""

import logging
import threading
import time
from collections.abc import Callable

from django.db import close_old_connections, transaction

REST_SECONDS = 0.3  # between two sweeps: a hall that writes without pause is counted three times a second

logger = logging.getLogger(__name__)
wake_up = threading.Event()


def nudge_after_commit() -> None:
    """Wake the thread once the transaction has committed; many nudges while it works are one."""
    transaction.on_commit(wake_up.set)


def start_drain(sweep: Callable[[], object], *, every: float | None = None) -> threading.Thread:
    """A daemon thread that runs `sweep` when nudged, and every so many seconds if told so."""
    thread = threading.Thread(target=drain, args=(sweep, every), name="standings", daemon=True)
    thread.start()
    return thread


def drain(sweep: Callable[[], object], every: float | None) -> None:
    """Sweep for ever, with a rest in between."""
    while True:
        drain_once(sweep, every)
        time.sleep(REST_SECONDS)


def drain_once(sweep: Callable[[], object], every: float | None) -> None:
    """Wait for a nudge or the time, then sweep; an error is logged and the next sweep tries again."""
    wake_up.wait(every)
    wake_up.clear()
    try:
        sweep()
    except Exception:
        logger.exception("A sweep of the standings failed")
    finally:
        close_old_connections()
