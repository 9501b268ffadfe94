"""The entrants at the tables in play.

An entrant who shares a start number is not counted, because either of the two may be the one at the table.
"""

from itertools import product

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils.translation import gettext

from tournaments.models import Part, Player, RoundStatus, Seat, Table
from tournaments.selectors.sheets.folded_sheets import deals_expected


def tables_at_once(one: Player, other: Player) -> tuple[Table, Table] | None:
    """Return two running tables of one day at which both sit, each at one of them; None if there are none."""
    seats = current_seats().filter(
        part__table__round__status=RoundStatus.OPEN,
        part__table__round__event__is_closed=False,
        part__table__is_broken_off=False,
    )
    own, others = (list(seats.filter(entrant__player=player)) for player in (one, other))
    pairs = [(first.part.table, second.part.table) for first, second in product(own, others)]
    same_day = [pair for pair in pairs if len({table.round.event.date for table in pair}) == 1]
    return next((pair for pair in same_day if all(map(is_running, pair))), None)


def current_seats() -> QuerySet[Seat]:
    """Return the seats of the newest part of every table, without those of shared start numbers."""
    newest = Part.objects.filter(table=OuterRef("part__table")).order_by("-position").values("pk")[:1]
    seats = Seat.objects.filter(part=Subquery(newest), entrant__partner=None)
    seats = seats.select_related("entrant__player", "part__table__round__event")
    return seats.order_by("part__table__round", "part__table__number", "position")


def is_running(table: Table) -> bool:
    """Return whether a table that was not abandoned has deals left to play."""
    parts = list(table.parts.prefetch_related("seats"))
    expected = deals_expected(table.round.event, len(parts[-1].seats.all()))
    counted = sum(part.deals_counted for part in parts)
    return not parts[-1].is_over and (expected is None or counted < expected)


def place_text(table: Table) -> str:
    """Return a table with its event and round, such as “Autumn Fipsen, round 2, table 3”."""
    place = gettext("%(event)s, round %(round)s, table %(table)s")
    values = {"event": table.round.event.name, "round": table.round.number, "table": table.number}
    return place % values
