"""Adjustments: a penalty or bonus for an entrant, with a reason, undoable, added to the ranking value."""

from django.db import transaction
from django.utils.translation import gettext

from scoring.sheet.refusals import NotPossible
from tournaments.models import Adjustment, Entrant, EventChangeKind, RoundStatus, Seat
from tournaments.models.evening import MOST_POINTS
from tournaments.services.history.event_chain import append_event_entry, refuse_unseen
from tournaments.services.history.sheet_chain import Author, request_standings
from tournaments.services.rounds.decision_guards import checked_reason
from tournaments.services.sheets.write_guard import lock_undecided


@transaction.atomic
def adjust_points(
    *,
    entrant: Entrant,
    points: int,
    reason: str,
    by: Author,
    round_number: int | None = None,
    seen: int | None = None,
) -> Adjustment:
    """Add points (negative: a penalty) in one round or, without `round_number`, in the whole event.

    Raises NotPossible: `no_points`, `reason_missing`, `not_in_round`, `event_closed`, `signed_off`;
    `changed_meanwhile` if the entrant's points were adjusted after revision `seen`.
    """
    event = lock_undecided(entrant.event)
    refuse_unseen(event, seen, EventChangeKind.ADJUSTED, entrant=entrant.pk)
    reason = checked_reason(reason)
    if not points or abs(points) > MOST_POINTS:
        message = gettext("An adjustment is a whole number of points above or below zero, not %(found)s.")
        raise NotPossible("no_points", message % {"found": points})
    if round_number is not None:
        refuse_absent_from(entrant, round_number)
    facts = {"entrant": entrant.pk, "points": points, "round": round_number}
    entry = append_event_entry(event, EventChangeKind.ADJUSTED, by=by, reason=reason, **facts)
    request_standings(event)
    return Adjustment.objects.create(
        event=event, entrant=entrant, points=points, round_number=round_number, entry=entry
    )


def refuse_absent_from(entrant: Entrant, round_number: int) -> None:
    """Raise NotPossible (`not_in_round`) for a round in which no seat scores for the entrant."""
    seats = Seat.objects.filter(account=entrant, part__table__round__number=round_number)
    if not seats.exclude(part__table__round__status=RoundStatus.DRAFT).exists():
        message = gettext(
            "Number %(number)s did not play in round %(round)s. Enter a round they played, or leave it "
            "empty to adjust the whole event."
        )
        raise NotPossible("not_in_round", message % {"number": entrant.number, "round": round_number})
