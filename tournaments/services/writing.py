"""What every use case on a sheet shares: the lock and the kept answer, parts folded anew, refusals."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext

from rules.reading import clean_record
from scoring import refusals
from scoring.sheet import Row, Sheet, broken_by
from scoring.tallies import sheet_tallies
from tournaments.errors import LaterDealsImpossible, NotPossible
from tournaments.models import AuthorKind, Deal, Part, RoundStatus, Table
from tournaments.presenting import row_json
from tournaments.selectors.prepared import update
from tournaments.selectors.sheets import MEMORY, LoadedPart, Tail, fold_part, game_of
from tournaments.services.history import Answer, Request, kept_answer, lock_table, mark_standings

OUT_OF_THE_WAY = 1_000_000  # added to row numbers while they shift, so that no two are ever equal

TOTALS = ("tallies", "deals_counted", "deals_marked", "is_over")  # what a part adds up to

R = TypeVar("R")  # what a use case answers


def on_the_sheet(use_case: Callable[..., R]) -> Callable[..., R | Answer]:
    """Run a use case on the locked sheet, once per key: `use_case(table, request=..., ...)`."""

    @wraps(use_case)
    @transaction.atomic
    def run(*, table: Table, request: Request, **arguments: Any) -> R | Answer:
        table = lock_table(table)
        return kept_answer(table, request) or use_case(table, request=request, **arguments)

    return run


def is_late(table: Table, request: Request) -> bool:
    """A table that writes after its round was closed, or after it was broken off; a director may."""
    is_over = table.is_broken_off or table.round.status == RoundStatus.CLOSED
    return is_over and request.by.kind == AuthorKind.LINK


def stored_record(game: Any, record: Any) -> dict[str, object]:
    """What is kept of a record: its own fields; the dealer was only a check and is derived for ever."""
    return {name: value for name, value in clean_record(game, record).items() if name != "dealer"}


def without_dealer(record: Any) -> Any:
    """A record as it is compared and stored."""
    return type(record)(
        **{name: getattr(record, name) for name in record.__dataclass_fields__ if name != "dealer"}
    )


@dataclass(frozen=True, slots=True)
class Written:
    """A row as it would stand after a change."""

    deal: Deal
    record: Mapping[str, Any]


def live_deals(table: Table) -> list[Deal]:
    """The rows that are not struck out, in order."""
    return list(table.deals.filter(number__isnull=False).order_by("number"))


def refold(
    table: Table, before: Sequence[LoadedPart], rows: Sequence[Written], *, changed: int, shift: int = 0
) -> tuple[list[LoadedPart], list[int]]:
    """The sheet after a change at row `changed`, and the later rows it would break (as numbered after it).

    Raises IllegalDeal if the changed row itself breaks the rules, LaterDealsImpossible if others do and
    the event does not mark them.
    """
    after = fold_rows(table, before, rows)
    sheets_before, sheets_after = sheets_of(before), sheets_of(after)
    breaks = broken_by(sheets_before, sheets_after, changed=changed, shift=shift)
    if breaks and not table.round.event.marks_later_deals:
        raise later_deals_impossible(breaks)
    return after, breaks


def sheets_of(parts: Iterable[LoadedPart]) -> list[Sheet]:
    """The folded sheets of these parts."""
    return [loaded.sheet for loaded in parts]


def fold_rows(table: Table, before: Sequence[LoadedPart], rows: Sequence[Written]) -> list[LoadedPart]:
    """The parts folded over other rows."""
    after: list[LoadedPart] = []
    first = 1
    for loaded in before:
        own = [row for row in rows if row.deal.part_id == loaded.part.pk]
        previous = after[-1].sheet if after else None
        sheet = fold_part(table.round.event, loaded.part, [row.record for row in own], previous, first)
        after.append(LoadedPart(loaded.part, sheet, tuple(row.deal for row in own)))
        first += len(own)
    return after


def store_parts(table: Table, parts: Sequence[LoadedPart]) -> None:
    """Write what the parts add up to, and remember where the sheet goes on."""
    for loaded in parts:
        store_part(table, loaded.part, loaded.sheet)
    rows = sum(len(loaded.deals) for loaded in parts)
    remember_tail(table, Tail(parts[-1].part, parts[-1].sheet, rows))


def store_part(table: Table, part: Part, sheet: Sheet) -> None:
    """Write what a part adds up to, and ask for the standings."""
    event = table.round.event
    part.tallies = sheet_tallies(game_of(event), sheet.state, [row.outcome for row in sheet.rows])
    part.deals_counted = sum(row.outcome.counts for row in sheet.rows)
    part.deals_marked = len(sheet.broken)
    part.is_over = game_of(event).is_over(sheet.state)
    update(part, TOTALS)
    mark_standings(event)


def remember_tail(table: Table, tail: Tail) -> None:
    """Spare the next request the fold; only once this change has committed."""
    head = table.head
    transaction.on_commit(lambda: MEMORY.put(head, tail))


def shift_numbers(table: Table, *, above: int, by: int) -> None:
    """Move the numbers of all rows above `above`; in two steps, for no two may ever be equal."""
    table.deals.filter(number__gt=above).update(number=F("number") + by + OUT_OF_THE_WAY)
    table.deals.filter(number__gt=OUT_OF_THE_WAY).update(number=F("number") - OUT_OF_THE_WAY)


def find_deal(table: Table, number: int) -> Deal:
    """The row of a number. Raises NotPossible (`row_unknown`)."""
    deal = table.deals.filter(number=number).first()
    if deal is None:
        message = gettext(refusals.ROW_UNKNOWN) % {"number": number}
        raise NotPossible("row_unknown", message)
    return deal


@dataclass(frozen=True, slots=True)
class Meant:
    """The row that a writer means: where it stands now, if it does, and whether that is where he saw it."""

    deal: Deal | None
    number: int
    is_in_place: bool


def find_meant(table: Table, number: int, row: int | None) -> Meant:
    """The row seen as `number`, by its id where the writer knows it. Raises NotPossible (`row_unknown`)."""
    deal = table.deals.filter(pk=row).first() if row is not None else None
    if deal is None:
        return Meant(find_deal(table, number), number, is_in_place=row is None)
    if deal.number is None:
        return Meant(None, number, is_in_place=False)
    return Meant(deal, deal.number, is_in_place=deal.number == number)


def find_row(parts: Sequence[LoadedPart], number: int) -> tuple[Sequence[LoadedPart], Row]:
    """The folded row of a number, beside all parts."""
    return parts, next(row for part in parts for row in part.sheet.rows if row.number == number)


def deal_body(table: Table, deal: Deal, row: Row, sheet: Sheet) -> dict[str, Any]:
    """What is answered for one row."""
    return {
        **row_json(deal, row),
        "totals": list(sheet.totals),
        "sheet_revision": table.revision,
    }


def deal_answer(table: Table, deal: Deal, after: Sequence[LoadedPart], breaks: list[int]) -> dict[str, Any]:
    """What is answered for a changed row, with the later rows that are marked."""
    assert deal.number is not None
    _, row = find_row(after, deal.number)
    return {**deal_body(table, deal, row, after[-1].sheet), **listed(breaks)}


def listed(breaks: list[int]) -> dict[str, Any]:
    """The rows a change made impossible, where there are any."""
    return {"breaks": breaks} if breaks else {}


def earlier_rows_missing(expected: int, number: int) -> NotPossible:
    """A gap."""
    message = gettext(refusals.EARLIER_ROWS_MISSING)
    values = {"expected": expected, "number": number}
    return NotPossible("earlier_rows_missing", message % values, expected=expected)


def sheet_complete(sheet: Sheet) -> NotPossible:
    """No row is left."""
    message = gettext(refusals.SHEET_COMPLETE) % {"deals": sheet.deals_counted}
    return NotPossible("sheet_complete", message)


def later_deals_impossible(breaks: list[int]) -> LaterDealsImpossible:
    """A change that breaks what was written after it."""
    numbers = ", ".join(str(number) for number in breaks)
    message = gettext(refusals.LATER_DEALS_IMPOSSIBLE)
    return LaterDealsImpossible(breaks, message % {"numbers": numbers})


def refuse_late(table: Table, request: Request) -> None:
    """Raises NotPossible (`round_closed`) for a table whose round is closed."""
    if is_late(table, request):
        raise NotPossible("round_closed", gettext(refusals.ROUND_CLOSED))


def refuse_stale_sheet(table: Table, sheet_revision: int) -> None:
    """Raises NotPossible (`stale`) if the sheet moved on."""
    if table.revision != sheet_revision:
        message = gettext(refusals.SHEET_STALE)
        raise NotPossible("stale", message, revision=table.revision)
