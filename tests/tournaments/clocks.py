"""A clock that tests move forward."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from unittest.mock import patch

from django.utils import timezone


@contextmanager
def stopped_clock() -> Iterator[Callable[[float], None]]:
    """Stop the clock; calling the result moves it forward by so many seconds."""
    at = [timezone.now()]

    def forward(seconds: float) -> None:
        at[0] += timedelta(seconds=seconds)

    with patch("django.utils.timezone.now", lambda: at[0]):
        yield forward
