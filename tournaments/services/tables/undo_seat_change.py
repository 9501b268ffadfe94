"""Undo the last change of seats at a table, as long as nothing was written on the new seats."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.models import EventChangeKind, Part, SitOut, Table
from tournaments.selectors.sheets.folded_sheets import load_parts
from tournaments.selectors.sheets.seat_plan import Places, seats_of_parts
from tournaments.selectors.tables.last_seat_change import change_to_undo
from tournaments.services.history.event_chain import refuse_unseen
from tournaments.services.history.sheet_chain import Author
from tournaments.services.sheets.write_guard import lock_played
from tournaments.services.tables.seat_changes import keep_seats, put_seats, refuse_places


@transaction.atomic
def undo_seat_change(*, table: Table, by: Author, seen: int | None = None) -> Table:
    """Restore seats, parts and sit-outs as before the last change of seats.

    Raises NotPossible: `seats_written` if anything was written since, or nothing was changed;
    `sits_elsewhere` if one of the entrants sits at another table by now; `changed_meanwhile` and what
    `lock_played` raises.
    """
    event, table = lock_played(table)
    refuse_unseen(event, seen, EventChangeKind.RESEATED, round=table.round.number, table=table.number)
    change = change_to_undo(table)
    if change is None:
        message = gettext(
            "Deals were recorded on these seats since, or nothing was changed. Change the seats from the "
            "next deal on instead."
        )
        raise NotPossible("seats_written", message)
    before = change["before"]
    refuse_places(event, table, stored_places(before[-1]), moving={})
    now = seats_of_parts(load_parts(table))
    put_parts(table, before)
    SitOut.objects.bulk_create(SitOut(round=table.round, entrant_id=pk) for pk in change.get("rested", []))
    return keep_seats(event, table, now, change["from"], gettext("undone"), by)


def put_parts(table: Table, before: list[dict[str, Any]]) -> None:
    """Restore the parts; rows of a part opened since return to the part before it."""
    parts = list(table.parts.order_by("position"))
    remaining, opened = parts[: len(before)], parts[len(before) :]
    table.deals.filter(part__in=opened).update(part=remaining[-1])
    Part.objects.filter(pk__in=[part.pk for part in opened]).delete()
    for part, was in zip(remaining, before, strict=True):
        part.first_dealer = was["first_dealer"]
        part.save(update_fields=["first_dealer"])
        put_seats(part, stored_places(was))


def stored_places(part: dict[str, Any]) -> Places:
    """Return the seats of a part as stored in the history."""
    return tuple((who, whose) for who, whose in part["seats"])
