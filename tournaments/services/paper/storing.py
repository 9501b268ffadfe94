"""Store checked tables: create rounds and tables as needed, write whole sheets, close played rounds."""

import secrets
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from django.utils.translation import gettext

from scoring.paper import PaperTable
from scoring.paper.lines import Place
from scoring.sheet.refusals import NotPossible
from scoring.sheet.table_sheet import stored_record
from tournaments.models import (
    Entrant,
    Event,
    EventChangeKind,
    Round,
    RoundStatus,
    SheetChange,
    Table,
)
from tournaments.selectors.history.authors import FROM_PAPER
from tournaments.selectors.paper.totals import COMPARING
from tournaments.selectors.sheets.folded_sheets import game_of
from tournaments.services.history.sheet_chain import Author, Request, lock_table
from tournaments.services.paper.findings import Present
from tournaments.services.paper.totals import compare_totals
from tournaments.services.rounds.lifecycle import is_full, seat_table, store_open
from tournaments.services.sheets.bulk_sheets import WholeSheet, write_sheets
from tournaments.services.sheets.deals import record_deal


def store_tables(
    event: Event, tables: Sequence[PaperTable], existing: Mapping[Place, Present], by: Author, at: datetime
) -> int:
    """Store sheets in new or empty tables, complete those that were begun; return the number of rows."""
    entrants = {each.player.name: each for each in event.entrants.select_related("player")}
    numbers = sorted({each.round for each in tables})
    rounds = {number: open_paper_round(event, number, by) for number in numbers}
    sheets: list[WholeSheet] = []
    completed = 0
    for paper in tables:
        there = existing.get((paper.round, paper.number))
        if there and there.table.revision:
            completed += complete_sheet(there, paper, by)
            continue
        table = there.table if there else seat_paper_table(rounds[paper.round], paper, entrants)
        sheets.append(whole_sheet(event, table, paper, at))
    return completed + (write_sheets(event=event, sheets=sheets, by=by) if sheets else 0)


def complete_sheet(there: Present, paper: PaperTable, by: Author) -> int:
    """Record the rows behind the stored ones; return their number.

    Raises NotPossible (`stale`) if a phone wrote the sheet meanwhile.
    """
    if lock_table(there.table).revision != there.table.revision:
        message = gettext("Round %(round)s, table %(table)s was changed in the meantime; check it again.")
        raise NotPossible("stale", message % {"round": paper.round, "table": paper.number})
    first = len(there.records)
    for number, record in enumerate(paper.records[first:], start=first + 1):
        request = Request(f"paper-{number}-{secrets.token_hex(8)}", {"number": number, "record": record}, by)
        record_deal(table=there.table, number=number, record=record, request=request)
    return len(paper.records) - first


def store_totals(event: Event, tables: Sequence[PaperTable], by: Author) -> None:
    """Store the totals on the papers of stored tables."""
    numbers = {(each.round, each.number): each.paper for each in tables if each.paper}
    if not numbers:
        return
    for table in Table.objects.filter(round__event=event).select_related("round__event"):
        if totals := numbers.get((table.round.number, table.number)):
            compare_totals(table=table, totals=totals, by=by)


def open_paper_round(event: Event, number: int, by: Author) -> Round:
    """Return the round with this number, released: paper sheets are entered after the round was played."""
    found, _ = Round.objects.get_or_create(event=event, number=number, defaults={"status": RoundStatus.OPEN})
    if found.status == RoundStatus.DRAFT:
        store_open(event, found, EventChangeKind.ROUND_RELEASED, by)
    return found


def seat_paper_table(round: Round, paper: PaperTable, entrants: Mapping[str, Entrant]) -> Table:
    """Create a table with the players as seated on paper."""
    return seat_table(round, paper.number, [entrants[name] for name in paper.players])


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
    if has_later or all(is_full(played.event, table) for table in played.tables.all()):
        played.status = RoundStatus.CLOSED
        played.save(update_fields=["status"])
