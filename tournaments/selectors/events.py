"""What pages show of clubs, events and their rounds. The number of queries never grows with rows."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, Max, Prefetch, Q, QuerySet
from django.urls import reverse

from rules.game import Ranking
from scoring.standings import read_policy
from tournaments.errors import NotPossible
from tournaments.models import (
    Cause,
    Club,
    Deal,
    Entrant,
    Event,
    ParkedDeal,
    Part,
    Round,
    RoundStatus,
    Seat,
    Settlement,
    Standings,
    StandingsRow,
    Table,
    TableLink,
    User,
)
from tournaments.presenting import ranking_json, said
from tournaments.selectors.access import Visitor
from tournaments.selectors.seating import sizes_for
from tournaments.selectors.sheets import deals_expected, game_of

# Clubs and events


def clubs_of(user: User) -> QuerySet[Club]:
    """The clubs an account is a member of."""
    return Club.objects.filter(members__user=user)


def visible_events(user: Visitor, newest: int = 50) -> QuerySet[Event]:
    """Published events and those of the account's own clubs, newest first, with their rounds."""
    own = Club.objects.filter(members__user_id=user.pk or 0)
    events = Event.objects.filter(Q(is_published=True) | Q(club__in=own))
    return events.select_related("club").prefetch_related("rounds")[:newest]


def events_at(club: Club, *, with_unpublished: bool) -> QuerySet[Event]:
    """A club's events, newest first, with their rounds; unpublished ones for its members."""
    events = club.events.select_related("club").prefetch_related("rounds")
    return events if with_unpublished else events.filter(is_published=True)


def has_deals(event: Event) -> bool:
    """Whether anything was written at a table of the event, struck out or not."""
    return Deal.objects.filter(table__round__event=event).exists()


# Standings, as the task computed them


def event_standings(event: Event) -> dict[str, Any]:
    """The standings with names, what they are ranked by, a label for house scoring; three queries."""
    game = game_of(event)
    rankings = read_policy(event.policy).rankings(game.ranks_by)
    stored = Standings.objects.filter(event=event).first() or Standings(event=event)
    rounds = list(released_rounds(event).values_list("number", flat=True))
    rows = StandingsRow.objects.filter(event=event).select_related("entrant__player")
    return {
        "version": stored.version,
        "deals_counted": stored.deals_counted,
        "rounds": rounds,
        "is_provisional": not event.is_closed,
        "ranked_by": [ranking_json(ranking) for ranking in rankings],
        "house_scoring": said(game.house_scoring),
        "rows": [standings_line(row, rounds, rankings) for row in rows],
    }


def standings_line(row: StandingsRow, rounds: Sequence[int], rankings: Sequence[Ranking]) -> dict[str, Any]:
    """One line; `moved` is the places won since the round before, `rounds` has None where one sat out.

    `values` has what the line is ranked by, by name and in order; the first is the total.
    """
    value_by_round = dict(row.rounds)
    return {
        "rank": row.rank,
        "number": row.entrant.number,
        "name": row.entrant.player.name,
        "total": row.values[0],
        "values": {ranking.tally: value for ranking, value in zip(rankings, row.values, strict=True)},
        "rounds": [value_by_round.get(number) for number in rounds],
        "tie_breaks": row.tie_breaks,
        "moved": row.previous_rank - row.rank if row.previous_rank else 0,
    }


def released_rounds(event: Event) -> QuerySet[Round]:
    """The rounds everybody may see, in order."""
    return Round.objects.filter(event=event).exclude(status=RoundStatus.DRAFT).order_by("number")


# Rounds and how far their tables are


