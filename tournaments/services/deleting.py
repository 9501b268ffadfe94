"""Delete a trial for good: the one way in which a history ever goes."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction
from django.utils.translation import gettext

from tournaments.append_only import PROTECTED, protect, unprotect
from tournaments.errors import NotPossible
from tournaments.live import NEWS
from tournaments.models import Adjustment, Event, Payment, Publication, Ruling, Seat, Stage
from tournaments.services.history import lock_event
from tournaments.services.stored_rows import check_now


@transaction.atomic
def delete_event(*, event: Event) -> None:
    """Delete an event with its sheets, history and money; its players stay in the club.

    Raises NotPossible (`not_a_trial`) for results that are signed off or were published as final.
    """
    event = lock_event(event)
    refuse_final(event)
    with history_open():
        protected = {"deal__table__round__event": Ruling, "part__table__round__event": Seat}
        for path, model in protected.items():
            model.objects.filter(**{path: event}).delete()  # type: ignore[attr-defined]
        for model in (Adjustment, Payment, Publication):
            model.objects.filter(event=event).delete()
        event.delete()
        check_now()
    NEWS.ring_after_commit()


def refuse_final(event: Event) -> None:
    """Raises NotPossible (`not_a_trial`)."""
    if event.signed_off_at or event.publications.filter(stage=Stage.FINAL).exists():
        message = gettext(
            "%(event)s is no trial: its results are signed off or were published as final. It stays."
        )
        raise NotPossible("not_a_trial", message % {"event": event.name})


@contextmanager
def history_open() -> Iterator[None]:
    """Inside, entries can be deleted; the triggers come and go with the transaction around it."""
    with connection.cursor() as cursor:
        for table in PROTECTED:
            for statement in unprotect(connection.vendor, table):
                cursor.execute(statement)
    yield
    with connection.cursor() as cursor:
        for table in PROTECTED:
            for statement in protect(connection.vendor, table):
                cursor.execute(statement)
