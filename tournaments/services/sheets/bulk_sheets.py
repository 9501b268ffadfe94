"""Write whole sheets at once: entered from paper, or played by the demonstration.

The caller has checked every record against the rules. The history gets an entry for each deal, chained as
if the deals had been recorded one by one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from rules.game import Outcome
from rules.reading import open_table, read_record
from scoring.sheet import blank_sheet, fold_sheet
from scoring.tallies import has_declarer, sheet_tallies
from tournaments.models import Deal, Event, Part, SheetChange, SheetChangeKind, Table
from tournaments.selectors.sheets.folded_sheets import game_of, options_of
from tournaments.services.history.sheet_chain import CHAIN_FIELDS, Author, chain_entry, request_standings

BATCH = 500


@dataclass(frozen=True, slots=True)
class WholeSheet:
    """The one part of an empty sheet, the checked records, the time of each, and the resulting state."""

    table: Table
    part: Part
    records: Sequence[Mapping[str, Any]]
    times: Sequence[datetime]
    state: Any
    deals_counted: int


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


def outcomes_of(event: Event, sheet: WholeSheet) -> list[Outcome]:
    """The outcome of every deal, folded again; empty if the game's tallies do not need it."""
    if not has_declarer(game_of(event)):
        return []
    seats = sheet.state.seats
    state = open_table(game_of(event), options_of(event), seats, sheet.part.first_dealer)
    records = [read_record(game_of(event), record) for record in sheet.records]
    return [row.outcome for row in fold_sheet(game_of(event), blank_sheet(state), records).rows]


def store_sums(event: Event, sheets: Sequence[WholeSheet]) -> None:
    """Store the sums of every part and the end of every sheet's chain."""
    game = game_of(event)
    for sheet in sheets:
        sheet.part.tallies = sheet_tallies(game, sheet.state, outcomes_of(event, sheet))
        sheet.part.deals_counted = sheet.deals_counted
        sheet.part.is_over = game.is_over(sheet.state)
    Part.objects.bulk_update([sheet.part for sheet in sheets], ["tallies", "deals_counted", "is_over"])
    Table.objects.bulk_update([sheet.table for sheet in sheets], CHAIN_FIELDS)
