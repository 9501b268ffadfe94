"""Server-sent events as the application answers them: one event, and the end.

The front of the server (`server/streams.py`) keeps the connection and tells what changes.
Without it, a listener comes back after the pause that `retry` names, and is told only what it has missed.
"""

from collections.abc import Mapping

from django.http import HttpResponse
from rest_framework.request import Request

from server.streams import CONTENT_TYPE, opening, told


def stream_piece(
    request: Request, digests: Mapping[str, str], headers: Mapping[str, str] | None = None
) -> HttpResponse:
    """Return what is seen now as one event; none if the listener knows it."""
    text = opening() + told(digests, request.headers.get("Last-Event-ID", ""))
    return HttpResponse(
        text, content_type=CONTENT_TYPE, headers={"Cache-Control": "no-store", **(headers or {})}
    )
