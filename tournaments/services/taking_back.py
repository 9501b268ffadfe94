"""The last change of seats at a table, taken back as long as nothing was written on the new seats."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from tournaments.errors import NotPossible
from tournaments.models import EventEntryKind, Part, SitOut, Table
from tournaments.selectors.reseated import change_to_undo
from tournaments.selectors.seats import Places, seats_of_parts
from tournaments.selectors.sheets import load_parts
from tournaments.services.decided import lock_played
from tournaments.services.event_history import refuse_unseen
from tournaments.services.history import Author
from tournaments.services.reseating import keep_seats, put_seats, refuse_places


@transaction.atomic
def take_back_seats(*, table: Table, by: Author, seen: int | None = None) -> Table:
    """Seats, parts and who rests as they were before the last change of seats.

    Raises NotPossible: `seats_written` where something was written since, or nothing was changed;
    `sits_elsewhere` where one of them sits at another table by now; `changed_meanwhile` and what
    `lock_played` raises.
    """
    event, table = lock_played(table)
    refuse_unseen(event, seen, EventEntryKind.RESEATED, round=table.round.number, table=table.number)
    change = change_to_undo(table)
    if change is None:
        message = gettext(
            "Deals were written on these seats since, or nothing was changed."
            " Change the seats from the next deal on instead."
        )
        raise NotPossible("seats_written", message)
    before = change["before"]
    refuse_places(event, table, places_said(before[-1]), moving={})
    now = seats_of_parts(load_parts(table))
    put_parts(table, before)
    rest_again(table, change.get("rested", []))
    return keep_seats(event, table, now, change["from"], gettext("taken back"), by)


def put_parts(table: Table, before: list[dict[str, Any]]) -> None:
    """The parts as they were; the rows of one that was opened since go back to the part before it."""
    parts = list(table.parts.order_by("position"))
    kept, opened = parts[: len(before)], parts[len(before) :]
    table.deals.filter(part__in=opened).update(part=kept[-1])
    Part.objects.filter(pk__in=[part.pk for part in opened]).delete()
    for part, was in zip(kept, before, strict=True):
        part.first_dealer = was["first_dealer"]
        part.save(update_fields=["first_dealer"])
        put_seats(part, places_said(was))


def places_said(part: dict[str, Any]) -> Places:
    """The places of a part as the history keeps them."""
    return tuple((who, whose) for who, whose in part["seats"])


def rest_again(table: Table, entrant_ids: list[int]) -> None:
    """Who rested before he came to the table rests again."""
    SitOut.objects.bulk_create(SitOut(round=table.round, entrant_id=pk) for pk in entrant_ids)
