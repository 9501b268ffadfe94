"""The state of an event in one step: whether it takes place, is listed, and is over."""

from django.db import transaction

from tournaments.models import Event
from tournaments.services.events.cancelling import cancel_event, list_event, undo_cancellation
from tournaments.services.events.lifecycle import close_event
from tournaments.services.history.sheet_chain import Author


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
