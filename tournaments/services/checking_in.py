"""At the door: who is here, who is not yet, who did not come at all."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from tournaments.errors import NotPossible
from tournaments.models import Admission, Entrant, Event, EventEntryKind, Seat
from tournaments.selectors.door import is_released, unticked_together
from tournaments.services.event_history import SYSTEM, append_event_entry
from tournaments.services.history import Author, lock_event, mark_standings

NEVER_CAME = 0  # `left_after` of somebody who was dropped before he played


@transaction.atomic
def check_in(*, entrant: Entrant, is_present: bool, by: Author = SYSTEM) -> bool:
    """Somebody is here, or is not; false where that stood so already and nothing was done.

    Raises NotPossible (`waiting`) for somebody on the waiting list: admit him first.
    """
    event = lock_event(entrant.event)
    entrant.refresh_from_db(fields=["is_present", "admission", "left_after", "leaver_rule"])
    if is_present and entrant.admission == Admission.WAITING:
        message = gettext("%(name)s is on the waiting list. Give %(name)s a place first.")
        raise NotPossible("waiting", message % {"name": entrant.player.name})
    if entrant.is_present == is_present and not (is_present and entrant.admission == Admission.LEFT):
        return False
    entrant.is_present = is_present
    if is_present and entrant.admission == Admission.LEFT:
        come_back(entrant)
    entrant.save(update_fields=["is_present", "admission", "left_after", "leaver_rule"])
    kind = EventEntryKind.CHECKED_IN if is_present else EventEntryKind.CHECKED_OUT
    append_event_entry(event, kind, by=by, entrant=entrant.pk)
    mark_standings(event)
    return True


def come_back(entrant: Entrant) -> None:
    """Whoever had left plays on; not saved."""
    entrant.admission, entrant.left_after, entrant.leaver_rule = Admission.ENTERED, None, ""


def set_present(*, entrant: Entrant, is_present: bool, by: Author = SYSTEM) -> Entrant:
    """Tick somebody at the door, or take the tick away. Raises as `check_in`."""
    check_in(entrant=entrant, is_present=is_present, by=by)
    return entrant


@transaction.atomic
def untick_all(*, event: Event, by: Author = SYSTEM) -> int:
    """Nobody is here yet: the check-in begins. How many were unticked.

    Raises NotPossible (`play_began`) once a round is released.
    """
    event = lock_event(event)
    if is_released(event):
        message = gettext(
            "A round is released: whoever sits at a table stays checked in."
            " Untick each player who is not here."
        )
        raise NotPossible("play_began", message)
    here = list(event.entrants.filter(is_present=True).values_list("pk", flat=True))
    event.entrants.filter(pk__in=here).update(is_present=False)
    return keep_together(event, EventEntryKind.CHECKED_OUT, here, by)


@transaction.atomic
def tick_again(*, event: Event, by: Author = SYSTEM) -> int:
    """Take `untick_all` back. How many are here again."""
    event = lock_event(event)
    away = event.entrants.filter(pk__in=unticked_together(event), is_present=False)
    again = list(away.filter(admission=Admission.ENTERED).values_list("pk", flat=True))
    event.entrants.filter(pk__in=again).update(is_present=True)
    return keep_together(event, EventEntryKind.CHECKED_IN, again, by)


@transaction.atomic
def drop_no_shows(*, event: Event, by: Author = SYSTEM) -> int:
    """Whoever is entered but not here, and never sat at a table, does not play. How many they were."""
    event = lock_event(event)
    missing = event.entrants.filter(admission=Admission.ENTERED, is_present=False)
    seated = Seat.objects.filter(part__table__round__event=event).values("entrant_id")
    dropped = list(missing.exclude(pk__in=seated).values_list("pk", flat=True))
    event.entrants.filter(pk__in=dropped).update(admission=Admission.LEFT, left_after=NEVER_CAME)
    return keep_together(event, EventEntryKind.LEFT, dropped, by, after=NEVER_CAME)


@transaction.atomic
def take_back_no_shows(*, event: Event, by: Author = SYSTEM) -> int:
    """Expect everybody again who was dropped before he played. How many they are."""
    event = lock_event(event)
    dropped = event.entrants.filter(admission=Admission.LEFT, left_after=NEVER_CAME)
    back = list(dropped.values_list("pk", flat=True))
    dropped.update(admission=Admission.ENTERED, left_after=None)
    return keep_together(event, EventEntryKind.ENTERED, back, by)


def keep_together(event: Event, kind: EventEntryKind, ids: list[int], by: Author, **facts: Any) -> int:
    """One entry for all these entrants of the (locked) event, if there are any; how many they are."""
    if ids:
        append_event_entry(event, kind, by=by, entrants=ids, **facts)
        mark_standings(event)
    return len(ids)
