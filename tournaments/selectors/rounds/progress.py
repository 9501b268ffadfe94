"""Rounds and the progress of their tables. The number of queries never grows with rows."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Max, Prefetch, QuerySet

from tournaments.models import (
    Cause,
    Event,
    Part,
    PendingDeal,
    Player,
    Round,
    RoundStatus,
    Seat,
    Settlement,
    Table,
)
from tournaments.selectors.sheets.agreements import agreed_deals
from tournaments.selectors.sheets.folded_sheets import seats_in_order
from tournaments.wording.names import full_name

FRESH = timedelta(minutes=10)  # after a release, while players look for their seats

NameOf = Callable[[Player, int], str]
NameAt = Callable[[Seat], str]


def released_rounds(event: Event) -> QuerySet[Round]:
    """Return the released rounds, which are public, in order."""
    return Round.objects.filter(event=event).exclude(status=RoundStatus.DRAFT).order_by("number")


def newest_round(slug: str, *, with_drafts: bool) -> int | None:
    """Return the number of an event's newest round; None if there is none."""
    rounds = Round.objects.filter(event__slug=slug).order_by("-number")
    visible = rounds if with_drafts else rounds.exclude(status=RoundStatus.DRAFT)
    return visible.values_list("number", flat=True).first()


# Progress


@dataclass(frozen=True, slots=True, kw_only=True)
class TableProgress:
    """A table in a list."""

    number: int
    public_id: UUID
    seats: tuple[str, ...]
    deals_counted: int
    deals_expected: int | None
    last_activity: datetime | None
    is_secret: bool = False  # its progress is visible to the club only, until prize-giving
    conflicts: int = 0
    late: int = 0
    marked: int = 0
    is_abandoned: bool = False
    is_over: bool = False

    @property
    def is_complete(self) -> bool:
        """Return whether all agreed deals are recorded, the game ended early, or the table was abandoned."""
        return (self.is_abandoned or self.is_over) or (
            self.deals_expected is not None and self.deals_counted >= self.deals_expected
        )

    @property
    def too_many(self) -> int:
        """Return the number of deals above those agreed, after the number was reduced.

        0 for an abandoned table.
        """
        if self.is_abandoned or self.deals_expected is None:
            return 0
        return max(0, self.deals_counted - self.deals_expected)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundProgress:
    """A round in a list."""

    number: int
    status: str
    tables: tuple[TableProgress, ...]

    @property
    def is_draft(self) -> bool:
        """Return whether the round is drawn but not released."""
        return self.status == RoundStatus.DRAFT

    @property
    def is_open(self) -> bool:
        """Return whether the round is being played."""
        return self.status == RoundStatus.OPEN

    @property
    def tables_complete(self) -> int:
        """Return the number of tables that are complete."""
        return sum(table.is_complete for table in self.tables)

    @property
    def is_complete(self) -> bool:
        """Return whether every table is complete."""
        return self.tables_complete == len(self.tables)

    @property
    def abandoned(self) -> int:
        """Return the number of abandoned tables."""
        return sum(table.is_abandoned for table in self.tables)

    @property
    def has_begun(self) -> bool:
        """Return whether any deal counts at a table."""
        return any(table.deals_counted for table in self.tables)

    @property
    def conflicts(self) -> int:
        """Return the number of conflicts that tables have to settle."""
        return sum(table.conflicts for table in self.tables)

    @property
    def marked(self) -> int:
        """Return the number of deals made impossible by a correction, for the director to resolve."""
        return sum(table.marked for table in self.tables)

    @property
    def late(self) -> int:
        """Return the number of deals that arrived after the close, for the director to settle."""
        return sum(table.late for table in self.tables)


def silent(progress: RoundProgress) -> RoundProgress:
    """Return a round whose tables show their seats only."""
    tables = (
        replace(each, deals_counted=0, deals_expected=None, last_activity=None, is_secret=True)
        for each in progress.tables
    )
    return replace(progress, tables=tuple(tables))


def all_rounds(event: Event) -> list[RoundProgress]:
    """Return every round with the conflicts and late deals at its tables; five queries."""
    return rounds_for_director(event, event.rounds.order_by("number"))


def rounds_for_director(event: Event, rounds: QuerySet[Round]) -> list[RoundProgress]:
    """Return rounds with their tables, open conflicts and late deals."""
    waiting = pending_by_table(event)
    return [round_progress(event, each, waiting) for each in with_tables(rounds)]


def with_tables(rounds: QuerySet[Round]) -> QuerySet[Round]:
    """Prefetch everything that a list of tables shows."""
    return rounds.prefetch_related(*table_lookups(seats_in_order()))


def table_lookups(seats: QuerySet[Seat]) -> tuple[Prefetch, Prefetch]:
    """Return what to prefetch for a list of a round's tables, with these seats."""
    parts = Part.objects.prefetch_related(Prefetch("seats", seats)).order_by("position")
    return Prefetch("tables", Table.objects.order_by("number")), Prefetch("tables__parts", parts)


