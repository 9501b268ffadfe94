"""Phones that have not been heard since they had unsent operations.

What a phone said is kept in the database's cache: it is no fact of the event, and a backup does not need it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.cache import caches
from django.utils import timezone

SILENCE = timedelta(minutes=3)
MINUTE = timedelta(minutes=1)

Heard = dict[str, tuple[datetime, int]]  # by phone: when it was heard, and its unsent operations


@dataclass(frozen=True, slots=True)
class SilentPhone:
    """A phone that is silent, and the operations that it had not sent."""

    minutes: int
    unsent: int


def key_of(table_id: int) -> str:
    """Return the key of a table's phones in the cache."""
    return f"unsent.{table_id}"


def phones_with_unsent(table_id: int) -> Heard:
    """Return the phones of a table whose last report has unsent operations."""
    heard: Heard = caches["database"].get(key_of(table_id), {})
    return heard


def silent_phones(table_ids: Iterable[int]) -> dict[int, tuple[SilentPhone, ...]]:
    """Return the silent phones of each table, the longest silence first; one query."""
    table_by_key = {key_of(table_id): table_id for table_id in table_ids}
    now = timezone.now()
    return {
        table_by_key[key]: tuple(
            SilentPhone((now - at) // MINUTE, unsent)
            for at, unsent in sorted(heard.values())
            if now - at > SILENCE
        )
        for key, heard in caches["database"].get_many(table_by_key).items()
    }
