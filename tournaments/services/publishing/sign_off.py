"""Sign-off of the results by the director: no decisions are possible until it is undone."""

from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.models import Event, EventChangeKind, MarkedPhoto
from tournaments.selectors.publishing.sign_off_checklist import obstacles_to_sign_off
from tournaments.services.history.event_chain import append_event_entry
from tournaments.services.history.sheet_chain import Author, lock_event
from tournaments.services.sheets.write_guard import lock_undecided, refuse_cancelled, refuse_closed


@transaction.atomic
def sign_off(*, event: Event, by: Author) -> Event:
    """Sign off the results as complete and correct; photographs of marked sheets are deleted.

    Raises NotPossible: `not_complete` with every obstacle; `signed_off` if they are signed off
    already; `event_cancelled`.
    """
    event = lock_undecided(event)
    refuse_cancelled(event)
    obstacles = obstacles_to_sign_off(event)
    if obstacles:
        message = " ".join(each.message for each in obstacles)
        raise NotPossible("not_complete", message, missing=[each.code for each in obstacles])
    event.signed_off_at = timezone.now()
    event.save(update_fields=["signed_off_at"])
    deleted, _ = MarkedPhoto.objects.filter(round__event=event).delete()
    facts: dict[str, Any] = {"photos": deleted} if deleted else {}
    append_event_entry(event, EventChangeKind.SIGNED_OFF, by=by, is_signed_off=True, **facts)
    return event


@transaction.atomic
def undo_sign_off(*, event: Event, by: Author) -> Event:
    """Undo the sign-off. Raises NotPossible (`not_signed_off`, `event_closed`)."""
    event = lock_event(event)
    refuse_closed(event)
    if event.signed_off_at is None:
        raise NotPossible("not_signed_off", gettext("The results are not signed off."))
    event.signed_off_at = None
    event.save(update_fields=["signed_off_at"])
    append_event_entry(event, EventChangeKind.SIGNED_OFF, by=by, is_signed_off=False)
    return event