@dataclass(frozen=True, slots=True, kw_only=True)
class TableProgress:
    """A table as lists show it."""

    number: int
    public_id: UUID
    url: str
    seats: tuple[str, ...]
    deals_counted: int
    deals_expected: int | None
    last_activity: datetime | None
    conflicts: int = 0
    late: int = 0
    marked: int = 0

    @property
    def is_complete(self) -> bool:
        """Whether the agreed deals are in; never where nothing was agreed."""
        return self.deals_expected is not None and self.deals_counted >= self.deals_expected


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundProgress:
    """A round as lists show it."""

    number: int
    status: str
    tables: tuple[TableProgress, ...]

    @property
    def is_draft(self) -> bool:
        """Drawn, but only the director knows."""
        return self.status == RoundStatus.DRAFT

    @property
    def is_open(self) -> bool:
        """Its tables are written."""
        return self.status == RoundStatus.OPEN

    @property
    def tables_complete(self) -> int:
        """How many tables have all their deals."""
        return sum(table.is_complete for table in self.tables)

    @property
    def is_complete(self) -> bool:
        """Whether every table has all its deals."""
        return self.tables_complete == len(self.tables)

    @property
    def has_begun(self) -> bool:
        """Whether anything is written."""
        return any(table.deals_counted for table in self.tables)

    @property
    def conflicts(self) -> int:
        """Conflicts that tables have to settle."""
        return sum(table.conflicts for table in self.tables)

    @property
    def marked(self) -> int:
        """Deals that a correction made impossible and that wait for the director."""
        return sum(table.marked for table in self.tables)

    @property
    def late(self) -> int:
        """Deals that arrived after the close and wait for the director."""
        return sum(table.late for table in self.tables)


def public_rounds(event: Event) -> list[RoundProgress]:
    """Released rounds with their tables; four queries."""
    return [round_progress(event, each) for each in with_tables(released_rounds(event))]


def all_rounds(event: Event) -> list[RoundProgress]:
    """Every round with what waits at its tables; five queries."""
    return rounds_for_director(event, event.rounds.order_by("number"))


def rounds_for_director(event: Event, rounds: QuerySet[Round]) -> list[RoundProgress]:
    """Rounds with their tables, open conflicts and late deals."""
    waiting = parked_by_table(event)
    return [round_progress(event, each, waiting) for each in with_tables(rounds)]


def with_tables(rounds: QuerySet[Round]) -> QuerySet[Round]:
    """Everything a list of tables shows, loaded at once."""
    seats = Prefetch("seats", Seat.objects.select_related("entrant__player"))
    parts = Prefetch("tables__parts", Part.objects.prefetch_related(seats))
    return rounds.prefetch_related("tables", parts)


def parked_by_table(event: Event) -> Counter[tuple[int, bool]]:
    """How many versions wait at each table, by whether they came too late."""
    waiting = ParkedDeal.objects.filter(table__round__event=event, settlement=Settlement.OPEN)
    return Counter(
        (table_id, cause == Cause.LATE) for table_id, cause in waiting.values_list("table_id", "cause")
    )


def round_progress(
    event: Event, drawn: Round, waiting: Counter[tuple[int, bool]] | None = None
) -> RoundProgress:
    """A round whose tables are loaded."""
    tables = tuple(table_progress(event, table, waiting or Counter()) for table in drawn.tables.all())
    return RoundProgress(number=drawn.number, status=drawn.status, tables=tables)


def table_progress(event: Event, table: Table, waiting: Counter[tuple[int, bool]]) -> TableProgress:
    """A table whose parts are loaded."""
    parts = list(table.parts.all())
    seats = parts[-1].seats.all()
    return TableProgress(
        number=table.number,
        public_id=table.public_id,
        url=reverse("sheet", args=[event.slug, table.public_id]),
        seats=tuple(seat.entrant.player.name for seat in seats),
        deals_counted=sum(part.deals_counted for part in parts),
        deals_expected=deals_expected(event, len(seats)),
        last_activity=table.last_activity,
        conflicts=waiting[table.pk, False],
        late=waiting[table.pk, True],
        marked=sum(part.deals_marked for part in parts),
    )


# What tells two states of a page apart


def event_state(event: Event) -> list[Any]:
    """Changes whenever the event's page does; two queries."""
    rounds = event.rounds.annotate(Count("tables"), Max("tables__last_activity")).order_by("number")
    return [
        standings_version(event),
        *(getattr(event, name) for name in ("name", "date", "place", "deals_per_table", "is_closed")),
        *rounds.values_list("pk", "status", "tables__count", "tables__last_activity__max"),
    ]


