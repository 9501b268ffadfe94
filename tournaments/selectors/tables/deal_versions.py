"""All versions of one deal: who wrote it, when, on which phone and why, in the words of the sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from tournaments.models import Deal, Ruling, SheetChange, SheetChangeKind, Table
from tournaments.selectors.history.authors import author_names, phone_name
from tournaments.selectors.sheets.folded_sheets import LoadedPart, load_parts
from tournaments.selectors.standings.decisions import DecisionEntry, decisions_by_entry
from tournaments.selectors.tables.pending_versions import Version, row_with, version_of

WITH_RECORD = (SheetChangeKind.RECORDED, SheetChangeKind.CORRECTED, SheetChangeKind.INSERTED)


@dataclass(frozen=True, slots=True, kw_only=True)
class DealVersion:
    """One entry of a deal's history; `version` is the row at the deal's place now, None without a record.

    `phone` is a short name of the device that sent it, or empty. `is_now`: the sheet shows this version.
    """

    entry: SheetChange
    who: str
    phone: str
    reason: str
    version: Version | None
    is_now: bool


@dataclass(frozen=True, slots=True)
class DealRuling:
    """A ruling on the deal with its history."""

    ruling: Ruling
    entry: DecisionEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class DealHistory:
    """The versions of a deal, newest first, and its rulings; `number` is its number on the sheet.

    `number` is 0 for a row that is struck out.
    """

    deal: Deal
    number: int
    versions: Sequence[DealVersion]
    rulings: Sequence[DealRuling]


def get_deal(table: Table, deal_id: int) -> Deal | None:
    """Return a row of a table, struck out or not, or None."""
    return table.deals.filter(pk=deal_id).first()


def struck_deals(table: Table) -> QuerySet[Deal]:
    """Return the rows of a table that are struck out, in the order they were written."""
    return table.deals.filter(number__isnull=True).order_by("pk")


def history_of_deal(table: Table, deal: Deal) -> DealHistory:
    """Return a deal's history; the number of queries does not grow with versions."""
    parts = load_parts(table)
    entries = list(table.entries.filter(deal=deal).select_related("reason").order_by("-number"))
    who = author_names(entries)
    newest = next((each.pk for each in entries if each.kind in WITH_RECORD), None)
    is_live = deal.number is not None
    rulings = list(deal.rulings.select_related("entry__reason").order_by("pk"))
    entry_by_id = decisions_by_entry(table.round.event, [each.entry for each in rulings])
    return DealHistory(
        deal=deal,
        number=number_on_sheet(parts, deal),
        versions=[
            shown_version(table, parts, deal, each, who, is_now=is_live and each.pk == newest)
            for each in entries
        ],
        rulings=[DealRuling(each, entry_by_id[each.entry_id]) for each in rulings],
    )


def number_on_sheet(parts: Sequence[LoadedPart], deal: Deal) -> int:
    """Return the number of a deal as the sheet counts; 0 for a row that is struck out."""
    rows = (pair for loaded in parts for pair in zip(loaded.deals, loaded.sheet.rows, strict=True))
    return next((row.deal for known, row in rows if known.pk == deal.pk), 0)


def shown_version(
    table: Table,
    parts: Sequence[LoadedPart],
    deal: Deal,
    entry: SheetChange,
    who: Mapping[int, str],
    *,
    is_now: bool,
) -> DealVersion:
    """Return one entry; a record that a conflict left aside is shown as well."""
    record = record_in(entry)
    return DealVersion(
        entry=entry,
        who=who[entry.pk],
        phone=phone_name(entry),
        reason=entry.reason.text if hasattr(entry, "reason") else "",
        version=version_at(table, parts, deal, entry, record) if record else None,
        is_now=is_now,
    )


def record_in(entry: SheetChange) -> Any:
    """Return the record of an entry, or the one that a settled conflict left aside; None without one."""
    if entry.kind == SheetChangeKind.SETTLED:
        return (entry.record or {}).get("left")
    return entry.record if entry.kind in WITH_RECORD else None


def version_at(
    table: Table, parts: Sequence[LoadedPart], deal: Deal, entry: SheetChange, record: Any
) -> Version:
    """Return a record as it would be on the sheet at the deal's place now."""
    rows = sum(len(loaded.deals) for loaded in parts)
    number = deal.number or min(entry.deal_number or 1, rows + 1)
    loaded, sheet, row = row_with(table.round.event, parts, number, record)
    return version_of(table.round.event, loaded, sheet, row, record, "", entry.at)
