"""The history of an event beside its sheets: append-only and chained like the history of a sheet."""

import hashlib
import secrets
from collections.abc import Iterable, Mapping
from datetime import date, time
from typing import Any

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from server.wake_ups import INVALIDATIONS
from tournaments.models import AuthorKind, Event, EventChange, EventChangeKind, EventReason
from tournaments.selectors.history.authors import author_names
from tournaments.services.history.sheet_chain import Author, canonical, moment, reason_digest
from tournaments.services.webhooks.outbox import tell_event_change
from tournaments.wording.history import kind_said

DRAFTING = (
    EventChangeKind.SWAPPED,
    EventChangeKind.DRAWN,
    EventChangeKind.DRAW_DISCARDED,
    EventChangeKind.ROUND_RELEASED,
)
FREE_TEXTS = frozenset({"name", "place", "description"})
SYSTEM = Author(AuthorKind.DEMO)  # no person: the demonstration, an import


def append_event_entry(
    event: Event, kind: EventChangeKind, *, by: Author, reason: str = "", **facts: Any
) -> EventChange:
    """Append one change to the chain of the (locked) event; `facts` are IDs, numbers and keys, no names."""
    salt = secrets.token_hex(16) if reason else ""
    [entry] = append_event_entries(
        event, kind, [facts], by=by, reason_digest=reason_digest(salt, reason) if reason else ""
    )
    if reason:
        EventReason.objects.create(entry=entry, text=reason, salt=salt)
    return entry


def append_event_entries(
    event: Event,
    kind: EventChangeKind,
    facts: Iterable[Mapping[str, Any]],
    *,
    by: Author,
    reason_digest: str = "",
) -> list[EventChange]:
    """Append changes of one kind to the chain of the (locked) event; the number of statements is constant."""
    entries = []
    for each in facts:
        entry = EventChange(
            event=event,
            number=event.revision + 1,
            kind=kind,
            facts=each,
            author_kind=by.kind,
            author_id=by.id,
            at=timezone.now(),
            reason_digest=reason_digest,
            previous=event.head,
        )
        entry.digest = event_entry_digest(entry, str(event.public_id))
        event.revision, event.head = entry.number, entry.digest
        entries.append(entry)
    EventChange.objects.bulk_create(entries)
    event.save(update_fields=["revision", "head"])
    INVALIDATIONS.send_after_commit()
    for entry in entries:
        tell_event_change(event, entry)
    return entries


def append_settings_entry(event: Event, before: Mapping[str, Any], *, by: Author) -> None:
    """Append which settings of the (locked) event differ from `before`, with both values, if any does.

    Free texts stay out of the history, because nothing in it can be deleted.
    """
    changed = sorted(name for name, value in before.items() if getattr(event, name) != value)
    values = {
        name: [fact_of(name, each) for each in (before[name], getattr(event, name))]
        for name in changed
        if name not in FREE_TEXTS
    }
    if changed:
        append_event_entry(event, EventChangeKind.SETTINGS, by=by, changed=changed, values=values)


def fact_of(name: str, value: Any) -> Any:
    """Return the value of a setting as JSON; a prize that is a thing has no name."""
    if name == "prizes":
        prizes = [{**each, "thing": "…"} if "thing" in each else each for each in value.get("prizes", ())]
        return {**{part: value[part] for part in ("pot", "ties") if part in value}, "prizes": prizes}
    return value.isoformat() if isinstance(value, (date, time)) else value


def refuse_unseen(event: Event, seen: int | None, *kinds: EventChangeKind, **facts: Any) -> None:
    """Raise NotPossible (`changed_meanwhile`) if a change of these kinds was made after revision `seen`.

    A page names the revision it shows, so that two directors do not overwrite each other's changes unseen.
    """
    if seen is None:
        return
    about = {f"facts__{name}": value for name, value in facts.items()}
    later = event.entries.filter(kind__in=kinds, number__gt=seen, **about)
    refuse_faster(later.order_by("-number").first())


def refuse_unseen_draft(event: Event, seen: int | None) -> None:
    """Raise NotPossible (`changed_meanwhile`) if a draft of the event was changed after revision `seen`."""
    refuse_unseen(event, seen, *DRAFTING)


def refuse_faster(entry: EventChange | None) -> None:
    """Raise NotPossible (`changed_meanwhile`) with the author and time of the given change, if any."""
    if entry:
        message = gettext(
            "%(who)s was faster (%(time)s, %(what)s), so your change is not stored yet. Check the "
            "current state, then decide again."
        )
        who, time = author_names([entry])[entry.pk], time_format(timezone.localtime(entry.at), "H:i")
        what = kind_said(entry)
        raise NotPossible("changed_meanwhile", message % {"who": who, "time": time, "what": what})


def event_entry_digest(entry: EventChange, event_public_id: str) -> str:
    """Return SHA-256 over the previous digest and all values of the entry."""
    facts: list[Any] = [
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
    return hashlib.sha256(canonical(facts).encode()).hexdigest()
