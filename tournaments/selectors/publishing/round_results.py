"""The points of every seat at every table, round by round, for exports."""

from collections.abc import Iterator
from typing import Any

from scoring.standings.tallies import POINTS, PartResult
from tournaments.models import Event, Seat
from tournaments.selectors.publishing.publications import Visibility
from tournaments.selectors.rounds.progress import released_rounds
from tournaments.selectors.standings.results import results_by_part
from tournaments.wording.names import public_name


def round_places(event: Event, visibility: Visibility) -> Iterator[dict[str, Any]]:
    """Yield round, table, seat (from 1), start number, name and points of every seat of a sheet."""
    results = results_by_part(event)
    for seat in seats_of(event):
        part, table = seat.part, seat.part.table
        if not visibility.hides(table.round.number):
            yield {
                "round": table.round.number,
                "table": table.number,
                "seat": seat.position + 1,
                "number": seat.entrant.number,
                "name": public_name(seat.entrant.player, seat.entrant.number),
                "account": seat.account.number,
                "points": points_of(results.get(part.pk), seat),
                "deals": part.deals_counted,
            }


def seats_of(event: Event) -> list[Seat]:
    """All seats of released rounds in order."""
    seats = Seat.objects.filter(part__table__round__in=released_rounds(event))
    loaded = seats.select_related("part__table__round", "entrant__player", "account")
    order = ("part__table__round__number", "part__table__number", "part__position", "position")
    return list(loaded.order_by(*order))


def points_of(result: PartResult | None, seat: Seat) -> int:
    """The points of a seat in one part, rulings included; 0 while no deal counts."""
    return result.tallies[POINTS][seat.position] if result else 0
