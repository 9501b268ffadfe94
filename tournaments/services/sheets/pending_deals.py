"""Pending versions: sent but not accepted, kept until the table or the director chooses."""

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext

from scoring.sheet.operations import Pending
from scoring.sheet.refusals import NotPossible
from tournaments.models import Cause, PendingDeal, Settlement, Table
from tournaments.services.history.sheet_chain import Author

OPEN_CONFLICTS_PER_SHEET = 20
OPEN_LATE_DEALS_PER_SHEET = 500  # every phone of a table may send a whole event's deals


def store_pending(table: Table, pending: Pending, by: Author) -> int:
    """Store a version that was not accepted; return its ID. Raises NotPossible (`too_many_conflicts`)."""
    refuse_too_many(table, Cause(pending.cause))
    stored = PendingDeal.objects.create(
        table=table,
        cause=pending.cause,
        deal_id=pending.row_id,
        number=pending.number,
        record=pending.record,
        author_kind=by.kind,
        author_id=by.id,
        device=by.device,
        device_at=by.device_at,
        at=timezone.now(),
    )
    return int(stored.pk)


def refuse_too_many(table: Table, cause: Cause) -> None:
    """Raise NotPossible (`too_many_conflicts`). Late deals count separately: tables cannot settle them."""
    waiting = table.parked.filter(settlement=Settlement.OPEN)
    late = Q(cause=Cause.LATE)
    is_full = (
        waiting.filter(late).count() >= OPEN_LATE_DEALS_PER_SHEET
        if cause == Cause.LATE
        else waiting.exclude(late).count() >= OPEN_CONFLICTS_PER_SHEET
    )
    if is_full:
        message = gettext("Too many conflicts are open at this table; resolve them first.")
        raise NotPossible("too_many_conflicts", message)
