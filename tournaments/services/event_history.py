"""What is done to an event beside its sheets: append-only and chained, as the history of a sheet is."""

import hashlib
import secrets
from typing import Any

from django.utils import timezone

from tournaments.models import AuthorKind, Event, EventEntry, EventEntryKind, EventReason
from tournaments.services.history import Author, canonical, moment, reason_digest
from tournaments.snapshots import NEWS

SYSTEM = Author(AuthorKind.DEMO)  # nobody in person: the demonstration, an import


def append_event_entry(
    event: Event, kind: EventEntryKind, *, by: Author, reason: str = "", **facts: Any
) -> EventEntry:
    """Add one change to the chain of the (locked) event; `facts` are ids, numbers and keys, never names."""
    salt = secrets.token_hex(16) if reason else ""
    entry = EventEntry(
        event=event,
        number=event.revision + 1,
        kind=kind,
        facts=facts,
        author_kind=by.kind,
        author_id=by.id,
        at=timezone.now(),
        reason_digest=reason_digest(salt, reason) if reason else "",
        previous=event.head,
    )
    entry.digest = event_entry_digest(entry, str(event.public_id))
    entry.save(force_insert=True)
    if reason:
        EventReason.objects.create(entry=entry, text=reason, salt=salt)
    event.revision, event.head = entry.number, entry.digest
    event.save(update_fields=["revision", "head"])
    NEWS.spread_after_commit()
    return entry


def event_entry_digest(entry: EventEntry, event_public_id: str) -> str:
    """SHA-256 over the digest before and everything the entry says."""
    said: list[Any] = [
        entry.previous,
        event_public_id,
        entry.number,
        entry.kind,
        entry.facts,
        entry.author_kind,
        entry.author_id,
        moment(entry.at),
        entry.reason_digest,
    ]
    return hashlib.sha256(canonical(said).encode()).hexdigest()
