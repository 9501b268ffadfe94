"""What is done to an event beside its sheets: append-only and chained, as the history of a sheet is."""

import hashlib
import secrets
from typing import Any

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext

from tournaments.errors import NotPossible
from tournaments.live import NEWS
from tournaments.models import AuthorKind, Event, EventEntry, EventEntryKind, EventReason
from tournaments.selectors.authors import author_names
from tournaments.services.history import Author, canonical, moment, reason_digest

DRAFTING = (
    EventEntryKind.SWAPPED,
    EventEntryKind.DRAWN,
    EventEntryKind.DRAW_DISCARDED,
    EventEntryKind.ROUND_RELEASED,
)
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
    NEWS.ring_after_commit()
    return entry


def refuse_unseen(event: Event, seen: int | None, *kinds: EventEntryKind, **facts: Any) -> None:
    """Raises NotPossible (`changed_meanwhile`) where such a thing was done after the revision `seen`.

    A page names the revision it was made of: who works beside somebody else looks before he overwrites.
    """
    if seen is None:
        return
    about = {f"facts__{name}": value for name, value in facts.items()}
    later = event.entries.filter(kind__in=kinds, number__gt=seen, **about)
    refuse_faster(later.order_by("-number").first())


def refuse_unseen_draft(event: Event, seen: int | None) -> None:
    """Raises NotPossible (`changed_meanwhile`) where a draft of the event is another than the one `seen`."""
    refuse_unseen(event, seen, *DRAFTING)


def refuse_faster(entry: EventEntry | None) -> None:
    """Raises NotPossible (`changed_meanwhile`) with who did this, and when."""
    if entry:
        message = gettext(
            "%(who)s was faster (%(time)s, %(what)s), so nothing of yours is stored yet."
            " Look at what stands here now, then decide again."
        )
        who, time = author_names([entry])[entry.pk], time_format(timezone.localtime(entry.at), "H:i")
        what = entry.get_kind_display()
        raise NotPossible("changed_meanwhile", message % {"who": who, "time": time, "what": what})


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
