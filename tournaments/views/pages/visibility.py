"""A visitor's view of an event."""

from django.http import HttpRequest
from django.urls import reverse

from tournaments.models import Event
from tournaments.selectors.clubs.permissions import is_member
from tournaments.selectors.publishing.public_event import PublicEvent
from tournaments.selectors.rounds.progress import NameOf
from tournaments.wording.names import public_name


def seen_by(request: HttpRequest, event: Event, name_of: NameOf = public_name) -> PublicEvent:
    """Return the event as this visitor sees it; membership matters only while the standings are frozen."""
    return PublicEvent(event, sees_secrets(request, event), name_of)


def sees_secrets(request: HttpRequest, event: Event) -> bool:
    """Return whether the visitor sees what is secret until prize-giving."""
    return event.is_frozen and is_member(request.user, event.club)


def stream_url(request: HttpRequest, event: Event) -> str:
    """Return the stream of all changes that this visitor may see; empty if they see more than it sends."""
    return "" if sees_secrets(request, event) else reverse("api_event_stream", args=[event.slug])