def pending_by_table(event: Event) -> Counter[tuple[int, bool]]:
    """Return the number of pending versions by table and by whether they are late."""
    waiting = PendingDeal.objects.filter(table__round__event=event, settlement=Settlement.OPEN).order_by()
    return Counter(
        (table_id, cause == Cause.LATE) for table_id, cause in waiting.values_list("table_id", "cause")
    )


def full_name_at(seat: Seat) -> str:
    """Return the whole name of the player on a seat."""
    return full_name(seat.entrant.player, seat.entrant.number)


def round_progress(
    event: Event,
    round: Round,
    waiting: Counter[tuple[int, bool]] | None = None,
    name_at: NameAt = full_name_at,
) -> RoundProgress:
    """Return the progress of a round whose tables are loaded."""
    waiting, agreed = waiting or Counter(), agreed_deals(event)
    tables = tuple(table_progress(table, agreed, waiting, name_at) for table in round.tables.all())
    return RoundProgress(number=round.number, status=round.status, tables=tables)


def table_progress(
    table: Table,
    agreed: Mapping[int, int],
    waiting: Counter[tuple[int, bool]],
    name_at: NameAt,
) -> TableProgress:
    """Return the progress of a table whose parts are loaded."""
    parts = list(table.parts.all())
    seats = parts[-1].seats.all()
    return TableProgress(
        number=table.number,
        public_id=table.public_id,
        seats=tuple(map(name_at, seats)),
        deals_counted=sum(part.deals_counted for part in parts),
        deals_expected=agreed.get(len(seats)),
        last_activity=table.last_activity,
        conflicts=waiting[table.pk, False],
        late=waiting[table.pk, True],
        marked=sum(part.deals_marked for part in parts),
        is_abandoned=table.is_broken_off,
        is_over=parts[-1].is_over,
    )


# One round, one table


def tables_in(round: Round) -> QuerySet[Table]:
    """Return the tables of a round by their numbers."""
    return round.tables.order_by("number")


def get_part(round: Round, number: int, position: int) -> Part | None:
    """Return a part of a table of the round by number and position, or None."""
    return Part.objects.filter(table__round=round, table__number=number, position=position).first()


def with_everything(round: Round) -> Round:
    """Return a round reloaded, with its tables, parts and seats."""
    return with_tables(Round.objects.filter(pk=round.pk)).get()


def get_round(event: Event, number: int) -> Round | None:
    """Return a round of an event by its number, or None."""
    round = event.rounds.filter(number=number).first()
    if round:
        round.event = event
    return round


def last_round(event: Event) -> Round | None:
    """Return the newest round of an event, a draft too, or None."""
    return event.rounds.select_related("event").order_by("-number").first()


def round_numbers(event: Event) -> list[int]:
    """Return the numbers of all rounds of an event, drafts too, the newest first."""
    return list(event.rounds.order_by("-number").values_list("number", flat=True))


def last_released(event: Event) -> int:
    """Return the number of the last released round; 0 before the first."""
    return released_rounds(event).aggregate(last=Max("number"))["last"] or 0


def open_round(event: Event) -> Round | None:
    """Return the round that is being played, or None."""
    return event.rounds.filter(status=RoundStatus.OPEN).first()


def round_for_director(round: Round) -> RoundProgress:
    """Return one round with its tables, open conflicts and late deals."""
    return rounds_for_director(round.event, round.event.rounds.filter(pk=round.pk))[0]


def get_table(event: Event, public_id: UUID) -> Table | None:
    """Return a table of an event by its public ID, or None."""
    tables = Table.objects.select_related("round__event")
    return tables.filter(round__event=event, public_id=public_id).first()


def get_numbered_table(round: Round, number: int) -> Table:
    """Return the table of a round with this number. Raises Table.DoesNotExist."""
    return round.tables.select_related("round__event").get(number=number)


def get_late_deal(round: Round, pending_id: int) -> PendingDeal | None:
    """Return a deal that arrived after the round was closed, settled or not, or None."""
    late = PendingDeal.objects.filter(table__round=round, cause=Cause.LATE)
    return late.select_related("table__round__event").filter(pk=pending_id).first()


def get_pending_deal(table: Table, pending_id: int) -> PendingDeal | None:
    """Return a pending or settled version of a deal at this table, or None."""
    return table.parked.filter(pk=pending_id).first()


def late_deals(round: Round) -> QuerySet[PendingDeal]:
    """Return the deals that arrived after the round was closed and wait for the director or referee."""
    waiting = PendingDeal.objects.filter(table__round=round, cause=Cause.LATE, settlement=Settlement.OPEN)
    return waiting.select_related("table", "deal").order_by("table__number", "number", "pk")
