"""Return a deal to an earlier version: an ordinary correction, with the reason in the history."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext

from scoring.sheet import refusals
from scoring.sheet.operations import Result
from scoring.sheet.refusals import NotPossible
from tournaments.models import Deal, SheetChange, Table
from tournaments.selectors.tables.deal_versions import WITH_RECORD
from tournaments.services.history.sheet_chain import Answer, Author, Request
from tournaments.services.rounds.decision_guards import tidied_reason
from tournaments.services.sheets.deals import correct_deal, insert_deal, record_deal
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
    reason = tidied_reason(reason) or default_reason(entry)
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


def default_reason(entry: SheetChange) -> str:
    """Return the reason that the history gives if the director enters none."""
    return gettext("back to the version of %(time)s") % {"time": time_format(localtime(entry.at), "H:i")}
