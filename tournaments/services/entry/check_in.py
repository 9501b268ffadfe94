"""Check-in: mark entrants present or absent, and drop those who never came."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.models import Admission, Entrant, Event, EventChangeKind, Seat
from tournaments.selectors.entry.check_in import NEVER_CAME, is_released, unticked_together
from tournaments.services.cash.payments import pay_at_door
from tournaments.services.history.event_chain import SYSTEM, append_event_entry
from tournaments.services.history.sheet_chain import Author, lock_events, request_standings
from tournaments.services.sheets.write_guard import lock_not_over, lock_unclosed


@transaction.atomic
def check_in(*, entrant: Entrant, is_present: bool, by: Author = SYSTEM, **facts: Any) -> bool:
    """Mark an entrant present or absent; returns False if nothing changed. `facts` go into the history.

    Raises NotPossible: `event_closed`; `signed_off` and `event_cancelled` for somebody who comes to an event
    that is over or does not take place; `waiting` for an entrant who must be admitted first.
    """
    event = lock_not_over(entrant.event) if is_present else lock_unclosed(entrant.event)
    entrant.refresh_from_db(fields=["is_present", "admission", "left_after", "leaver_rule"])
    if is_present and entrant.admission == Admission.WAITING:
        message = gettext("%(name)s is on the waiting list. Give %(name)s a place first.")
        raise NotPossible("waiting", message % {"name": entrant.player.name})
    if entrant.is_present == is_present and not (is_present and entrant.admission == Admission.LEFT):
        return False
    entrant.is_present = is_present
    if is_present and entrant.admission == Admission.LEFT:
        entrant.admission, entrant.left_after, entrant.leaver_rule = Admission.ENTERED, None, ""
    entrant.save(update_fields=["is_present", "admission", "left_after", "leaver_rule"])
    kind = EventChangeKind.CHECKED_IN if is_present else EventChangeKind.CHECKED_OUT
    append_event_entry(event, kind, by=by, entrant=entrant.pk, **facts)
    request_standings(event)
    return True


@transaction.atomic
def check_in_people(
    *,
    event: Event,
    entrants: Sequence[Entrant],
    is_present: bool = True,
    pays: bool = False,
    beside: Sequence[Event] = (),
    by: Author = SYSTEM,
) -> list[Entrant]:
    """Mark people present or absent, all or none, and book what they owe if they pay, as `pay_at_door`.

    Returns those who were not marked so before. Raises as `check_in` and `pay_at_door`.
    """
    if pays:
        lock_events([event, *beside])
    changed = [each for each in entrants if check_in(entrant=each, is_present=is_present, by=by)]
    if pays:
        pay_at_door(event=event, entrants=entrants, beside=beside, by=by)
    return changed


@transaction.atomic
def untick_all(*, event: Event, by: Author = SYSTEM) -> int:
    """Mark all entrants absent before the check-in begins; return how many changed.

    Raises NotPossible: `event_closed`, `play_began` once a round is released.
    """
    event = lock_unclosed(event)
    if is_released(event):
        message = gettext(
            "A round is open: players with a seat stay checked in. Undo the check-in of each absent one."
        )
        raise NotPossible("play_began", message)
    here = list(event.entrants.filter(is_present=True).values_list("pk", flat=True))
    event.entrants.filter(pk__in=here).update(is_present=False)
    return append_for_all(event, EventChangeKind.CHECKED_OUT, here, by)


@transaction.atomic
def tick_again(*, event: Event, by: Author = SYSTEM) -> int:
    """Undo `untick_all`; return how many are present again. Raises as `lock_not_over`."""
    event = lock_not_over(event)
    away = event.entrants.filter(pk__in=unticked_together(event), is_present=False)
    again = list(away.filter(admission=Admission.ENTERED).values_list("pk", flat=True))
    event.entrants.filter(pk__in=again).update(is_present=True)
    return append_for_all(event, EventChangeKind.CHECKED_IN, again, by)


@transaction.atomic
def drop_no_shows(*, event: Event, by: Author = SYSTEM) -> int:
    """Drop the entrants who are absent and were never seated; return how many.

    Raises NotPossible (`event_closed`).
    """
    event = lock_unclosed(event)
    missing = event.entrants.filter(admission=Admission.ENTERED, is_present=False)
    seated = Seat.objects.filter(part__table__round__event=event).values("entrant_id")
    dropped = list(missing.exclude(pk__in=seated).values_list("pk", flat=True))
    event.entrants.filter(pk__in=dropped).update(admission=Admission.LEFT, left_after=NEVER_CAME)
    return append_for_all(event, EventChangeKind.LEFT, dropped, by, after=NEVER_CAME)


@transaction.atomic
def undo_no_shows(*, event: Event, by: Author = SYSTEM) -> int:
    """Undo `drop_no_shows`; return how many are expected again. Raises as `lock_not_over`."""
    event = lock_not_over(event)
    dropped = event.entrants.filter(admission=Admission.LEFT, left_after=NEVER_CAME)
    back = list(dropped.values_list("pk", flat=True))
    dropped.update(admission=Admission.ENTERED, left_after=None)
    return append_for_all(event, EventChangeKind.ENTERED, back, by)


def append_for_all(event: Event, kind: EventChangeKind, ids: list[int], by: Author, **facts: Any) -> int:
    """Append one history entry for all these entrants of the (locked) event, if any; return how many."""
    if ids:
        append_event_entry(event, kind, by=by, entrants=ids, **facts)
        request_standings(event)
    return len(ids)
