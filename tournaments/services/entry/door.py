"""Check-in without a queue: the door of an event, and people who check themselves in while it is open."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.models import AuthorKind, Door, Entrant, Event, EventChangeKind
from tournaments.selectors.entry.door import is_door_open, phones_at_door
from tournaments.services.clubs.throttling import Pace, limit, take_try, wait_phrase
from tournaments.services.entry.check_in import append_for_all, check_in
from tournaments.services.history.event_chain import append_event_entry
from tournaments.services.history.sheet_chain import Author, lock_event
from tournaments.services.sheets.write_guard import lock_not_over, lock_unclosed, refuse_cancelled

LETTERS = 6  # of the number by which the check-ins of a phone are undone
MOST_OF_ONE_PHONE = 3  # a couple and a friend; more go to the tablet at the door
# Per network and event: a hall may share one address, so a table of friends at once, then one in two seconds.
ARRIVALS = Pace(free=40, pause=2, longest=8, forgotten_after=120)


@transaction.atomic
def set_door(*, event: Event, is_open: bool, by: Author) -> None:
    """Open or close the door; nothing happens if it is so already.

    Raises NotPossible for opening it as `lock_not_over`.
    """
    event = lock_not_over(event) if is_open else lock_event(event)
    if Door.objects.filter(event=event).exists() == is_open:
        return
    if is_open:
        Door.objects.create(event=event, opened_at=timezone.now())
    else:
        Door.objects.filter(event=event).delete()
    append_event_entry(event, EventChangeKind.HALL, by=by, done="open_door" if is_open else "close_door")


def refuse_crowd(event: Event, network: str) -> None:
    """Raise NotPossible (`too_fast`) for more check-ins from one network than people come through a door."""
    if seconds := take_try([limit(ARRIVALS, "arrive", event.pk, network)]):
        message = gettext("Many people are checking in at once. Wait %(time)s, then tap again.")
        raise NotPossible("too_fast", message % {"time": wait_phrase(seconds)})


def chosen_of(people: Sequence[Entrant], chosen: int | None) -> Entrant:
    """Return the one of the people whose name was typed. Raises NotPossible (`nobody_chosen`)."""
    for each in people:
        if each.pk == chosen:
            return each
    message = gettext(
        "Nobody of this name is found here. Type more letters of the surname, or go to the desk."
    )
    raise NotPossible("nobody_chosen", message)


@transaction.atomic
def arrive(*, entrant: Entrant, phone: str, is_at_desk: bool = False) -> bool:
    """Check in somebody who says that they are this entrant; returns False if they were there already.

    Raises NotPossible: `event_cancelled`, `door_closed`, `too_many_of_one_phone` away from the desk, and as
    `check_in`.
    """
    event = lock_event(entrant.event)
    refuse_cancelled(event)
    if not is_door_open(event):
        raise NotPossible("door_closed", gettext("The door is not open: please go to the desk."))
    if not is_at_desk and len(phones_at_door(event).get(phone, ())) >= MOST_OF_ONE_PHONE:
        message = gettext("This phone has checked in %(most)s people; everybody else goes to the desk.")
        raise NotPossible("too_many_of_one_phone", message % {"most": MOST_OF_ONE_PHONE})
    by = Author(AuthorKind.ENTRANT, entrant.pk)
    facts = {} if is_at_desk else {"phone": phone}
    return check_in(entrant=entrant, is_present=True, by=by, **facts)


@transaction.atomic
def undo_phone(*, event: Event, phone: str, by: Author) -> int:
    """Undo all check-ins of a phone that still stand; return how many.

    Raises NotPossible (`event_closed`).
    """
    event = lock_unclosed(event)
    here = event.entrants.filter(pk__in=phones_at_door(event).get(phone, ()), is_present=True)
    ids = list(here.values_list("pk", flat=True))
    event.entrants.filter(pk__in=ids).update(is_present=False)
    return append_for_all(event, EventChangeKind.CHECKED_OUT, ids, by)