def sheet_state(table: Table) -> list[Any]:
    """Changes whenever a table's sheet does, or a name on it; one query."""
    event = table.round.event
    facts = (event.name, event.deals_per_table, event.is_closed, table.round.status)
    return [standings_version(event), table.head, table.revision, *facts]


def standings_version(event: Event) -> int:
    """The version of the standings as they are stored; 0 before the first."""
    return Standings.objects.filter(event=event).values_list("version", flat=True).first() or 0


# What a director needs


@dataclass(frozen=True, slots=True, kw_only=True)
class Attendance:
    """Who is entered and present, and the tables that makes, or why it makes none."""

    entrants: Sequence[Entrant]
    present: int
    sizes: Sequence[int] = ()
    problem: str = ""

    @property
    def tables(self) -> list[tuple[int, int]]:
        """Size and number of tables, the larger first."""
        return sorted(Counter(self.sizes).items(), reverse=True)


def attendance_of(event: Event) -> Attendance:
    """Everybody entered in an event; one query."""
    entrants = list(event.entrants.select_related("player").order_by("number"))
    present = sum(entrant.is_present for entrant in entrants)
    try:
        return Attendance(entrants=entrants, present=present, sizes=sizes_for(event, present))
    except NotPossible as refusal:
        return Attendance(entrants=entrants, present=present, problem=refusal.message)


def unseated(attendance: Attendance, drawn: Round) -> tuple[list[Entrant], list[Entrant]]:
    """Who is present without a seat in a draw, and who has one but is not present; one query."""
    seats = Seat.objects.filter(part__table__round=drawn)
    seated = set(seats.values_list("entrant_id", flat=True))
    missing = [entrant for entrant in attendance.entrants if entrant.is_present and entrant.pk not in seated]
    absent = [entrant for entrant in attendance.entrants if not entrant.is_present and entrant.pk in seated]
    return missing, absent


@dataclass(frozen=True, slots=True)
class NextStep:
    """The one thing to do next: `kind` names it, `round` its round."""

    kind: str
    round: int = 0


def next_step(event: Event, rounds: Sequence[RoundProgress], attendance: Attendance) -> NextStep:
    """What an evening needs now."""
    last = rounds[-1] if rounds else None
    if event.is_closed:
        return NextStep("closed")
    if last and last.is_draft:
        return NextStep("open", last.number)
    if last and last.is_open:
        return NextStep("close" if last.is_complete else "watch", last.number)
    number = last.number + 1 if last else 1
    return NextStep("draw" if attendance.sizes else "add_players", number)


def get_round(event: Event, number: int) -> Round | None:
    """A round of an event."""
    drawn = event.rounds.filter(number=number).first()
    if drawn:
        drawn.event = event
    return drawn


def get_entrant(event: Event, entrant_id: int) -> Entrant | None:
    """An entrant of an event."""
    return event.entrants.select_related("player__club", "event").filter(pk=entrant_id).first()


def get_table(event: Event, public_id: UUID) -> Table | None:
    """A table of an event."""
    tables = Table.objects.select_related("round__event")
    return tables.filter(round__event=event, public_id=public_id).first()


def late_deals(drawn: Round) -> QuerySet[ParkedDeal]:
    """What came after the round was closed and waits for the director."""
    waiting = ParkedDeal.objects.filter(table__round=drawn, cause=Cause.LATE, settlement=Settlement.OPEN)
    seats = Prefetch("table__parts__seats", Seat.objects.select_related("entrant__player"))
    waiting = waiting.select_related("table", "deal").prefetch_related(seats)
    return waiting.order_by("table__number", "number", "pk")


def links_of(drawn: Round) -> dict[UUID, TableLink]:
    """The links that open the tables of a round, by the table's public id; one query."""
    links = TableLink.objects.filter(table__round=drawn, is_revoked=False).select_related("table")
    return {link.table.public_id: link for link in links}
