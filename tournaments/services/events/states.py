"""The states of an event: whether it takes place, is listed, and is over."""

from django.db import transaction
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.models import Event, EventChangeKind
from tournaments.selectors.events.event_lists import has_deals
from tournaments.services.entry.waiting_list import move_up
from tournaments.services.events.lifecycle import close_event
from tournaments.services.history.event_chain import append_event_entry
from tournaments.services.history.sheet_chain import Author, lock_event
from tournaments.services.rounds.decision_guards import tidied_reason


@transaction.atomic
def change_state(
    *,
    event: Event,
    by: Author,
    is_cancelled: bool | None = None,
    reason: str = "",
    is_unlisted: bool | None = None,
    is_closed: bool | None = None,
) -> Event:
    """Cancel an event or let it take place, hide or show it in lists, close or reopen it, all or nothing.

    None leaves a part as it is. Raises NotPossible as `cancel_event` and `close_event`.
    """
    if is_cancelled:
        event = cancel_event(event=event, reason=reason, by=by)
    elif is_cancelled is not None:
        event = undo_cancellation(event=event, by=by)
    if is_unlisted is not None:
        event = list_event(event=event, is_unlisted=is_unlisted, by=by)
    if is_closed is not None:
        event = close_event(event=event, is_closed=is_closed, by=by)
    return event


@transaction.atomic
def cancel_event(*, event: Event, reason: str, by: Author) -> Event:
    """Cancel an event; its pages show the reason, and nobody can register any more.

    Raises NotPossible: `reason_missing`, `reason_too_long`, `event_begun`, `event_cancelled`.
    """
    event, reason = lock_event(event), tidied_reason(reason)
    if not reason:
        message = gettext("Say why: the players read the reason on the page of the event.")
        raise NotPossible("reason_missing", message)
    if event.is_cancelled:
        raise NotPossible("event_cancelled", gettext("%(event)s is cancelled already.") % {"event": event})
    if has_deals(event) or event.is_closed or event.signed_off_at:
        message = gettext("Deals of %(event)s are recorded, or it is over, so it cannot be cancelled.")
        raise NotPossible("event_begun", message % {"event": event.name})
    event.is_cancelled = True
    event.save(update_fields=["is_cancelled"])
    append_event_entry(event, EventChangeKind.CANCELLED, by=by, reason=reason)
    return event


@transaction.atomic
def undo_cancellation(*, event: Event, by: Author) -> Event:
    """Undo a cancellation; the places that became free meanwhile are given to the waiting list.

    Changes nothing for an event that is not cancelled.
    """
    event = lock_event(event)
    if event.is_cancelled:
        event.is_cancelled = False
        event.save(update_fields=["is_cancelled"])
        append_event_entry(event, EventChangeKind.UNCANCELLED, by=by)
        move_up(event, by)
    return event


@transaction.atomic
def list_event(*, event: Event, is_unlisted: bool, by: Author) -> Event:
    """Hide an event from the lists of events, or show it there again; its address works either way."""
    event = lock_event(event)
    if event.is_unlisted != is_unlisted:
        event.is_unlisted = is_unlisted
        event.save(update_fields=["is_unlisted"])
        append_event_entry(event, EventChangeKind.LISTED, by=by, is_unlisted=is_unlisted)
    return event
