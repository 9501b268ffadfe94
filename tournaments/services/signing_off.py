"""The director signs the results off: from then on nothing is decided until he takes it back."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from tournaments.errors import NotPossible
from tournaments.models import Event, EventEntryKind
from tournaments.selectors.gate import open_questions
from tournaments.services.decided import lock_undecided
from tournaments.services.event_history import append_event_entry
from tournaments.services.history import Author, lock_event
from tournaments.services.rounds import refuse_closed


@transaction.atomic
def sign_off(*, event: Event, by: Author) -> Event:
    """Say that the results are complete and right.

    Raises NotPossible: `not_complete` with every open question; `signed_off` if it was said already.
    """
    event = lock_undecided(event)
    questions = open_questions(event)
    if questions:
        raise NotPossible("not_complete", " ".join(each.message for each in questions))
    event.signed_off_at = timezone.now()
    event.save(update_fields=["signed_off_at"])
    append_event_entry(event, EventEntryKind.SIGNED_OFF, by=by, is_signed_off=True)
    return event


@transaction.atomic
def take_back_sign_off(*, event: Event, by: Author) -> Event:
    """Open the results again. Raises NotPossible (`not_signed_off`, `event_closed`)."""
    event = lock_event(event)
    refuse_closed(event)
    if event.signed_off_at is None:
        raise NotPossible("not_signed_off", gettext("The results are not signed off."))
    event.signed_off_at = None
    event.save(update_fields=["signed_off_at"])
    append_event_entry(event, EventEntryKind.SIGNED_OFF, by=by, is_signed_off=False)
    return event
