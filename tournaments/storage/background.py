"""Background work after a commit: standings, draws and backups, without a request that waits for them.

The database holds what is to be done: a request for standings, a draw that is being searched. After a commit
a process wakes the thread that does it: itself on the embedded default, a Celery worker where there is Redis.
A message that is lost costs freshness and nothing else, because the same work is looked for every second.
"""

import logging
import threading
import time
from collections.abc import Callable

from django.db import close_old_connections, connection, transaction

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
PHOTOS, WEBHOOKS = WakeUp("photos"), WakeUp("webhooks")
BACKUPS = WakeUp("backups")  # never sent: due backups are looked up every few seconds
CLOCK = WakeUp("clock")  # never sent: whether the computer's clock was set is looked up every second
INVALIDATIONS = WakeUp("invalidations")  # a cached page may show what is secret now
RESULT_CHANGES = WakeUp("result changes")  # a cached page may show earlier standings
WAKE_UPS = {each.name: each for each in (STANDINGS, DRAWS, PHOTOS, WEBHOOKS, INVALIDATIONS, RESULT_CHANGES)}


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


class EachOnce:
    """Runs `run(**arguments)` in a thread: once at a time for equal arguments, at most `most` at once.

    A call beyond that is left out; the caller looks for its work again.
    """

    def __init__(self, name: str, run: Callable[..., object], *, most: int) -> None:
        self.name, self.run, self.most = name, run, most
        self.busy: set[tuple[tuple[str, object], ...]] = set()
        self.lock = threading.Lock()

    def start(self, **arguments: object) -> bool:
        """Start a thread; return whether there was room for one."""
        key = tuple(sorted(arguments.items()))
        with self.lock:
            if key in self.busy or len(self.busy) >= self.most:
                return False
            self.busy.add(key)
        threading.Thread(target=self.finish, args=(key,), name=self.name, daemon=True).start()
        return True

    def finish(self, key: tuple[tuple[str, object], ...]) -> None:
        """Run; an error is logged."""
        try:
            self.run(**dict(key))
        except Exception:
            logger.exception("Background work failed: %s", self.name)
        finally:
            connection.close()
            with self.lock:
                self.busy.discard(key)
