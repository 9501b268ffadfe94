"""Rehearse a decision: take it, compare the results with those before, and undo all of it."""

from collections.abc import Callable
from dataclasses import replace

from django.db import transaction
from django.db.models import Sum

from tournaments.models import Event, Round
from tournaments.selectors.tables.consequences import Consequences, compare, reopening_notes, situation_of
from tournaments.services.history.sheet_chain import Author, lock_event
from tournaments.services.rounds.lifecycle import open_round

Written = tuple[int, int | None]


def rehearse(*, event: Event, act: Callable[[], object]) -> Consequences:
    """Return the consequences of `act`, one use case of this event; nothing is stored. Raises as `act` does.

    The situation before is read without a lock, and again where a table has written meanwhile. The objects
    that were given to `act` may differ from the database afterwards.
    """
    written, before = written_so_far(event), situation_of(event)
    with transaction.atomic():
        locked = lock_event(event)
        if written_so_far(event) != written:
            before = situation_of(locked)
        act()
        after = situation_of(lock_event(event))
        transaction.set_rollback(True)
    return compare(event, before, after)


def written_so_far(event: Event) -> Written:
    """Return the number of the event's own entries, and of those of all its sheets; one query.

    Equal values mean that nobody has written meanwhile.
    """
    rows = Event.objects.filter(pk=event.pk).annotate(of_sheets=Sum("rounds__tables__revision"))
    counts: Written = rows.values_list("revision", "of_sheets").get()
    return counts


def rehearse_reopening(*, round: Round, by: Author, seen: int | None = None) -> Consequences:
    """Return the consequences of reopening a closed round, and what may follow.

    Raises as `open_round` does.
    """
    notes = reopening_notes(round)
    consequences = rehearse(event=round.event, act=lambda: open_round(round=round, by=by, seen=seen))
    return replace(consequences, notes=[*notes, *(each for each in consequences.notes if each not in notes)])
