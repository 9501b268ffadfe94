"""The director's dashboard: tables in play, open questions and slow tables. A constant number of queries.

A table is slow if it is at least `SLOW_DEALS` deals, and a tenth of its own, behind the median pace of the
tables of its round; the pace is the share of its deals. Two tables are too few for a median.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from functools import cached_property
from statistics import median
from typing import Any

from django.db.models import Count, Max, Sum
from django.utils import timezone

from tournaments.models import Event, PendingDeal, Round, RoundStatus, Settlement, Table
from tournaments.selectors.cash.prize_plan import are_prizes_given
from tournaments.selectors.clubs.permissions import Actor, Right, rights_at
from tournaments.selectors.events.event_lists import (
    CLOSED,
    Attendance,
    NextStep,
    attendance_of,
    ending_step,
    next_step,
)
from tournaments.selectors.rounds.clock import Clock, clock_of
from tournaments.selectors.rounds.director_calls import open_calls
from tournaments.selectors.rounds.progress import (
    RoundProgress,
    TableProgress,
    pending_by_table,
    round_progress,
    with_tables,
)
from tournaments.selectors.sheets.confirmations import unconfirmed_tables
from tournaments.selectors.sheets.folded_sheets import MEMORY, load_many, sheet_of
from tournaments.selectors.tables.unsent_deals import SilentPhone, silent_phones

SLOW_DEALS, SLOW_SHARE, LEAST_TABLES = 5, Fraction(1, 10), 3
URGENT_FIRST = ("conflicts", "late", "marked", "too_many", "silent", "behind", "unconfirmed")
MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class DashboardTable:
    """A table in play: progress, dealer, open questions, deals behind the others, its own clock."""

    progress: TableProgress
    dealer: str
    minutes_silent: int | None
    unconfirmed: int
    behind: int
    clock: Clock | None
    is_calling: bool
    silent: tuple[SilentPhone, ...]

    def needs(self, round: int) -> list["Need"]:
        """Return the tasks of the organiser at this table of a round, without calls."""
        counts = {kind: getattr(self.progress, kind) for kind in ("conflicts", "late", "marked", "too_many")}
        counts |= {"behind": self.behind, "unconfirmed": self.unconfirmed}
        needs = [
            Need(kind=kind, table=self.progress, round=round, count=n) for kind, n in counts.items() if n
        ]
        phones = [Need(kind="silent", table=self.progress, round=round, phone=phone) for phone in self.silent]
        return [*needs, *phones]


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """Something that waits for the organiser at a table: a kind of `URGENT_FIRST`, and how many."""

    kind: str
    table: TableProgress
    round: int
    count: int = 0
    phone: SilentPhone | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DashboardRound:
    """An open round on the dashboard."""

    number: int
    clock: Clock | None
    is_last_deal: bool
    minutes: int | None
    tables: tuple[DashboardTable, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A table's call for the director."""

    id: int
    table: int
    round: int
    reason: str
    minutes: int


@dataclass(frozen=True)
class Dashboard:
    """An event as its director sees it. Each fact is read when it is first asked for, and only once."""

    event: Event
    is_beside: bool = False  # another event of the day, of which only the open rounds are shown

    @cached_property
    def loaded(self) -> list[Round]:
        """Return the rounds with their tables, in order; four queries."""
        rounds = self.event.rounds.order_by("number")
        return list(with_tables(rounds.filter(status=RoundStatus.OPEN) if self.is_beside else rounds))

    @cached_property
    def progress(self) -> list[RoundProgress]:
        """Return every round with the conflicts and late deals at its tables; one query more."""
        waiting = pending_by_table(self.event) if self.loaded else None
        return [round_progress(self.event, each, waiting) for each in self.loaded]

    @cached_property
    def attendance(self) -> Attendance:
        """Return the entrants, how many are present, and the tables they fill; one query."""
        return attendance_of(self.event)

    @cached_property
    def step(self) -> NextStep:
        """Return the next step of the event."""
        return next_step(self.event, self.progress, self.attendance, are_prizes_given(self.event))

    @cached_property
    def calls(self) -> list[Call]:
        """Return the open calls, the oldest first; one query."""
        return [
            Call(
                id=call.pk,
                table=call.table.number,
                round=call.table.round.number,
                reason=call.get_reason_display(),
                minutes=minutes_since(call.at) or 0,
            )
            for call in open_calls(self.event)
        ]

    @cached_property
    def rounds(self) -> list[DashboardRound]:
        """Return the rounds in play; usually there is only one."""
        both = zip(self.loaded, self.progress, strict=True)
        return [self.round_in_play(round, shown) for round, shown in both if shown.is_open]

    def round_in_play(self, round: Round, shown: RoundProgress) -> DashboardRound:
        """Return one round in play; three queries."""
        tables = list(round.tables.all())
        ids, calling = [table.pk for table in tables], {(call.round, call.table) for call in self.calls}
        dealers, silent = dealers_of(self.event, tables), silent_phones(ids)
        unconfirmed, behind = unconfirmed_tables(self.event, ids), deals_behind(shown.tables)
        return DashboardRound(
            number=round.number,
            clock=clock_of(round),
            is_last_deal=round.is_last_deal,
            minutes=round.minutes or self.event.round_minutes,
            tables=tuple(
                DashboardTable(
                    progress=progress,
                    dealer=dealers.get(table.pk, ""),
                    minutes_silent=minutes_since(progress.last_activity),
                    unconfirmed=unconfirmed.get(table.pk, 0),
                    behind=behind.get(table.number, 0),
                    clock=clock_of(round, table.extra_minutes),
                    is_calling=(round.number, table.number) in calling,
                    silent=() if progress.is_complete else silent.get(table.pk, ()),
                )
                for table, progress in zip(tables, shown.tables, strict=True)
            ),
        )

    @property
    def needs(self) -> list[Need]:
        """Return the tasks of the organiser, the most urgent first; calls have their own list."""
        all_needs = [
            each for round in self.rounds for table in round.tables for each in table.needs(round.number)
        ]
        return sorted(all_needs, key=lambda need: URGENT_FIRST.index(need.kind))

    @property
    def waiting(self) -> int:
        """Return the number of calls and other things that wait for the organiser."""
        return len(self.calls) + len(self.needs)


