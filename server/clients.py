"""Whether the client of the request at hand still waits: long work asks, and ends with it."""

from collections.abc import Callable
from contextvars import ContextVar

IS_WANTED: ContextVar[Callable[[], bool]] = ContextVar("is_wanted", default=lambda: True)
