"""Endpoints of an event's state: cancelled, hidden from lists, closed."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.events import schema, shapes_sent
from tournaments.api.http.bodies import read_as
from tournaments.api.http.objects import event_for
from tournaments.api.http.views import ProgramView
from tournaments.api.http.writing import by_person
from tournaments.models import Event
from tournaments.selectors.clubs.permissions import Right
from tournaments.services.events.cancelling import cancel_event, list_event, uncancel_event
from tournaments.services.events.lifecycle import close_event


class EventState(ProgramView):
    """Whether an event takes place, is listed, and is over."""

    @extend_schema(**schema.STATE)
    def get(self, request: Request, slug: str) -> Response:
        """Return the state."""
        return state_answer(event_for(request, slug, Right.LOOK))

    @extend_schema(**schema.CHANGE_STATE)
    def post(self, request: Request, slug: str) -> Response:
        """Cancel an event or let it take place, hide it from lists or show it there, close or reopen it."""
        event, by = event_for(request, slug, Right.DIRECT), by_person(request)
        body = read_as(shapes_sent.StateChange, request)
        if body.get("is_cancelled"):
            event = cancel_event(event=event, reason=body.get("reason", ""), by=by)
        elif "is_cancelled" in body:
            event = uncancel_event(event=event, by=by)
        if "is_unlisted" in body:
            event = list_event(event=event, is_unlisted=body["is_unlisted"], by=by)
        if "is_closed" in body:
            event = close_event(event=event, is_closed=body["is_closed"], by=by)
        return state_answer(event)


def state_answer(event: Event) -> Response:
    """Return the state of an event."""
    names = ("is_cancelled", "is_unlisted", "is_closed")
    told = {name: getattr(event, name) for name in names}
    return Response(told)
