"""Verify the hash chains of an event's history: name entries that were changed, removed or inserted."""

from collections.abc import Iterator, Sequence

from tournaments.models import Event, EventChange, EventOrigin, SheetChange, Table
from tournaments.services.history.event_chain import event_entry_digest
from tournaments.services.history.sheet_chain import entry_digest, reason_digest
from tournaments.services.history.written_ids import (
    event_entry_as_written,
    origins_of,
    sheet_entry_as_written,
)


def audit(event: Event) -> tuple[int, list[str]]:
    """Count the entries and describe the first broken one of every chain. Reads only."""
    links, problems = event.entries.count(), first_of("The event", event_chain_differences(event))
    for table in Table.objects.filter(round__event=event).select_related("round").order_by("round", "number"):
        entries = list(table.entries.select_related("reason").order_by("number"))
        links += len(entries)
        problems += first_of(str(table), chain_differences(table, entries))
    return links, problems


def first_of(whose: str, differences: Iterator[str]) -> list[str]:
    """Return the first difference of a chain, prefixed with the chain's name."""
    return [f"{whose}: {each}" for each in [next(differences, None)] if each]


def chain_differences(table: Table, entries: Sequence[SheetChange]) -> Iterator[str]:
    """Yield changed, removed or inserted entries, and a sheet whose state differs from its chain's end."""
    before, origins = "", origins_of(table.round.event_id)
    for number, entry in enumerate(entries, start=1):
        if entry.number != number:
            yield f"history entry {number} is missing; found entry {entry.number}."
            return
        yield from entry_differences(table, entry, before, origins)
        before = entry.digest
    if (table.revision, table.head) != (len(entries), before):
        yield f"the sheet stands at revision {table.revision}, its history ends with entry {len(entries)}."


def entry_differences(
    table: Table, entry: SheetChange, before: str, origins: Sequence[EventOrigin]
) -> Iterator[str]:
    """Yield an entry or reason that does not match its digest; `before` is the previous entry's digest."""
    chain = str(table.public_id)
    written = sheet_entry_as_written(entry, origins, chain)
    if entry.previous != before or entry.digest != entry_digest(written, chain):
        yield f"history entry {entry.number} is not what was once written."
    if hasattr(entry, "reason") and entry.reason_digest != reason_digest(
        entry.reason.salt, entry.reason.text
    ):
        yield f"the reason of history entry {entry.number} is not what was once written."


def event_chain_differences(event: Event) -> Iterator[str]:
    """Yield the differences of the event's own chain, as `chain_differences` does for sheets."""
    entries, before = list(event.entries.select_related("reason").order_by("number")), ""
    origins = origins_of(event.pk)
    for number, entry in enumerate(entries, start=1):
        if entry.number != number:
            yield f"history entry {number} of the event is missing; found entry {entry.number}."
            return
        yield from event_entry_differences(event, entry, before, origins)
        before = entry.digest
    revision, head = Event._base_manager.values_list("revision", "head").get(pk=event.pk)
    if (revision, head) != (len(entries), before):
        yield f"the event stands at revision {revision}, its history ends with entry {len(entries)}."


def event_entry_differences(
    event: Event, entry: EventChange, before: str, origins: Sequence[EventOrigin]
) -> Iterator[str]:
    """Yield an entry or reason that does not match its digest."""
    written = event_entry_as_written(entry, origins)
    if entry.previous != before or entry.digest != event_entry_digest(written, str(event.public_id)):
        yield f"history entry {entry.number} of the event is not what was once written."
    if hasattr(entry, "reason") and entry.reason_digest != reason_digest(
        entry.reason.salt, entry.reason.text
    ):
        yield f"the reason of history entry {entry.number} of the event is not what was once written."
