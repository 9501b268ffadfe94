"""A table's current sheet: its parts folded by the rules of the game."""

from collections import OrderedDict, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any, Generic, TypeVar

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext

from rules.reading import open_table, read_record
from scoring.not_possible import NotPossible
from scoring.phone.auctions import auction_json
from scoring.sheet import table_sheet
from scoring.sheet.sheet import Sheet, blank_sheet, fold_sheet
from scoring.sheet.table_sheet import SheetPart, StoredRow, TableSheet
from scoring.sheet.tallies import sheet_tallies
from tournaments.models import Deal, Event, Part, RoundStatus, Seat, Table
from tournaments.selectors.sheets.agreements import deals_expected, game_of, list_deals, options_of
from tournaments.wording.names import full_name
from tournaments.wording.person_names import called_names
from tournaments.wording.sheet_json import reader_language

REMEMBERED_SHEETS = 2000
Kept = TypeVar("Kept")


@dataclass(frozen=True, slots=True)
class LoadedPart:
    """One part with its rows: `deals[i]` is the stored row of `sheet.rows[i]`."""

    part: Part
    sheet: Sheet
    deals: tuple[Deal, ...]


@dataclass(frozen=True, slots=True)
class LoadedSheet:
    """A table's sheet as a value, and the IDs of its parts."""

    sheet: TableSheet
    part_ids: tuple[int, ...]


class SheetMemory(Generic[Kept]):
    """A cache by table and digest of its sheet's history: equal digests mean equal rows, none is stale.

    An event that was deleted and imported again has equal digests and other IDs.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.sheets: OrderedDict[tuple[int, str], Kept] = OrderedDict()
        self.lock = Lock()

    def get(self, table_id: int, head: str) -> Kept | None:
        """Return the cached sheet, or None."""
        with self.lock:
            return self.sheets.get((table_id, head)) if head else None

    def put(self, table_id: int, head: str, sheet: Kept) -> None:
        """Cache it; the oldest is dropped."""
        with self.lock:
            self.sheets[table_id, head] = sheet
            if len(self.sheets) > self.size:
                self.sheets.popitem(last=False)

    def forget(self) -> None:
        """Empty the cache; sheets are folded again on request."""
        with self.lock:
            self.sheets.clear()


MEMORY: SheetMemory[LoadedSheet] = SheetMemory(REMEMBERED_SHEETS)


def seats_in(part: Part) -> int:
    """Return the number of seats in a part."""
    return len(part.seats.all())


def open_part(event: Event, part: Part, deals_counted: int) -> Sheet:
    """Return a part before its first row."""
    return blank_sheet(open_at(event, seats_in(part), part.first_dealer), deals_counted=deals_counted)


def open_at(event: Event, seats: int, first_dealer: int) -> Any:
    """Return the state of a table of this size before its first row."""
    return open_table(game_of(event), options_of(event), seats, first_dealer, list_deals(event, seats))


def fold_part(
    event: Event, part: Part, records: Sequence[Mapping[str, Any]], before: Sheet | None, first: int
) -> Sheet:
    """Fold a part's stored records; `before` is the previous part, `first` the number of its first row."""
    game = game_of(event)
    blank = open_part(event, part, before.deals_counted if before else 0)
    return fold_sheet(game, blank, [read_record(game, record) for record in records], first_number=first)


def part_sums(event: Event, sheet: Sheet) -> dict[str, Any]:
    """Return the stored sums of a folded part, by field: tallies, deals that count, deals marked, its end."""
    game = game_of(event)
    return {
        "tallies": sheet_tallies(game, sheet.state, [row.outcome for row in sheet.rows]),
        "deals_counted": sum(row.outcome.counts for row in sheet.rows),
        "deals_marked": len(sheet.broken),
        "is_over": game.is_over(sheet.state),
    }


def accounts_of(part: Part) -> list[int]:
    """Return the start numbers that receive the points of a part's seats."""
    return list(part.seats.order_by("position").values_list("account__number", flat=True))


def load_parts(table: Table, *, names: bool = True) -> list[LoadedPart]:
    """Load and fold all parts of a table's sheet, by default with the players at their seats.

    Three queries for any number of rows.
    """
    seats = seats_in_order() if names else Seat.objects.order_by("position")
    parts = table.parts.prefetch_related(Prefetch("seats", seats)).order_by("position")
    deals = list(table.deals.filter(number__isnull=False).order_by("number"))
    return folded_parts(table.round.event, parts, deals)


