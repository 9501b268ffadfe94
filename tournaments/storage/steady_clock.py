"""By how much the clock of this computer was set, seen beside a clock that nobody can set.

The steady clock counts from the start of the computer and does not stop while it sleeps. The difference
between the two is kept in a file, so that a server that starts again notices what happened since: for as long
as the computer itself was not started again, because the steady clock begins anew then and nobody knows.
"""

import json
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from django.conf import settings

NOTICED = 5.0  # seconds: a smaller difference is a clock that runs a little fast or slow
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
FILE = "clock.json"


def steady_seconds() -> float:
    """Return the seconds since some moment; the time that the computer slept is part of them."""
    for name in ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC"):
        if hasattr(time, name):
            return time.clock_gettime(getattr(time, name))
    return time.monotonic()


def boot_id() -> str:
    """Return what is the same until the computer starts again; empty where the system does not say."""
    return BOOT_ID.read_text(encoding="ascii").strip() if BOOT_ID.exists() else ""


class ClockWatch:
    """Compares the clock of the computer with the steady one; `file` keeps the difference for later."""

    def __init__(
        self,
        file: Path,
        *,
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = steady_seconds,
        boot: str = "",
    ) -> None:
        self.file, self.wall, self.steady, self.boot = file, wall, steady, boot
        self.difference = self.known()
        if self.difference is None:
            self.keep(self.wall() - self.steady())

    def known(self) -> float | None:
        """Return what an earlier server kept since the computer started; None if there is nothing."""
        try:
            record = json.loads(self.file.read_text(encoding="ascii"))
            return float(record["difference"]) if self.boot and record["boot"] == self.boot else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def keep(self, difference: float) -> None:
        """Remember a difference; without room for the file it is remembered until the server stops."""
        self.difference = difference
        try:
            self.file.write_text(json.dumps({"boot": self.boot, "difference": difference}), encoding="ascii")
        except OSError:
            return

    def follow(self, move: Callable[[timedelta], object]) -> None:
        """Call `move` with the time by which the clock was set, if it was; after an error, again."""
        difference = self.wall() - self.steady()
        by = difference - (self.difference or 0.0)
        if abs(by) >= NOTICED:
            move(timedelta(seconds=round(by)))
            self.keep(difference)


def watch_of_this_computer() -> ClockWatch:
    """Return the watch of this server."""
    return ClockWatch(Path(settings.DATA_DIR) / FILE, boot=boot_id())
