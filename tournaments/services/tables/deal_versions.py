"""Versions of a deal: choose one of two, or return to an earlier one, with the reason in the history."""

from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from scoring.sheet import refusals
from scoring.sheet.operations import Pending, Result, Settle
from tournaments.models import (
    AuthorKind,
    Cause,
    Deal,
    PendingDeal,
    Settlement,
    SheetChange,
    SheetChangeKind,
    Table,
)
from tournaments.selectors.tables.deal_versions import WITH_RECORD
from tournaments.services.history.sheet_chain import Answer, Author, Request, append_entry
from tournaments.services.rounds.decision_guards import tidied_reason
from tournaments.services.sheets.deals import correct_deal, insert_deal, record_deal
from tournaments.services.sheets.sheet_transaction import carry_out, on_the_sheet, refuse_late
from tournaments.services.sheets.write_guard import lock_played


@dataclass(frozen=True, slots=True)
class EarlierVersion:
    """The version to return to, by its entry's number, and the deal's revision that was seen."""

    deal: Deal
    entry: int
    seen: int


@transaction.atomic
def return_to_version(*, table: Table, version: EarlierVersion, reason: str, key: str, by: Author) -> Answer:
    """Let a deal have an earlier record again; a row that is struck out is inserted where it was.

    Without a reason, the history names the version. Raises IllegalDeal, and NotPossible: `version_unknown`,
    `reason_too_long`, `stale` if the deal was changed after `seen`, what `correct_deal` and `lock_played`
    raise.
    """
    _, table = lock_played(table)
    deal = table.deals.get(pk=version.deal.pk)
    entry = table.entries.filter(deal=deal, number=version.entry, kind__in=WITH_RECORD).first()
    if entry is None:
        message = gettext("This deal has no such version; choose one of the list.")
        raise NotPossible("version_unknown", message)
    if deal.revision != version.seen:
        raise refusals.sheet_stale(table.revision).in_language(gettext)
    reason = tidied_reason(reason) or (
        gettext("back to the version of %(time)s") % {"time": time_format(localtime(entry.at), "H:i")}
    )
    request = Request(key, {"deal": deal.pk, "entry": entry.number}, by)
    return write_version(table, deal, entry, reason, request)


def write_version(table: Table, deal: Deal, entry: SheetChange, reason: str, request: Request) -> Answer:
    """Correct the row, or insert it again. Raises NotPossible (`stale`) if the sheet has moved on."""
    if deal.number is None:
        answer = write_again(table, entry, reason, request)
    else:
        seen = {"revision": deal.revision, "row": deal.pk}
        answer = correct_deal(
            table=table, number=deal.number, record=entry.record, reason=reason, request=request, **seen
        )
    if answer.result not in (Result.DONE, Result.WRITTEN):
        raise refusals.sheet_stale(table.revision).in_language(gettext)
    return answer


def write_again(table: Table, entry: SheetChange, reason: str, request: Request) -> Answer:
    """Insert a row that is struck out before the row that has its number now, or after the last one."""
    rows, number = table.deals.filter(number__isnull=False).count(), entry.deal_number or 1
    written: dict[str, Any] = {"table": table, "record": entry.record, "reason": reason, "request": request}
    if number > rows:
        return record_deal(number=rows + 1, **written)
    return insert_deal(number=number, sheet_revision=table.revision, **written)


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
