"""Guessing slowed down: passwords, PINs, codes of a second factor; registrations too.

Each limit counts what is tried by whom, in the database, which all processes share. The first few tries are
free; each further one waits, longer each time up to a bound, and is not even looked at before. A limit that
was left alone for a while is forgotten.
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

NETWORK_BITS = 64  # of an IPv6 address: a household has that many addresses below it
OLD = timedelta(days=1)  # longer than any limit remembers
MOST_SWEPT = 1000  # old rows that one try takes away with it


@dataclass(frozen=True, slots=True)
class Pace:
    """So many tries at once, then each after a pause; pauses, in seconds, double up to the longest."""

    free: int
    pause: int
    longest: int
    forgotten_after: int = 3600

    def pause_after(self, count: int) -> int:
        """Seconds between so many tries and the next."""
        if count < self.free:
            return 0
        return min(self.pause * 2 ** min(count - self.free, 32), self.longest)


@dataclass(frozen=True, slots=True)
class Limit:
    """A pace for one thing that is tried by somebody: the digest of both, and the pace."""

    key: str
    pace: Pace


def limit(pace: Pace, *about: object) -> Limit:
    """The limit of what `about` names, such as a kind, an account and an address."""
    return Limit(salted_hmac("tries", "\0".join(map(str, about)), algorithm="sha256").hexdigest(), pace)


def network_of(address: str) -> str:
    """What counts as one place: an IPv4 address, or the network of an IPv6 address."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        return str(IPv6Network((parsed, NETWORK_BITS), strict=False))
    return str(parsed)


# Trying


@transaction.atomic
def take_try(limits: Sequence[Limit]) -> int:
    """Count one try at every limit and answer 0; or count nothing and answer the seconds to wait."""
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
    """The try was a good one: the first, narrowest limit is forgotten, the others count one less."""
    narrowest, *wider = [each.key for each in limits]
    Tries.objects.filter(key=narrowest).delete()
    for row in Tries.objects.select_for_update().filter(key__in=wider, count__gt=0).order_by("key"):
        row.count -= 1
        row.save(update_fields=["count"])


@transaction.atomic
def forget_tries(limits: Iterable[Limit]) -> None:
    """As if nobody had ever tried."""
    Tries.objects.filter(key__in=[each.key for each in limits]).delete()


def seconds_until_free(limits: Sequence[Limit]) -> int:
    """How long to wait before the next try; counts nothing."""
    rows = Tries.objects.filter(key__in=[each.key for each in limits])
    return seconds_to_wait(limits, rows, timezone.now())


def locked_rows(limits: Sequence[Limit], now: datetime) -> dict[str, Tries]:
    """The counts behind the limits, locked in one order for everybody; old ones of others are swept away."""
    keys = [each.key for each in limits]
    old = Tries.objects.filter(last_at__lt=now - OLD).order_by("last_at").values("pk")[:MOST_SWEPT]
    Tries.objects.filter(pk__in=list(old.values_list("pk", flat=True))).delete()
    Tries.objects.bulk_create([Tries(key=key, last_at=now) for key in keys], ignore_conflicts=True)
    return {row.key: row for row in Tries.objects.select_for_update().filter(key__in=keys).order_by("key")}


def seconds_to_wait(limits: Sequence[Limit], rows: Iterable[Tries], now: datetime) -> int:
    """The longest of the pauses that are still running."""
    by_key = {row.key: row for row in rows}
    waits = [wait_at(each, by_key[each.key], now) for each in limits if each.key in by_key]
    return max(waits, default=0)


def wait_at(limit: Limit, row: Tries, now: datetime) -> int:
    """Seconds until this limit takes another try."""
    pause = limit.pace.pause_after(count_at(limit, row, now))
    left = row.last_at + timedelta(seconds=pause) - now
    return max(0, ceil(left.total_seconds())) if pause else 0


def count_at(limit: Limit, row: Tries, now: datetime) -> int:
    """How many tries still count; none after a while without any, or when the clock was set back."""
    is_recent = timedelta(0) <= now - row.last_at < timedelta(seconds=limit.pace.forgotten_after)
    return row.count if is_recent else 0


def wait_phrase(seconds: int) -> str:
    """How long to wait, to be put into a sentence: "40 seconds", "3 minutes"."""
    if seconds < 60:
        return ngettext("%(number)s second", "%(number)s seconds", seconds) % {"number": seconds}
    minutes = ceil(seconds / 60)
    return ngettext("%(number)s minute", "%(number)s minutes", minutes) % {"number": minutes}
