"""The tombola, and the numbers of the evening for the club's report."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from scoring.not_possible import NotPossible
from tournaments.models import Event, Shows, TombolaDraw
from tournaments.models.lengths import LONGEST_TYPED
from tournaments.selectors.hall.evening_numbers import drawn_names, numbers_of
from tournaments.selectors.hall.screens import screens_of
from tournaments.services.hall.hall import draw_name
from tournaments.views.pages.descriptions import event_facts
from tournaments.views.pages.permissions import (
    REFUSED,
    MemberRequest,
    by_member,
    director_required,
    helper_required,
)
from tournaments.wording.names import name_of


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def tombola(request: MemberRequest, event: Event) -> HttpResponse:
    """Show the names that were drawn, and draw one."""
    refusal, typed = None, request.POST.get("prize", "")[:LONGEST_TYPED]
    if request.method == "POST":
        try:
            again = "may_win_again" in request.POST
            draw_name(event=event, prize=typed, may_win_again=again, by=by_member(request))
            return redirect("tombola", event.slug)
        except NotPossible as refused:
            refusal = refused
    context = {
        "event": event_facts(event),
        "drawn": list(map(draw_facts, drawn_names(event))),
        "typed": typed,
        "refusal": refusal,
        "has_screens": bool(screens_of(event)),
        "scene": Shows.TOMBOLA.value,
    }
    return render(request, "hall/tombola.html", context, status=REFUSED if refusal else 200)


def draw_facts(draw: TombolaDraw) -> dict[str, Any]:
    """Return a drawn name as the organisers see it."""
    entrant = draw.entrant
    return {
        "number": draw.number,
        "name": name_of(entrant),
        "start_number": entrant.number,
        "prize": draw.prize,
        "at": draw.drawn_at,
        "seed": draw.seed,
        "of": len(draw.numbers),
    }


@require_safe
@helper_required
def evening_numbers(request: MemberRequest, event: Event) -> HttpResponse:
    """Show the numbers of the evening."""
    context = {"event": event_facts(event), "numbers": numbers_of(event)}
    return render(request, "hall/evening_numbers.html", context)
