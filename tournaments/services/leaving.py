"""Somebody leaves: after a round he played, or out of the list before he ever sat at a table."""

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext

from tournaments.errors import NotPossible
from tournaments.models import Admission, Entrant, EventEntryKind, LeaverRule, RoundStatus, Seat
from tournaments.services.checking_in import NEVER_CAME
from tournaments.services.event_history import SYSTEM, append_event_entry
from tournaments.services.history import Author, lock_event, mark_standings
from tournaments.services.waiting import move_up


@transaction.atomic
def leave_early(*, entrant: Entrant, after: int, rule: str = "", by: Author = SYSTEM) -> Entrant:
    """Somebody goes after a round; `rule` is the event's unless another is given.

    Raises NotPossible: `rule_unknown`, `plays_later` where he sits in a released round after it.
    """
    event = lock_event(entrant.event)
    rule = rule or event.leaver_rule
    if rule not in LeaverRule.values:
        message = gettext("Who leaves early is not placed, gets the lowest result, or keeps what he has.")
        raise NotPossible("rule_unknown", message)
    refuse_later_seats(entrant, after)
    entrant.admission, entrant.left_after, entrant.leaver_rule = Admission.LEFT, after, rule
    entrant.is_present = False
    entrant.save(update_fields=["admission", "left_after", "leaver_rule", "is_present"])
    append_event_entry(event, EventEntryKind.LEFT, by=by, entrant=entrant.pk, after=after, rule=rule)
    mark_standings(event)
    return entrant


def refuse_later_seats(entrant: Entrant, after: int) -> None:
    """Raises NotPossible (`plays_later`) for somebody who sits in a released round after this one."""
    seats = Seat.objects.filter(entrant=entrant, part__table__round__number__gt=after)
    released = seats.exclude(part__table__round__status=RoundStatus.DRAFT)
    first = released.order_by("part__table__round__number").values_list("part__table__round__number").first()
    if first:
        message = gettext(
            "%(name)s has a seat in round %(round)s, so left after that round at the earliest. Choose round"
            " %(round)s; for the deals that are missing there, change the seats of the table."
        )
        values = {"name": entrant.player.name, "round": first[0]}
        raise NotPossible("plays_later", message % values, round=first[0])


@transaction.atomic
def withdraw_entrant(*, entrant: Entrant, by: Author = SYSTEM) -> list[Entrant]:
    """Take an entrant out; who moves up from the waiting list. Whoever paid stays in the books.

    Raises NotPossible: `entrant_has_seat` for somebody who was seated, `entrant_has_paid` until paid back.
    """
    if Seat.objects.filter(Q(entrant=entrant) | Q(account=entrant)).exists():
        message = gettext(
            "%(name)s was seated in a round and cannot be taken out;"
            " say after which round %(name)s left, or untick “present”."
        )
        raise NotPossible("entrant_has_seat", message % {"name": entrant.player.name})
    event = lock_event(entrant.event)
    if sum(entrant.payments.values_list("cents", flat=True)):
        message = gettext("%(name)s has paid. Pay it back at the cash desk first, then take %(name)s out.")
        raise NotPossible("entrant_has_paid", message % {"name": entrant.player.name})
    append_event_entry(event, EventEntryKind.WITHDRAWN, by=by, entrant=entrant.pk)
    remove(entrant)
    mark_standings(event)
    return move_up(event, by)


def remove(entrant: Entrant) -> None:
    """Out of the list; somebody the books know, as one who never came."""
    if not entrant.payments.exists():
        entrant.delete()
        return
    entrant.admission, entrant.left_after, entrant.is_present = Admission.LEFT, NEVER_CAME, False
    entrant.save(update_fields=["admission", "left_after", "is_present"])
