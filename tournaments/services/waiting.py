"""The waiting list: how many places are free, and who gets them."""

from django.db import transaction

from tournaments.models import Admission, Entrant, Event, EventEntryKind
from tournaments.selectors.door import has_begun
from tournaments.services.event_history import SYSTEM, append_event_entry
from tournaments.services.history import Author, lock_event, mark_standings


def free_places(event: Event) -> int | None:
    """How many places are left; None without a limit."""
    if event.places is None:
        return None
    return max(0, event.places - event.entrants.filter(admission=Admission.ENTERED).count())


def move_up(event: Event, by: Author) -> list[Entrant]:
    """Give free places of the (locked) event to the waiting list, in its order, until the draw."""
    free = free_places(event)
    if has_begun(event) or event.is_closed:
        return []
    waiting = event.entrants.filter(admission=Admission.WAITING).select_related("player").order_by("number")
    moved = list(waiting if free is None else waiting[:free])
    for entrant in moved:
        admit_one(event, entrant, by)
    return moved


@transaction.atomic
def admit(*, entrant: Entrant, by: Author = SYSTEM) -> Entrant:
    """Give somebody on the waiting list a place, whatever the order and the number of places."""
    event = lock_event(entrant.event)
    entrant.refresh_from_db(fields=["admission"])
    return admit_one(event, entrant, by) if entrant.admission == Admission.WAITING else entrant


def admit_one(event: Event, entrant: Entrant, by: Author) -> Entrant:
    """From the waiting list into the (locked) event."""
    entrant.admission = Admission.ENTERED
    entrant.save(update_fields=["admission"])
    append_event_entry(event, EventEntryKind.ENTERED, by=by, entrant=entrant.pk, moved_up=True)
    mark_standings(event)
    return entrant
