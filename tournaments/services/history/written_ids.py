"""The IDs inside history entries: which they are, and those with which an imported history was written.

The digests of a chain cover IDs, and an import gives every row a new one. Entries are stored with the IDs
that are valid here; to verify their digests, `EventOrigin` translates them back.
"""

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tournaments.models import (
    AuthorKind,
    EventChange,
    EventChangeKind,
    EventOrigin,
    SheetChange,
    SheetChangeKind,
)

EVENT_CHAIN = "event"  # the key of the event's own chain in `EventOrigin.lengths`
Translation = Callable[[str, int], int]  # of a kind of row and an ID

E = EventChangeKind
AUTHORS = {
    AuthorKind.LINK: "table_links",
    AuthorKind.MEMBER: "authors",
    AuthorKind.PAPER: "authors",
    AuthorKind.PHOTO: "authors",
    AuthorKind.DEMO: "authors",
    AuthorKind.ENTRANT: "entrants",
    AuthorKind.HELPER: "helper_links",
}
SEATS = {"before": "entrants", "after": "entrants", "rested": "entrants"}
FACTS = {
    "entrant": "entrants",
    "entrants": "entrants",
    "player": "players",
    "other": "players",
    "back": "payments",
    "adjustment": "adjustments",
    "ruling": "rulings",
}
FACTS_BY_KIND: Mapping[str, Mapping[str, str]] = {
    E.RULED: {"table": "tables", "deal": "deals"},
    E.HELPER: {"link": "helper_links"},
    E.LINK_RENEWED: {"link": "table_links"},
    E.LINK_REVOKED: {"link": "table_links"},
    E.WITHDRAWN: {"list": "lists"},
    E.RESEATED: SEATS,
}
RECORDS_BY_KIND: Mapping[str, Mapping[str, str]] = {
    SheetChangeKind.RESEATED: SEATS,
    SheetChangeKind.SETTLED: {"conflict": "pending_deals"},
}


def translated_facts(kind: str, facts: Mapping[str, Any], of: Translation) -> dict[str, Any]:
    """Return the facts of an event's entry with other IDs."""
    return translated(facts, {**FACTS, **FACTS_BY_KIND.get(kind, {})}, of)


def translated_record(kind: str, record: Mapping[str, Any] | None, of: Translation) -> dict[str, Any] | None:
    """Return the record of a sheet's entry with other IDs; rows of a sheet have none."""
    return None if record is None else translated(record, RECORDS_BY_KIND.get(kind, {}), of)


def translated_author(kind: str, author_id: int | None, of: Translation) -> int | None:
    """Return the author's ID among another installation's IDs."""
    return None if author_id is None else of(AUTHORS[AuthorKind(kind)], author_id)


def translated(values: Mapping[str, Any], kinds: Mapping[str, str], of: Translation) -> dict[str, Any]:
    """Return the values with other IDs where `kinds` says that they are IDs, and of which kind."""
    return {
        name: ids_in(value, kinds[name], of) if name in kinds else value for name, value in values.items()
    }


def ids_in(value: Any, kind: str, of: Translation) -> Any:
    """Return an ID, a list of IDs, or parts with their seats, translated."""
    if isinstance(value, list):
        return [ids_in(each, kind, of) for each in value]
    if isinstance(value, dict):
        return {name: ids_in(each, kind, of) if name == "seats" else each for name, each in value.items()}
    return of(kind, value) if isinstance(value, int) else value


# Of an imported event


def origins_of(event_id: int) -> list[EventOrigin]:
    """Return the installations at which the event's history was written before this one, the earliest
    first.
    """
    return list(EventOrigin.objects.filter(event=event_id).order_by("pk"))


def origin_of(origins: Sequence[EventOrigin], chain: str, number: int) -> EventOrigin | None:
    """Return the origin of an entry; None for one written here."""
    return next((each for each in origins if number <= each.lengths.get(chain, 0)), None)


def sheet_entry_as_written(entry: SheetChange, origins: Sequence[EventOrigin], chain: str) -> SheetChange:
    """Return the entry with the IDs that its digest covers; `chain` is the table's public ID."""
    origin = origin_of(origins, chain, entry.number)
    if origin is None:
        return entry
    of, written = translation_to(origin), copy.copy(entry)
    written.deal_id = None if entry.deal_id is None else of("deals", entry.deal_id)
    written.author_id = translated_author(entry.author_kind, entry.author_id, of)
    written.record = translated_record(entry.kind, entry.record, of)
    return written


def event_entry_as_written(entry: EventChange, origins: Sequence[EventOrigin]) -> EventChange:
    """Return the entry with the IDs that its digest covers."""
    origin = origin_of(origins, EVENT_CHAIN, entry.number)
    if origin is None:
        return entry
    of, written = translation_to(origin), copy.copy(entry)
    written.author_id = translated_author(entry.author_kind, entry.author_id, of)
    written.facts = translated_facts(entry.kind, entry.facts, of)
    return written


def translation_to(origin: EventOrigin) -> Translation:
    """Map an ID here to the ID there; an ID that the import did not give stays, and the digest fails."""
    return lambda kind, here: origin.ids.get(kind, {}).get(str(here), here)
