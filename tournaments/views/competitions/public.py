"""The public page of an event's competitions, and of a row: why a person or a team stands there."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import condition, require_safe

from tournaments.models import Event
from tournaments.selectors.competitions.shown import competitions_state
from tournaments.serving.caching import same_for_all
from tournaments.views.pages.descriptions import event_facts
from tournaments.views.pages.etags import tag_of
from tournaments.views.pages.permissions import for_spectator
from tournaments.views.pages.visibility import seen_by
from tournaments.views.publishing.public_pages import event_etag


@require_safe
@same_for_all
@for_spectator
def event_competitions(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the rankings of an event beside its own: teams, categories, and others."""
    context = {
        **competitions_context(request, event),
        "event": event_facts(event),
        "live_url": reverse("event_teams_live", args=[event.slug]),
    }
    return render(request, "competitions/event_competitions.html", context)


def competitions_etag(request: HttpRequest, slug: str) -> str | None:
    """Return the ETag of the rankings; three queries more than the event's own."""
    tag = event_etag(request, slug)
    return tag and tag_of([tag, competitions_state(slug)])


@require_safe
@same_for_all
@condition(etag_func=competitions_etag)
@for_spectator
def event_competitions_live(request: HttpRequest, event: Event) -> HttpResponse:
    """Render the fragment of the page that changes."""
    return render(request, "competitions/_competitions.html", competitions_context(request, event))


def competitions_context(request: HttpRequest, event: Event) -> dict[str, Any]:
    """Return the rankings as this visitor may see them."""
    public = seen_by(request, event)
    return {
        "slug": event.slug,
        "is_provisional": public.standings["is_provisional"],
        "competitions": public.competitions,
    }
