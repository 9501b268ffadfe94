"""Versions that were sent and not taken are kept: for the table to choose, or for the director."""

from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext

from scoring import refusals
from tournaments.errors import NotPossible
from tournaments.models import Cause, Deal, ParkedDeal, Settlement, Table
from tournaments.presenting import record_json
from tournaments.selectors.sheets import game_of, load_tail
from tournaments.services.history import Answer, Request, keep_answer
from tournaments.services.writing import stored_record

OPEN_CONFLICTS_PER_SHEET = 20
OPEN_LATE_DEALS_PER_SHEET = 500  # every phone of a table may bring a whole evening
PARKED_STATUS = {Cause.TAKEN: 409, Cause.STALE: 412, Cause.LATE: 202}


def park(table: Table, cause: Cause, deal: Deal | None, number: int, record: Any, request: Request) -> Answer:
    """Keep a version that is not taken: 409 or 412 with both versions for the table, 202 for the director."""
    refuse_too_many(table, cause)
    parked = ParkedDeal.objects.create(
        table=table,
        cause=cause,
        deal=deal,
        number=number,
        record=stored_record(game_of(table.round.event), record),
        author_kind=request.by.kind,
        author_id=request.by.id,
        at=timezone.now(),
    )
    return keep_answer(table, request, Answer(PARKED_STATUS[cause], parked_body(table, parked)))


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


def parked_body(table: Table, parked: ParkedDeal) -> dict[str, Any]:
    """Both versions and the conflict's id."""
    messages = {
        Cause.TAKEN: gettext(refusals.TAKEN),
        Cause.STALE: gettext(refusals.STALE),
        Cause.LATE: gettext(refusals.LATE),
    }
    game = game_of(table.round.event)
    state = load_tail(table).sheet.state
    stored = parked.deal
    return {
        "code": parked.cause,
        "message": messages[Cause(parked.cause)] % {"number": parked.number},
        "conflict": parked.pk,
        "number": parked.number,
        "sent": record_json(game, state, parked.record),
        "stored": stored
        and {**record_json(game, state, stored.record), "number": stored.number, "revision": stored.revision},
    }
