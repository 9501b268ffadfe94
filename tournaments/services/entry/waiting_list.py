"""The waiting list: count free places and assign them."""

from django.db import transaction

from tournaments.models import Admission, Entrant, Event, EventChangeKind
from tournaments.selectors.competitions.teams import groups_of, members_together
from tournaments.selectors.entry.check_in import has_begun
from tournaments.services.history.event_chain import SYSTEM, append_event_entry
from tournaments.services.history.sheet_chain import Author, request_standings
from tournaments.services.sheets.write_guard import lock_not_over


def free_places(event: Event) -> int | None:
    """Return the number of free places; None without a limit."""
    if event.places is None:
        return None
    return max(0, event.places - event.entrants.filter(admission=Admission.ENTERED).count())


def has_room(event: Event, number: int = 1) -> bool:
    """Return whether so many get a place now: nobody overtakes a team that waits for more places."""
    free = free_places(event)
    waits = event.entrants.filter(admission=Admission.WAITING).exists()
    return free is None or (free >= number and not waits)


def move_up(event: Event, by: Author) -> list[Entrant]:
    """Give free places of the (locked) event to the waiting list, in order, until the draw.

    A team moves up as a whole; nobody overtakes one that does not fit yet. Nobody moves up in an event that
    is over or does not take place.
    """
    free = free_places(event)
    if has_begun(event) or event.is_closed or event.is_cancelled:
        return []
    waiting = event.entrants.filter(admission=Admission.WAITING).select_related("player").order_by("number")
    moved: list[Entrant] = []
    for group in groups_of(event, waiting):
        if free is not None and len(moved) + len(group) > free:
            break
        moved += group
    for entrant in moved:
        admit_one(event, entrant, by)
    return moved


@transaction.atomic
def admit(*, entrant: Entrant, by: Author = SYSTEM) -> Entrant:
    """Give an entrant on the waiting list a place, with their team, regardless of order and limit.

    Raises as `lock_not_over`.
    """
    event = lock_not_over(entrant.event)
    for each in members_together(entrant):
        if each.admission == Admission.WAITING:
            admit_one(event, each, by)
    entrant.refresh_from_db(fields=["admission"])
    return entrant


def admit_one(event: Event, entrant: Entrant, by: Author) -> Entrant:
    """Admit an entrant from the waiting list to the (locked) event."""
    entrant.admission = Admission.ENTERED
    entrant.save(update_fields=["admission"])
    append_event_entry(event, EventChangeKind.ENTERED, by=by, entrant=entrant.pk, moved_up=True)
    request_standings(event)
    return entrant
