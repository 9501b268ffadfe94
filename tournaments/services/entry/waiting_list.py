"""The waiting list: count free places and assign them."""

from django.db import transaction

from tournaments.models import Admission, Entrant, Event, EventChangeKind
from tournaments.selectors.entry.check_in import has_begun
from tournaments.services.history.event_chain import SYSTEM, append_event_entry
from tournaments.services.history.sheet_chain import Author, lock_event, request_standings


def free_places(event: Event) -> int | None:
    """Return the number of free places; None without a limit."""
    if event.places is None:
        return None
    return max(0, event.places - event.entrants.filter(admission=Admission.ENTERED).count())


def move_up(event: Event, by: Author) -> list[Entrant]:
    """Give free places of the (locked) event to the waiting list, in order, until the draw."""
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
    """Give an entrant on the waiting list a place, regardless of order and limit."""
    event = lock_event(entrant.event)
    entrant.refresh_from_db(fields=["admission"])
    return admit_one(event, entrant, by) if entrant.admission == Admission.WAITING else entrant


def admit_one(event: Event, entrant: Entrant, by: Author) -> Entrant:
    """Admit an entrant from the waiting list to the (locked) event."""
    entrant.admission = Admission.ENTERED
    entrant.save(update_fields=["admission"])
    append_event_entry(event, EventChangeKind.ENTERED, by=by, entrant=entrant.pk, moved_up=True)
    request_standings(event)
    return entrant
