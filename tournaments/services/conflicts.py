"""Settling a conflict: the stored version stays, or the one that was sent takes its place."""

from django.utils.translation import gettext

from scoring import refusals
from scoring.operations import Pending, Result, Settle
from tournaments.models import AuthorKind, Cause, EntryKind, ParkedDeal, Settlement, Table
from tournaments.services.history import Answer, Request, append_entry
from tournaments.services.rounds import refuse_decided
from tournaments.services.writing import carry_out, on_the_sheet, refuse_late


@on_the_sheet
def settle_conflict(table: Table, *, conflict_id: int, choose: str, request: Request) -> Answer:
    """Keep the stored version or take the one that was sent. Raises as `correct_deal`; `conflict_unknown`;
    nobody but a table as `refuse_decided`."""
    if request.by.kind == AuthorKind.LINK:
        refuse_late(table, request)
    else:
        refuse_decided(table.round.event)
    parked = find_open(table, conflict_id, request)
    pending = Pending(Result(parked.cause), parked.number, parked.record, parked.deal_id)
    is_taken = choose == Settlement.SENT
    answer = carry_out(table, Settle(pending, is_taken), by=request.by)
    if not is_taken:
        keep_stored(table, parked, request)
    parked.settlement = choose
    parked.save(update_fields=["settlement"])
    return answer


def find_open(table: Table, conflict_id: int, request: Request) -> ParkedDeal:
    """A version nobody chose yet; late ones are not a table's. Raises NotPossible (`conflict_unknown`)."""
    open_ones = table.parked.filter(settlement=Settlement.OPEN)
    if request.by.kind == AuthorKind.LINK:
        open_ones = open_ones.exclude(cause=Cause.LATE)
    parked = open_ones.select_related("deal").filter(pk=conflict_id).first()
    if parked is None:
        raise refusals.conflict_unknown().said(gettext)
    return parked


def keep_stored(table: Table, parked: ParkedDeal, request: Request) -> None:
    """Nothing changes on the sheet; its history says whose word was not taken."""
    record = {"conflict": parked.pk, "number": parked.number, "left": parked.record}
    append_entry(table, EntryKind.SETTLED, by=request.by, deal=parked.deal, record=record)
