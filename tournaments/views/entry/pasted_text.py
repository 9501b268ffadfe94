"""A pasted text, kept in the session until its people are taken over, and for an undo of that."""

from typing import Any

from django.http import HttpRequest

from tournaments.models import Event


def keep_text(request: HttpRequest, event: Event, text: str, *, is_expected: bool) -> None:
    """Keep a pasted text in place of the one before."""
    request.session[session_name(event)] = {"names": text, "expected": is_expected}


def waiting_text(request: HttpRequest, event: Event) -> dict[str, Any]:
    """Return the text that waits, as the form has it; nothing where its people were taken over."""
    waiting = dict(request.session.get(session_name(event), {}))
    return {} if waiting.pop("is_taken", False) else waiting


def put_text_away(request: HttpRequest, event: Event) -> None:
    """Offer the text no more, unless the import is undone."""
    if waiting := waiting_text(request, event):
        request.session[session_name(event)] = {**waiting, "is_taken": True}


def offer_again(request: HttpRequest, event: Event) -> None:
    """Offer the text whose import was undone."""
    waiting = dict(request.session.get(session_name(event), {}))
    if waiting.pop("is_taken", False):
        request.session[session_name(event)] = waiting


def session_name(event: Event) -> str:
    """Return the session key for an event's text."""
    return f"pasted-{event.pk}"
