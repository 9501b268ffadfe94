"""The last change of seats at a table, whether it can be undone, and the entrants who could join."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournaments.models import Admission, Entrant, EventChangeKind, Seat, SheetChangeKind, SitOut, Table
from tournaments.selectors.history.authors import author_names
from tournaments.selectors.sheets.seat_plan import tables_now
from tournaments.selectors.standings.decisions import reason_of

NOT_PLAYED = (
    SheetChangeKind.FIRST_DEALER,
    SheetChangeKind.COMPARED,
    SheetChangeKind.UPHELD,
    SheetChangeKind.TYPED_TWICE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatChange:
    """Author, time and reason of a change of seats."""

    who: str
    at: datetime
    reason: str


def change_to_undo(table: Table) -> dict[str, Any] | None:
    """Return the record of the last change of seats, if no row was written after it; one query.

    None for a change that itself undid another.
    """
    entry = table.entries.exclude(kind__in=NOT_PLAYED).order_by("-number").first()
    if entry is None or entry.kind != SheetChangeKind.RESEATED or entry.record is None:
        return None
    record: dict[str, Any] = entry.record
    return record if len(record["before"]) <= len(record["after"]) else None


def last_change(table: Table) -> SeatChange | None:
    """Return the change of seats that can be undone, as the director entered it; three queries at most."""
    if change_to_undo(table) is None:
        return None
    about = {"facts__round": table.round.number, "facts__table": table.number}
    entries = table.round.event.entries.filter(kind=EventChangeKind.RESEATED, **about)
    entry = entries.select_related("reason").order_by("-number").first()
    if entry is None:
        return None
    return SeatChange(who=author_names([entry])[entry.pk], at=entry.at, reason=reason_of(entry))


def who_could_come(table: Table) -> Sequence[Entrant]:
    """Return entrants without a seat in the round.

    Those who sat here before, then sit-outs, then those present.
    """
    seated = tables_now(table.round_id)
    sat_here = set(Seat.objects.filter(part__table=table).values_list("entrant_id", flat=True))
    sitting_out = set(SitOut.objects.filter(round=table.round_id).values_list("entrant_id", flat=True))
    entrants = table.round.event.entrants.filter(admission=Admission.ENTERED).select_related("player")
    return sorted(
        (each for each in entrants if each.pk not in seated),
        key=lambda each: (
            each.pk not in sat_here,
            each.pk not in sitting_out,
            not each.is_present,
            each.number,
        ),
    )
