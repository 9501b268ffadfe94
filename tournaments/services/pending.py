"""Versions that were sent and not taken are kept: for the table to choose, or for the director."""

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext

from scoring.operations import Pending
from tournaments.errors import NotPossible
from tournaments.models import Cause, ParkedDeal, Settlement, Table
from tournaments.services.history import Author

OPEN_CONFLICTS_PER_SHEET = 20
OPEN_LATE_DEALS_PER_SHEET = 500  # every phone of a table may bring a whole evening


def store_pending(table: Table, pending: Pending, by: Author) -> int:
    """Keep a version that is not taken; its id. Raises NotPossible (`too_many_conflicts`)."""
    refuse_too_many(table, Cause(pending.cause))
    parked = ParkedDeal.objects.create(
        table=table,
        cause=pending.cause,
        deal_id=pending.row_id,
        number=pending.number,
        record=pending.record,
        author_kind=by.kind,
        author_id=by.id,
        at=timezone.now(),
    )
    return int(parked.pk)


def refuse_too_many(table: Table, cause: Cause) -> None:
    """Raises NotPossible (`too_many_conflicts`). Late deals count apart: the table cannot settle them."""
    waiting = table.parked.filter(settlement=Settlement.OPEN)
    late = Q(cause=Cause.LATE)
    is_full = (
        waiting.filter(late).count() >= OPEN_LATE_DEALS_PER_SHEET
        if cause == Cause.LATE
        else waiting.exclude(late).count() >= OPEN_CONFLICTS_PER_SHEET
    )
    if is_full:
        message = gettext("Too many conflicts are open at this table; settle them first.")
        raise NotPossible("too_many_conflicts", message)
