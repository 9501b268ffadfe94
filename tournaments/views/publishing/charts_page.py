"""The charts page of an event; 304 while the standings are unchanged."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.views.decorators.http import condition, require_safe

from tournaments.models import Event
from tournaments.selectors.clubs.permissions import get_public_event
from tournaments.selectors.entry.seats import places_state
from tournaments.selectors.publishing.public_event import PublicEvent
from tournaments.serving.caching import same_for_all
from tournaments.views.draw.draw_audit import draw_links
from tournaments.views.pages.descriptions import event_facts
from tournaments.views.pages.etags import tag_of
from tournaments.views.pages.permissions import actor_of, for_spectator
from tournaments.views.pages.visibility import seen_by, sees_secrets
from tournaments.views.publishing.charts import event_charts
from tournaments.wording.whole_numbers import whole_number


def charts_etag(request: HttpRequest, slug: str) -> str | None:
    """Return the ETag of the page: standings, names, visitor and stylesheet."""
    event = get_public_event(actor_of(request), slug)
    if event is None:
        return None
    state = [*places_state(event), event.head, PublicEvent(event).names]
    visitor = (request.user.pk, sees_secrets(request, event), request.GET.get("player", ""))
    return tag_of([state, visitor, static("tournaments/stichtag.css"), static("tournaments/pictures.css")])


@require_safe
@same_for_all
@condition(etag_func=charts_etag)
@for_spectator
def charts(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the leaders deal by deal and the spread of every round; `?player=` adds one more player."""
    asked = request.GET.get("player", "").strip()[:9]
    player = whole_number(asked)
    shown = seen_by(request, event)
    context = {
        "event": event_facts(event),
        "figures": event_charts(shown, player),
        "player": asked,
        "is_unknown": bool(asked) and player not in shown.names,
        "draws": draw_links(event),
        "state": shown.visibility.state,
    }
    return render(request, "publishing/charts.html", context)
