"""Marks: short texts that differ whenever what everybody may read differs.

A public page is made again when its mark changed, and only then. The mark of an event covers its changes and
those of its sheets, the names of its club, and the moments at which its pages change by themselves.
"""

import hashlib
from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Any

from django.db.models import Count, Max, Q, QuerySet, Sum
from django.utils import timezone

from server.networks import public_url
from tournaments.models import (
    Banner,
    Club,
    Event,
    EventChange,
    EventChangeKind,
    Round,
    RoundStatus,
    Screen,
    Series,
    Standings,
    Table,
)
from tournaments.selectors.rounds.clock import clock_of
from tournaments.selectors.rounds.progress import FRESH

SITE = ""  # the subject of pages of no single event: lists of events, clubs, players and series
OF_SCREEN = "screen/"  # begins the subject of a screen, which goes on with its code
NAMED = ("head", "revision", "club__revision")  # changes of the event and of its club
FACTS = (*NAMED, "is_published", "is_closed", "name", "standings__version")


def marks_of(subjects: Collection[str]) -> dict[str, str]:
    """Return the marks of published events by their slugs, of their screens, and of SITE if asked for.

    An event that does not exist or is not published has none. Few queries, however many are asked for.
    """
    codes = [each.removeprefix(OF_SCREEN) for each in subjects if each.startswith(OF_SCREEN)]
    screens = dict(Screen.objects.filter(code__in=codes).values_list("code", "event__slug")) if codes else {}
    slugs = {*subjects, *screens.values()}
    marks = event_marks(Event.objects.filter(slug__in=slugs, is_published=True))
    marks |= {OF_SCREEN + code: marks[slug] for code, slug in screens.items() if slug in marks}
    return {**marks, SITE: site_mark()} if SITE in subjects else marks


def mark_of(event: Event) -> str:
    """Return the mark of one event, published or not; four queries. Empty if it was just deleted."""
    return event_marks(Event.objects.filter(pk=event.pk)).get(event.slug, "")


def event_marks(events: QuerySet[Event]) -> dict[str, str]:
    """Return the marks of events by their slugs."""
    events, now, day = events.order_by(), timezone.now(), str(timezone.localdate())
    states: dict[str, list[Any]] = {
        slug: [day, public_url(), *facts] for slug, *facts in events.values_list("slug", *FACTS)
    }
    tables = Table.objects.filter(round__event__in=events).order_by().values_list("round__event__slug")
    sums = tables.annotate(Count("pk"), Sum("revision"), Max("last_activity"))
    for slug, *more in [*sums, *moments_of(events, now)]:
        if slug in states:  # created between two queries, if not
            states[slug] += more
    return {slug: digest_of(state) for slug, state in states.items()}


def round_marks(event: Event) -> dict[int, str]:
    """Return the marks of an event's rounds by number; each stays while others play. Two queries."""
    facts = Event.objects.filter(pk=event.pk).values_list("public_id", *NAMED).first()
    rounds = event.rounds.order_by("number").values_list("number", "pk", "status")
    sums = rounds.annotate(Count("tables"), Sum("tables__revision"), Max("tables__last_activity"))
    return {number: digest_of([facts, *state]) for number, *state in sums}


def sheet_mark(table: Table) -> str:
    """Return a mark of one table's sheet: deals at other tables leave it; one query."""
    event = table.round.event
    facts = Event.objects.filter(pk=event.pk).values_list(*NAMED).first()
    return digest_of([facts, table.round.status, table.head, table.revision])


def moments_of(events: QuerySet[Event], now: datetime) -> Iterator[tuple[str, Any]]:
    """Yield what time alone changes: clocks that ran out, banners that are up, rounds just released."""
    open_ones = Round.objects.filter(event__in=events, status=RoundStatus.OPEN).select_related("event")
    for each in open_ones.order_by("pk"):
        clock = clock_of(each)
        yield each.event.slug, [each.number, clock is not None and clock.minutes_left <= 0]
    up = Banner.objects.filter(Q(ends_at__isnull=True) | Q(ends_at__gt=now), event__in=events)
    yield from up.order_by("pk").values_list("event__slug", "pk")
    releases = EventChange.objects.filter(kind=EventChangeKind.ROUND_RELEASED, at__gt=now - FRESH)
    yield from releases.filter(event__in=events).order_by("pk").values_list("event__slug", "number")


def site_mark() -> str:
    """Return the mark of pages of no single event; they list events and standings, so any change counts."""
    state = [
        Event.objects.aggregate(Count("pk"), Max("pk"), Sum("revision")),
        Standings.objects.aggregate(Sum("version")),
        Club.objects.aggregate(Count("pk"), Sum("revision")),
        Series.objects.aggregate(Count("pk")),
    ]
    return digest_of([str(timezone.localdate()), *state])


def digest_of(state: Any) -> str:
    """Return a mark of this state."""
    return hashlib.sha256(repr(state).encode()).hexdigest()[:32]
