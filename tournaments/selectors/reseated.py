"""The last change of seats at a table, whether it can be taken back, and who could come to the table."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournaments.models import Admission, Entrant, EntryKind, EventEntryKind, Seat, SitOut, Table
from tournaments.selectors.authors import author_names
from tournaments.selectors.rulings import reason_of
from tournaments.selectors.seats import tables_now


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatChange:
    """Who changed the seats, when and why."""

    who: str
    at: datetime
    reason: str


def change_to_undo(table: Table) -> dict[str, Any] | None:
    """What the history says of the change of seats after which nothing was written; one query.

    None for one that was itself a taking back. Who was to deal first may have been said since.
    """
    entry = table.entries.exclude(kind=EntryKind.FIRST_DEALER).order_by("-number").first()
    if entry is None or entry.kind != EntryKind.RESEATED or entry.record is None:
        return None
    record: dict[str, Any] = entry.record
    return record if len(record["before"]) <= len(record["after"]) else None


def last_change(table: Table) -> SeatChange | None:
    """The change of seats that can be taken back, as the director wrote it down; three queries at most."""
    if change_to_undo(table) is None:
        return None
    about = {"facts__round": table.round.number, "facts__table": table.number}
    entries = table.round.event.entries.filter(kind=EventEntryKind.RESEATED, **about)
    entry = entries.select_related("reason").order_by("-number").first()
    if entry is None:
        return None
    return SeatChange(who=author_names([entry])[entry.pk], at=entry.at, reason=reason_of(entry))


def who_could_come(table: Table) -> Sequence[Entrant]:
    """Who sits nowhere in the round: first who sat here before, then who rests, then who is present."""
    seated = tables_now(table.round_id)
    sat_here = set(Seat.objects.filter(part__table=table).values_list("entrant_id", flat=True))
    resting = set(SitOut.objects.filter(round=table.round_id).values_list("entrant_id", flat=True))
    entrants = table.round.event.entrants.filter(admission=Admission.ENTERED).select_related("player")
    return sorted(
        (each for each in entrants if each.pk not in seated),
        key=lambda each: (
            each.pk not in sat_here,
            each.pk not in resting,
            not each.is_present,
            each.number,
        ),
    )
