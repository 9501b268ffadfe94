"""Settle a conflict: keep the stored version, or replace it by the one that was sent."""

from dataclasses import replace

from django.utils.translation import gettext

from scoring.sheet import refusals
from scoring.sheet.operations import Pending, Result, Settle
from tournaments.models import AuthorKind, Cause, PendingDeal, Settlement, SheetChangeKind, Table
from tournaments.services.history.sheet_chain import Answer, Author, Request, append_entry
from tournaments.services.sheets.sheet_transaction import carry_out, on_the_sheet, refuse_late


@on_the_sheet
def settle_conflict(table: Table, *, conflict_id: int, choose: str, request: Request) -> Answer:
    """Keep the stored version or take the one that was sent.

    Raises as `correct_deal`, and NotPossible (`conflict_unknown`).
    """
    refuse_late(table, request)
    pending_deal = find_open(table, conflict_id, request)
    cause = Result(pending_deal.cause)
    pending = Pending(cause, pending_deal.number, pending_deal.record, pending_deal.deal_id)
    is_taken = choose == Settlement.SENT
    answer = carry_out(table, Settle(pending, is_taken), by=with_phone_of(pending_deal, request.by))
    if not is_taken:
        keep_stored(table, pending_deal, request)
    pending_deal.settlement = choose
    pending_deal.save(update_fields=["settlement"])
    return answer


def with_phone_of(pending_deal: PendingDeal, by: Author) -> Author:
    """Return the author of an accepted version: who decided, on a desk with the phone that had sent it."""
    return by if by.device else replace(by, device=pending_deal.device, device_at=pending_deal.device_at)


def find_open(table: Table, conflict_id: int, request: Request) -> PendingDeal:
    """Return a pending version; late ones are not for tables. Raises NotPossible (`conflict_unknown`)."""
    open_ones = table.parked.filter(settlement=Settlement.OPEN)
    if request.by.kind == AuthorKind.LINK:
        open_ones = open_ones.exclude(cause=Cause.LATE)
    pending_deal = open_ones.select_related("deal").filter(pk=conflict_id).first()
    if pending_deal is None:
        raise refusals.conflict_unknown().in_language(gettext)
    return pending_deal


def keep_stored(table: Table, pending_deal: PendingDeal, request: Request) -> None:
    """Record in the history which version was not taken; the sheet does not change."""
    record = {"conflict": pending_deal.pk, "number": pending_deal.number, "left": pending_deal.record}
    append_entry(table, SheetChangeKind.SETTLED, by=request.by, deal=pending_deal.deal, record=record)