def load_many(event: Event, table_ids: Collection[int]) -> dict[int, list[LoadedPart]]:
    """Load and fold the sheets of many tables, by the table's ID. Three queries; none for no table."""
    parts: defaultdict[int, list[Part]] = defaultdict(list)
    deals: defaultdict[int, list[Deal]] = defaultdict(list)
    if table_ids:
        loaded = Part.objects.filter(table__in=table_ids)
        loaded = loaded.prefetch_related(Prefetch("seats", seats_in_order()))
        for part in loaded.order_by("table_id", "position"):
            parts[part.table_id].append(part)
        rows = Deal.objects.filter(table__in=table_ids, number__isnull=False)
        for deal in rows.order_by("table_id", "number"):
            deals[deal.table_id].append(deal)
    return {table_id: folded_parts(event, own, deals[table_id]) for table_id, own in parts.items()}


def players_at(loaded: LoadedSheet, number: int) -> tuple[str, ...]:
    """Return what the keys of the pad call the players who sit there when this row is written."""
    part = loaded.part_ids[loaded.sheet.part_at(number)]
    entrants = [seat.entrant for seat in seats_in_order().filter(part=part)]
    return tuple(called_names([full_name(entrant.player, entrant.number) for entrant in entrants]))


def seats_in_order() -> QuerySet[Seat]:
    """Return seats with their entrants, ordered by position."""
    return Seat.objects.select_related("entrant__player").order_by("position")


def folded_parts(event: Event, parts: Iterable[Part], deals: Sequence[Deal]) -> list[LoadedPart]:
    """Fold parts whose rows are loaded, in order."""
    loaded: list[LoadedPart] = []
    first = 1
    for part in parts:
        rows = tuple(deal for deal in deals if deal.part_id == part.pk)
        before = loaded[-1].sheet if loaded else None
        sheet = fold_part(event, part, [deal.record for deal in rows], before, first)
        loaded.append(LoadedPart(part, sheet, rows))
        first += len(rows)
    return loaded


def load_sheet(table: Table) -> LoadedSheet:
    """Return the sheet as a value: from the cache without a query if possible, else folded."""
    loaded = MEMORY.get(table.pk, table.head)
    if loaded is None:
        loaded = sheet_of(table, load_parts(table, names=False))
        MEMORY.put(table.pk, table.head, loaded)
    return replace(loaded, sheet=replace(loaded.sheet, **facts_of(table, loaded.sheet.parts)))


def sheet_of(table: Table, parts: Sequence[LoadedPart]) -> LoadedSheet:
    """Return the value of a sheet whose parts are loaded."""
    event = table.round.event
    values = tuple(
        SheetPart(
            seats_in(loaded.part),
            loaded.part.first_dealer,
            tuple(StoredRow(deal.record, deal.revision, deal.pk) for deal in loaded.deals),
            list_deals(event, seats_in(loaded.part)),
        )
        for loaded in parts
    )
    sheet = TableSheet(
        game=game_of(event),
        options=options_of(event),
        parts=values,
        folds=tuple(loaded.sheet for loaded in parts),
        **facts_of(table, values),
    )
    return LoadedSheet(sheet, tuple(loaded.part.pk for loaded in parts))


def facts_of(table: Table, parts: Sequence[SheetPart]) -> dict[str, Any]:
    """Return facts about a sheet that are not in its history.

    Its revision, and the event's current settings.
    """
    event = table.round.event
    return {
        "revision": table.revision,
        "deals_expected": deals_expected(event, parts[-1].seats),
        "marks_later_deals": event.marks_later_deals,
        "is_open": table.round.status == RoundStatus.OPEN and not table.is_broken_off,
    }


def is_complete(event: Event, sheet: Sheet) -> bool:
    """Return whether a sheet has all its deals."""
    expected = deals_expected(event, sheet.state.seats)
    return table_sheet.is_complete(game_of(event), sheet.state, sheet.deals_counted, expected)


def auction_state(table: Table, raw_calls: Sequence[object]) -> dict[str, Any]:
    """Return the next deal's auction after these calls; an illegal call and all after it are dropped.

    Raises NotPossible (`game_has_no_auction`).
    """
    game = game_of(table.round.event)
    if game.auction is None:
        raise NotPossible("game_has_no_auction", gettext("This game has no auction."))
    return auction_json(reader_language(), game, load_sheet(table).sheet.last.state, raw_calls)
