"""How long a request waits for a database that has stopped: who asks says it, each query obeys."""

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar

LONGEST: ContextVar[float | None] = ContextVar("seconds of patience", default=None)


@contextlib.contextmanager
def patience(seconds: float) -> Iterator[None]:
    """Let each query inside wait so long for its answer at most."""
    before = LONGEST.set(seconds)
    try:
        yield
    finally:
        LONGEST.reset(before)


def longest_wait() -> float | None:
    """Return how many seconds an answer is waited for; None: as long as it takes."""
    return LONGEST.get()
