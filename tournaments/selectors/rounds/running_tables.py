"""The tables in play: which are running, and how far the hall is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils.translation import gettext

from tournaments.models import Part, Player, RoundStatus, Seat, Table
from tournaments.selectors.rounds.progress import RoundProgress, TableProgress
from tournaments.selectors.sheets.agreements import deals_expected

RING = 50.27  # the length of a ring of radius 8, which `_hall_progress.html` draws
MOST_RINGS = 40  # beyond them, the numbers alone


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


@dataclass(frozen=True, slots=True)
class TableRing:
    """A table as a ring: how much of it is drawn, in units of its length."""

    table: TableProgress
    drawn: str

    @property
    def is_full(self) -> bool:
        """Return whether nothing is missing at this table."""
        return self.table.is_complete


@dataclass(frozen=True, slots=True, kw_only=True)
class HallProgress:
    """A round in play: deals counted and expected, and its tables."""

    round: int
    counted: int
    expected: int
    complete: int
    tables: Sequence[TableRing]

    @property
    def rings(self) -> Sequence[TableRing]:
        """Return the tables as long as rings are told apart."""
        return self.tables if len(self.tables) <= MOST_RINGS else ()


def hall_progress(rounds: Iterable[RoundProgress]) -> list[HallProgress]:
    """Return the rounds in play whose tables agreed a number of deals; secret ones are left out."""
    return [
        HallProgress(
            round=each.number,
            counted=sum(counted_at(table) for table in each.tables),
            expected=sum(table.deals_expected or 0 for table in each.tables),
            complete=each.tables_complete,
            tables=[TableRing(table, drawn_of(table)) for table in each.tables],
        )
        for each in rounds
        if each.is_open
        and each.tables
        and all(table.deals_expected and not table.is_secret for table in each.tables)
    ]


def counted_at(table: TableProgress) -> int:
    """Return the deals that are done with: all of them at a table that is over."""
    expected = table.deals_expected or 0
    return expected if table.is_complete else min(expected, table.deals_counted)


def drawn_of(table: TableProgress) -> str:
    """Return the drawn part of a table's ring, as SVG takes it."""
    return f"{RING * counted_at(table) / (table.deals_expected or 1):.2f}"
