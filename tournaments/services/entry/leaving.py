"""Leaving an event: after a played round, or by withdrawal before the first seat."""

from django.db import transaction
from django.db.models import Max, Q
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.models import Admission, Entrant, Event, EventChangeKind, LeaverRule, RoundStatus, Seat
from tournaments.selectors.entry.check_in import NEVER_CAME
from tournaments.services.competitions.teams import refuse_member
from tournaments.services.entry.check_in import drop_no_shows
from tournaments.services.entry.waiting_list import move_up
from tournaments.services.history.event_chain import SYSTEM, append_event_entry
from tournaments.services.history.sheet_chain import Author, request_standings
from tournaments.services.sheets.write_guard import lock_unclosed

PLAYED = (RoundStatus.OPEN, RoundStatus.CLOSED)


@transaction.atomic
def leave_early(*, entrant: Entrant, after: int, rule: str = "", by: Author = SYSTEM) -> Entrant:
    """Let an entrant leave after a round; `rule` defaults to the event's.

    Raises NotPossible: `event_closed`; `rule_unknown`; `plays_later` if the entrant has a seat in a later
    released round.
    """
    event = lock_unclosed(entrant.event)
    rule = rule or event.leaver_rule
    if rule not in LeaverRule.values:
        message = gettext(
            "A player who leaves early is not ranked, gets the lowest result, or keeps their results."
        )
        raise NotPossible("rule_unknown", message)
    refuse_later_seats(entrant, after)
    entrant.admission, entrant.left_after, entrant.leaver_rule = Admission.LEFT, after, rule
    entrant.is_present = False
    entrant.save(update_fields=["admission", "left_after", "leaver_rule", "is_present"])
    append_event_entry(event, EventChangeKind.LEFT, by=by, entrant=entrant.pk, after=after, rule=rule)
    request_standings(event)
    return entrant


def refuse_later_seats(entrant: Entrant, after: int) -> None:
    """Raise NotPossible (`plays_later`) if the entrant has a seat in a released round after this one."""
    seats = Seat.objects.filter(entrant=entrant, part__table__round__number__gt=after)
    released = seats.exclude(part__table__round__status=RoundStatus.DRAFT)
    first = released.order_by("part__table__round__number").values_list("part__table__round__number").first()
    if first:
        message = gettext(
            "%(name)s has a seat in round %(round)s, so they left after that round at the earliest. "
            "Choose round %(round)s; for deals missing there, change the seats of the table."
        )
        values = {"name": entrant.player.name, "round": first[0]}
        raise NotPossible("plays_later", message % values, round=first[0])


@transaction.atomic
def dismiss_absent(*, event: Event, by: Author = SYSTEM) -> int:
    """Let all who are entered and absent leave for the rest of the event; return how many.

    Each left after the last round in which they had a seat; who never had one did not come.
    """
    event = lock_unclosed(event)
    last = Max("seats__part__table__round__number", filter=Q(seats__part__table__round__status__in=PLAYED))
    away = event.entrants.filter(admission=Admission.ENTERED, is_present=False).annotate(last_round=last)
    away = away.select_related("event", "player").order_by("number")
    for entrant in (played := [each for each in away if each.last_round]):
        leave_early(entrant=entrant, after=entrant.last_round, by=by)
    return len(played) + drop_no_shows(event=event, by=by)


@transaction.atomic
def withdraw_entrant(*, entrant: Entrant, by: Author = SYSTEM) -> list[Entrant]:
    """Withdraw an entrant; return the entrants who move up from the waiting list.

    An entrant with payments stays in the books. Raises NotPossible: `event_closed`; `entrant_has_seat` if
    they were ever seated, `in_a_team` while they are a member of one, `entrant_has_paid` until they are paid
    back.
    """
    if Seat.objects.filter(Q(entrant=entrant) | Q(account=entrant)).exists():
        message = gettext(
            "%(name)s had a seat in a round and cannot be removed; enter the last round %(name)s played, "
            "or undo the check-in."
        )
        raise NotPossible("entrant_has_seat", message % {"name": entrant.player.name})
    event = lock_unclosed(entrant.event)
    refuse_member([entrant])
    if sum(entrant.payments.values_list("cents", flat=True)):
        message = gettext(
            "%(name)s has paid. Pay the money back at the cash desk first, then remove %(name)s."
        )
        raise NotPossible("entrant_has_paid", message % {"name": entrant.player.name})
    append_event_entry(event, EventChangeKind.WITHDRAWN, by=by, entrant=entrant.pk)
    remove(entrant)
    request_standings(event)
    return move_up(event, by)


def remove(entrant: Entrant) -> None:
    """Delete the entrant; one with payments is kept, marked as never having come."""
    if not entrant.payments.exists():
        entrant.delete()
        return
    entrant.admission, entrant.left_after, entrant.is_present = Admission.LEFT, NEVER_CAME, False
    entrant.save(update_fields=["admission", "left_after", "is_present"])
