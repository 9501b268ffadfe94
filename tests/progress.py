"""Say how far a long run is and how long it will take, by what its files took before."""

import time
from collections import Counter
from collections.abc import Iterable

from tests.order import Record

WORKERS = 3  # of the whole run that was recorded: run.py starts so many
LONG = 60  # seconds: a shorter run says nothing
STEP = 0.1


def lanes(workers: int, cores: int) -> float:
    """Return how many recorded seconds pass at once: in a whole run more workers than cores share them."""
    return min(workers, cores) * max(1.0, WORKERS / cores)


class Progress:
    """What a run has done and has to do; the tests of a file weigh the same."""

    def __init__(self, names: Iterable[str], record: Record, lanes: float) -> None:
        tests = Counter(name.partition("::")[0] for name in names)
        known = [record[file] for file in tests if file in record]
        typical = sum(each.seconds for each in known) / (sum(each.tests for each in known) or 1)
        self.weights = {
            file: record[file].seconds / record[file].tests if file in record else typical for file in tests
        }
        self.tests, self.lanes, self.begun = tests.total(), lanes, time.monotonic()
        self.whole = sum(self.weights[file] * count for file, count in tests.items())
        self.finished, self.done, self.said = 0, 0.0, 0.0

    @property
    def is_long(self) -> bool:
        return self.whole / self.lanes > LONG

    def first_line(self) -> str:
        """Say how long it will take."""
        return f"{self.tests:,} tests, about {clock(self.whole / self.lanes)} on a quiet machine"

    def finish(self, name: str) -> str:
        """Note that a test is over; return a line for each tenth of the work, else nothing."""
        self.finished += 1
        self.done += self.weights.get(name.partition("::")[0], 0)
        share = self.done / self.whole if self.whole else 1
        if not self.is_long or share < self.said + STEP or share >= 1:
            return ""
        self.said = share // STEP * STEP
        return self.line(time.monotonic() - self.begun)

    def line(self, elapsed: float) -> str:
        """Say how far it is after these seconds, and how long it will take at this pace."""
        share = self.done / self.whole
        told = f"{share:.0%} of the work, {self.finished:,} of {self.tests:,} tests, after {clock(elapsed)}"
        return f"{told}: about {clock(elapsed / share - elapsed)} to go"


def clock(seconds: float) -> str:
    """Return minutes and seconds: 1:05."""
    return "{}:{:02}".format(*divmod(round(seconds), 60))
