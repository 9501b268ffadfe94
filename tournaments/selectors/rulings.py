"""What the director decided about points, with his reasons: rulings on deals, adjustments of entrants."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from tournaments.models import Adjustment, Event, EventEntry, Ruling, Seat, Table
from tournaments.naming import public_name
from tournaments.selectors.sheets import load_many


def standing_rulings(event: Event) -> QuerySet[Ruling]:
    """Rulings that count, sheet by sheet; one on a deal struck out since rests."""
    rulings = Ruling.objects.filter(is_undone=False, deal__number__isnull=False)
    rulings = rulings.filter(deal__table__round__event=event).select_related("entry__reason")
    return rulings.select_related("deal__table__round").order_by(
        "deal__table__round__number", "deal__table__number", "deal__number"
    )


@dataclass(frozen=True, slots=True)
class RuledDeal:
    """A ruling and the counting deal it is about, numbered as on the sheet."""

    ruling: Ruling
    number: int


def ruled_deals(event: Event, rulings: Sequence[Ruling] | None = None) -> list[RuledDeal]:
    """The rulings that count with the deals they are about; sheets are folded only where one was made."""
    found = list(standing_rulings(event)) if rulings is None else rulings
    sheets = load_many(event, {each.deal.table_id for each in found})
    numbers = {
        deal.pk: row.deal
        for parts in sheets.values()
        for loaded in parts
        for deal, row in zip(loaded.deals, loaded.sheet.rows, strict=True)
    }
    return [RuledDeal(each, numbers[each.deal_id]) for each in found]


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


def notes_shown(event: Event, hides: Callable[[int], bool]) -> list[Noted]:
    """The notes below the standings, by start number; those of secret rounds are left out; four queries."""
    notes = notes_by_number(event)
    entrants = event.entrants.filter(number__in=notes).select_related("player").order_by("number")
    found = [
        Noted(
            each.number,
            public_name(each.player, each.number),
            [note for note in notes[each.number] if note.round is None or not hides(note.round)],
        )
        for each in (entrants if notes else ())
    ]
    return [each for each in found if each.notes]


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Why a line of the standings is not what the sheets alone say: points, and where they belong."""

    points: int
    reason: str
    round: int | None = None
    table: int | None = None
    deal: int | None = None


def notes_by_number(event: Event) -> dict[int, list[Note]]:
    """Adjustments and rulings by start number; three queries."""
    notes: defaultdict[int, list[Note]] = defaultdict(list)
    for each in adjustments_for(event).filter(is_undone=False):
        note = Note(points=each.points, reason=reason_of(each.entry), round=each.round_number)
        notes[each.entrant.number].append(note)
    for number, note in ruling_notes(event):
        notes[number].append(note)
    return dict(notes)


def ruling_notes(event: Event) -> Iterator[tuple[int, Note]]:
    """A note for everybody on whose account a ruled deal counts."""
    rulings = list(standing_rulings(event))
    seats = Seat.objects.filter(part__in={each.deal.part_id for each in rulings}).select_related("account")
    accounts: defaultdict[int, list[int]] = defaultdict(list)
    for seat in seats.order_by("part_id", "position"):
        accounts[seat.part_id].append(seat.account.number)
    for found in ruled_deals(event, rulings):
        each = found.ruling
        table, reason = each.deal.table, reason_of(each.entry)
        for number, points in zip(accounts[each.deal.part_id], each.points, strict=False):
            place = {"round": table.round.number, "table": table.number, "deal": found.number}
            yield number, Note(points=points, reason=reason, **place)
