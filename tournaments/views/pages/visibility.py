"""A visitor's view of an event's standings."""

from django.http import HttpRequest
from django.urls import reverse

from tournaments.models import Event
from tournaments.selectors.clubs.permissions import is_member
from tournaments.selectors.publishing.publications import Visibility, visibility_of


def visibility_for(request: HttpRequest, event: Event) -> Visibility:
    """Return what this visitor may see of the standings; membership matters only while they are frozen."""
    return visibility_of(event, is_member=sees_secrets(request, event))


def sees_secrets(request: HttpRequest, event: Event) -> bool:
    """Return whether the visitor sees what is secret until prize-giving."""
    return event.is_frozen and is_member(request.user, event.club)


def stream_url(request: HttpRequest, event: Event) -> str:
    """Return the stream of all changes that this visitor may see; empty if they see more than it sends."""
    return "" if sees_secrets(request, event) else reverse("api_event_stream", args=[event.slug])
