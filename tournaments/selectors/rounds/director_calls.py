"""Calls for the director: those that are open, and the newest of a table."""

from typing import Any

from django.db.models import QuerySet

from tournaments.models import DirectorCall, Event, Table


def open_calls(event: Event) -> QuerySet[DirectorCall]:
    """Return the open calls of an event, the oldest first."""
    calls = DirectorCall.objects.filter(table__round__event=event, answered_at=None)
    return calls.select_related("table__round").order_by("at", "pk")


def get_call(event: Event, call_id: int) -> DirectorCall | None:
    """Return a call from a table of the event, answered or not."""
    calls = DirectorCall.objects.select_related("table__round")
    return calls.filter(table__round__event=event, pk=call_id).first()


def open_call(table: Table) -> DirectorCall | None:
    """Return the open call of this table, or None."""
    return DirectorCall.objects.filter(table=table, answered_at=None).order_by("pk").first()


def last_call(table: Table) -> DirectorCall | None:
    """Return the newest call of a table, answered or not."""
    return DirectorCall.objects.filter(table=table).order_by("-pk").first()


def call_json(call: DirectorCall | None) -> dict[str, Any] | None:
    """Return a call as JSON, for its table."""
    if call is None:
        return None
    return {
        "id": call.pk,
        "reason": call.reason,
        "at": call.at.isoformat(),
        "is_answered": call.answered_at is not None,
    }
