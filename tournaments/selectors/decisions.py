"""Every ruling and adjustment of an event as its page lists them: of whom, by whom, taken back or not."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.models import Adjustment, Event, EventEntry, EventEntryKind, Ruling
from tournaments.selectors.authors import author_names
from tournaments.selectors.rulings import adjustments_for, reason_of
from tournaments.selectors.sheets import LoadedPart, load_many


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A decision in the history: who, why, and who took it back."""

    entry: EventEntry
    who: str
    reason: str
    taken_back: EventEntry | None
    by: str


@dataclass(frozen=True, slots=True)
class SeatRuled:
    """What a deal is to somebody: as written (None where its row was struck out), and by ruling."""

    name: str
    number: int
    written: int | None
    ruled: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingShown:
    """A ruling and the counting deal it is about, as the sheet numbers it; 0 where it was struck out."""

    ruling: Ruling
    said: Said
    deal: int
    seats: Sequence[SeatRuled]


@dataclass(frozen=True, slots=True)
class AdjustmentShown:
    """A penalty or a bonus."""

    adjustment: Adjustment
    said: Said


def decisions_of(event: Event) -> tuple[list[AdjustmentShown], list[RulingShown]]:
    """Adjustments as they were made, rulings table by table; sheets are folded only where one was made."""
    adjustments, rulings = list(adjustments_for(event)), list(rulings_for(event))
    entries = [*(each.entry for each in adjustments), *(each.entry for each in rulings)]
    said = said_by_entry(event, entries)
    sheets = load_many(event, {each.deal.table_id for each in rulings})
    return (
        [AdjustmentShown(each, said[each.entry_id]) for each in adjustments],
        [ruling_shown(each, said[each.entry_id], sheets[each.deal.table_id]) for each in rulings],
    )


def rulings_for(event: Event) -> Iterable[Ruling]:
    """Every ruling, taken back or not, sheet by sheet."""
    rulings = Ruling.objects.filter(deal__table__round__event=event)
    related = rulings.select_related("entry__reason", "deal__table__round")
    return related.order_by("deal__table__round__number", "deal__table__number", "deal__number", "pk")


def said_by_entry(event: Event, entries: Sequence[EventEntry]) -> dict[int, Said]:
    """Who decided and who took it back, by the id of the decision's entry; three queries at most."""
    undone = list(event.entries.filter(kind=EventEntryKind.TAKEN_BACK)) if entries else []
    names = author_names([*entries, *undone])
    back = {(what, pk): entry for entry in undone for what, pk in entry.facts.items()}
    found = {}
    for entry in entries:
        taken_back = back.get(decision_of(entry))
        by = names[taken_back.pk] if taken_back else ""
        reason = reason_of(entry)
        found[entry.pk] = Said(entry=entry, who=names[entry.pk], reason=reason, taken_back=taken_back, by=by)
    return found


def decision_of(entry: EventEntry) -> tuple[str, int]:
    """What the entry of taking it back names."""
    if entry.kind == EventEntryKind.RULED:
        return "ruling", entry.ruling.pk
    return "adjustment", entry.adjustment.pk


def ruling_shown(ruling: Ruling, said: Said, parts: Sequence[LoadedPart]) -> RulingShown:
    """A ruling beside what is written on the sheet now."""
    loaded = next(each for each in parts if each.part.pk == ruling.deal.part_id)
    rows = dict(zip((deal.pk for deal in loaded.deals), loaded.sheet.rows, strict=True))
    row = rows.get(ruling.deal_id)
    written = row.outcome.deltas if row else [None] * len(ruling.points)
    seats = zip(loaded.part.seats.all(), written, ruling.points, strict=False)
    return RulingShown(
        ruling=ruling,
        said=said,
        deal=row.deal if row else 0,
        seats=[SeatRuled(seat.entrant.player.name, seat.entrant.number, *both) for seat, *both in seats],
    )
