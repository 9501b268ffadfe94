"""The notes below standings and lists: the decisions on points that a visitor may read."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.models import Event, EventChangeKind, Publication
from tournaments.selectors.publishing.publications import Visibility
from tournaments.selectors.standings.rulings import Note, notes_by_number
from tournaments.wording.names import public_name


@dataclass(frozen=True, slots=True)
class Noted:
    """All decisions about one entrant's points."""

    number: int
    name: str
    notes: list[Note]


def notes_shown(event: Event, visibility: Visibility) -> list[Noted]:
    """The notes below the standings, by start number, without secret ones; four queries."""
    return noted(event, notes_by_number(event), lambda note: may_be_told(note, visibility))


def notes_of_list(publication: Publication, visibility: Visibility) -> list[Noted]:
    """The notes below a published list: decisions in force when it was published, without secret ones."""
    event, then = publication.event, publication.at
    later = event.entries.filter(kind=EventChangeKind.TAKEN_BACK, at__gt=then)
    notes = notes_by_number(event, stood={pair for entry in later for pair in entry.facts.items()})
    return noted(event, notes, lambda note: note.at < then and may_be_told(note, visibility))


def noted(event: Event, notes: Mapping[int, list[Note]], is_told: Callable[[Note], bool]) -> list[Noted]:
    """The entrants with visible notes, by start number, with their public name; one query."""
    told = {number: [note for note in each if is_told(note)] for number, each in notes.items()}
    numbers = [number for number, each in told.items() if each]
    entrants = event.entrants.filter(number__in=numbers).select_related("player").order_by("number")
    return [
        Noted(each.number, public_name(each.player, each.number), told[each.number])
        for each in (entrants if numbers else ())
    ]


def may_be_told(note: Note, visibility: Visibility) -> bool:
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
