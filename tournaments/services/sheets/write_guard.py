"""The question that every write on a table asks under its lock: may this author write there now?

`on_the_sheet` asks it for each request of a phone or a program, `lock_played` for each decision at a table. A
phone that comes after the close is not refused here: its deals are kept for the director (`is_late`).
"""

from django.db.models import Q, QuerySet
from django.utils.translation import gettext, ngettext

from scoring.not_possible import NotPossible
from tournaments.models import Event, MarkedPhoto, Round, Table
from tournaments.selectors.sheets.writing_locks import (
    cancellation_lock,
    closing_lock,
    decision_lock,
    writing_lock,
)
from tournaments.services.history.sheet_chain import lock_event, lock_table
from tournaments.wording.lists import in_a_list


def lock_undecided(event: Event) -> Event:
    """Lock the event. Raises NotPossible (`event_closed`, `signed_off`) if its results are final."""
    event = lock_event(event)
    refuse_decided(event)
    return event


def lock_taking_place(event: Event) -> Event:
    """Lock the event. Raises NotPossible (`event_cancelled`) if it does not take place."""
    event = lock_event(event)
    refuse_cancelled(event)
    return event


def lock_unclosed(event: Event) -> Event:
    """Lock the event. Raises NotPossible (`event_closed`) if who took part, and who won, is final."""
    event = lock_event(event)
    refuse_closed(event)
    return event


def lock_going_on(event: Event) -> Event:
    """Lock the event. Raises NotPossible (`event_closed`, `event_cancelled`) if no team can change there."""
    event = lock_unclosed(event)
    refuse_cancelled(event)
    return event


def lock_not_over(event: Event) -> Event:
    """Lock the event. Raises as `refuse_over`."""
    event = lock_event(event)
    refuse_over(event)
    return event


def lock_played(table: Table) -> tuple[Event, Table]:
    """Lock the event, then the table, for a decision. Raises as `refuse_unwritable`."""
    event = lock_undecided(table.round.event)
    locked = lock_table(table)
    locked.round.event = event
    refuse_unwritable(locked.round)
    return event, locked


def refuse_unwritable(round: Round, *, is_phone: bool = False) -> None:
    """Raise the `writing_lock` of the tables of a round, if there is one."""
    refuse(writing_lock(round, is_phone=is_phone))


def refuse_decided(event: Event) -> None:
    """Raise NotPossible (`event_closed`, `signed_off`) for an event whose results are final."""
    refuse(decision_lock(event))


def refuse_over(event: Event) -> None:
    """Raise NotPossible (`event_closed`, `signed_off`, `event_cancelled`) if nobody comes or plays now."""
    refuse_decided(event)
    refuse_cancelled(event)


def refuse_closed(event: Event) -> None:
    """Raise NotPossible (`event_closed`) for a closed event."""
    refuse(closing_lock(event))


def refuse_cancelled(event: Event) -> None:
    """Raise NotPossible (`event_cancelled`) for an event that does not take place."""
    refuse(cancellation_lock(event))


def refuse(lock: NotPossible | None) -> None:
    """Raise a lock, if there is one."""
    if lock:
        raise lock


# Before the seats of a draft change


def refuse_written(drafts: QuerySet[Round]) -> None:
    """Raise NotPossible (`draft_written`) for drafts with entries or photos, which would go with the seats.

    `refuse_unwritable` keeps drafts empty; an installation of an earlier version may have such entries.
    """
    written = Table.objects.filter(Q(revision__gt=0) | Q(parked__isnull=False), round__in=drafts)
    places = sorted(set(written.values_list("round__number", "number")))
    if places:
        first = places[0][0]
        tables = [str(table) for number, table in places if number == first]
        message = ngettext(
            "Round %(round)s has entries at table %(tables)s already, and nothing that was recorded is ever"
            " deleted. Open the round and go on with it; you can change its seats then.",
            "Round %(round)s has entries at tables %(tables)s already, and nothing that was recorded is ever"
            " deleted. Open the round and go on with it; you can change its seats then.",
            len(tables),
        )
        raise NotPossible("draft_written", message % {"round": first, "tables": in_a_list(tables)})
    photo = MarkedPhoto.objects.filter(round__in=drafts).select_related("round").first()
    if photo:
        message = gettext("Round %(round)s has photos of its sheets already. Delete them, or open the round.")
        raise NotPossible("draft_written", message % {"round": photo.round.number})
