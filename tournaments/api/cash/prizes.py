"""Endpoints of prizes: the key, what it gives as it stands, what another one would give, and giving them."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.standings.agreements import read_prizes
from scoring.standings.prizes import POT
from tournaments.api.cash import schema, shapes, shapes_of_prizes
from tournaments.api.cash.endpoints import payment_json
from tournaments.api.http.bodies import read_as
from tournaments.api.http.objects import event_for
from tournaments.api.http.views import ProgramView
from tournaments.api.http.writing import by_person, refuse_unmatched, told_with_etag
from tournaments.models import Event
from tournaments.selectors.cash.prize_plan import prize_plan
from tournaments.selectors.clubs.permissions import Right
from tournaments.services.cash.prize_keys import set_prizes
from tournaments.services.cash.prizes import give_prizes
from tournaments.wording.names import name_of


class Prizes(ProgramView):
    """The prizes of an event."""

    @extend_schema(**schema.PRIZES)
    def get(self, request: Request, slug: str) -> Response:
        """Return the prizes as they stand now."""
        return plan_answer(event_for(request, slug, Right.CASH))

    @extend_schema(**schema.GIVE)
    def post(self, request: Request, slug: str) -> Response:
        """Book all prizes that are still due."""
        event = event_for(request, slug, Right.DIRECT)
        mark = read_as(shapes.Giving, request).get("mark")
        booked = give_prizes(event=event, by=by_person(request), seen=mark)
        return Response({"results": [payment_json(each) for each in booked]})


class Key(ProgramView):
    """The prize key of an event."""

    @extend_schema(**schema.PRIZE_KEY)
    def get(self, request: Request, slug: str) -> Response:
        """Return the key, with the ETag that a change needs."""
        return told_with_etag(key_json(event_for(request, slug, Right.DIRECT)))

    @extend_schema(**schema.CHANGE_PRIZES)
    def put(self, request: Request, slug: str) -> Response:
        """Replace the key."""
        event = event_for(request, slug, Right.DIRECT)
        refuse_unmatched(request, key_json(event))
        changed = set_prizes(event=event, key=key_sent(request), by=by_person(request))
        return told_with_etag(key_json(changed))


class Preview(ProgramView):
    """Prizes by a key that is not stored."""

    @extend_schema(**schema.PREVIEW_PRIZES)
    def post(self, request: Request, slug: str) -> Response:
        """Return what the key would give as things stand; nothing is stored."""
        event = event_for(request, slug, Right.DIRECT)
        event.prizes = key_sent(request)
        read_prizes(event.prizes)
        return plan_answer(event)


def plan_answer(event: Event) -> Response:
    """Answer the prizes of an event as they stand."""
    plan = prize_plan(event)
    wins = [
        {
            "number": win.entrant.number,
            "name": name_of(win.entrant),
            "cents": win.cents,
            "things": list(win.things),
            "is_given": win.is_given,
        }
        for win in plan.wins
    ]
    return Response({"pot": plan.pot, "left": plan.left, "mark": plan.mark, "results": wins})


def key_sent(request: Request) -> dict[str, Any]:
    """Return the key of a body in its stored form. Raises Unreadable."""
    body = read_as(shapes_of_prizes.NewKey, request)
    prizes = [dict(each) for each in body["prizes"]]
    return {**body, "prizes": prizes, "series": body.get("series", []), "pot": body.get("pot", list(POT))}


def key_json(event: Event) -> dict[str, Any]:
    """Return the key of an event."""
    stored: Mapping[str, Any] = event.prizes
    key = read_prizes(stored)
    prizes = [dict(each) for each in stored.get("prizes", ())]
    return {"prizes": prizes, "ties": key.ties, "series": list(key.series), "pot": list(key.pot)}
