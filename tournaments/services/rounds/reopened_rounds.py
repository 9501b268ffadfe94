"""A round that was opened again is closed by itself, so that nobody writes into it by mistake later."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max

from tournaments.models import EventChangeKind, Round, RoundStatus
from tournaments.selectors.rounds.past_rounds import reopening_of
from tournaments.services.history.event_chain import SYSTEM
from tournaments.services.rounds.lifecycle import close_round, lock_round

QUIET = timedelta(minutes=30)  # without an entry at any of its tables


def close_forgotten_rounds(*, now: datetime) -> int:
    """Close each round that is open again and was quiet for half an hour by now; return how many."""
    reopened = Round.objects.filter(
        status=RoundStatus.OPEN,
        event__is_closed=False,
        event__entries__kind=EventChangeKind.ROUND_REOPENED,
    )
    return sum(close_if_forgotten(round, now) for round in reopened.select_related("event").distinct())


@transaction.atomic
def close_if_forgotten(round: Round, now: datetime) -> bool:
    """Close a round if it is open again and quiet; deals that a table sends later wait for the director."""
    lock_round(round)
    reopened_at = reopening_of(round) if round.status == RoundStatus.OPEN else None
    if reopened_at is None:
        return False
    last = round.tables.aggregate(last=Max("last_activity"))["last"]
    if now - max(reopened_at, last or reopened_at) < QUIET:
        return False
    close_round(round=round, even_if_incomplete=True, by=SYSTEM)
    return True
