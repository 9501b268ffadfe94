"""What every seat of every table scored, round by round, as exports list it."""

from collections.abc import Iterator
from typing import Any

from scoring.tallies import POINTS, PartResult
from tournaments.models import Event, Seat
from tournaments.naming import public_name
from tournaments.selectors.publications import Sight
from tournaments.selectors.results import results_by_part
from tournaments.selectors.rounds import released_rounds


def round_places(event: Event, sight: Sight) -> Iterator[dict[str, Any]]:
    """Round, table, seat (from 1), start number, name, points: one for every seat of a sheet."""
    results = results_by_part(event)
    for seat in seats_of(event):
        part, table = seat.part, seat.part.table
        if not sight.hides(table.round.number):
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
    """What a part of a sheet gave to a seat, rulings included; nothing while no deal counts."""
    return result.tallies[POINTS][seat.position] if result else 0
