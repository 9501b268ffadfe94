"""Calls for the director: one open call per table, however often it is tapped, until it is answered."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from scoring.sheet.operations import Result
from tournaments.models import CallReason, DirectorCall, MessageType, Table
from tournaments.selectors.rounds.director_calls import call_json, open_call
from tournaments.services.history.sheet_chain import Answer, Request
from tournaments.services.sheets.sheet_transaction import on_the_sheet, refuse_late
from tournaments.services.webhooks.outbox import place_of, tell
from tournaments.wording.lists import in_a_list


@on_the_sheet
def call_director(table: Table, *, reason: str, request: Request) -> Answer:
    """Call the director; an open call is returned unchanged.

    Raises NotPossible: `reason_unknown`, `round_closed`.
    """
    refuse_late(table, request)
    if reason not in CallReason.values:
        message = gettext("A call needs one of these reasons: %(reasons)s.")
        raise NotPossible("reason_unknown", message % {"reasons": in_a_list(CallReason.values)})
    result, call = Result.DONE, open_call(table)
    if call is None:
        result = Result.WRITTEN
        call = DirectorCall.objects.create(table=table, reason=reason, at=timezone.now())
        facts = {**place_of(table), "reason": reason}
        tell(table.round.event, MessageType.DIRECTOR_CALLED, facts)
    return Answer(result, {"call": call_json(call)})


@on_the_sheet
def undo_call(table: Table, *, request: Request) -> Answer:
    """Undo the table's call. Does nothing without an open call."""
    DirectorCall.objects.filter(table=table, answered_at=None).update(answered_at=timezone.now())
    return Answer(Result.DONE, {"call": None})


@transaction.atomic
def answer_call(*, call: DirectorCall) -> DirectorCall:
    """Mark the call as answered. Raises NotPossible (`answered_already`)."""
    call = DirectorCall.objects.select_for_update(of=("self",)).select_related("table").get(pk=call.pk)
    if call.answered_at:
        message = gettext("The call of table %(table)s has already been answered.")
        raise NotPossible("answered_already", message % {"table": call.table.number})
    call.answered_at = timezone.now()
    call.save(update_fields=["answered_at"])
    return call
