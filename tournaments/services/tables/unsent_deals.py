"""The unsent operations that the phones of a table report."""

from django.core.cache import caches
from django.utils import timezone

from tournaments.models import Table
from tournaments.selectors.tables.unsent_deals import key_of, phones_with_unsent

A_DAY = 24 * 3600  # seconds
MOST_PHONES = 20  # of a table; a program may make up any number of them


def hear_phone(*, table: Table, device: str, unsent: int) -> None:
    """Remember when a phone was heard while it has unsent operations; forget it once it has none."""
    heard = phones_with_unsent(table.pk)
    if not unsent and device not in heard:
        return
    others = {name: state for name, state in heard.items() if name != device}
    if unsent:
        latest = sorted(others.items(), key=lambda each: each[1])[1 - MOST_PHONES :]
        others = {**dict(latest), device: (timezone.now(), unsent)}
    caches["database"].set(key_of(table.pk), others, A_DAY)
