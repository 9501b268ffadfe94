"""Throttle attempts on passwords, PINs, second-factor codes and registrations.

Each limit counts the attempts on one subject in the database, which all processes share. The first few
attempts are free. Each further one must wait, with a pause that grows up to a maximum, and is rejected
unexamined before. A limit without attempts for a while is reset.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv6Address, IPv6Network, ip_address
from math import ceil

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import ngettext

from tournaments.models import Tries

NETWORK_BITS = 64  # prefix length of an IPv6 network; a household usually has one such network
OLD = timedelta(days=1)  # longer than any limit counts attempts
MOST_SWEPT = 1000  # old rows deleted by one attempt


@dataclass(frozen=True, slots=True)
class Pace:
    """The pace of a limit: `free` attempts, then pauses in seconds that double up to `longest`."""

    free: int
    pause: int
    longest: int
    forgotten_after: int = 3600

    def pause_after(self, count: int) -> int:
        """Return seconds between attempt `count` and the next."""
        if count < self.free:
            return 0
        return min(self.pause * 2 ** min(count - self.free, 32), self.longest)


@dataclass(frozen=True, slots=True)
class Limit:
    """One limit: the digest of its subject, and the pace."""

    key: str
    pace: Pace


def limit(pace: Pace, *about: object) -> Limit:
    """Return the limit of what `about` names, such as a kind, an account and an address."""
    return Limit(salted_hmac("tries", "\0".join(map(str, about)), algorithm="sha256").hexdigest(), pace)


def network_of(address: str) -> str:
    """Return the network an address counts as: the IPv4 address itself, or the network of an IPv6 address."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        return str(IPv6Network((parsed, NETWORK_BITS), strict=False))
    return str(parsed)


# Attempts


@transaction.atomic
def take_try(limits: Sequence[Limit]) -> int:
    """Count one attempt at every limit and return 0, or count nothing and return the seconds to wait."""
    now = timezone.now()
    rows = locked_rows(limits, now)
    seconds = seconds_to_wait(limits, rows.values(), now)
    if not seconds:
        for each in limits:
            rows[each.key].count = count_at(each, rows[each.key], now) + 1
            rows[each.key].last_at = now
        Tries.objects.bulk_update(rows.values(), ["count", "last_at"])
    return seconds


@transaction.atomic
def give_back(limits: Sequence[Limit]) -> None:
    """Reset the first, narrowest limit after a successful attempt, and count one less at the others."""
    narrowest, *wider = [each.key for each in limits]
    Tries.objects.filter(key=narrowest).delete()
    for row in Tries.objects.select_for_update().filter(key__in=wider, count__gt=0).order_by("key"):
        row.count -= 1
        row.save(update_fields=["count"])


@transaction.atomic
def clear_tries(limits: Iterable[Limit]) -> None:
    """Reset the limits."""
    Tries.objects.filter(key__in=[each.key for each in limits]).delete()


def seconds_until_free(limits: Sequence[Limit]) -> int:
    """Return seconds to wait before the next attempt; counts nothing."""
    rows = Tries.objects.filter(key__in=[each.key for each in limits])
    return seconds_to_wait(limits, rows, timezone.now())


def locked_rows(limits: Sequence[Limit], now: datetime) -> dict[str, Tries]:
    """Return the limits' rows, locked in key order to avoid deadlocks; deletes old rows of other limits."""
    keys = [each.key for each in limits]
    old = Tries.objects.filter(last_at__lt=now - OLD).order_by("last_at").values("pk")[:MOST_SWEPT]
    Tries.objects.filter(pk__in=list(old.values_list("pk", flat=True))).delete()
    Tries.objects.bulk_create([Tries(key=key, last_at=now) for key in keys], ignore_conflicts=True)
    return {row.key: row for row in Tries.objects.select_for_update().filter(key__in=keys).order_by("key")}


def seconds_to_wait(limits: Sequence[Limit], rows: Iterable[Tries], now: datetime) -> int:
    """Return the longest of the pauses that are still running."""
    by_key = {row.key: row for row in rows}
    waits = [wait_at(each, by_key[each.key], now) for each in limits if each.key in by_key]
    return max(waits, default=0)


def wait_at(limit: Limit, row: Tries, now: datetime) -> int:
    """Return seconds until this limit allows another attempt."""
    pause = limit.pace.pause_after(count_at(limit, row, now))
    left = row.last_at + timedelta(seconds=pause) - now
    return max(0, ceil(left.total_seconds())) if pause else 0


def count_at(limit: Limit, row: Tries, now: datetime) -> int:
    """Return the attempts that still count; 0 after a while without any, or if the clock was set back."""
    is_recent = timedelta(0) <= now - row.last_at < timedelta(seconds=limit.pace.forgotten_after)
    return row.count if is_recent else 0


def wait_phrase(seconds: int) -> str:
    """Return a waiting time for use in a sentence: "40 seconds", "3 minutes"."""
    if seconds < 60:
        return ngettext("%(number)s second", "%(number)s seconds", seconds) % {"number": seconds}
    minutes = ceil(seconds / 60)
    return ngettext("%(number)s minute", "%(number)s minutes", minutes) % {"number": minutes}
