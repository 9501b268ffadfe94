"""The one way to write a sheet: hold it, load it, apply the operation, store the change, keep the answer.

Whatever happens, it happens in one transaction: rows, history, versions that were not taken, the kept answer
and the request for new standings are stored together or not at all.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext

from scoring import refusals
from scoring.machine import apply
from scoring.operations import Change, Kind, Operation
from scoring.sheet import Sheet
from scoring.table_sheet import TableSheet, put
from scoring.tallies import sheet_tallies
from scoring.telling import change_json
from tournaments.errors import in_words
from tournaments.models import AuthorKind, Deal, EntryKind, Event, Part, RoundStatus, Table
from tournaments.presenting import spoken
from tournaments.selectors.sheets import MEMORY, LoadedSheet, game_of, load_sheet
from tournaments.services.history import (
    Answer,
    Author,
    Request,
    append_entry,
    keep_answer,
    kept_answer,
    lock_table,
    mark_standings,
)
from tournaments.services.pending import store_pending

OUT_OF_THE_WAY = 1_000_000  # added to row numbers while they shift, so that no two are ever equal

R = TypeVar("R")  # what a use case answers


def on_the_sheet(use_case: Callable[..., R]) -> Callable[..., R | Answer]:
    """Run `use_case(table, request=..., ...)` on the locked sheet, once per key, and keep its answer."""

    @wraps(use_case)
    @transaction.atomic
    def run(*, table: Table, request: Request, **arguments: Any) -> R | Answer:
        table = lock_table(table)
        if known := kept_answer(table, request):
            return known
        answer = use_case(table, request=request, **arguments)
        return keep_answer(table, request, answer) if isinstance(answer, Answer) else answer

    return run


@on_the_sheet
def write_sheet(table: Table, *, operation: Operation, reason: str = "", request: Request) -> Answer:
    """Carry an operation out. Raises IllegalDeal and NotPossible as `scoring.machine.apply` says."""
    return carry_out(table, operation, by=request.by, reason=reason)


def carry_out(table: Table, operation: Operation, *, by: Author, reason: str = "") -> Answer:
    """The same on a sheet that is locked already."""
    before = load_sheet(table)
    sheet = replace(before.sheet, is_open=not is_late(table, by))
    with in_words():
        after, change = apply(sheet, operation)
    conflict = store_pending(table, change.pending, by) if change.pending else None
    after = store_change(table, before, after, change, by=by, reason=reason)
    return Answer(change.result, change_json(spoken(), after, change, conflict))


# Who may write


def is_late(table: Table, by: Author) -> bool:
    """A table that writes after its round was closed, or after it was broken off; a director may."""
    is_over = table.is_broken_off or table.round.status == RoundStatus.CLOSED
    return is_over and by.kind == AuthorKind.LINK


def refuse_late(table: Table, request: Request) -> None:
    """Raises NotPossible (`round_closed`) for a table whose round is closed."""
    if is_late(table, request.by):
        raise refusals.round_closed().said(gettext)


def find_deal(table: Table, number: int) -> Deal:
    """The row of a number. Raises NotPossible (`row_unknown`)."""
    deal = table.deals.filter(number=number).first()
    if deal is None:
        raise refusals.row_unknown(number).said(gettext)
    return deal


# What is stored


def store_change(
    table: Table, before: LoadedSheet, after: TableSheet, change: Change, *, by: Author, reason: str
) -> TableSheet:
    """Write what changed; the sheet with the ids that the database gave.

    Nothing is written here for a version that was not taken, or not chosen: services/conflicts.py does that.
    """
    if change.kind in (Kind.NONE, Kind.SETTLED):
        return after
    if change.kind == Kind.FIRST_DEALER:
        store_first_dealer(table, before.part_ids[-1], after.parts[-1].first_dealer, by)
    else:
        deal = store_row(table, before, after, change)
        record = None if change.kind == Kind.STRUCK else deal.record
        append_entry(table, EntryKind(change.kind), by=by, deal=deal, record=record, reason=reason)
        after = with_id(after, deal) if change.kind in (Kind.RECORDED, Kind.INSERTED) else after
        store_sums(table, before, after)
    remember(table, LoadedSheet(after, before.part_ids))
    return after


def store_first_dealer(table: Table, part_id: int, first_dealer: int, by: Author) -> None:
    """Who deals first in the last part."""
    Part.objects.filter(pk=part_id).update(first_dealer=first_dealer)
    append_entry(table, EntryKind.FIRST_DEALER, by=by, record={"first_dealer": first_dealer})


def store_row(table: Table, before: LoadedSheet, after: TableSheet, change: Change) -> Deal:
    """The row that changed, the numbers of the later ones; a row that is struck out keeps none."""
    if change.kind == Kind.STRUCK:
        return strike_row(table, before, change.number)
    number, row = change.number, after.row(change.number)
    part_id = before.part_ids[part_of(after, number)]
    deal = Deal(
        pk=row.row_id, table=table, part_id=part_id, number=number, record=row.record, revision=row.revision
    )
    if change.kind == Kind.CORRECTED:
        deal.save(update_fields=["record", "revision"])
        return deal
    if change.kind == Kind.INSERTED:
        shift_numbers(table, above=number - 1, by=1)
    deal.save(force_insert=True)
    return deal


def strike_row(table: Table, before: LoadedSheet, number: int) -> Deal:
    """The row without a number; the history says which one it had."""
    row = before.sheet.row(number)
    deal = Deal(pk=row.row_id, table=table, number=None, record=row.record, revision=row.revision + 1)
    deal.save(update_fields=["number", "revision"])
    shift_numbers(table, above=number, by=-1)
    deal.number = number
    return deal


def part_of(sheet: TableSheet, number: int) -> int:
    """The place of the part that a row belongs to."""
    last = 0
    for place, part in enumerate(sheet.parts):
        last += len(part.rows)
        if number <= last:
            return place
    raise AssertionError(f"row {number} is in no part")


def shift_numbers(table: Table, *, above: int, by: int) -> None:
    """Move the numbers of all rows above `above`; in two steps, for no two may ever be equal."""
    table.deals.filter(number__gt=above).update(number=F("number") + by + OUT_OF_THE_WAY)
    table.deals.filter(number__gt=OUT_OF_THE_WAY).update(number=F("number") - OUT_OF_THE_WAY)


def with_id(sheet: TableSheet, deal: Deal) -> TableSheet:
    """The sheet with the id of a new row."""
    assert deal.number is not None
    row = replace(sheet.row(deal.number), row_id=deal.pk)
    return replace(sheet, parts=put(sheet.parts, deal.number, row))


def store_sums(table: Table, before: LoadedSheet, after: TableSheet) -> None:
    """What the parts that changed add up to; the standings are asked for."""
    for part_id, old, new in zip(before.part_ids, before.sheet.folds, after.folds, strict=True):
        if old is not new:
            store_part_sums(table.round.event, part_id, new)
    mark_standings(table.round.event)


def store_part_sums(event: Event, part_id: int, fold: Sheet) -> None:
    """What one part adds up to."""
    Part.objects.filter(pk=part_id).update(
        tallies=sheet_tallies(game_of(event), fold.state, [row.outcome for row in fold.rows]),
        deals_counted=sum(row.outcome.counts for row in fold.rows),
        deals_marked=len(fold.broken),
        is_over=game_of(event).is_over(fold.state),
    )


def remember(table: Table, loaded: LoadedSheet) -> None:
    """Spare the next request the fold; only once this change has committed."""
    head = table.head
    transaction.on_commit(lambda: MEMORY.put(head, loaded))
