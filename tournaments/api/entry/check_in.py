"""Endpoints of the check-in: who is here, who comes late, who never came."""

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.entry.shapes import Changed, CheckIn, EntrantShape, LateEntrant, Present, choice_of
from tournaments.api.http.objects import entrant_of
from tournaments.api.http.views import OfEvent
from tournaments.api.http.writing import answer_with_etag
from tournaments.models import TokenScope
from tournaments.selectors.clubs.permissions import Actor, Right
from tournaments.selectors.entry.check_in import number_present
from tournaments.selectors.tables.dashboard import desks_beside
from tournaments.services.entry.check_in import (
    check_in_people,
    drop_no_shows,
    tick_again,
    undo_no_shows,
    untick_all,
)
from tournaments.services.entry.entrants import add_late


@extend_schema(tags=["entrants"])
class CheckInViewSet(OfEvent):
    """The check-in."""

    writes = TokenScope.WRITE
    right_to_write = Right.CASH

    @extend_schema(request=CheckIn, responses=Present)
    def check_in(self, request: Request, slug: str) -> Response:
        """Mark entrants present or absent, all or none, and book what they owe if they pay."""
        event, body = self.event, self.sent(CheckIn)
        check_in_people(
            event=event,
            entrants=[entrant_of(event, number) for number in body["numbers"]],
            is_present=body["is_present"],
            pays=body.get("pays", False),
            beside=desks_beside(event, Actor(request.user)),
            by=self.author,
        )
        return Response({"present": number_present(event)})

    @extend_schema(request=LateEntrant, responses={201: EntrantShape})
    @action(detail=False, methods=["post"], url_path="late", url_name="add_late")
    def add_late(self, request: Request, slug: str) -> Response:
        """Enter a player at the door and check them in."""
        event, body = self.event, self.sent(LateEntrant)
        name = body["name"]
        readings, choices = {name: body.get("reading", "")}, {name: choice_of(body)}
        (entrant,) = add_late(event=event, names=[name], readings=readings, choices=choices, by=self.author)
        return answer_with_etag(EntrantShape(entrant).data, 201)

    @extend_schema(responses=Changed)
    @action(detail=False, methods=["post"], url_path="no_shows", url_name="no_shows")
    def drop_no_shows(self, request: Request, slug: str) -> Response:
        """Drop everyone who is absent and never had a seat."""
        return Response({"changed": drop_no_shows(event=self.event, by=self.author)})

    @extend_schema(operation_id="take_back_no_shows", responses={200: Changed})
    @drop_no_shows.mapping.delete
    def undo_no_shows(self, request: Request, slug: str) -> Response:
        """Expect them again."""
        return Response({"changed": undo_no_shows(event=self.event, by=self.author)})

    @extend_schema(responses=Changed)
    @action(detail=False, methods=["post"], url_path="untick", url_name="untick", right_to_write=Right.DIRECT)
    def untick_all(self, request: Request, slug: str) -> Response:
        """Mark everyone absent; possible until the first round is opened."""
        return Response({"changed": untick_all(event=self.event, by=self.author)})

    @extend_schema(responses={200: Changed})
    @untick_all.mapping.delete
    def tick_again(self, request: Request, slug: str) -> Response:
        """Mark those present again."""
        return Response({"changed": tick_again(event=self.event, by=self.author)})
