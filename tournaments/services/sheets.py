"""Writing a table's sheet: record, correct, strike out, insert; conflicts and late deals.

Every use case locks the sheet, answers a repeated request with its kept answer, stores all or nothing, and
marks the standings as old in the same transaction.
"""

from typing import Any

from django.utils.translation import gettext

from rules.reading import read_record
from scoring import refusals
from scoring.sheet import extend_sheet, read_deal
from tournaments.errors import NotPossible
from tournaments.models import Cause, Deal, EntryKind, Table
from tournaments.selectors.prepared import insert
from tournaments.selectors.sheets import Tail, game_of, is_complete, load_parts, load_tail, seats_in
from tournaments.services.history import Answer, Request, append_entry, keep_answer
from tournaments.services.parking import park
from tournaments.services.writing import (
    Written,
    deal_answer,
    deal_body,
    earlier_rows_missing,
    find_deal,
    find_meant,
    find_row,
    is_late,
    listed,
    live_deals,
    on_the_sheet,
    refold,
    refuse_late,
    refuse_stale_sheet,
    remember_tail,
    sheet_complete,
    shift_numbers,
    store_part,
    store_parts,
    stored_record,
    without_dealer,
)

# Recording


@on_the_sheet
def record_deal(table: Table, *, number: int, record: object, request: Request) -> Answer:
    """Check and store the next deal: 201, or 200 if the same record already stands there.

    Raises IllegalDeal with every violation, and NotPossible (`earlier_rows_missing`, `sheet_complete`,
    `too_many_conflicts`); both store nothing. Another record under a taken number is parked (409); so is
    any deal of a closed round (202).
    """
    event = table.round.event
    game = game_of(event)
    deal_record = read_deal(game, record)
    if is_late(table, request):
        taken = table.deals.filter(number=number).first()
        return park(table, Cause.LATE, taken, number, record, request)
    tail = load_tail(table)
    if 1 <= number <= tail.rows:
        return record_again(table, number, record, deal_record, request)
    return keep_answer(table, request, append_row(table, tail, number, record, request))


def append_row(table: Table, tail: Tail, number: int, record: Any, request: Request) -> Answer:
    """The row after the last one."""
    game = game_of(table.round.event)
    if number != tail.rows + 1:
        raise earlier_rows_missing(tail.rows + 1, number)
    if is_complete(table.round.event, tail.sheet):
        raise sheet_complete(tail.sheet)
    sheet = extend_sheet(game, tail.sheet, read_deal(game, record), number=number)
    deal = Deal(table=table, part=tail.part, number=number, record=stored_record(game, record))
    insert(deal)
    append_entry(table, EntryKind.RECORDED, by=request.by, deal=deal, record=deal.record)
    store_part(table, tail.part, sheet)
    remember_tail(table, Tail(tail.part, sheet, number))
    return Answer(201, deal_body(table, deal, sheet.rows[-1], sheet))


def record_again(table: Table, number: int, record: object, deal_record: Any, request: Request) -> Answer:
    """A number that is taken: the same record is fine, another one is a conflict."""
    deal = table.deals.get(number=number)
    if read_record(game_of(table.round.event), deal.record) == without_dealer(deal_record):
        loaded, row = find_row(load_parts(table), number)
        return keep_answer(table, request, Answer(200, deal_body(table, deal, row, loaded[-1].sheet)))
    return park(table, Cause.TAKEN, deal, number, record, request)


# Correcting


@on_the_sheet
def correct_deal(
    table: Table,
    *,
    number: int,
    record: object,
    revision: int,
    row: int | None = None,
    reason: str = "",
    request: Request,
) -> Answer:
    """Replace the record of a row: 200. `revision` is the row's revision that the writer saw, `row` its id.

    Raises IllegalDeal, LaterDealsImpossible (unless the event marks such deals) and NotPossible
    (`row_unknown`). A stale revision is parked (412), and so is a row that has moved to another number or was
    struck out; a closed round too (202).
    """
    game = game_of(table.round.event)
    read_deal(game, record)
    meant = find_meant(table, number, row)
    if is_late(table, request):
        return park(table, Cause.LATE, meant.deal, meant.number, record, request)
    if not meant.is_in_place or meant.deal is None or meant.deal.revision != revision:
        return park(table, Cause.STALE, meant.deal, meant.number, record, request)
    return keep_answer(table, request, replace_record(table, meant.deal, record, reason, request))


