"""Results of a round's tables: the seats and the points of each, rulings included."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.standings.tallies import POINTS, PartResult
from tournaments.models import Event, Round, RoundStatus, Table
from tournaments.selectors.publishing.publications import names_of
from tournaments.selectors.rounds.progress import with_tables
from tournaments.selectors.standings.results import results_by_part


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
    resting: tuple[str, ...]


def round_result(event: Event, drawn: Round) -> RoundResult:
    """The result of a released round with public names; a dozen queries for any number of tables."""
    (loaded,) = with_tables(Round.objects.filter(pk=drawn.pk))
    names, results = names_of(event), results_by_part(event)
    resting = drawn.sit_outs.order_by("entrant__number").values_list("entrant__number", flat=True)
    accounts = dict(event.entrants.values_list("pk", "number"))
    return RoundResult(
        number=drawn.number,
        is_open=loaded.status == RoundStatus.OPEN,
        tables=tuple(table_result(table, results, accounts, names) for table in loaded.tables.all()),
        resting=tuple(names[number] for number in resting),
    )


def table_result(
    table: Table, results: Mapping[int, PartResult], accounts: Mapping[int, int], names: Mapping[int, str]
) -> TableResult:
    """A table whose parts are loaded; the points of all its parts, by account."""
    points: dict[int, int] = {}
    parts = list(table.parts.all())
    for part in parts:
        numbers = [accounts[seat.account_id] for seat in part.seats.all()]
        result = results.get(part.pk)
        won = result.tallies[POINTS] if result else [0] * len(numbers)
        for number, own in zip(numbers, won, strict=True):
            points[number] = points.get(number, 0) + own
    seats = tuple(SeatResult(number=each, name=names[each], points=own) for each, own in points.items())
    counted = sum(part.deals_counted for part in parts)
    return TableResult(table=table.number, deals_counted=counted, seats=seats)
