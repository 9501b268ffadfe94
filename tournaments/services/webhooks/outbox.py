"""The outbox: a message to each webhook is written in the transaction of the change that it reports.

Called where a fact is written once: the two chains of the history, the stored standings, a call. Messages
have numbers and public ids, no names of people.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone

from server.wake_ups import WEBHOOKS
from tournaments.models import (
    Event,
    EventChange,
    EventChangeKind,
    MessageType,
    OutgoingMessage,
    SheetChange,
    SheetChangeKind,
    Table,
    Webhook,
)

TYPE_BY_SHEET_CHANGE = {
    SheetChangeKind.RECORDED: MessageType.DEAL_RECORDED,
    SheetChangeKind.INSERTED: MessageType.DEAL_RECORDED,
    SheetChangeKind.CORRECTED: MessageType.DEAL_CORRECTED,
    SheetChangeKind.STRUCK: MessageType.DEAL_CORRECTED,
}
TYPE_BY_EVENT_CHANGE = {
    EventChangeKind.ROUND_RELEASED: MessageType.ROUND_OPENED,
    EventChangeKind.ROUND_REOPENED: MessageType.ROUND_OPENED,
    EventChangeKind.ROUND_CLOSED: MessageType.ROUND_CLOSED,
    EventChangeKind.PUBLISHED: MessageType.LIST_PUBLISHED,
    EventChangeKind.SIGNED_OFF: MessageType.EVENT_SIGNED_OFF,
    EventChangeKind.HALL: MessageType.HALL_CHANGED,
}


def tell_sheet_change(table: Table, entry: SheetChange) -> None:
    """Queue a message for a recorded, inserted, corrected or struck-out deal; ignore other changes."""
    kind = SheetChangeKind(entry.kind)
    if kind in TYPE_BY_SHEET_CHANGE:
        deal = {"number": entry.deal_number, "revision": entry.deal_revision, "record": entry.record}
        facts = {**place_of(table), "change": kind.value, "deal": deal}
        tell(table.round.event, TYPE_BY_SHEET_CHANGE[kind], facts, at=entry.at)


def tell_event_change(event: Event, entry: EventChange) -> None:
    """Queue a message for an opened or closed round, a published list, a sign-off or the hall."""
    kind = EventChangeKind(entry.kind)
    if kind in TYPE_BY_EVENT_CHANGE:
        tell(event, TYPE_BY_EVENT_CHANGE[kind], {"change": kind.value, **entry.facts}, at=entry.at)


def place_of(table: Table) -> dict[str, Any]:
    """Return the table of a message."""
    return {"round": table.round.number, "table": {"id": str(table.public_id), "number": table.number}}


def tell(event: Event, kind: MessageType, facts: Mapping[str, Any], *, at: datetime | None = None) -> None:
    """Write a message to each webhook that asks for this type; one query where a club has none."""
    webhooks = [each for each in webhooks_of(event) if kind in each.types]
    if webhooks:
        write_messages(webhooks, event, kind, {"event": event.slug, **facts}, at or timezone.now())


def webhooks_of(event: Event) -> list[Webhook]:
    """Return the active webhooks of the event's club that are about all events, or about this one."""
    own = Webhook.objects.filter(club=event.club_id, is_active=True).order_by("pk")
    return [each for each in own if each.event_id in (None, event.pk)]


def write_messages(
    webhooks: list[Webhook], event: Event | None, kind: str, data: Mapping[str, Any], at: datetime
) -> list[OutgoingMessage]:
    """Write one message to each webhook and wake the sender after the commit."""
    message = {"type": kind, "timestamp": at.isoformat(), "data": data}
    body = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
    WEBHOOKS.send_after_commit()
    return OutgoingMessage.objects.bulk_create(
        OutgoingMessage(webhook=each, event=event, type=kind, body=body, made_at=at, due_at=at)
        for each in webhooks
    )
