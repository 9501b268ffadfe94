"""Draws of an event: past seatings, sit-outs so far, and one draw by its number."""

from collections import Counter
from collections.abc import Iterable

from django.db.models import Prefetch, QuerySet

from tournaments.models import Draw, Event, Part, Round, RoundStatus, Seat, SitOut, Table


def past_seatings(event: Event) -> list[list[list[int]]]:
    """Start numbers by round, table and seat, of all released rounds; three queries."""
    return seatings_of(event.rounds.exclude(status=RoundStatus.DRAFT))


def seatings_of(rounds: QuerySet[Round]) -> list[list[list[int]]]:
    """Start numbers by round, table and seat, with the current seats."""
    seats = Prefetch("seats", Seat.objects.select_related("entrant").order_by("position"))
    parts = Prefetch("tables__parts", Part.objects.prefetch_related(seats).order_by("position"))
    tables = Prefetch("tables", Table.objects.order_by("number"))
    loaded = rounds.order_by("number").prefetch_related(tables, parts)
    return [[seated(table.parts.all()) for table in drawn.tables.all()] for drawn in loaded]


def seated(parts: Iterable[Part]) -> list[int]:
    """Start numbers in the newest part of a table, in seat order."""
    return [seat.entrant.number for seat in list(parts)[-1].seats.all()]


def sit_outs_so_far(event: Event) -> Counter[int]:
    """The number of sit-outs in released rounds, by start number."""
    resting = SitOut.objects.filter(round__event=event).exclude(round__status=RoundStatus.DRAFT)
    return Counter(resting.values_list("entrant__number", flat=True))


def get_draw(event: Event, number: int) -> Draw | None:
    """A draw of an event by its number, or None."""
    draw = event.draws.filter(number=number).first()
    if draw:
        draw.event = event
    return draw
