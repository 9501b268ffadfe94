"""Endpoints of the check-in: who is here, who comes late, who gets a place, who never came."""

from collections.abc import Callable

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.entry import schema, shapes_sent
from tournaments.api.entry.endpoints import entrant_json
from tournaments.api.http.bodies import read_as
from tournaments.api.http.objects import entrant_of, event_for
from tournaments.api.http.views import ProgramView
from tournaments.api.http.writing import by_person, told_with_etag
from tournaments.models import TokenScope
from tournaments.selectors.clubs.permissions import Right
from tournaments.services.entry.check_in import (
    check_in,
    drop_no_shows,
    take_back_no_shows,
    tick_again,
    untick_all,
)
from tournaments.services.entry.entrants import enter_players
from tournaments.services.entry.waiting_list import admit


class CheckIn(ProgramView):
    """The check-in."""

    writes = TokenScope.WRITE

    @extend_schema(**schema.CHECK_IN)
    def post(self, request: Request, slug: str) -> Response:
        """Mark entrants present or absent, all or none."""
        event, by = event_for(request, slug, Right.CASH), by_person(request)
        body = read_as(shapes_sent.CheckIn, request)
        for number in body["numbers"]:
            check_in(entrant=entrant_of(event, number), is_present=body["is_present"], by=by)
        return Response({"present": event.entrants.filter(is_present=True).count()})


class Late(ProgramView):
    """Players who come without being entered."""

    writes = TokenScope.WRITE

    @extend_schema(**schema.ADD_LATE)
    def post(self, request: Request, slug: str) -> Response:
        """Enter a player at the door and check them in."""
        event, by = event_for(request, slug, Right.CASH), by_person(request)
        body = read_as(shapes_sent.LateEntrant, request)
        names, readings = [body["name"]], {body["name"]: body.get("reading", "")}
        choices = {body["name"]: shapes_sent.choice_of(body)}
        (entrant,) = enter_players(
            event=event, names=names, readings=readings, choices=choices, are_present=False, by=by
        )
        check_in(entrant=entrant, is_present=True, by=by)
        return told_with_etag(entrant_json(entrant), 201)


class Place(ProgramView):
    """The place of an entrant on the waiting list."""

    writes = TokenScope.WRITE

    @extend_schema(**schema.ADMIT)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Give the entrant a place, whatever the order and the limit; nothing happens if they have one."""
        entrant = entrant_of(event_for(request, slug, Right.CASH), number)
        return told_with_etag(entrant_json(admit(entrant=entrant, by=by_person(request))))


class OfAll(ProgramView):
    """A change of many entrants in one step, and its undoing."""

    writes = TokenScope.WRITE
    right = Right.CASH

    def answer(self, request: Request, slug: str, act: Callable[..., int]) -> Response:
        """Carry it out and return how many entrants it changed."""
        return Response({"changed": act(event=event_for(request, slug, self.right), by=by_person(request))})


class NoShows(OfAll):
    """Entrants who never came."""

    @extend_schema(**schema.DROP_NO_SHOWS)
    def post(self, request: Request, slug: str) -> Response:
        """Drop everyone who is absent and never had a seat."""
        return self.answer(request, slug, drop_no_shows)

    @extend_schema(**schema.EXPECT_AGAIN)
    def delete(self, request: Request, slug: str) -> Response:
        """Expect them again."""
        return self.answer(request, slug, take_back_no_shows)


class Unticked(OfAll):
    """Marking everyone absent, and undoing that."""

    right = Right.DIRECT

    @extend_schema(**schema.UNTICK)
    def post(self, request: Request, slug: str) -> Response:
        """Mark everyone absent; possible until the first round is opened."""
        return self.answer(request, slug, untick_all)

    @extend_schema(**schema.TICK_AGAIN)
    def delete(self, request: Request, slug: str) -> Response:
        """Mark those present again."""
        return self.answer(request, slug, tick_again)
