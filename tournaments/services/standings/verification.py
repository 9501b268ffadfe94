"""Verify a whole event: derive every stored number again from the records and report each difference.

Changes no record. Three checks: the history chain proves what was written, the rows must match the history,
and all sums (parts, standings) must match the rows.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any

from scoring.sheet.tallies import PartResult
from tournaments.models import (
    Deal,
    Event,
    RoundStatus,
    SheetChange,
    SheetChangeKind,
    Standings,
    StandingsRow,
    Table,
)
from tournaments.selectors.publishing.publications import list_differences
from tournaments.selectors.sheets.confirmations import UNCHANGING
from tournaments.selectors.sheets.folded_sheets import LoadedPart, accounts_of, load_parts, part_sums
from tournaments.selectors.sheets.seat_plan import seats_of_parts
from tournaments.selectors.standings.ranking_rules import exact_json
from tournaments.selectors.standings.results import (
    folded_result,
    lines_of,
    ranked_entrants,
    row_values,
    with_decisions,
    written_results,
)
from tournaments.services.history.audit import chain_differences, event_chain_differences
from tournaments.services.standings.computation import compute_event_standings


def differences(event: Event) -> list[str]:
    """Return every difference as a sentence; an empty list if everything agrees."""
    sentences: list[str] = []
    written: dict[int, PartResult] = {}
    tables = Table.objects.filter(round__event=event).select_related("round__event")
    for table in tables.order_by("round__number", "number"):
        parts = load_parts(table)
        entries = list(table.entries.select_related("reason").order_by("number"))
        sentences += [f"{table}: {each}" for each in table_differences(table, parts, entries)]
        if table.round.status != RoundStatus.DRAFT:
            folded = {each.part.pk: folded_result(table, each.part, each.sheet) for each in parts}
            written |= {key: result for key, result in folded.items() if result.deals_counted}
    results = list(with_decisions(event, written).values())
    return [
        *sentences,
        *event_chain_differences(event),
        *standings_differences(event, results),
        *list_differences(event),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """The result of a check that ended in time: `after` is the last table checked, None if all were."""

    differences: Sequence[str]
    after: int | None


def check_within(event: Event, *, seconds: float, after: int = 0) -> Checked:
    """Check sheets one by one for this long, and the event itself behind the last one; report differences.

    Standings that wait for their computation are computed first, so that they are none. `after` is the ID of
    the last table that an earlier call has checked. The standings are compared with the stored sums of the
    sheets, which were compared with the rows before.
    """
    compute_event_standings(event_id=event.pk)
    sentences: list[str] = []
    end = monotonic() + seconds
    tables = Table.objects.filter(round__event=event, pk__gt=after).select_related("round__event")
    for table in tables.order_by("pk"):
        entries = list(table.entries.select_related("reason").order_by("number"))
        sentences += [f"{table}: {each}" for each in table_differences(table, load_parts(table), entries)]
        if monotonic() > end:
            return Checked(differences=sentences, after=table.pk)
    results = list(with_decisions(event, written_results(event)).values())
    standings = standings_differences(event, results)
    rest = [*event_chain_differences(event), *standings, *list_differences(event)]
    return Checked(differences=[*sentences, *rest], after=None)


def table_differences(table: Table, parts: Sequence[LoadedPart], entries: Sequence[SheetChange]) -> list[str]:
    """Return the differences of one sheet."""
    return [
        *chain_differences(table, entries),
        *row_differences(table, entries),
        *seat_differences(parts, entries),
        *sum_differences(table, parts),
    ]


# Rows


def row_differences(table: Table, entries: Sequence[SheetChange]) -> Iterator[str]:
    """Yield rows that do not match the history."""
    order, newest = replay_history(entries)
    deals = list(Deal.objects.filter(table=table).order_by("number"))
    yield from order_differences([deal for deal in deals if deal.number is not None], order)
    for deal in deals:
        yield from deal_differences(deal, newest.get(deal.pk))


def order_differences(live: Sequence[Deal], order: Sequence[int]) -> Iterator[str]:
    """Yield gaps in the numbers of the rows, and rows other than those of the history or in another order."""
    if [deal.number for deal in live] != list(range(1, len(live) + 1)):
        yield "the rows are not numbered 1, 2, 3 and so on."
    if [deal.pk for deal in live] != order:
        rows = f"{len(live)} and {len(order)} rows"
        yield f"the sheet has other rows, or another order, than its history: {rows}."


def deal_differences(deal: Deal, entry: SheetChange | None) -> Iterator[str]:
    """Yield a row that does not match its newest entry."""
    if entry is None:
        yield f"row {deal.number} is not in the history."
    elif deal.revision != entry.deal_revision or (deal.number and deal.record != entry.record):
        yield f"row {deal.number} is not what the history says in entry {entry.number}."


def replay_history(entries: Sequence[SheetChange]) -> tuple[list[int], dict[int, SheetChange]]:
    """Return the IDs of the rows in the order the history gives, and the newest entry of every row."""
    order: list[int] = []
    newest: dict[int, SheetChange] = {}
    for entry in entries:
        if entry.deal_id is None or entry.kind in UNCHANGING:
            continue
        newest[entry.deal_id] = entry
        if entry.kind == SheetChangeKind.STRUCK and entry.deal_id in order:
            order.remove(entry.deal_id)
        elif entry.kind in (SheetChangeKind.RECORDED, SheetChangeKind.INSERTED):
            order.insert((entry.deal_number or 1) - 1, entry.deal_id)
    return order, newest


def seat_differences(parts: Sequence[LoadedPart], entries: Sequence[SheetChange]) -> Iterator[str]:
    """Yield seats and first dealers that do not match their last change in the history."""
    yield from dealer_differences(parts, entries)
    entry = next((each for each in reversed(entries) if each.kind == SheetChangeKind.RESEATED), None)
    if entry is None:
        return
    seats = [part["seats"] for part in (entry.record or {}).get("after", [])]
    stored = [part["seats"] for part in seats_of_parts(parts)]
    if stored != seats:
        yield f"the seats are {stored}, the history says {seats} in entry {entry.number}."


def dealer_differences(parts: Sequence[LoadedPart], entries: Sequence[SheetChange]) -> Iterator[str]:
    """Yield a first dealer of the last part that does not match the history."""
    in_history = recorded_first_dealer(entries)
    dealer = parts[-1].part.first_dealer
    if in_history is not None and dealer != in_history:
        yield f"the first dealer is {dealer}, the history says {in_history} (seats from 0)."


def recorded_first_dealer(entries: Sequence[SheetChange]) -> Any:
    """Return the first dealer of the last part, set by the table or with new seats; None if never set."""
    for entry in reversed(entries):
        if entry.kind == SheetChangeKind.FIRST_DEALER:
            return (entry.record or {}).get("first_dealer")
        if entry.kind == SheetChangeKind.RESEATED:
            return (entry.record or {}).get("after", [{}])[-1].get("first_dealer")
    return None


# Sums


def sum_differences(table: Table, parts: Sequence[LoadedPart]) -> Iterator[str]:
    """Yield sums of a part that do not match its rows, and rows that break the rules without a mark."""
    for loaded in parts:
        yield from part_differences(table, loaded)
        if not table.round.event.marks_later_deals:
            yield from unseen_violations(loaded)


def part_differences(table: Table, loaded: LoadedPart) -> Iterator[str]:
    """Yield wrong accounts and sums of one part; a part without points has none stored."""
    part, accounts = loaded.part, accounts_of(loaded.part)
    sums = part_sums(table.round.event, loaded.sheet)
    tallies, counted, marked = sums["tallies"], sums["deals_counted"], sums["deals_marked"]
    if part.accounts != accounts:
        yield f"part {part.position} has the accounts {part.accounts} stored, its seats give {accounts}."
    if part.tallies != tallies and (part.tallies or any(map(any, tallies.values()))):
        yield f"part {part.position} has {part.tallies} stored, its rows give {tallies}."
    if part.deals_counted != counted:
        yield f"part {part.position} has {part.deals_counted} deals stored, its rows give {counted}."
    if part.is_over != sums["is_over"] and part.deals_counted:
        yield f"part {part.position} is {'over' if part.is_over else 'going on'} as stored, not by its rows."
    if part.deals_marked != marked:
        yield f"part {part.position} has {part.deals_marked} deals marked, its rows give {marked}."


def unseen_violations(loaded: LoadedPart) -> Iterator[str]:
    """Yield rows that break the rules, in an event that does not mark them."""
    for row in loaded.sheet.rows:
        yield from (f"row {row.number} breaks the rules: {violation}" for violation in row.violations)


def standings_differences(event: Event, results: Sequence[PartResult]) -> Iterator[str]:
    """Yield rows of the standings that do not match the sheets."""
    standings = Standings.objects.filter(event=event).first()
    counted = sum(result.deals_counted for result in results)
    if standings is None and not counted:
        return
    yield from line_differences(event, results)
    count = standings.deals_counted if standings else 0
    if count != counted:
        yield f"Standings: {count} deals stored, the sheets give {counted}."


def line_differences(event: Event, results: Sequence[PartResult]) -> Iterator[str]:
    """Yield rows with other values, missing rows, and rows of unknown entrants."""
    rows = StandingsRow.objects.filter(event=event).select_related("entrant")
    stored = {row.entrant.number: row for row in rows}
    numbers = ranked_entrants(event, results)
    for line in lines_of(event, results, numbers):
        derived = row_values(line)
        values = stored_values(stored.pop(line.entrant, None), derived)
        if exact_json(values) != exact_json(derived):
            what = f"stored {values or 'nothing'}, the sheets give {derived}"
            yield f"Standings, player {line.entrant}: {what}."
    yield from (f"Standings, player {number}: the sheets know nobody of this number." for number in stored)


def stored_values(row: StandingsRow | None, names: Iterable[str]) -> dict[str, Any]:
    """Return the stored values of a row under these names; empty without a row."""
    return {name: getattr(row, name) for name in names} if row else {}
