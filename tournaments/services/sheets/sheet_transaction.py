"""Write to a sheet: lock it, load it, apply the operation, store the change, keep the answer.

This is the only way to write, and all of it is one transaction: rows, history, pending versions, the
stored response and the request for new standings are stored together or not at all.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from scoring.sheet import refusals
from scoring.sheet.machine import apply
from scoring.sheet.operations import Change, Kind, Operation, Pending
from scoring.sheet.serialising import change_json
from scoring.sheet.sheet import Sheet
from scoring.sheet.table_sheet import TableSheet, put
from tournaments.models import (
    AuthorKind,
    Cause,
    Deal,
    Event,
    Part,
    PendingDeal,
    RoundStatus,
    Settlement,
    SheetChangeKind,
    Table,
)
from tournaments.selectors.sheets.folded_sheets import MEMORY, LoadedSheet, load_sheet, part_sums, players_at
from tournaments.services.history.sheet_chain import (
    Answer,
    Author,
    Request,
    append_entry,
    lock_event,
    lock_table,
    request_standings,
    store_answer,
    stored_answer,
)
from tournaments.services.sheets.write_guard import refuse_unwritable
from tournaments.wording.refusals import in_words
from tournaments.wording.sheet_json import reader_language

OUT_OF_THE_WAY = 1_000_000  # added to row numbers while they shift, so that no two are equal

R = TypeVar("R")  # the result of a use case
OPEN_CONFLICTS_PER_SHEET = 20
OPEN_LATE_DEALS_PER_SHEET = 500  # every phone of a table may send a whole event's deals


def on_the_sheet(use_case: Callable[..., R]) -> Callable[..., R | Answer]:
    """Run `use_case(table, request=..., ...)` on the locked sheet, once per key, and keep its answer.

    Raises NotPossible as `refuse_unwritable`. The event is locked for all but the phones of a table: they
    would wait for each other, and a sign-off finds their rounds closed.
    """

    @wraps(use_case)
    @transaction.atomic
    def run(*, table: Table, request: Request, **arguments: Any) -> R | Answer:
        is_phone = request.by.kind == AuthorKind.LINK
        event = None if is_phone else lock_event(table.round.event)
        table = lock_table(table)
        table.round.event = event or table.round.event
        if known := stored_answer(table, request):
            return known
        refuse_unwritable(table.round, is_phone=is_phone)
        answer = use_case(table, request=request, **arguments)
        return store_answer(table, request, answer) if isinstance(answer, Answer) else answer

    return run


@on_the_sheet
def write_sheet(table: Table, *, operation: Operation, reason: str = "", request: Request) -> Answer:
    """Carry an operation out. Raises IllegalDeal and NotPossible as `scoring.sheet.machine.apply` says."""
    return carry_out(table, operation, by=request.by, reason=reason)


def carry_out(table: Table, operation: Operation, *, by: Author, reason: str = "") -> Answer:
    """Apply an operation to a sheet that is locked already."""
    before = load_sheet(table)
    sheet = replace(before.sheet, is_open=not is_late(table, by))
    number = getattr(operation, "number", sheet.row_count)
    with in_words(lambda: players_at(before, number)):
        after, change = apply(sheet, operation)
    conflict = store_pending(table, change.pending, by) if change.pending else None
    after = store_change(table, before, after, change, by=by, reason=reason)
    return Answer(change.result, change_json(reader_language(), after, change, conflict))


# Permission to write


def is_late(table: Table, by: Author) -> bool:
    """Return whether a table writes after its round was closed or it was abandoned.

    Directors are never late.
    """
    is_over = table.is_broken_off or table.round.status == RoundStatus.CLOSED
    return is_over and by.kind == AuthorKind.LINK


def refuse_late(table: Table, request: Request) -> None:
    """Raise NotPossible (`round_closed`) if the table writes too late."""
    if is_late(table, request.by):
        raise refusals.round_closed().in_language(gettext)


def find_deal(table: Table, number: int) -> Deal:
    """Return the row with this number. Raises NotPossible (`row_unknown`)."""
    deal = table.deals.filter(number=number).first()
    if deal is None:
        raise refusals.row_unknown(number).in_language(gettext)
    return deal


# Storing


def store_change(
    table: Table, before: LoadedSheet, after: TableSheet, change: Change, *, by: Author, reason: str
) -> TableSheet:
    """Write what changed; return the sheet with the IDs assigned by the database.

    A version that was not accepted is stored by `store_pending`; services/tables/deal_versions.py settles it.
    """
    if change.kind in (Kind.NONE, Kind.SETTLED):
        return after
    if change.kind == Kind.FIRST_DEALER:
        store_first_dealer(table, before.part_ids[-1], after.parts[-1].first_dealer, by)
    else:
        deal = store_row(table, before, after, change)
        record = None if change.kind == Kind.STRUCK else deal.record
        append_entry(table, SheetChangeKind(change.kind), by=by, deal=deal, record=record, reason=reason)
        after = with_id(after, deal) if change.kind in (Kind.RECORDED, Kind.INSERTED) else after
        store_sums(table, before, after)
    remember(table, LoadedSheet(after, before.part_ids))
    return after


def store_first_dealer(table: Table, part_id: int, first_dealer: int, by: Author) -> None:
    """Store the first dealer of the last part."""
    Part.objects.filter(pk=part_id).update(first_dealer=first_dealer)
    append_entry(table, SheetChangeKind.FIRST_DEALER, by=by, record={"first_dealer": first_dealer})


def store_row(table: Table, before: LoadedSheet, after: TableSheet, change: Change) -> Deal:
    """Store the changed row and the numbers of later ones; a struck-out row loses its number."""
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
    """Remove the row's number; the returned deal has the old one, for the history."""
    row = before.sheet.row(number)
    deal = Deal(pk=row.row_id, table=table, number=None, record=row.record, revision=row.revision + 1)
    deal.save(update_fields=["number", "revision"])
    shift_numbers(table, above=number, by=-1)
    deal.number = number
    return deal


