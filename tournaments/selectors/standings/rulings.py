"""The director's decisions on points, with their reasons: rulings on deals, adjustments of entrants."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from tournaments.models import (
    Adjustment,
    Event,
    EventChange,
    Ruling,
    Seat,
    Table,
)
from tournaments.selectors.sheets.folded_sheets import load_many


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


def names_at_deal(table: Table, number: int) -> list[str]:
    """Return the players of a deal by seat; those of the last part if there is no such deal."""
    deal = table.deals.filter(number=number).select_related("part").first()
    part = deal.part if deal else table.parts.order_by("-position")[0]
    return list(part.seats.order_by("position").values_list("entrant__player__name", flat=True))


def reason_of(entry: EventChange) -> str:
    """Return the reason of an entry; empty if the text was deleted."""
    return entry.reason.text if hasattr(entry, "reason") else ""


def rulings_of(table: Table) -> list[dict[str, Any]]:
    """Return the rulings on a table's deals, as its page shows them; one query."""
    rulings = Ruling.objects.filter(deal__table=table, is_undone=False, deal__number__isnull=False)
    return [
        {"number": each.deal.number, "points": each.points, "reason": reason_of(each.entry)}
        for each in rulings.select_related("deal", "entry__reason").order_by("deal__number")
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
