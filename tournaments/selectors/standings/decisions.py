"""The director's decisions on points: rulings on deals, adjustments of entrants, reasons and authors."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from tournaments.models import (
    Adjustment,
    Event,
    EventChange,
    EventChangeKind,
    Ruling,
    Seat,
    Table,
)
from tournaments.selectors.history.authors import author_names
from tournaments.selectors.sheets.folded_sheets import LoadedPart, load_many
from tournaments.selectors.standings.ranking_rules import more_wins


def standing_rulings(event: Event, stood: Collection[int] = ()) -> QuerySet[Ruling]:
    """Return rulings in force, and undone ones with the IDs in `stood`, ordered by sheet.

    A ruling on a deal struck out since is not included.
    """
    rulings = Ruling.objects.filter(Q(is_undone=False) | Q(pk__in=stood), deal__number__isnull=False)
    rulings = rulings.filter(deal__table__round__event=event).select_related("entry__reason")
    return rulings.select_related("deal__table__round").order_by(
        "deal__table__round__number", "deal__table__number", "deal__number"
    )


@dataclass(frozen=True, slots=True)
class RuledDeal:
    """A ruling and its deal, numbered as on the sheet, with the points recorded there."""

    ruling: Ruling
    number: int
    written: Sequence[int]


def ruled_deals(event: Event, rulings: Sequence[Ruling] | None = None) -> list[RuledDeal]:
    """Return the rulings in force with their deals; folds only the sheets that have one."""
    standing = list(standing_rulings(event)) if rulings is None else rulings
    sheets = load_many(event, {each.deal.table_id for each in standing})
    rows = {
        deal.pk: (row.deal, row.outcome.deltas)
        for parts in sheets.values()
        for loaded in parts
        for deal, row in zip(loaded.deals, loaded.sheet.rows, strict=True)
    }
    return [RuledDeal(each, *rows[each.deal_id]) for each in standing]


def adjustments_for(event: Event) -> QuerySet[Adjustment]:
    """Return all adjustments, undone or not, in the order they were made."""
    return event.adjustments.select_related("entrant__player", "entry__reason").order_by("pk")


def get_adjustment(event: Event, pk: int) -> Adjustment | None:
    """Return an adjustment of the event, undone or not."""
    adjustments = event.adjustments.select_related("event", "entrant__player", "entrant__partner")
    return adjustments.filter(pk=pk).first()


def get_ruling(event: Event, pk: int) -> Ruling | None:
    """Return a ruling of the event, undone or not."""
    rulings = Ruling.objects.select_related("deal__table__round__event")
    return rulings.filter(deal__table__round__event=event, pk=pk).first()


def adjustment_name(event: Event, points: int) -> str:
    """Return what an adjustment by these points is: “A penalty” or “A bonus”."""
    return gettext("A penalty") if (points < 0) == more_wins(event) else gettext("A bonus")


def names_at_deal(table: Table, number: int) -> list[str]:
    """Return the players of a deal by seat; those of the last part if there is no such deal."""
    deal = table.deals.filter(number=number).select_related("part").first()
    part = deal.part if deal else table.parts.order_by("-position")[0]
    return list(part.seats.order_by("position").values_list("entrant__player__name", flat=True))


def reason_of(entry: EventChange) -> str:
    """Return the reason of an entry; empty if the text was deleted."""
    return entry.reason.text if hasattr(entry, "reason") else ""


def rulings_at(table: Table) -> QuerySet[Ruling]:
    """Return the rulings on a table's deals, undone or not."""
    return Ruling.objects.filter(deal__table=table).select_related("deal", "entry__reason")


def rulings_of(table: Table) -> list[dict[str, Any]]:
    """Return the rulings on a table's deals, as its page shows them; one query."""
    rulings = rulings_at(table).filter(is_undone=False, deal__number__isnull=False)
    return [
        {"number": each.deal.number, "points": each.points, "reason": reason_of(each.entry)}
        for each in rulings.order_by("deal__number")
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Why a row of the standings differs from the sheets: the points, and the round, table and deal."""

    points: int
    reason: str
    at: datetime
    round: int | None = None
    table: int | None = None
    deal: int | None = None


def notes_by_number(event: Event, stood: Collection[tuple[str, int]] = ()) -> dict[int, list[Note]]:
    """Return adjustments and rulings by start number, with the undone ones in `stood`; three queries."""
    notes: defaultdict[int, list[Note]] = defaultdict(list)
    stands = Q(is_undone=False) | Q(pk__in=[pk for what, pk in stood if what == "adjustment"])
    for each in adjustments_for(event).filter(stands):
        note = Note(
            points=each.points, reason=reason_of(each.entry), at=each.entry.at, round=each.round_number
        )
        notes[each.entrant.number].append(note)
    for number, note in ruling_notes(event, [pk for what, pk in stood if what == "ruling"]):
        notes[number].append(note)
    return dict(notes)


def ruling_notes(event: Event, stood: Collection[int] = ()) -> Iterator[tuple[int, Note]]:
    """Yield a note for every account whose points a ruling changed."""
    rulings = list(standing_rulings(event, stood))
    seats = Seat.objects.filter(part__in={each.deal.part_id for each in rulings}).select_related("account")
    accounts: defaultdict[int, list[int]] = defaultdict(list)
    for seat in seats.order_by("part_id", "position"):
        accounts[seat.part_id].append(seat.account.number)
    for ruled in ruled_deals(event, rulings):
        each = ruled.ruling
        table, reason = each.deal.table, reason_of(each.entry)
        for number, points, written in zip(
            accounts[each.deal.part_id], each.points, ruled.written, strict=False
        ):
            place = {"round": table.round.number, "table": table.number, "deal": ruled.number}
            if points != written:
                yield number, Note(points=points, reason=reason, at=each.entry.at, **place)


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
