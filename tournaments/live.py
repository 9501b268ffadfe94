"""Getting standings computed and draws made soon after they are asked for, without anybody waiting.

What the database says is the truth: a marker, a draw that is being searched. A thread of one process wakes
up after a commit and has it swept: by itself on the embedded default, by a Celery worker where there is
Redis. A nudge that is lost, a broker that is away or slow cost freshness and nothing else: every second
somebody sweeps anyway.
"""

import logging
import threading
import time
from collections.abc import Callable

from django.db import close_old_connections, transaction

REST_SECONDS = 0.2  # between two sweeps: a hall that writes without pause is counted four times a second

logger = logging.getLogger(__name__)


class Bell:
    """Rings once a transaction has committed: wakes a thread of this process and tells other processes.

    Many rings while the thread works are one. `tell_others` is set where there are other processes to tell;
    `rings` counts those of this process.
    """

    def __init__(self, name: str) -> None:
        self.name, self.wake_up, self.rings = name, threading.Event(), 0
        self.tell_others: Callable[[str], None] = lambda name: None

    def ring_after_commit(self) -> None:
        """Ring once the transaction has committed."""
        transaction.on_commit(self.ring)

    def ring(self) -> None:
        """Ring now, here and in the other processes."""
        self.hear()
        self.tell_others(self.name)

    def hear(self) -> None:
        """Take note that it rang, here or in another process."""
        self.rings += 1
        self.wake_up.set()


STANDINGS, DRAWS = Bell("standings"), Bell("draws")
BACKUPS = Bell("backups")  # nobody rings: what is due is looked up every few seconds
NEWS = Bell("news")  # a page that is kept may show what nobody may see any more
RESULTS = Bell("results")  # a page that is kept may show earlier standings
BELLS = {bell.name: bell for bell in (STANDINGS, DRAWS, NEWS, RESULTS)}


def start_drain(bell: Bell, sweep: Callable[[], object], *, every: float | None = None) -> threading.Thread:
    """A daemon thread that runs `sweep` when its bell rings, and every so many seconds if told so."""
    thread = threading.Thread(target=drain, args=(bell, sweep, every), name=bell.name, daemon=True)
    thread.start()
    return thread


def drain(bell: Bell, sweep: Callable[[], object], every: float | None) -> None:
    """Sweep for ever, with a rest in between."""
    while True:
        drain_once(bell, sweep, every)
        time.sleep(REST_SECONDS)


def drain_once(bell: Bell, sweep: Callable[[], object], every: float | None) -> None:
    """Wait for the bell or the time, then sweep; an error is logged and the next sweep tries again."""
    bell.wake_up.wait(every)
    bell.wake_up.clear()
    try:
        sweep()
    except Exception:
        logger.exception("A sweep failed: %s", bell.name)
    finally:
        close_old_connections()