def replace_record(table: Table, deal: Deal, record: Any, reason: str, request: Request) -> Answer:
    """The row with another record, everything after it derived again."""
    rows = [
        Written(row, stored_record(game_of(table.round.event), record) if row == deal else row.record)
        for row in live_deals(table)
    ]
    before = load_parts(table)
    assert deal.number is not None
    after, breaks = refold(table, before, rows, changed=deal.number)
    deal.record = stored_record(game_of(table.round.event), record)
    deal.revision += 1
    deal.save(update_fields=["record", "revision"])
    append_entry(table, EntryKind.CORRECTED, by=request.by, deal=deal, record=deal.record, reason=reason)
    store_parts(table, after)
    return Answer(200, deal_answer(table, deal, after, breaks))


@on_the_sheet
def strike_deal(
    table: Table, *, number: int, sheet_revision: int, reason: str = "", request: Request
) -> Answer:
    """Strike a row out; later ones move up. Raises as `correct_deal`; `stale` if the sheet moved on."""
    deal = find_deal(table, number)
    refuse_late(table, request)
    refuse_stale_sheet(table, sheet_revision)
    before = load_parts(table)
    rows = [Written(row, row.record) for row in live_deals(table) if row != deal]
    after, breaks = refold(table, before, rows, changed=number, shift=-1)
    deal.number = None
    deal.revision += 1
    deal.save(update_fields=["number", "revision"])
    shift_numbers(table, above=number, by=-1)
    deal.number = number  # for the history only; the row keeps no number
    append_entry(table, EntryKind.STRUCK, by=request.by, deal=deal, reason=reason)
    store_parts(table, after)
    body = {"number": number, "totals": list(after[-1].sheet.totals), "sheet_revision": table.revision}
    return keep_answer(table, request, Answer(200, {**body, **listed(breaks)}))


@on_the_sheet
def insert_deal(
    table: Table, *, number: int, record: object, sheet_revision: int, request: Request
) -> Answer:
    """Insert a forgotten row before the one that has this number: 201. Raises as `correct_deal`."""
    game = game_of(table.round.event)
    read_deal(game, record)
    if is_late(table, request):
        return park(table, Cause.LATE, None, number, record, request)
    if table.revision != sheet_revision:
        return park(table, Cause.STALE, None, number, record, request)
    answer = insert_row(table, number, record, request)
    return keep_answer(table, request, answer)


def insert_row(table: Table, number: int, record: Any, request: Request) -> Answer:
    """The row put in, the later ones moved down."""
    before = load_parts(table)
    next_deal = find_deal(table, number)
    if is_complete(table.round.event, before[-1].sheet):
        raise sheet_complete(before[-1].sheet)
    kept = stored_record(game_of(table.round.event), record)
    deal = Deal(table=table, part_id=next_deal.part_id, number=number, record=kept)
    live = live_deals(table)
    rows = [Written(row, row.record) for row in [*live[: number - 1], deal, *live[number - 1 :]]]
    after, breaks = refold(table, before, rows, changed=number, shift=1)
    shift_numbers(table, above=number - 1, by=1)
    deal.save()
    append_entry(table, EntryKind.INSERTED, by=request.by, deal=deal, record=kept)
    store_parts(table, after)
    return Answer(201, deal_answer(table, deal, after, breaks))


@on_the_sheet
def set_first_dealer(table: Table, *, first_dealer: int, request: Request) -> Answer:
    """Say who deals first. Raises NotPossible (`deals_exist` after a deal, `dealer_out_of_range`)."""
    refuse_late(table, request)
    part = table.parts.order_by("-position")[0]
    if part.deals.filter(number__isnull=False).exists():
        raise NotPossible("deals_exist", gettext(refusals.DEALS_EXIST))
    if not 0 <= first_dealer < seats_in(part):
        message = gettext(refusals.DEALER_OUT_OF_RANGE) % {"seats": seats_in(part)}
        raise NotPossible("dealer_out_of_range", message)
    part.first_dealer = first_dealer
    part.save(update_fields=["first_dealer"])
    append_entry(table, EntryKind.FIRST_DEALER, by=request.by, record={"first_dealer": first_dealer})
    body = {"first_dealer": first_dealer, "sheet_revision": table.revision}
    return keep_answer(table, request, Answer(200, body))
