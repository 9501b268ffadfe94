"""Delete a trial event permanently: the only code that deletes history."""

from pathlib import Path

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.models import ClubChangeKind, Event, Stage, User
from tournaments.services.history.club_history import append_club_entry, raise_club_revision
from tournaments.services.history.sheet_chain import lock_event
from tournaments.services.installation.automatic_backups import back_up_everywhere
from tournaments.services.installation.event_removal import remove_event
from tournaments.storage.lock import Taken


def delete_after_backup(*, event: Event, typed: str, by: User | None) -> Path:
    """Delete an event after a backup, if its name was typed; return the backup.

    Raises NotPossible: `not_a_trial`, `not_the_name`, `backup_missing`; then nothing is deleted.
    """
    refuse_final(event)
    if typed.strip() != event.name:
        message = gettext("“%(typed)s” is not the name of this event. Nothing was deleted.")
        raise NotPossible("not_the_name", message % {"typed": typed})
    try:
        file = back_up_everywhere()
    except Taken:
        file = None
    if file is None:
        message = gettext("No backup could be made, so nothing was deleted. Try again in a minute.")
        raise NotPossible("backup_missing", message)
    delete_event(event=event, by=by)
    return file


def delete_unplayed(*, event: Event, by: User | None) -> None:
    """Delete an event without rounds, as a program may. Raises NotPossible (`event_has_rounds`)."""
    if event.rounds.exists():
        message = gettext(
            "%(event)s has rounds and cannot be deleted by a program; cancel it, or delete it on its page."
        )
        raise NotPossible("event_has_rounds", message % {"event": event.name})
    delete_event(event=event, by=by)


def delete_event(*, event: Event, by: User | None = None) -> None:
    """Delete an event with its sheets, history and money; its players stay in the club.

    The history of the club records it, and from then on nobody finds the event; its rows are removed a
    portion at a time. Raises NotPossible (`not_a_trial`) for results that are signed off or were published
    as final.
    """
    hide_for_good(event, by)
    remove_event(event)


@transaction.atomic
def hide_for_good(event: Event, by: User | None) -> None:
    """Record that an event is deleted, and let nobody find it any more. Raises as `delete_event`."""
    event = lock_event(event)
    refuse_final(event)
    facts = {"name": event.name, "slug": event.slug, "date": event.date.isoformat()}
    append_club_entry(event.club, ClubChangeKind.EVENT_DELETED, by=by, **facts)
    event.moving_at = timezone.now()
    event.save(update_fields=["moving_at"])
    raise_club_revision(event.club_id)


def refuse_final(event: Event) -> None:
    """Raise NotPossible (`not_a_trial`) for final results."""
    if event.signed_off_at or event.publications.filter(stage=Stage.FINAL).exists():
        message = gettext(
            "%(event)s is not a trial event: its results are signed off or were published as final. It "
            "cannot be deleted."
        )
        raise NotPossible("not_a_trial", message % {"event": event.name})
