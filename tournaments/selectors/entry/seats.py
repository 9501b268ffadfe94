"""Seats in released rounds, by name and by table, and one entrant's event. Drafts are never included."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db.models import Count, Max, Prefetch, Q, Sum
from django.utils import timezone

from tournaments.models import (
    Entrant,
    Event,
    EventChangeKind,
    Part,
    Player,
    Round,
    RoundStatus,
    Seat,
    ShownAs,
    SitOut,
    Table,
)
from tournaments.selectors.events.event_lists import event_state
from tournaments.selectors.publishing.publications import Visibility
from tournaments.selectors.rounds.progress import released_rounds, with_tables
from tournaments.wording.names import public_name
from tournaments.wording.person_names import sorted_as
from tournaments.wording.searching import folded
from tournaments.wording.whole_numbers import whole_number

FRESH = timedelta(minutes=10)  # after a release, while players look for their seats


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """One player on a seat, counted from 1."""

    seat: int
    number: int
    name: str
    deals_first: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatAssignment:
    """A player's place in a round; table 0 for a sit-out."""

    number: int
    name: str
    reading: str = ""
    table: int = 0
    seat: int = 0
    company: tuple[Neighbour, ...] = ()

    @property
    def folded(self) -> str:
        """The text that a search matches: name and reading, without accents and case."""
        return folded(f"{self.name} {self.reading}")

    @property
    def order(self) -> tuple[tuple[str, ...], int]:
        """The place in a list by name: by surname, as far as the name is shown."""
        return sorted_as(self.name, self.reading), self.number

    @property
    def others(self) -> list[Neighbour]:
        """The other players at the table."""
        return [each for each in self.company if each.number != self.number]

    @property
    def dealer(self) -> Neighbour | None:
        """The first dealer."""
        return next((each for each in self.company if each.deals_first), None)

    def answers(self, query: str) -> bool:
        """Whether the name contains every word of the query; a number is a start number."""
        words = folded(query).split()
        return all(
            self.number == whole_number(word) if word.isdecimal() else word in self.folded for word in words
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSeats:
    """A released round: all places by surname, and its tables; `planned` is the event's number of rounds."""

    number: int
    planned: int | None
    is_open: bool
    places: tuple[SeatAssignment, ...]
    tables: tuple[tuple[int, tuple[Neighbour, ...]], ...]

    @property
    def resting(self) -> list[SeatAssignment]:
        """The sit-outs of the round, by name."""
        return [place for place in self.places if not place.table]


# Current seats


def places_now(event: Event) -> list[RoundSeats]:
    """The open rounds, else the last closed one; six queries."""
    rounds = list(released_rounds(event).values_list("number", "status"))
    wanted = [number for number, status in rounds if status == RoundStatus.OPEN]
    wanted = wanted or [number for number, _ in rounds[-1:]]
    resting = Prefetch("sit_outs", SitOut.objects.select_related("entrant__player"))
    loaded = with_tables(released_rounds(event).filter(number__in=wanted)).prefetch_related(resting)
    return [places_in(drawn, event.planned_rounds) for drawn in loaded]


def fresh_rounds(event: Event, visibility: Visibility) -> set[int]:
    """The rounds released recently in which most tables have not begun, so players look for their seats.

    In a secret round only the time decides. Two queries.
    """
    entries = event.entries.filter(kind=EventChangeKind.ROUND_RELEASED, at__gt=timezone.now() - FRESH)
    begun = Count("tables", Q(tables__parts__deals_counted__gt=0), distinct=True)
    rounds = event.rounds.filter(number__in=[entry.facts["round"] for entry in entries])
    rounds = rounds.filter(status=RoundStatus.OPEN).annotate(Count("tables", distinct=True), begun=begun)
    counts = rounds.order_by("number").values_list("number", "tables__count", "begun")
    return {number for number, of, begun in counts if visibility.hides(number) or 2 * begun < of}


def places_in(drawn: Round, planned: int | None) -> RoundSeats:
    """A round whose tables and sit-outs are loaded."""
    tables = tuple((table.number, neighbours(table.parts.all())) for table in drawn.tables.all())
    reading_by_number = {
        seat.entrant.number: reading_of(seat.entrant.player)
        for table in drawn.tables.all()
        for part in table.parts.all()
        for seat in part.seats.all()
    }
    seated = [
        SeatAssignment(
            number=each.number,
            name=each.name,
            reading=reading_by_number[each.number],
            table=number,
            seat=each.seat,
            company=company,
        )
        for number, company in tables
        for each in company
    ]
    resting = [resting_place(each.entrant) for each in drawn.sit_outs.all()]
    places = sorted([*seated, *resting], key=lambda each: each.order)
    is_open = drawn.status == RoundStatus.OPEN
    return RoundSeats(
        number=drawn.number, planned=planned, is_open=is_open, places=tuple(places), tables=tables
    )


def resting_place(entrant: Entrant) -> SeatAssignment:
    """The place of an entrant who sits out."""
    name = public_name(entrant.player, entrant.number)
    return SeatAssignment(number=entrant.number, name=name, reading=reading_of(entrant.player))


def reading_of(player: Player) -> str:
    """The reading of a name shown in full; otherwise empty, because it would reveal the name."""
    return player.reading if player.shown_as == ShownAs.FULL else ""


def neighbours(parts: Iterable[Part]) -> tuple[Neighbour, ...]:
    """The current players at a table, in seat order."""
    part = list(parts)[-1]
    return tuple(
        Neighbour(
            seat=seat.position + 1,
            number=seat.entrant.number,
            name=public_name(seat.entrant.player, seat.entrant.number),
            deals_first=seat.position == part.first_dealer,
        )
        for seat in part.seats.all()
    )


def places_state(event: Event) -> list[Any]:
    """A value that changes whenever a seat or the standings do; four queries."""
    seats = Seat.objects.filter(part__table__round__in=released_rounds(event))
    tables = Table.objects.filter(round__in=released_rounds(event))
    return [
        *event_state(event),
        seats.aggregate(Count("pk"), Max("pk")),
        tables.aggregate(Sum("revision")),
    ]


# One entrant's event


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningRound:
    """One round of an entrant; without visits for a sit-out."""

    number: int
    is_open: bool
    points: Any
    visits: tuple["Visit", ...] = ()
    sits_out: bool = False
    is_secret: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """The entrant's seat in one part of a table."""

    table: int
    public_id: UUID
    seat: int
    company: tuple[Neighbour, ...]


def get_entrant_by_number(event: Event, number: int) -> Entrant | None:
    """An entrant by start number, or None."""
    return event.entrants.select_related("player").filter(number=number).first()


def evening_of(
    event: Event, entrant: Entrant, visibility: Visibility, points: Mapping[int, Any]
) -> list[EveningRound]:
    """Every released round of an entrant, in order, with its visible points; five queries."""
    visits_by_round: dict[int, list[Visit]] = {}
    for seat in seats_of(event, entrant):
        drawn = seat.part.table.round
        visits_by_round.setdefault(drawn.number, []).append(visit(seat))
    rested = entrant.sit_outs.filter(round__in=released_rounds(event))
    resting = set(rested.values_list("round__number", flat=True))
    return [
        EveningRound(
            number=drawn.number,
            is_open=drawn.status == RoundStatus.OPEN,
            points=points.get(drawn.number),
            is_secret=visibility.hides(drawn.number),
            visits=tuple(visits_by_round.get(drawn.number, ())),
            sits_out=drawn.number in resting,
        )
        for drawn in released_rounds(event)
    ]


def seats_of(event: Event, entrant: Entrant) -> Sequence[Seat]:
    """The seats of an entrant, with the other seats at the same tables prefetched."""
    company = Prefetch("part__seats", Seat.objects.select_related("entrant__player"))
    seats = Seat.objects.filter(entrant=entrant, part__table__round__in=released_rounds(event))
    seats = seats.select_related("part__table__round").prefetch_related(company)
    return list(seats.order_by("part__table__round__number", "part__position"))


def visit(seat: Seat) -> Visit:
    """A visit, from a seat whose part and table are loaded."""
    return Visit(
        table=seat.part.table.number,
        public_id=seat.part.table.public_id,
        seat=seat.position + 1,
        company=neighbours([seat.part]),
    )
