"""Endpoints of calls for the director: those of an event, and the answer to one."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.http.objects import event_for, or_404
from tournaments.api.http.pages import page_of
from tournaments.api.http.schema_of_programs import listing, writing
from tournaments.api.http.views import ProgramView
from tournaments.api.rounds.shapes import OpenCall
from tournaments.models import DirectorCall
from tournaments.selectors.clubs.permissions import Right
from tournaments.selectors.rounds.director_calls import call_json, get_call, open_calls
from tournaments.services.rounds.director_calls import answer_call

TAG = "tables"


class Calls(ProgramView):
    """Calls for the director."""

    @extend_schema(**listing("calls", TAG, OpenCall))
    def get(self, request: Request, slug: str) -> Response:
        """List the open calls, the oldest first."""
        calls = open_calls(event_for(request, slug, Right.LOOK))
        return page_of(self, request, calls, "pk", call_with_place)


class AnsweredCall(ProgramView):
    """The answer to one call."""

    @extend_schema(**writing("answer_call", TAG, OpenCall))
    def post(self, request: Request, slug: str, call_id: int) -> Response:
        """Mark the call as answered."""
        event = event_for(request, slug, Right.RULE)
        return Response(call_with_place(answer_call(call=or_404(get_call(event, call_id)))))


def call_with_place(call: DirectorCall) -> dict[str, Any]:
    """Return a call with its place."""
    place = {"round": call.table.round.number, "table": call.table.number}
    return {**(call_json(call) or {}), **place, "table_id": str(call.table.public_id)}
