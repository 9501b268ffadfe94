"""Checks shared by decisions of the director: a reason, a round that is being played."""

from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.models import EventReason, Round, RoundStatus
from tournaments.models.lengths import longest

LONGEST_REASON = longest(EventReason, "text")


def checked_reason(reason: str) -> str:
    """Return the reason with whitespace collapsed.

    Raises NotPossible (`reason_missing`, `reason_too_long`).
    """
    reason = tidied_reason(reason)
    if not reason:
        message = gettext("Enter a short reason; it can be read later.")
        raise NotPossible("reason_missing", message)
    return reason


def tidied_reason(reason: str) -> str:
    """Return a reason, maybe empty, with whitespace collapsed. Raises NotPossible (`reason_too_long`)."""
    reason = " ".join(reason.replace("\0", "").split())
    if len(reason) > LONGEST_REASON:
        message = gettext("A reason has at most %(most)s characters, not %(found)s; shorten it.")
        raise NotPossible("reason_too_long", message % {"most": LONGEST_REASON, "found": len(reason)})
    return reason


def refuse_not_open(round: Round) -> None:
    """Raise NotPossible (`round_not_open`) for a round that is not being played."""
    if round.status != RoundStatus.OPEN:
        message = gettext("Round %(round)s is not in progress; open it first.")
        raise NotPossible("round_not_open", message % {"round": round.number})