def part_of(sheet: TableSheet, number: int) -> int:
    """Return the position of the part that contains a row."""
    last = 0
    for place, part in enumerate(sheet.parts):
        last += len(part.rows)
        if number <= last:
            return place
    raise AssertionError(f"row {number} is in no part")


def shift_numbers(table: Table, *, above: int, by: int) -> None:
    """Shift the numbers of all rows above `above`; in two steps, because no two may be equal at any time."""
    table.deals.filter(number__gt=above).update(number=F("number") + by + OUT_OF_THE_WAY)
    table.deals.filter(number__gt=OUT_OF_THE_WAY).update(number=F("number") - OUT_OF_THE_WAY)


def with_id(sheet: TableSheet, deal: Deal) -> TableSheet:
    """Return the sheet with the ID of a new row."""
    assert deal.number is not None
    row = replace(sheet.row(deal.number), row_id=deal.pk)
    return replace(sheet, parts=put(sheet.parts, deal.number, row))


def store_sums(table: Table, before: LoadedSheet, after: TableSheet) -> None:
    """Store the sums of the parts that changed, and request the standings."""
    for part_id, old, new in zip(before.part_ids, before.sheet.folds, after.folds, strict=True):
        if old is not new:
            store_part_sums(table.round.event, part_id, new)
    request_standings(table.round.event)


def store_part_sums(event: Event, part_id: int, fold: Sheet) -> None:
    """Store the sums of one part."""
    Part.objects.filter(pk=part_id).update(**part_sums(event, fold))


def remember(table: Table, loaded: LoadedSheet) -> None:
    """Cache the folded sheet for the next request, once this change has committed."""
    head = table.head
    transaction.on_commit(lambda: MEMORY.put(table.pk, head, loaded))


def store_pending(table: Table, pending: Pending, by: Author) -> int:
    """Store a version that was not accepted; return its ID. Raises NotPossible (`too_many_conflicts`)."""
    refuse_too_many(table, Cause(pending.cause))
    stored = PendingDeal.objects.create(
        table=table,
        cause=pending.cause,
        deal_id=pending.row_id,
        number=pending.number,
        record=pending.record,
        author_kind=by.kind,
        author_id=by.id,
        device=by.device,
        device_at=by.device_at,
        at=timezone.now(),
    )
    return int(stored.pk)


def refuse_too_many(table: Table, cause: Cause) -> None:
    """Raise NotPossible (`too_many_conflicts`). Late deals count separately: tables cannot settle them."""
    waiting = table.parked.filter(settlement=Settlement.OPEN)
    late = Q(cause=Cause.LATE)
    is_full = (
        waiting.filter(late).count() >= OPEN_LATE_DEALS_PER_SHEET
        if cause == Cause.LATE
        else waiting.exclude(late).count() >= OPEN_CONFLICTS_PER_SHEET
    )
    if is_full:
        message = gettext("Too many conflicts are open at this table; resolve them first.")
        raise NotPossible("too_many_conflicts", message)
