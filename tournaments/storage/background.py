"""Background work after a commit: standings, draws and backups, without a request that waits for them.

The database holds what is to be done: a request for standings, a draw that is being searched. After a commit
a process wakes the thread that does it (`server/wake_ups.py`).
"""

import logging
import threading
import time
from collections.abc import Callable

from django.db import close_old_connections, connection

from server.wake_ups import WakeUp

REST_SECONDS = 0.2  # between two runs: at most four computations a second while deals arrive

logger = logging.getLogger(__name__)


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
