"""The page of an event's pictures; sent anew when the standings changed."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.views.decorators.http import condition, require_safe

from tournaments.models import Event
from tournaments.selectors.access import get_public_event
from tournaments.selectors.places import places_state
from tournaments.selectors.publications import names_of
from tournaments.snapshots import same_for_all
from tournaments.typed_numbers import whole_number
from tournaments.views.certifying import draw_links
from tournaments.views.doors import actor_of, for_spectator
from tournaments.views.picturing import event_figures
from tournaments.views.public import sees_secrets, sight_for, tag_of
from tournaments.views.showing import event_facts


def pictures_etag(request: HttpRequest, slug: str) -> str | None:
    """Equal tags mean an equal page: the same standings, names and visitor, the same stylesheet."""
    event = get_public_event(actor_of(request), slug)
    if event is None:
        return None
    state = [*places_state(event), event.head, names_of(event)]
    visitor = (request.user.pk, sees_secrets(request, event), request.GET.get("player", ""))
    return tag_of([state, visitor, static("tournaments/stichtag.css"), static("tournaments/pictures.css")])


@require_safe
@same_for_all
@condition(etag_func=pictures_etag)
@for_spectator
def pictures(request: HttpRequest, event: Event) -> HttpResponse:
    """The leaders deal by deal, the spread of every round; `?player=` draws one more."""
    asked = request.GET.get("player", "").strip()[:9]
    player = whole_number(asked)
    sight = sight_for(request, event)
    context = {
        "event": event_facts(event),
        "figures": event_figures(event, sight, player),
        "player": asked,
        "is_unknown": bool(asked) and not is_entered(event, player),
        "draws": draw_links(event),
        "state": sight.state,
    }
    return render(request, "pictures.html", context)


def is_entered(event: Event, number: int | None) -> bool:
    """Whether somebody has this start number."""
    return number is not None and event.entrants.filter(number=number).exists()
