"""Background work after a commit: standings, draws and backups, without a request that waits for them.

The database holds what is to be done: a request for standings, a draw that is being searched. After a commit
a process wakes the thread that does it: itself on the embedded default, a Celery worker where there is Redis.
A message that is lost costs freshness and nothing else, because the same work is looked for every second.
"""

import logging
import threading
import time
from collections.abc import Callable

from django.db import close_old_connections, transaction

REST_SECONDS = 0.2  # between two runs: at most four computations a second while deals arrive

logger = logging.getLogger(__name__)


class WakeUp:
    """Wakes a thread of this process, and other processes, once a transaction has committed.

    Several calls while the thread works cause one run. `forward` is set where there are other processes to
    wake; `count` counts the calls in this process.
    """

    def __init__(self, name: str) -> None:
        self.name, self.event, self.count = name, threading.Event(), 0
        self.forward: Callable[[str], None] = lambda name: None

    def send_after_commit(self) -> None:
        """Send once the transaction has committed."""
        transaction.on_commit(self.send)

    def send(self) -> None:
        """Wake this process and the others now."""
        self.receive()
        self.forward(self.name)

    def receive(self) -> None:
        """Count a call from this process or another, and wake the thread."""
        self.count += 1
        self.event.set()


STANDINGS, DRAWS = WakeUp("standings"), WakeUp("draws")
BACKUPS = WakeUp("backups")  # never sent: due backups are looked up every few seconds
INVALIDATIONS = WakeUp("invalidations")  # a cached page may show what is secret now
RESULT_CHANGES = WakeUp("result changes")  # a cached page may show earlier standings
WAKE_UPS = {each.name: each for each in (STANDINGS, DRAWS, INVALIDATIONS, RESULT_CHANGES)}


def start_loop(wake_up: WakeUp, run: Callable[[], object], *, every: float | None = None) -> threading.Thread:
    """Start a daemon thread that calls `run` at each wake-up and, if given, `every` so many seconds."""
    thread = threading.Thread(target=run_loop, args=(wake_up, run, every), name=wake_up.name, daemon=True)
    thread.start()
    return thread


def run_loop(wake_up: WakeUp, run: Callable[[], object], every: float | None) -> None:
    """Call `run` until the process ends, with a rest in between."""
    while True:
        run_once(wake_up, run, every)
        time.sleep(REST_SECONDS)


def run_once(wake_up: WakeUp, run: Callable[[], object], every: float | None) -> None:
    """Wait for the wake-up or the time, then call `run`; an error is logged and the next run tries again."""
    wake_up.event.wait(every)
    wake_up.event.clear()
    try:
        run()
    except Exception:
        logger.exception("Background work failed: %s", wake_up.name)
    finally:
        close_old_connections()
