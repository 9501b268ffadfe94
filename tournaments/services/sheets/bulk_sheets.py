"""Write whole sheets at once: entered from paper, or played by the demonstration.

The caller has checked every record against the rules. The history gets an entry for each deal, chained as
if the deals had been recorded one by one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import prefetch_related_objects

from tournaments.models import Deal, Event, Part, SheetChange, SheetChangeKind, Table
from tournaments.selectors.sheets.folded_sheets import fold_part, part_sums
from tournaments.services.history.sheet_chain import CHAIN_FIELDS, Author, chain_entry, request_standings

BATCH = 500


@dataclass(frozen=True, slots=True)
class WholeSheet:
    """The one part of an empty sheet, the checked records, and the time of each."""

    table: Table
    part: Part
    records: Sequence[Mapping[str, Any]]
    times: Sequence[datetime]


@transaction.atomic
def write_sheets(*, event: Event, sheets: Sequence[WholeSheet], by: Author) -> int:
    """Store the rows of empty sheets with their history and request the standings; return how many rows."""
    deals = [
        Deal(table=sheet.table, part=sheet.part, number=number, record=dict(record))
        for sheet in sheets
        for number, record in enumerate(sheet.records, start=1)
    ]
    deals = Deal.objects.bulk_create(deals, batch_size=BATCH)
    times = [at for sheet in sheets for at in sheet.times]
    entries = [
        chain_entry(deal.table, SheetChangeKind.RECORDED, by=by, at=at, deal=deal, record=deal.record)
        for deal, at in zip(deals, times, strict=True)
    ]
    SheetChange.objects.bulk_create(entries, batch_size=BATCH)
    store_sums(event, sheets)
    request_standings(event)
    return len(deals)


def store_sums(event: Event, sheets: Sequence[WholeSheet]) -> None:
    """Store the sums of every part and the end of every sheet's chain."""
    parts = [sheet.part for sheet in sheets]
    prefetch_related_objects(parts, "seats")
    for sheet in sheets:
        fold = fold_part(event, sheet.part, sheet.records, None, 1)
        assert not fold.broken, f"{sheet.table} has illegal deals: {sorted(fold.broken)}"
        for name, value in part_sums(event, fold).items():
            setattr(sheet.part, name, value)
    Part.objects.bulk_update(parts, ["tallies", "deals_counted", "is_over"])
    Table.objects.bulk_update([sheet.table for sheet in sheets], CHAIN_FIELDS)
