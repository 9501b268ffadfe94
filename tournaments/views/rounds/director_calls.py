"""Calls for the director."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from scoring.not_possible import NotPossible
from tournaments.models import Event
from tournaments.selectors.rounds.director_calls import get_call
from tournaments.services.rounds.director_calls import answer_call
from tournaments.views.events.organising import show_dashboard
from tournaments.views.pages.permissions import MemberRequest, or_404, referee_required


@require_POST
@referee_required
def answer(request: MemberRequest, event: Event, call_id: int) -> HttpResponse:
    """Mark a call as answered."""
    call = or_404(get_call(event, call_id))
    try:
        answer_call(call=call)
    except NotPossible as refusal:
        return show_dashboard(request, event, refusal)
    return redirect("dashboard", event.slug)
