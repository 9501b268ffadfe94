"""Confirmations of a sheet, derived from its history alone."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import F, Max, Q

from rules.game import Game
from rules.seats import sides_in
from tournaments.models import Confirms, Deal, Entrant, Event, SheetChange, SheetChangeKind, Table
from tournaments.selectors.sheets.folded_sheets import LoadedPart

DECLARER = "declarer"
UNCHANGING = (
    SheetChangeKind.CONFIRMED,
    SheetChangeKind.SIGNED,
    SheetChangeKind.SETTLED,
    SheetChangeKind.COMPARED,
    SheetChangeKind.UPHELD,
    SheetChangeKind.TYPED_TWICE,
)  # these do not change rows


def confirmed_deals(table: Table) -> dict[int, list[int]]:
    """Return the deals confirmed in their newest version, by ID, with the start numbers that did.

    One query.
    """
    entries = SheetChange.objects.filter(
        table=table,
        kind=SheetChangeKind.CONFIRMED,
        deal__number__isnull=False,
        deal__revision=F("deal_revision"),
    )
    numbers = entrant_numbers(table.round.event_id)
    by_deal: defaultdict[int, list[int]] = defaultdict(list)
    for deal_id, entrant_id in entries.order_by("number").values_list("deal_id", "author_id"):
        by_deal[deal_id].append(numbers[entrant_id])
    return dict(by_deal)


def signed_by(table: Table) -> set[int]:
    """Return the start numbers that have signed the sheet since its last change."""
    changes = SheetChange.objects.filter(table=table).exclude(kind__in=UNCHANGING)
    last = changes.aggregate(last=Max("number"))["last"] or 0
    signed = SheetChange.objects.filter(table=table, kind=SheetChangeKind.SIGNED, number__gt=last)
    numbers = entrant_numbers(table.round.event_id)
    return {numbers[entrant_id] for entrant_id in signed.values_list("author_id", flat=True)}


def entrant_numbers(event_id: int) -> dict[int | None, int]:
    """Return the event's start numbers by entrant ID."""
    return dict(Entrant.objects.filter(event_id=event_id).values_list("pk", "number"))


def may_confirm(game: Game, loaded: LoadedPart, deal: Deal, entrant: Entrant) -> bool:
    """Return whether the entrant sat in this part, not on the declarer's side.

    Without a declarer, any seat may.
    """
    seats = list(loaded.part.seats.all())
    own = {seat.position for seat in seats if seat.entrant_id == entrant.pk}
    declarer = deal.record.get(DECLARER)
    sides: Iterable[Sequence[int]] = sides_in(game, loaded.sheet.state.options, len(seats))
    declaring = next((set(side) for side in sides if declarer in side), set())
    return bool(own) and not own & declaring


def confirmation_json(table: Table, deals: Sequence[Deal]) -> dict[str, Any]:
    """Return the confirmations as JSON: the event's mode, the unconfirmed deals, the signatures."""
    confirms = table.round.event.confirms
    if confirms == Confirms.NEVER:
        return {"confirms": confirms, "unconfirmed": [], "signed_by": []}
    confirmed = confirmed_deals(table) if confirms == Confirms.DEALS else {}
    waiting = (
        [deal.number for deal in deals if deal.pk not in confirmed] if confirms == Confirms.DEALS else []
    )
    signed = sorted(signed_by(table)) if confirms == Confirms.SHEETS else []
    return {"confirms": confirms, "unconfirmed": waiting, "signed_by": signed}


def unconfirmed_tables(event: Event, table_ids: Iterable[int]) -> dict[int, int]:
    """Return the number of missing confirmations (deals or signatures) by table, if any; two queries."""
    if event.confirms == Confirms.DEALS:
        return missing_deals(table_ids)
    return missing_signatures(table_ids) if event.confirms == Confirms.SHEETS else {}


def missing_deals(table_ids: Iterable[int]) -> dict[int, int]:
    """Return the number of deals whose newest version is not confirmed, by table."""
    confirmed = SheetChange.objects.filter(
        kind=SheetChangeKind.CONFIRMED, table__in=table_ids, deal__revision=F("deal_revision")
    )
    deals = Deal.objects.filter(table__in=table_ids, number__isnull=False)
    waiting: defaultdict[int, int] = defaultdict(int)
    for table_id in deals.exclude(pk__in=confirmed.values("deal_id")).values_list("table_id", flat=True):
        waiting[table_id] += 1
    return dict(waiting)


def missing_signatures(table_ids: Iterable[int]) -> dict[int, int]:
    """Return the number of seats that have not signed since the last change, by table with any deal."""
    ids = list(table_ids)
    changed = Max("entries__number", filter=~Q(entries__kind__in=UNCHANGING))
    last = dict(Table.objects.filter(pk__in=ids).annotate(last=changed).values_list("pk", "last"))
    signed: defaultdict[int, set[int | None]] = defaultdict(set)
    entries = SheetChange.objects.filter(table__in=ids, kind=SheetChangeKind.SIGNED)
    for table_id, number, entrant_id in entries.values_list("table_id", "number", "author_id"):
        if number > (last[table_id] or 0):
            signed[table_id].add(entrant_id)
    seated = seated_entrants(ids)
    missing = {table_id: len(seated[table_id] - signed[table_id]) for table_id in ids if last[table_id]}
    return {table_id: count for table_id, count in missing.items() if count}


def seated_entrants(table_ids: Sequence[int]) -> dict[int, set[int]]:
    """Return the entrants on the seats of each table."""
    seats: defaultdict[int, set[int]] = defaultdict(set)
    rows = Table.objects.filter(pk__in=table_ids).values_list("pk", "parts__seats__entrant_id")
    for table_id, entrant_id in rows:
        if entrant_id is not None:
            seats[table_id].add(entrant_id)
    return seats
