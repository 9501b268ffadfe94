"""Write to a sheet: the lock, the stored responses, the chain of entries and the standings request."""

import hashlib
import json
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from scoring.sheet.operations import Result
from server.wake_ups import STANDINGS
from tournaments.models import (
    AuthorKind,
    Deal,
    Event,
    Reason,
    SheetChange,
    SheetChangeKind,
    StandingsRequest,
    StoredResponse,
    Table,
)
from tournaments.services.webhooks.outbox import tell_sheet_change

CHAIN_FIELDS = ["revision", "head", "last_activity"]


@dataclass(frozen=True, slots=True)
class Author:
    """The author of a change: its kind, and `id` of the link, member, entrant or helper.

    `device` is the ID a phone chose for itself and `device_at` the time on its clock: shown, never
    trusted.
    """

    kind: AuthorKind
    id: int | None = None
    device: str = ""
    device_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """A writing request: its key (never reused at one table), its whole body, and its author."""

    key: str
    body: Mapping[str, Any]
    by: Author


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a request and the JSON body returned for it."""

    result: Result
    body: dict[str, Any]


def lock_table(table: Table) -> Table:
    """Return the table reloaded and locked until the transaction ends. Raises Table.DoesNotExist."""
    tables = Table.objects.select_related("round__event").select_for_update(of=("self",))
    return tables.get(pk=table.pk)


def lock_event(event: Event) -> Event:
    """Return the event reloaded and locked until the transaction ends. Raises Event.DoesNotExist."""
    return Event.objects.select_related("club").select_for_update(of=("self",)).get(pk=event.pk)


def lock_events(events: Iterable[Event]) -> dict[int, Event]:
    """Lock several events, as everybody does in the order of their IDs; return them by ID."""
    return {pk: lock_event(event) for pk, event in sorted({each.pk: each for each in events}.items())}


def body_digest(body: Mapping[str, Any]) -> str:
    """Return SHA-256 of the body in canonical JSON."""
    return hashlib.sha256(canonical(body).encode()).hexdigest()


def canonical(value: Any) -> str:
    """Return canonical JSON: equal values give equal text."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def stored_answer(table: Table, request: Request) -> Answer | None:
    """Return the stored answer to a repeated request, else None. Raises NotPossible (`key_reused`)."""
    try:
        stored = StoredResponse.objects.get(table=table.pk, key=request.key)
    except StoredResponse.DoesNotExist:
        return None
    if stored.body_digest != body_digest(request.body):
        message = gettext("This idempotency key was used for another request; use a new one.")
        raise NotPossible("key_reused", message)
    result = Result(stored.result)
    return Answer(Result.DONE if result == Result.WRITTEN else result, stored.body)


def store_answer(table: Table, request: Request, answer: Answer) -> Answer:
    """Store the answer with the request's key."""
    digest = body_digest(request.body)
    StoredResponse.objects.create(
        table=table, key=request.key, body_digest=digest, result=answer.result, body=answer.body
    )
    return answer


def append_entry(
    table: Table,
    kind: SheetChangeKind,
    *,
    by: Author,
    deal: Deal | None = None,
    record: Mapping[str, Any] | None = None,
    reason: str = "",
) -> SheetChange:
    """Append one change to the chain of the (locked) sheet and advance its revision and head."""
    salt = secrets.token_hex(16) if reason else ""
    sealed = reason_digest(salt, reason) if reason else ""
    entry = chain_entry(table, kind, by=by, at=timezone.now(), deal=deal, record=record, sealed_reason=sealed)
    entry.save(force_insert=True)
    if reason:
        Reason.objects.create(entry=entry, text=reason, salt=salt)
    table.save(update_fields=CHAIN_FIELDS)
    tell_sheet_change(table, entry)
    return entry


def chain_entry(
    table: Table,
    kind: SheetChangeKind,
    *,
    by: Author,
    at: datetime,
    deal: Deal | None = None,
    record: Mapping[str, Any] | None = None,
    sealed_reason: str = "",
) -> SheetChange:
    """Return the next entry of a sheet's chain, not saved.

    Advances the table's CHAIN_FIELDS, not saved either.
    """
    entry = SheetChange(
        table=table,
        number=table.revision + 1,
        kind=kind,
        deal=deal,
        deal_number=deal.number if deal else None,
        deal_revision=deal.revision if deal else None,
        record=record,
        author_kind=by.kind,
        author_id=by.id,
        device=by.device,
        device_at=by.device_at,
        at=at,
        reason_digest=sealed_reason,
        previous=table.head,
    )
    entry.digest = entry_digest(entry, str(table.public_id))
    table.revision, table.head, table.last_activity = entry.number, entry.digest, entry.at
    return entry


def reason_digest(salt: str, reason: str) -> str:
    """Return the salted digest of a reason: the chain covers only this, so the text can be deleted."""
    return hashlib.sha256((salt + reason).encode()).hexdigest()


def entry_digest(entry: SheetChange, table_public_id: str) -> str:
    """Return SHA-256 over the previous digest and all values of the entry; IDs only, no names."""
    return hashlib.sha256(
        canonical(
            [
                entry.previous,
                table_public_id,
                entry.number,
                entry.kind,
                entry.deal_id,
                entry.deal_number,
                entry.deal_revision,
                entry.record,
                entry.author_kind,
                entry.author_id,
                entry.device,
                moment(entry.device_at) if entry.device_at else None,
                moment(entry.at),
                entry.reason_digest,
            ]
        ).encode()
    ).hexdigest()


def moment(at: datetime) -> int:
    """Return microseconds since 1970, equal on every database."""
    return int(at.timestamp()) * 1_000_000 + at.microsecond


def request_standings(event: Event) -> None:
    """Request a computation of the standings, in the same transaction as the change that outdates them."""
    StandingsRequest.objects.create(event=event)
    STANDINGS.send_after_commit()
