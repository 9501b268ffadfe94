"""The page with the charts of an event."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.views.decorators.http import condition, require_safe

from tournaments.models import Event
from tournaments.publications.charts.figures import chosen_numbers, event_charts
from tournaments.publications.charts.lines import KINDS
from tournaments.selectors.clubs.permissions import get_public_event
from tournaments.selectors.events.marks import mark_of
from tournaments.serving.caching import same_for_all
from tournaments.views.draw.draw_audit import draw_links
from tournaments.views.pages.descriptions import event_facts
from tournaments.views.pages.etags import tag_of
from tournaments.views.pages.permissions import actor_of, for_spectator
from tournaments.views.pages.visibility import seen_by, sees_secrets
from tournaments.wording.whole_numbers import whole_number

MOST_ASKED = 100


def charts_etag(request: HttpRequest, slug: str) -> str | None:
    """Return the ETag of the page: standings, names, visitor and stylesheet."""
    event = get_public_event(actor_of(request), slug)
    if event is None:
        return None
    visitor = (request.user.pk, sees_secrets(request, event), request.GET.getlist("player"))
    styles = (static("tournaments/stichtag.css"), static("tournaments/pictures.css"))
    return tag_of([mark_of(event), visitor, styles])


@require_safe
@same_for_all
@condition(etag_func=charts_etag)
@for_spectator
def charts(request: HttpRequest, event: Event) -> HttpResponse:
    """Show a line for each chosen player and the spread of every round; `?player=` names a start number.

    Without any the leaders are drawn; one alone is drawn beside them.
    """
    asked = [each.strip()[:9] for each in request.GET.getlist("player")[:MOST_ASKED]]
    public = seen_by(request, event)
    numbers = chosen_numbers(public.standings, [whole_number(each) for each in asked])
    unknown = next((each for each in asked if whole_number(each) not in public.names), "")
    context = {
        "event": event_facts(event),
        "figures": event_charts(public, numbers),
        "choices": [
            {"number": row["number"], "name": row["name"], "is_chosen": row["number"] in numbers}
            for row in public.standings["rows"]
        ],
        "unknown": unknown,
        "has_more": len(set(asked)) > KINDS,
        "most": KINDS,
        "draws": draw_links(event),
        "state": public.visibility.state,
    }
    return render(request, "publishing/charts.html", context)
