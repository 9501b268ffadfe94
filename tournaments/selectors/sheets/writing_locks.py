"""Locks: the refusals that forbid to write at a table or to decide about an event; None where nothing does.

A page asks them to say why its fields are gone; `write_guard` in the services raises them under the lock.
"""

from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.models import Event, Round, RoundStatus


def writing_lock(round: Round, *, is_phone: bool = False) -> NotPossible | None:
    """Return what forbids to write at the tables of a round: `event_closed`, `signed_off`, `event_cancelled`
    or `round_draft`.

    Final results stop everybody but the phones of a table, which are late then.
    """
    final = None if is_phone else decision_lock(round.event)
    if lock := final or cancellation_lock(round.event):
        return lock
    if round.status == RoundStatus.DRAFT:
        message = gettext("Round %(round)s is not open yet; its tables cannot play.")
        return NotPossible("round_draft", message % {"round": round.number})
    return None


def decision_lock(event: Event) -> NotPossible | None:
    """Return `event_closed` or `signed_off` for an event whose results are final."""
    if lock := closing_lock(event):
        return lock
    if event.signed_off_at:
        message = gettext("The results of %(event)s are signed off; undo the sign-off first.")
        return NotPossible("signed_off", message % {"event": event.name})
    return None


def closing_lock(event: Event) -> NotPossible | None:
    """Return `event_closed` for a closed event."""
    if event.is_closed:
        message = gettext("%(event)s is closed; reopen it first.")
        return NotPossible("event_closed", message % {"event": event.name})
    return None


def cancellation_lock(event: Event) -> NotPossible | None:
    """Return `event_cancelled` for an event that does not take place."""
    if event.is_cancelled:
        message = gettext("%(event)s is cancelled. Undo the cancellation in its settings first.")
        return NotPossible("event_cancelled", message % {"event": event.name})
    return None
