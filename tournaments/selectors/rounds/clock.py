"""The remaining time of a round, as points in time, from which every screen counts down without drift."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from tournaments.models import Round, RoundStatus

MILLISECOND = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """The clock of a round, or of one table with extra time; no end if only the last deal is announced."""

    ends_at: datetime | None
    paused_at: datetime | None
    is_last_deal: bool
    extra_minutes: int = 0

    @property
    def left(self) -> timedelta:
        """Return the remaining time, negative after the end; zero without an end."""
        now = self.paused_at or timezone.now()
        return (self.ends_at or now) - now

    @property
    def minutes_left(self) -> int:
        """Return whole minutes left, rounded up, for pages without scripts."""
        return -(-int(self.left.total_seconds()) // 60)

    @property
    def ends_ms(self) -> int | None:
        """Return the end in milliseconds since 1970; None during a pause."""
        return milliseconds(self.ends_at) if self.ends_at and not self.paused_at else None

    @property
    def left_ms(self) -> int:
        """Return the remaining time in milliseconds."""
        return self.left // MILLISECOND


def clock_of(round: Round, extra_minutes: int = 0) -> Clock | None:
    """Return the clock of a round; None until it is started or the last deal is announced."""
    started, ends_at = round.clock_started_at, None
    if started and round.minutes is not None:
        ends_at = started + timedelta(minutes=round.minutes + extra_minutes)
    if ends_at is None and not round.is_last_deal:
        return None
    return Clock(
        ends_at=ends_at,
        paused_at=round.clock_paused_at,
        is_last_deal=round.is_last_deal,
        extra_minutes=extra_minutes,
    )


@dataclass(frozen=True, slots=True)
class RoundClock:
    """The clock of an open round, for public screens."""

    round: int
    planned: int | None  # rounds of the event
    clock: Clock


def clocks_in(rounds: Iterable[Round], planned: int | None) -> list[RoundClock]:
    """Return the clocks of those of an event's open rounds that have one."""
    clocks = ((each.number, clock_of(each)) for each in rounds)
    return [RoundClock(number, planned, clock) for number, clock in clocks if clock]


def clock_json(round: Round, extra_minutes: int = 0) -> dict[str, Any] | None:
    """Return the clock as JSON, with the current time; None once the round is closed."""
    clock = clock_of(round, extra_minutes)
    if clock is None or round.status == RoundStatus.CLOSED:
        return None
    return {
        "ends_at": clock.ends_ms,
        "left": clock.left_ms if clock.ends_at else None,
        "is_last_deal": clock.is_last_deal,
        "extra_minutes": extra_minutes,
        "now": milliseconds(timezone.now()),
    }


def milliseconds(at: datetime) -> int:
    """Return a time in milliseconds since 1970, as in JavaScript."""
    return int(at.timestamp() * 1000)