def ending_of(event: Event) -> NextStep | None:
    """Return what remains to do after the sign-off; None before it. Eleven queries at most."""
    if event.is_closed:
        return NextStep(CLOSED)
    return ending_step(event, are_prizes_given(event)) if event.signed_off_at else None


def minutes_since(at: datetime | None) -> int | None:
    """Return whole minutes since a time; None without one."""
    return None if at is None else max(0, (timezone.now() - at) // MINUTE)


# Dealers and slow tables


def dealers_of(event: Event, tables: Sequence[Table]) -> dict[int, str]:
    """Return the names of the next dealers, by the ID of a table whose parts are loaded.

    They are read from cached sheets; the others are folded at once.
    """
    sheets = {table.pk: loaded for table in tables if (loaded := MEMORY.get(table.pk, table.head))}
    unknown = {table.pk: table for table in tables if table.pk not in sheets}
    for table_id, parts in load_many(event, unknown).items():
        sheets[table_id] = sheet_of(unknown[table_id], parts)
        MEMORY.put(table_id, unknown[table_id].head, sheets[table_id])
    return {
        table.pk: seat.entrant.player.name
        for table in tables
        for seat in list(table.parts.all())[-1].seats.all()
        if table.pk in sheets and seat.position == sheets[table.pk].sheet.last.state.dealer
    }


def deals_behind(tables: Iterable[TableProgress]) -> dict[int, int]:
    """Return the number of deals behind the median pace, by the number of a slow table."""
    playing = {
        table.number: (table.deals_counted, table.deals_expected)
        for table in tables
        if table.deals_expected and not (table.is_abandoned or table.is_over)
    }
    if len(playing) < LEAST_TABLES:
        return {}
    pace = median(Fraction(counted, expected) for counted, expected in playing.values())
    behind = {number: int(pace * expected) - counted for number, (counted, expected) in playing.items()}
    least = {
        number: max(Fraction(SLOW_DEALS), expected * SLOW_SHARE) for number, (_, expected) in playing.items()
    }
    return {number: deals for number, deals in behind.items() if deals >= least[number]}


# Events side by side


def events_beside(event: Event) -> list[Event]:
    """Return the club's other open events on the same date; one query."""
    others = Event.objects.select_related("club").filter(club=event.club_id, date=event.date, is_closed=False)
    return list(others.exclude(pk=event.pk).order_by("name", "pk"))


def desks_beside(event: Event, actor: Actor) -> list[Event]:
    """Return the other events of the evening whose money the actor may take; one query."""
    return [each for each in events_beside(event) if Right.CASH in rights_at(actor, each)]


def dashboards_beside(events: Iterable[Event], actor: Actor) -> list[Dashboard]:
    """Return the dashboards of those of the other events of the day that are in play and visible to the
    actor.
    """
    own = [Dashboard(each, is_beside=True) for each in events if Right.LOOK in rights_at(actor, each)]
    return [each for each in own if each.rounds]


def dashboard_state(event: Event) -> list[Any]:
    """Return a value that changes with the dashboard, at least every minute because it shows ages.

    Few queries.
    """
    rounds = event.rounds.order_by("number").annotate(
        Count("tables"), Max("tables__last_activity"), Sum("tables__revision")
    )
    waiting = PendingDeal.objects.filter(table__round__event=event, settlement=Settlement.OPEN)
    values = ("pk", "status", "tables__count", "tables__last_activity__max", "tables__revision__sum")
    return [
        timezone.now().timestamp() // MINUTE.total_seconds(),
        (event.pk, event.name, event.revision, event.is_closed, event.deals_per_table),
        list(rounds.values_list(*values)),
        list(waiting.order_by("pk").values_list("pk", flat=True)),
        list(open_calls(event).values_list("pk", flat=True)),
    ]
