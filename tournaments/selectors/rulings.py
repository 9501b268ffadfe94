"""What the director decided about points, with his reasons: rulings on deals, adjustments of entrants."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from tournaments.models import (
    Adjustment,
    Event,
    EventEntry,
    EventEntryKind,
    Publication,
    Ruling,
    Seat,
    Table,
)
from tournaments.naming import public_name
from tournaments.selectors.publications import Sight
from tournaments.selectors.sheets import load_many


def standing_rulings(event: Event, stood: Collection[int] = ()) -> QuerySet[Ruling]:
    """Rulings that count, and those taken back with these ids, sheet by sheet; one on a deal struck out
    since rests.
    """
    rulings = Ruling.objects.filter(Q(is_undone=False) | Q(pk__in=stood), deal__number__isnull=False)
    rulings = rulings.filter(deal__table__round__event=event).select_related("entry__reason")
    return rulings.select_related("deal__table__round").order_by(
        "deal__table__round__number", "deal__table__number", "deal__number"
    )


@dataclass(frozen=True, slots=True)
class RuledDeal:
    """A ruling and the counting deal it is about, numbered as on the sheet, with the points written there."""

    ruling: Ruling
    number: int
    written: Sequence[int]


def ruled_deals(event: Event, rulings: Sequence[Ruling] | None = None) -> list[RuledDeal]:
    """The rulings that count with the deals they are about; sheets are folded only where one was made."""
    found = list(standing_rulings(event)) if rulings is None else rulings
    sheets = load_many(event, {each.deal.table_id for each in found})
    rows = {
        deal.pk: (row.deal, row.outcome.deltas)
        for parts in sheets.values()
        for loaded in parts
        for deal, row in zip(loaded.deals, loaded.sheet.rows, strict=True)
    }
    return [RuledDeal(each, *rows[each.deal_id]) for each in found]


def adjustments_for(event: Event) -> QuerySet[Adjustment]:
    """Every adjustment, taken back or not, in the order they were made."""
    return event.adjustments.select_related("entrant__player", "entry__reason").order_by("pk")


def reason_of(entry: EventEntry) -> str:
    """Why; empty where the words were deleted."""
    return entry.reason.text if hasattr(entry, "reason") else ""


def rulings_of(table: Table) -> list[dict[str, Any]]:
    """The rulings on a table's deals, as its phone sees them; one query."""
    rulings = Ruling.objects.filter(deal__table=table, is_undone=False, deal__number__isnull=False)
    return [
        {"number": each.deal.number, "points": each.points, "reason": reason_of(each.entry)}
        for each in rulings.select_related("deal", "entry__reason").order_by("deal__number")
    ]


# In the standings


@dataclass(frozen=True, slots=True)
class Noted:
    """Everything that was decided about one entrant's points."""

    number: int
    name: str
    notes: list["Note"]


def notes_shown(event: Event, sight: Sight) -> list[Noted]:
    """The notes below the standings, by start number, without what is secret; four queries."""
    return noted(event, notes_by_number(event), lambda note: may_be_told(note, sight))


def notes_of_list(publication: Publication, sight: Sight) -> list[Noted]:
    """The notes below a published list: what was decided before it and stood then, without what is secret."""
    event, then = publication.event, publication.at
    later = event.entries.filter(kind=EventEntryKind.TAKEN_BACK, at__gt=then)
    notes = notes_by_number(event, stood={pair for entry in later for pair in entry.facts.items()})
    return noted(event, notes, lambda note: note.at < then and may_be_told(note, sight))


def noted(event: Event, notes: Mapping[int, list["Note"]], is_told: Callable[["Note"], bool]) -> list[Noted]:
    """Everybody about whom something is told, by start number and the name he is shown under; one query."""
    told = {number: [note for note in each if is_told(note)] for number, each in notes.items()}
    numbers = [number for number, each in told.items() if each]
    entrants = event.entrants.filter(number__in=numbers).select_related("player").order_by("number")
    return [
        Noted(each.number, public_name(each.player, each.number), told[each.number])
        for each in (entrants if numbers else ())
    ]


def may_be_told(note: "Note", sight: Sight) -> bool:
    """Whether a visitor knows the points already: those of no round only from before his list."""
    if note.round is not None:
        return not sight.hides(note.round)
    return sight.last_round is None or (sight.publication is not None and note.at < sight.publication.at)


def notes_json(notes: Sequence[Noted]) -> list[dict[str, Any]]:
    """The notes for programs, a line each."""
    names = ("points", "reason", "round", "table", "deal")
    return [
        {"number": each.number, "name": each.name, **{name: getattr(note, name) for name in names}}
        for each in notes
        for note in each.notes
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Why a line of the standings is not what the sheets alone say: points, and where they belong."""

    points: int
    reason: str
    at: datetime
    round: int | None = None
    table: int | None = None
    deal: int | None = None


def notes_by_number(event: Event, stood: Collection[tuple[str, int]] = ()) -> dict[int, list[Note]]:
    """Adjustments and rulings by start number, also those taken back that `stood` names; three queries."""
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
    """A note for everybody on whose account a ruled deal counts, if the ruling changed his points."""
    rulings = list(standing_rulings(event, stood))
    seats = Seat.objects.filter(part__in={each.deal.part_id for each in rulings}).select_related("account")
    accounts: defaultdict[int, list[int]] = defaultdict(list)
    for seat in seats.order_by("part_id", "position"):
        accounts[seat.part_id].append(seat.account.number)
    for found in ruled_deals(event, rulings):
        each = found.ruling
        table, reason = each.deal.table, reason_of(each.entry)
        for number, points, written in zip(
            accounts[each.deal.part_id], each.points, found.written, strict=False
        ):
            place = {"round": table.round.number, "table": table.number, "deal": found.number}
            if points != written:
                yield number, Note(points=points, reason=reason, at=each.entry.at, **place)
