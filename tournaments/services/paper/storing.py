"""Store checked tables: create rounds and tables as needed, write whole sheets, close played rounds."""

import secrets
from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from scoring.paper import PaperTable
from scoring.sheet.table_sheet import stored_record
from tournaments.models import (
    Event,
    EventChangeKind,
    Round,
    RoundStatus,
    SheetChange,
    Table,
)
from tournaments.selectors.history.authors import FROM_PAPER
from tournaments.selectors.paper.totals import COMPARING
from tournaments.selectors.sheets.agreements import game_of
from tournaments.services.history.sheet_chain import Author, Request, lock_event, lock_table
from tournaments.services.paper.findings import Present, continues, present_tables
from tournaments.services.paper.totals import compare_totals
from tournaments.services.rounds.lifecycle import is_full, seat_table, store_open
from tournaments.services.sheets.bulk_sheets import WholeSheet, write_sheets
from tournaments.services.sheets.deals import record_deal
from tournaments.services.sheets.write_guard import refuse_cancelled, refuse_decided


@transaction.atomic
def store_table(event: Event, paper: PaperTable, by: Author, at: datetime) -> int:
    """Store a sheet in a new or empty table, or complete one that was begun; return the number of rows.

    Raises NotPossible as `refuse_decided` and `refuse_cancelled`; `stale` if a phone wrote the sheet
    meanwhile.
    """
    event = lock_event(event)
    refuse_decided(event)
    refuse_cancelled(event)
    round = open_paper_round(event, paper.round, by)
    there = present_tables(event, at=(paper.round, paper.number)).get((paper.round, paper.number))
    if there and not continues(event, paper, there):
        raise stale(paper)
    if there and there.table.revision:
        return complete_sheet(there, paper, by)
    entrants = event.entrants.filter(player__name__in=paper.players).select_related("player")
    by_name = {each.player.name: each for each in entrants}
    table = (
        there.table if there else seat_table(round, paper.number, [by_name[name] for name in paper.players])
    )
    return write_sheets(event=event, sheets=[whole_sheet(event, table, paper, at)], by=by)


def stale(paper: PaperTable) -> NotPossible:
    """Return the refusal of a sheet that was written meanwhile."""
    message = gettext("Round %(round)s, table %(table)s was changed in the meantime; check it again.")
    return NotPossible("stale", message % {"round": paper.round, "table": paper.number})


def complete_sheet(there: Present, paper: PaperTable, by: Author) -> int:
    """Record the rows behind the stored ones; return their number.

    Raises NotPossible (`stale`) if a phone wrote the sheet meanwhile.
    """
    if lock_table(there.table).revision != there.table.revision:
        raise stale(paper)
    first = len(there.records)
    for number, record in enumerate(paper.records[first:], start=first + 1):
        request = Request(f"paper-{number}-{secrets.token_hex(8)}", {"number": number, "record": record}, by)
        record_deal(table=there.table, number=number, record=record, request=request)
    return len(paper.records) - first


def store_totals(event: Event, paper: PaperTable, by: Author) -> None:
    """Store the totals on the paper of a stored table, if it has any."""
    if paper.paper is None:
        return
    tables = Table.objects.filter(round__event=event, round__number=paper.round, number=paper.number)
    for table in tables.select_related("round__event"):
        compare_totals(table=table, totals=paper.paper, by=by)


def open_paper_round(event: Event, number: int, by: Author) -> Round:
    """Return the round with this number, released: paper sheets are entered after the round was played."""
    round, _ = Round.objects.get_or_create(event=event, number=number, defaults={"status": RoundStatus.OPEN})
    if round.status == RoundStatus.DRAFT:
        store_open(event, round, EventChangeKind.ROUND_RELEASED, by)
    return round


def whole_sheet(event: Event, table: Table, paper: PaperTable, at: datetime) -> WholeSheet:
    """Prepare a sheet for writing."""
    records = [stored_record(game_of(event), record) for record in paper.records]
    times = [at] * len(records)
    return WholeSheet(table, table.parts.get(), records, times)


def close_played_rounds(event: Event, numbers: Collection[int]) -> None:
    """Close the rounds that the paper sheets complete."""
    for played in event.rounds.filter(number__in=numbers, status=RoundStatus.OPEN):
        close_if_played(played)


def close_if_played(played: Round) -> None:
    """Close a round entered from paper sheets alone, once its tables are full or a later round has begun."""
    others = SheetChange.objects.filter(table__round=played).exclude(author_kind__in=FROM_PAPER)
    if others.exclude(kind__in=COMPARING).exists():
        return
    has_later = played.event.rounds.filter(number__gt=played.number, tables__isnull=False).exists()
    if has_later or all(
        is_full(played.event, table) for table in played.tables.prefetch_related("parts__seats")
    ):
        played.status = RoundStatus.CLOSED
        played.save(update_fields=["status"])
