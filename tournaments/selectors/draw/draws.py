"""Draws of an event: past seatings, sit-outs so far, and one draw by its number."""

from collections import Counter
from collections.abc import Iterable, Sequence

from django.db.models import Prefetch, QuerySet

from tournaments.models import (
    Draw,
    DrawMode,
    Event,
    Part,
    Round,
    RoundStatus,
    Seat,
    SitOut,
    Table,
)
from tournaments.selectors.standings.results import current_standings

BY_STANDINGS = (DrawMode.STANDINGS, DrawMode.SNAKE, DrawMode.WINNERS_STAY)


def past_seatings(event: Event) -> list[list[list[int]]]:
    """Start numbers by round, table and seat, of all released rounds; three queries."""
    return seatings_of(event.rounds.exclude(status=RoundStatus.DRAFT))


def seatings_of(rounds: QuerySet[Round]) -> list[list[list[int]]]:
    """Start numbers by round, table and seat, with the current seats."""
    seats = Prefetch("seats", Seat.objects.select_related("entrant").order_by("position"))
    parts = Prefetch("tables__parts", Part.objects.prefetch_related(seats).order_by("position"))
    tables = Prefetch("tables", Table.objects.order_by("number"))
    loaded = rounds.order_by("number").prefetch_related(tables, parts)
    return [[seat_numbers(table.parts.all()) for table in round.tables.all()] for round in loaded]


def seat_numbers(parts: Iterable[Part]) -> list[int]:
    """Start numbers in the newest part of a table, in seat order."""
    return [seat.entrant.number for seat in list(parts)[-1].seats.all()]


def sit_outs_so_far(event: Event) -> Counter[int]:
    """Return the number of sit-outs in released rounds, by start number."""
    sit_outs = SitOut.objects.filter(round__event=event).exclude(round__status=RoundStatus.DRAFT)
    return Counter(sit_outs.values_list("entrant__number", flat=True))


def ranking_of(event: Event, numbers: Sequence[int]) -> list[int]:
    """Start numbers by rank, the leader first; empty before a round is closed.

    Behind them come those whom the standings do not list, such as players who never played.
    """
    if not event.rounds.filter(status=RoundStatus.CLOSED).exists():
        return []
    players = set(numbers)
    now = [row.entrant.number for row in current_standings(event).rows]
    listed = [number for number in now if number in players]
    return [*listed, *sorted(players - set(listed))]


def is_outdated(round: Round) -> bool:
    """Return whether a draft was drawn by standings that have changed since.

    Five queries at most, and those of `computed_standings` while new standings wait for their computation.
    """
    draw = round.draw
    if draw is None or round.status != RoundStatus.DRAFT or draw.mode not in BY_STANDINGS:
        return False
    now = ranking_of(round.event, draw.numbers)
    return bool(now) and now != draw.ranking


def draws_of(event: Event) -> list[Draw]:
    """Return the draws of an event, newest first."""
    return list(event.draws.order_by("-number"))


def rounds_in(draw: Draw) -> list[Round]:
    """Return the rounds that a draw made, in order."""
    return list(draw.rounds.order_by("number"))


def get_draw(event: Event, number: int) -> Draw | None:
    """Return a draw of an event by its number, or None."""
    draw = event.draws.filter(number=number).first()
    if draw:
        draw.event = event
    return draw
