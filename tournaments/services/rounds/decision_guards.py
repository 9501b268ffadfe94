"""Checks shared by all decisions of the director: results that are not final, and a reason."""

from django.utils.translation import gettext

from scoring.refusals import NotPossible
from tournaments.models import Event, EventReason, Round, RoundStatus, Table
from tournaments.models.lengths import longest
from tournaments.services.history.sheet_chain import lock_event, lock_table
from tournaments.services.rounds.lifecycle import refuse_decided

LONGEST_REASON = longest(EventReason, "text")


def lock_undecided(event: Event) -> Event:
    """Lock the event. Raises NotPossible (`event_closed`, `signed_off`) if its results are final."""
    event = lock_event(event)
    refuse_decided(event)
    return event


def lock_played(table: Table) -> tuple[Event, Table]:
    """Lock the event, then the table. Raises as `lock_undecided`, and `round_draft` for a draft round."""
    event = lock_undecided(table.round.event)
    locked = lock_table(table)
    locked.round.event = event
    if locked.round.status == RoundStatus.DRAFT:
        message = gettext("Round %(round)s is not open yet; its tables cannot play.")
        raise NotPossible("round_draft", message % {"round": locked.round.number})
    return event, locked


def checked_reason(reason: str) -> str:
    """The reason with whitespace collapsed. Raises NotPossible (`reason_missing`, `reason_too_long`)."""
    reason = " ".join(reason.split())
    if not reason:
        message = gettext("Enter a short reason; it can be read later.")
        raise NotPossible("reason_missing", message)
    if len(reason) > LONGEST_REASON:
        message = gettext("A reason has at most %(most)s characters, not %(found)s; shorten it.")
        raise NotPossible("reason_too_long", message % {"most": LONGEST_REASON, "found": len(reason)})
    return reason


def refuse_not_open(round: Round) -> None:
    """Raises NotPossible (`round_not_open`) for a round that is not being played."""
    if round.status != RoundStatus.OPEN:
        message = gettext("Round %(round)s is not in progress; open it first.")
        raise NotPossible("round_not_open", message % {"round": round.number})
