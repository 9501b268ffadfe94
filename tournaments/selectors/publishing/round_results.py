"""The points of every table of a round, rulings included: seat by seat for files, by account for lists."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.sheet.tallies import POINTS, PartResult
from tournaments.models import Round, RoundStatus, Seat, Table
from tournaments.selectors.publishing.public_event import PublicEvent
from tournaments.selectors.rounds.progress import with_tables
from tournaments.selectors.standings.results import results_by_part


def round_places(public: PublicEvent) -> Iterator[dict[str, Any]]:
    """Yield round, table, seat (from 1), start number, name and points of every seat of a sheet."""
    results = results_by_part(public.event)
    seats = Seat.objects.filter(part__table__round__in=[each.pk for each in public.visible])
    order = ("part__table__round__number", "part__table__number", "part__position", "position")
    for seat in seats.select_related("part__table__round", "entrant__player", "account").order_by(*order):
        part, result = seat.part, results.get(seat.part_id)
        yield {
            "round": part.table.round.number,
            "table": part.table.number,
            "seat": seat.position + 1,
            "number": seat.entrant.number,
            "name": public.name_at(seat),
            "account": seat.account.number,
            "points": result.tallies[POINTS][seat.position] if result else 0,
            "deals": part.deals_counted,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResult:
    """One entrant's points at a table."""

    number: int
    name: str
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TableResult:
    """A table of a round; seats in order, later arrivals after them."""

    table: int
    deals_counted: int
    seats: tuple[SeatResult, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundResult:
    """A round: its tables and its sit-outs."""

    number: int
    is_open: bool
    tables: tuple[TableResult, ...]
    sitting_out: tuple[str, ...]


def round_result(public: PublicEvent, round: Round) -> RoundResult:
    """Return the result of a released round; a dozen queries for any number of tables."""
    (loaded,) = with_tables(Round.objects.filter(pk=round.pk))
    results = results_by_part(public.event)
    sitting_out = round.sit_outs.order_by("entrant__number").values_list("entrant__number", flat=True)
    return RoundResult(
        number=round.number,
        is_open=loaded.status == RoundStatus.OPEN,
        tables=tuple(table_result(table, results, public) for table in loaded.tables.all()),
        sitting_out=tuple(public.name(number) for number in sitting_out),
    )


def table_result(table: Table, results: Mapping[int, PartResult], public: PublicEvent) -> TableResult:
    """Return a table whose parts are loaded; the points of all its parts, by account."""
    points: dict[int, int] = {}
    parts = list(table.parts.all())
    for part in parts:
        result = results.get(part.pk)
        for seat in part.seats.all():
            number, own = (
                public.account_of(seat).number,
                result.tallies[POINTS][seat.position] if result else 0,
            )
            points[number] = points.get(number, 0) + own
    seats = (
        SeatResult(number=number, name=public.name(number), points=won) for number, won in points.items()
    )
    counted = sum(part.deals_counted for part in parts)
    return TableResult(table=table.number, deals_counted=counted, seats=tuple(seats))
