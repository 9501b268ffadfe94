"""Delete a trial event permanently: the only code that deletes history."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection, transaction
from django.utils.translation import gettext

from scoring.sheet.refusals import NotPossible
from tournaments.append_only import PROTECTED, protect, unprotect
from tournaments.models import (
    Adjustment,
    ClubChangeKind,
    Event,
    Payment,
    Publication,
    Ruling,
    Seat,
    Stage,
    User,
)
from tournaments.services.history.club_history import append_club_entry, raise_club_revision
from tournaments.services.history.sheet_chain import lock_event
from tournaments.services.installation.automatic_backups import back_up_everywhere
from tournaments.services.installation.stored_rows import check_now
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


@transaction.atomic
def delete_event(*, event: Event, by: User | None = None) -> None:
    """Delete an event with its sheets, history and money; its players stay in the club.

    The history of the club records it. Raises NotPossible (`not_a_trial`) for results that are signed off
    or were published as final.
    """
    event = lock_event(event)
    facts = {"name": event.name, "slug": event.slug, "date": event.date.isoformat()}
    refuse_final(event)
    with history_open():
        protected = {"deal__table__round__event": Ruling, "part__table__round__event": Seat}
        for path, model in protected.items():
            model.objects.filter(**{path: event}).delete()  # type: ignore[attr-defined]
        for model in (Adjustment, Payment, Publication):
            model.objects.filter(event=event).delete()
        append_club_entry(event.club, ClubChangeKind.EVENT_DELETED, by=by, **facts)
        event.delete()
        check_now()
    raise_club_revision(event.club_id)


def refuse_final(event: Event) -> None:
    """Raise NotPossible (`not_a_trial`) for final results."""
    if event.signed_off_at or event.publications.filter(stage=Stage.FINAL).exists():
        message = gettext(
            "%(event)s is not a trial event: its results are signed off or were published as final. It "
            "cannot be deleted."
        )
        raise NotPossible("not_a_trial", message % {"event": event.name})


@contextmanager
def history_open() -> Iterator[None]:
    """Allow deleting entries inside; the triggers are dropped and restored in the surrounding transaction."""
    with connection.cursor() as cursor:
        for table in PROTECTED:
            for statement in unprotect(connection.vendor, table):
                cursor.execute(statement)
    yield
    with connection.cursor() as cursor:
        for table in PROTECTED:
            for statement in protect(connection.vendor, table):
                cursor.execute(statement)
