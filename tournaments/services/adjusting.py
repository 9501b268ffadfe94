"""A penalty or a bonus to an entrant: with a reason, undoable, added to what he is ranked by."""

from django.db import transaction
from django.utils.translation import gettext

from tournaments.errors import NotPossible
from tournaments.models import Adjustment, Entrant, EventEntryKind, RoundStatus, Seat
from tournaments.models.evening import MOST_POINTS
from tournaments.services.decided import lock_undecided, said_reason
from tournaments.services.event_history import append_event_entry, refuse_unseen
from tournaments.services.history import Author, mark_standings


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
    """Add points (or take some away, below zero) in one round or, without one, in the whole event.

    Raises NotPossible: `no_points`, `reason_missing`, `not_in_round`, `event_closed`, `signed_off`;
    `changed_meanwhile` where somebody adjusted his points after the revision that was `seen`.
    """
    event = lock_undecided(entrant.event)
    refuse_unseen(event, seen, EventEntryKind.ADJUSTED, entrant=entrant.pk)
    reason = said_reason(reason)
    if not points or abs(points) > MOST_POINTS:
        message = gettext("An adjustment is a whole number of points above or below zero, not %(found)s.")
        raise NotPossible("no_points", message % {"found": points})
    if round_number is not None:
        refuse_absent_from(entrant, round_number)
    facts = {"entrant": entrant.pk, "points": points, "round": round_number}
    entry = append_event_entry(event, EventEntryKind.ADJUSTED, by=by, reason=reason, **facts)
    mark_standings(event)
    return Adjustment.objects.create(
        event=event, entrant=entrant, points=points, round_number=round_number, entry=entry
    )


def refuse_absent_from(entrant: Entrant, round_number: int) -> None:
    """Raises NotPossible (`not_in_round`) for a round in which no seat plays for the entrant."""
    seats = Seat.objects.filter(account=entrant, part__table__round__number=round_number)
    if not seats.exclude(part__table__round__status=RoundStatus.DRAFT).exists():
        message = gettext(
            "Number %(number)s did not play in round %(round)s. Name a round he played, or leave it empty"
            " to adjust the whole event."
        )
        raise NotPossible("not_in_round", message % {"number": entrant.number, "round": round_number})


@transaction.atomic
def take_back_adjustment(*, adjustment: Adjustment, by: Author) -> Adjustment:
    """Undo an adjustment; it stays in the history. Raises NotPossible (`undone_already`) and as above."""
    event = lock_undecided(adjustment.event)
    adjustment.refresh_from_db()
    if adjustment.is_undone:
        raise NotPossible("undone_already", gettext("This adjustment was taken back already."))
    adjustment.is_undone = True
    adjustment.save(update_fields=["is_undone"])
    append_event_entry(event, EventEntryKind.TAKEN_BACK, by=by, adjustment=adjustment.pk)
    mark_standings(event)
    return adjustment
