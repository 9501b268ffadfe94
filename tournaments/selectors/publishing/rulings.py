"""The director's decisions on points, with their reasons: rulings on deals, adjustments of entrants."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from tournaments.models import (
    Adjustment,
    Event,
    EventChange,
    EventChangeKind,
    Publication,
    Ruling,
    Seat,
    Table,
)
from tournaments.selectors.publishing.publications import Visibility
from tournaments.selectors.sheets.folded_sheets import load_many
from tournaments.wording.names import public_name


def standing_rulings(event: Event, stood: Collection[int] = ()) -> QuerySet[Ruling]:
    """Rulings in force, and undone ones with the IDs in `stood`, ordered by sheet.

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
    """The rulings in force with their deals; folds only the sheets that have one."""
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
    """All adjustments, undone or not, in the order they were made."""
    return event.adjustments.select_related("entrant__player", "entry__reason").order_by("pk")


def reason_of(entry: EventChange) -> str:
    """The reason of an entry; empty if the text was deleted."""
    return entry.reason.text if hasattr(entry, "reason") else ""


def rulings_of(table: Table) -> list[dict[str, Any]]:
    """The rulings on a table's deals, as its page shows them; one query."""
    rulings = Ruling.objects.filter(deal__table=table, is_undone=False, deal__number__isnull=False)
    return [
        {"number": each.deal.number, "points": each.points, "reason": reason_of(each.entry)}
        for each in rulings.select_related("deal", "entry__reason").order_by("deal__number")
    ]


# Notes to the standings


@dataclass(frozen=True, slots=True)
class Noted:
    """All decisions about one entrant's points."""

    number: int
    name: str
    notes: list["Note"]


def notes_shown(event: Event, visibility: Visibility) -> list[Noted]:
    """The notes below the standings, by start number, without secret ones; four queries."""
    return noted(event, notes_by_number(event), lambda note: may_be_told(note, visibility))


def notes_of_list(publication: Publication, visibility: Visibility) -> list[Noted]:
    """The notes below a published list: decisions in force when it was published, without secret ones."""
    event, then = publication.event, publication.at
    later = event.entries.filter(kind=EventChangeKind.TAKEN_BACK, at__gt=then)
    notes = notes_by_number(event, stood={pair for entry in later for pair in entry.facts.items()})
    return noted(event, notes, lambda note: note.at < then and may_be_told(note, visibility))


def noted(event: Event, notes: Mapping[int, list["Note"]], is_told: Callable[["Note"], bool]) -> list[Noted]:
    """The entrants with visible notes, by start number, with their public name; one query."""
    told = {number: [note for note in each if is_told(note)] for number, each in notes.items()}
    numbers = [number for number, each in told.items() if each]
    entrants = event.entrants.filter(number__in=numbers).select_related("player").order_by("number")
    return [
        Noted(each.number, public_name(each.player, each.number), told[each.number])
        for each in (entrants if numbers else ())
    ]


def may_be_told(note: "Note", visibility: Visibility) -> bool:
    """Whether the visitor may see a note; without a round, only if it precedes the visitor's list."""
    if note.round is not None:
        return not visibility.hides(note.round)
    return visibility.last_round is None or (
        visibility.publication is not None and note.at < visibility.publication.at
    )


def notes_json(notes: Sequence[Noted]) -> list[dict[str, Any]]:
    """The notes as JSON, one object for each."""
    names = ("points", "reason", "round", "table", "deal")
    return [
        {"number": each.number, "name": each.name, **{name: getattr(note, name) for name in names}}
        for each in notes
        for note in each.notes
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
    """Adjustments and rulings by start number, with the undone ones in `stood`; three queries."""
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
    for found in ruled_deals(event, rulings):
        each = found.ruling
        table, reason = each.deal.table, reason_of(each.entry)
        for number, points, written in zip(
            accounts[each.deal.part_id], each.points, found.written, strict=False
        ):
            place = {"round": table.round.number, "table": table.number, "deal": found.number}
            if points != written:
                yield number, Note(points=points, reason=reason, at=each.entry.at, **place)
