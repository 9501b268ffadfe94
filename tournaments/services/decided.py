"""What every decision of the director shares: an event that is still open for it, and a reason."""

from django.utils.translation import gettext

from tournaments.errors import NotPossible
from tournaments.models import Event, Round, RoundStatus, Table
from tournaments.services.history import lock_event, lock_table
from tournaments.services.rounds import refuse_decided

LONGEST_REASON = 500


def lock_undecided(event: Event) -> Event:
    """The event, held. Raises NotPossible (`event_closed`, `signed_off`) where its results are final."""
    event = lock_event(event)
    refuse_decided(event)
    return event


def lock_played(table: Table) -> tuple[Event, Table]:
    """The event and a table of a released round, both held, the event first. Raises as `lock_undecided`."""
    event = lock_undecided(table.round.event)
    locked = lock_table(table)
    locked.round.event = event
    if locked.round.status == RoundStatus.DRAFT:
        message = gettext("Round %(round)s has not been opened; nothing is played at its tables yet.")
        raise NotPossible("round_draft", message % {"round": locked.round.number})
    return event, locked


def said_reason(reason: str) -> str:
    """Why, tidied. Raises NotPossible (`reason_missing`, `reason_too_long`)."""
    reason = " ".join(reason.split())
    if not reason:
        message = gettext("Say in a few words why; everybody who asks can read it later.")
        raise NotPossible("reason_missing", message)
    if len(reason) > LONGEST_REASON:
        message = gettext("A reason has at most %(most)s characters, not %(found)s; say it shorter.")
        raise NotPossible("reason_too_long", message % {"most": LONGEST_REASON, "found": len(reason)})
    return reason


def refuse_not_open(round: Round) -> None:
    """Raises NotPossible (`round_not_open`) for a round that nobody writes now."""
    if round.status != RoundStatus.OPEN:
        message = gettext("Round %(round)s is not being played now; open it first.")
        raise NotPossible("round_not_open", message % {"round": round.number})
