"""Wake-ups after a commit, sent to threads of this process and of the others behind a front.

The thread that computes standings or searches a draw works on the embedded default; where there is Redis, it
wakes a Celery worker. A wake-up that is lost costs freshness and nothing else, because the same work is
looked for every second.
"""

import threading
from collections.abc import Callable

from django.db import transaction


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
PHOTOS, WEBHOOKS, ARCHIVES = WakeUp("photos"), WakeUp("webhooks"), WakeUp("archives")
BACKUPS = WakeUp("backups")  # never sent: due backups are looked up every few seconds
CLOCK = WakeUp("clock")  # never sent: whether the computer's clock was set is looked up every second
REOPENED = WakeUp("reopened rounds")  # never sent: those that nobody closed are looked up every few seconds
INVALIDATIONS = WakeUp("invalidations")  # a cached page may show what is secret now
RESULT_CHANGES = WakeUp("result changes")  # a cached page may show earlier standings
NEW_START = WakeUp("new start")  # the program ends and starts anew, with phones let in or kept out
OF_FRONT = (INVALIDATIONS, RESULT_CHANGES, NEW_START)
WAKE_UPS = {each.name: each for each in (STANDINGS, DRAWS, PHOTOS, ARCHIVES, WEBHOOKS, *OF_FRONT)}
