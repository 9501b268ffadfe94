"""A table calls the director: once, however often it is tapped; answered when he was there."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from scoring.operations import Result
from tournaments.errors import NotPossible
from tournaments.models import CallReason, DirectorCall, Table
from tournaments.selectors.calls import call_json, open_call
from tournaments.services.history import Answer, Request
from tournaments.services.writing import on_the_sheet, refuse_late


@on_the_sheet
def call_director(table: Table, *, reason: str, request: Request) -> Answer:
    """Ask the director to come; a call that is open already is the same call.

    Raises NotPossible: `reason_unknown`, `round_closed`.
    """
    refuse_late(table, request)
    if reason not in CallReason.values:
        message = gettext("A call has one of these reasons: %(reasons)s.")
        raise NotPossible("reason_unknown", message % {"reasons": ", ".join(CallReason.values)})
    result, call = Result.DONE, open_call(table)
    if call is None:
        result = Result.WRITTEN
        call = DirectorCall.objects.create(table=table, reason=reason, at=timezone.now())
    return Answer(result, {"call": call_json(call)})


@on_the_sheet
def withdraw_call(table: Table, *, request: Request) -> Answer:
    """The table needs nobody any more. Without an open call nothing happens."""
    DirectorCall.objects.filter(table=table, answered_at=None).update(answered_at=timezone.now())
    return Answer(Result.DONE, {"call": None})


@transaction.atomic
def answer_call(*, call: DirectorCall) -> DirectorCall:
    """The director was there. Raises NotPossible (`answered_already`)."""
    call = DirectorCall.objects.select_for_update(of=("self",)).select_related("table").get(pk=call.pk)
    if call.answered_at:
        message = gettext("Somebody was at table %(table)s already.")
        raise NotPossible("answered_already", message % {"table": call.table.number})
    call.answered_at = timezone.now()
    call.save(update_fields=["answered_at"])
    return call
