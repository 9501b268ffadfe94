"""Work that one of several workers does: it claims a row, and others wait while it is heard."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from time import monotonic
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from server.clients import IS_WANTED

SILENCE = timedelta(seconds=20)  # after which a worker counts as dead
SECONDS_BETWEEN = 2.0  # two renewals


def is_free(now: datetime) -> Q:
    """Return the condition of rows that no live worker claims; also if the clock was set back since."""
    return Q(claimed_at=None) | ~Q(claimed_at__range=(now - SILENCE, now + SILENCE))


def claim(rows: "QuerySet[Any]") -> bool:
    """Claim the one row of a query, if no live worker has it; return whether it is ours."""
    now = timezone.now()
    return bool(rows.filter(is_free(now)).update(claimed_at=now))


@contextmanager
def renewed(
    rows: "QuerySet[Any]",
    progress: Callable[[], Mapping[str, int]] = dict,
    clock: Callable[[], float] = monotonic,
) -> Iterator[None]:
    """Renew the claim on a row while a file is read apart; the reading ends when the row is gone.

    `progress` returns more columns to store each time.
    """
    next_time = clock() + SECONDS_BETWEEN

    def is_wanted() -> bool:
        nonlocal next_time
        if clock() < next_time:
            return True
        next_time = clock() + SECONDS_BETWEEN
        return bool(rows.update(claimed_at=timezone.now(), **progress()))

    before = IS_WANTED.set(is_wanted)
    try:
        yield
    finally:
        IS_WANTED.reset(before)
