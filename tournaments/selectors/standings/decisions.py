"""Every ruling and adjustment of an event, for its page: entrant, author, undone or not."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.models import Adjustment, Event, EventChange, EventChangeKind, Ruling
from tournaments.selectors.history.authors import author_names
from tournaments.selectors.sheets.folded_sheets import LoadedPart, load_many
from tournaments.selectors.standings.rulings import adjustments_for, reason_of


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionEntry:
    """The history of a decision: author, reason, and who undid it."""

    entry: EventChange
    who: str
    reason: str
    undoing: EventChange | None
    by: str


@dataclass(frozen=True, slots=True)
class SeatRuled:
    """A ruled deal for one seat: points as recorded (None if the row was struck out), and as ruled."""

    name: str
    number: int
    written: int | None
    ruled: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingShown:
    """A ruling and the number of its deal on the sheet; 0 if the row was struck out."""

    ruling: Ruling
    entry: DecisionEntry
    deal: int
    seats: Sequence[SeatRuled]


@dataclass(frozen=True, slots=True)
class AdjustmentShown:
    """An adjustment with its history."""

    adjustment: Adjustment
    entry: DecisionEntry


def decisions_of(event: Event) -> tuple[list[AdjustmentShown], list[RulingShown]]:
    """Return adjustments in order, rulings table by table; folds only the sheets that have one."""
    adjustments, rulings = list(adjustments_for(event)), list(rulings_for(event))
    entries = [*(each.entry for each in adjustments), *(each.entry for each in rulings)]
    entry_by_id = decisions_by_entry(event, entries)
    sheets = load_many(event, {each.deal.table_id for each in rulings})
    return (
        [AdjustmentShown(each, entry_by_id[each.entry_id]) for each in adjustments],
        [ruling_shown(each, entry_by_id[each.entry_id], sheets[each.deal.table_id]) for each in rulings],
    )


def rulings_for(event: Event) -> Iterable[Ruling]:
    """Return all rulings, undone or not, ordered by sheet."""
    rulings = Ruling.objects.filter(deal__table__round__event=event)
    related = rulings.select_related("entry__reason", "deal__table__round")
    return related.order_by("deal__table__round__number", "deal__table__number", "deal__number", "pk")


def decisions_by_entry(event: Event, entries: Sequence[EventChange]) -> dict[int, DecisionEntry]:
    """Return author, reason and undoing of each decision, by the ID of its entry; three queries at most."""
    undone = list(event.entries.filter(kind=EventChangeKind.TAKEN_BACK)) if entries else []
    names = author_names([*entries, *undone])
    back = {(what, pk): entry for entry in undone for what, pk in entry.facts.items()}
    by_entry = {}
    for entry in entries:
        undoing = back.get(decision_of(entry))
        by = names[undoing.pk] if undoing else ""
        reason = reason_of(entry)
        by_entry[entry.pk] = DecisionEntry(
            entry=entry, who=names[entry.pk], reason=reason, undoing=undoing, by=by
        )
    return by_entry


def decision_of(entry: EventChange) -> tuple[str, int]:
    """Return the key and ID that the entry of an undoing refers to."""
    if entry.kind == EventChangeKind.RULED:
        return "ruling", entry.ruling.pk
    return "adjustment", entry.adjustment.pk


def ruling_shown(ruling: Ruling, entry: DecisionEntry, parts: Sequence[LoadedPart]) -> RulingShown:
    """Return a ruling beside the points recorded on the sheet now."""
    loaded = next(each for each in parts if each.part.pk == ruling.deal.part_id)
    rows = dict(zip((deal.pk for deal in loaded.deals), loaded.sheet.rows, strict=True))
    row = rows.get(ruling.deal_id)
    written = row.outcome.deltas if row else [None] * len(ruling.points)
    seats = zip(loaded.part.seats.all(), written, ruling.points, strict=False)
    return RulingShown(
        ruling=ruling,
        entry=entry,
        deal=row.deal if row else 0,
        seats=[SeatRuled(seat.entrant.player.name, seat.entrant.number, *both) for seat, *both in seats],
    )
