"""Calls for the director, answered from the board."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tournaments.errors import NotPossible
from tournaments.models import DirectorCall, Event
from tournaments.services.calling import answer_call
from tournaments.views.doors import MemberRequest, for_referee, found
from tournaments.views.events import show_board


@require_POST
@for_referee
def answer(request: MemberRequest, event: Event, call_id: int) -> HttpResponse:
    """I was there."""
    call = found(DirectorCall.objects.filter(table__round__event=event, pk=call_id).first())
    try:
        answer_call(call=call)
    except NotPossible as refusal:
        return show_board(request, event, refusal)
    return redirect("board", event.slug)
