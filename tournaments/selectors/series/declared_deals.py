"""The deals that each seat of a sheet won or lost as declarer, counted by what was recorded.

Bids and announcements are only in the records, so a sheet is folded to count them. The counts are remembered
by the digest of the sheet's history: a page folds only sheets that changed since they were asked for.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from rules.fields import Field, Kind
from rules.game import Game
from rules.writing import is_asked
from scoring.sheet.sheet import Sheet
from tournaments.models import Counting, Deal, Part, Ruling
from tournaments.selectors.sheets.agreements import game_of
from tournaments.selectors.sheets.folded_sheets import SheetMemory, fold_part

REMEMBERED_COUNTS = 2000  # sheets
BID = "bid"  # the name of the bid field in every game that has one
TOLD = (Kind.CHOICE, Kind.CHOICES, Kind.FLAG)
VALUE = "value"  # the fact that every game with values calls so
Place = tuple[int, int]  # a part and a seat in it, by position
Choice = tuple[str, Any]  # a field and one of its recorded values; True for a flag
Records = Mapping[int, list[tuple[int, dict[str, Any]]]]  # by part: the ID of each deal, and its record


@dataclass(slots=True)
class Declared:
    """Counted deals; bids and choices with whether the deal was made."""

    deals: int = 0
    bids: Counter[tuple[Any, bool]] = field(default_factory=Counter)
    choices: Counter[tuple[Choice, bool]] = field(default_factory=Counter)
    values: Counter[int] = field(default_factory=Counter)

    def add(self, other: "Declared") -> None:
        """Add the counts of another seat."""
        self.deals += other.deals
        self.bids.update(other.bids)
        self.choices.update(other.choices)
        self.values.update(other.values)


Counts = Mapping[Place, Declared]
MEMORY: SheetMemory[Counts] = SheetMemory(REMEMBERED_COUNTS)


def declared_on(heads: Mapping[int, str]) -> dict[int, Counts]:
    """Return the counts of sheets by table, without cancelled deals; `heads` are the digests of their
    histories.

    One query, and three for the sheets that are not remembered.
    """
    cancelled = cancelled_on(heads)
    keys = {table_id: f"{head} {sorted(cancelled[table_id])}" for table_id, head in heads.items()}
    remembered = {table_id: MEMORY.get(table_id, key) for table_id, key in keys.items()}
    counts = {table_id: each for table_id, each in remembered.items() if each is not None}
    if unknown := heads.keys() - counts.keys():
        for table_id, counted in counted_sheets(unknown, cancelled):
            MEMORY.put(table_id, keys[table_id], counted)
            counts[table_id] = counted
    return counts


def cancelled_on(table_ids: Collection[int]) -> defaultdict[int, set[int]]:
    """Return the IDs of the cancelled deals by table, where the event leaves them out of its tallies.

    One query.
    """
    cancelled: defaultdict[int, set[int]] = defaultdict(set)
    rulings = Ruling.objects.filter(deal__table__in=table_ids, is_undone=False, deal__number__isnull=False)
    rulings = rulings.filter(deal__table__round__event__counting__gt=Counting.BEFORE).order_by()
    for table_id, deal_id, points in rulings.values_list("deal__table_id", "deal_id", "points"):
        if not any(points):
            cancelled[table_id].add(deal_id)
    return cancelled


def counted_sheets(
    table_ids: Collection[int], cancelled: Mapping[int, Collection[int]]
) -> Iterator[tuple[int, Counts]]:
    """Yield tables and the counts of their sheets, folded."""
    records = records_by_part(table_ids)
    parts = Part.objects.filter(table__in=table_ids).order_by("table", "position")
    loaded = parts.select_related("table__round__event").prefetch_related("seats")
    for table_id, own in groupby(loaded, key=lambda part: part.table_id):
        yield table_id, counts_of(list(own), records, cancelled.get(table_id, ()))


def records_by_part(table_ids: Collection[int]) -> Records:
    """Return the records of these sheets by part, in order; one query."""
    records: defaultdict[int, list[tuple[int, dict[str, Any]]]] = defaultdict(list)
    written = Deal.objects.filter(table__in=table_ids, number__isnull=False).order_by("table", "number")
    for part_id, *record in written.values_list("part_id", "pk", "record"):
        records[part_id].append((record[0], record[1]))
    return records


def counts_of(parts: Sequence[Part], records_by_part: Records, cancelled: Collection[int]) -> Counts:
    """Fold a sheet and count its deals by declarer, without those cancelled."""
    counts: defaultdict[Place, Declared] = defaultdict(Declared)
    before: Sheet | None = None
    first = 1
    for part in parts:
        event, records = part.table.round.event, records_by_part.get(part.pk, [])
        before = fold_part(event, part, [record for _, record in records], before, first)
        first += len(records)
        rulings = {
            row.number: record
            for row, (deal, record) in zip(before.rows, records, strict=True)
            if deal not in cancelled
        }
        count_rows(game_of(event), part.position, before, rulings, counts)
    return dict(counts)


def count_rows(
    game: Game,
    position: int,
    sheet: Sheet,
    record_by_row: Mapping[int, Mapping[str, Any]],
    counts: defaultdict[Place, Declared],
) -> None:
    """Add every deal of a part that one seat won or lost as declarer, if its row is given."""
    for row in sheet.rows:
        declared, record = game.declared(row.outcome), record_by_row.get(row.number)
        if not declared or record is None:
            continue
        seat, is_made = declared
        own = counts[position, seat]
        own.deals += 1
        own.choices.update((each, is_made) for each in choices_of(game, record, sheet.state))
        if (bid := record.get(BID)) is not None:
            own.bids[bid, is_made] += 1
        if (value := row.outcome.facts.get(VALUE)) is not None:
            own.values[value] += 1


def choices_of(game: Game, record: Mapping[str, Any], state: Any) -> Iterator[Choice]:
    """Yield a record's choices besides the bid."""
    for each in game.fields:
        if each.kind in TOLD and not each.is_quiet and is_asked(each, record, state.options, state.seats):
            yield from ((each.name, value) for value in shown_values(each, record.get(each.name)))


def shown_values(each: Field, value: Any) -> Iterator[Any]:
    """Yield the values of one field that the sheet shows."""
    if each.kind == Kind.FLAG:
        yield from [True] if value else []
        return
    values = value if isinstance(value, (list, tuple)) else [value]
    yield from (choice.value for choice in each.choices if choice.value in values and choice.mark != "")
