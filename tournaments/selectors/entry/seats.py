"""Seats in released rounds, by name and by table, and one entrant's event. Drafts are never included."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Count, Prefetch, Q, QuerySet, prefetch_related_objects
from django.utils import timezone
from django.utils.translation import get_language

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
)
from tournaments.selectors.publishing.public_event import PublicEvent
from tournaments.selectors.rounds.progress import FRESH, released_rounds, table_lookups
from tournaments.selectors.sheets.folded_sheets import SheetMemory
from tournaments.wording.person_names import sorted_as
from tournaments.wording.searching import folded
from tournaments.wording.whole_numbers import whole_number


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """One player on a seat, counted from 1."""

    seat: int
    number: int
    name: str
    reading: str
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
        """Return the text that a search matches: name and reading, without accents and case."""
        return folded(f"{self.name} {self.reading}")

    @property
    def order(self) -> tuple[tuple[str, ...], int]:
        """Return the place in a list by name: by surname, as far as the name is shown."""
        return sorted_as(self.name, self.reading), self.number

    @property
    def others(self) -> list[Neighbour]:
        """Return the other players at the table."""
        return [each for each in self.company if each.number != self.number]

    @property
    def dealer(self) -> Neighbour | None:
        """Return the first dealer."""
        return next((each for each in self.company if each.deals_first), None)

    def answers(self, query: str) -> bool:
        """Return whether the name contains every word of the query; a number is a start number."""
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
    def sitting_out(self) -> list[SeatAssignment]:
        """Return the sit-outs of the round, by name."""
        return [place for place in self.places if not place.table]


# Current seats


def places_now(public: PublicEvent) -> list[RoundSeats]:
    """Return the open rounds, else the last closed one; six queries."""
    rounds = [each for each in public.released if each.status == RoundStatus.OPEN] or public.released[-1:]
    tables = table_lookups(Seat.objects.order_by("position"))
    prefetch_related_objects(rounds, *tables, Prefetch("sit_outs", SitOut.objects.order_by("pk")))
    return [round_seats(public, each) for each in rounds]


REMEMBERED_SEATS = 8  # events, each in a language: the screens of a hall show the seats of one
SEATED: SheetMemory[list[RoundSeats]] = SheetMemory(REMEMBERED_SEATS)


def seats_on_screens(public: PublicEvent) -> list[RoundSeats]:
    """Return the current seats, read once for all screens until the event or a name of its club changes."""
    event = public.event
    head = event.head and f"{event.head} {event.club.revision} {get_language()}"
    seats = SEATED.get(event.pk, head)
    if seats is None:
        seats = places_now(public)
        SEATED.put(event.pk, head, seats)
    return seats


def fresh_rounds(public: PublicEvent) -> set[int]:
    """Return the rounds released recently in which most tables have not begun, so players look for their
    seats.

    In a secret round only the time decides. Two queries.
    """
    event, visibility = public.event, public.visibility
    entries = event.entries.filter(kind=EventChangeKind.ROUND_RELEASED, at__gt=timezone.now() - FRESH)
    begun = Count("tables", Q(tables__parts__deals_counted__gt=0), distinct=True)
    rounds = event.rounds.filter(number__in=[entry.facts["round"] for entry in entries])
    rounds = rounds.filter(status=RoundStatus.OPEN).annotate(Count("tables", distinct=True), begun=begun)
    counts = rounds.order_by("number").values_list("number", "tables__count", "begun")
    return {number for number, of, begun in counts if visibility.hides(number) or 2 * begun < of}


def round_seats(public: PublicEvent, round: Round) -> RoundSeats:
    """Return a round whose tables and sit-outs are loaded."""
    parts = {table.number: list(table.parts.all())[-1] for table in round.tables.all()}
    tables = [(number, neighbours(public, part)) for number, part in parts.items()]
    seated = [
        SeatAssignment(
            number=each.number,
            name=each.name,
            reading=each.reading,
            table=number,
            seat=each.seat,
            company=company,
        )
        for number, company in tables
        for each in company
    ]
    sitting_out = [
        SeatAssignment(number=each.number, name=public.name(each.number), reading=reading_of(each.player))
        for each in map(public.entrant_of, round.sit_outs.all())
    ]
    return RoundSeats(
        number=round.number,
        planned=public.event.planned_rounds,
        is_open=round.status == RoundStatus.OPEN,
        places=tuple(sorted([*seated, *sitting_out], key=lambda each: each.order)),
        tables=tuple(tables),
    )


def reading_of(player: Player) -> str:
    """Return the reading of a name shown in full; otherwise empty, because it would reveal the name."""
    return player.reading if player.shown_as == ShownAs.FULL else ""


def neighbours(public: PublicEvent, part: Part) -> tuple[Neighbour, ...]:
    """Return the players of a part of a sheet, in seat order."""
    return tuple(
        Neighbour(
            seat=seat.position + 1,
            number=entrant.number,
            name=public.name_of(entrant.player, entrant.number),
            reading=reading_of(entrant.player),
            deals_first=seat.position == part.first_dealer,
        )
        for seat in part.seats.all()
        for entrant in [public.entrant_of(seat)]
    )


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


def entrants_by_number(event: Event) -> QuerySet[Entrant]:
    """Return all entrants of an event with their players and partners, by start number."""
    return event.entrants.select_related("player", "partner").order_by("number")


def names_by_number(event: Event, numbers: Collection[int]) -> dict[int, str]:
    """Return the names of these start numbers."""
    return dict(event.entrants.filter(number__in=numbers).values_list("number", "player__name"))


def numbers_by_id(event: Event, ids: Collection[int]) -> dict[int, int]:
    """Return the start numbers of entrants, by their IDs."""
    return dict(event.entrants.filter(pk__in=ids).values_list("pk", "number"))


def present_among(event: Event, ids: Collection[int]) -> list[Entrant]:
    """Return those of these entrants who are present, with their players."""
    entrants = event.entrants.select_related("player", "partner")
    return list(entrants.filter(pk__in=ids, is_present=True))


def get_entrant_by_number(event: Event, number: int) -> Entrant | None:
    """Return an entrant by start number, or None."""
    return event.entrants.select_related("event", "player").filter(number=number).first()


def evening_of(public: PublicEvent, entrant: Entrant, points: Mapping[int, Any]) -> list[EveningRound]:
    """Return every released round of an entrant, in order, with its visible points; five queries."""
    company = Prefetch("part__seats", Seat.objects.order_by("position"))
    seats = Seat.objects.filter(entrant=entrant, part__table__round__in=released_rounds(public.event))
    seats = seats.select_related("part__table__round").prefetch_related(company)
    visits_by_round: dict[int, list[Visit]] = {}
    for seat in seats.order_by("part__table__round__number", "part__position"):
        table = seat.part.table
        visit = Visit(
            table=table.number,
            public_id=table.public_id,
            seat=seat.position + 1,
            company=neighbours(public, seat.part),
        )
        visits_by_round.setdefault(table.round.number, []).append(visit)
    rounds_out = set(entrant.sit_outs.values_list("round__number", flat=True))
    return [
        EveningRound(
            number=round.number,
            is_open=round.status == RoundStatus.OPEN,
            points=points.get(round.number),
            is_secret=public.visibility.hides(round.number),
            visits=tuple(visits_by_round.get(round.number, ())),
            sits_out=round.number in rounds_out,
        )
        for round in public.released
    ]
