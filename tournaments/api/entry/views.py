"""Endpoints of the entrants of an event, as its organisers see them."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.entry.shapes import (
    EntrantChanges,
    EntrantList,
    EntrantShape,
    Leaving,
    NewEntrants,
    choice_of,
)
from tournaments.api.http.views import Editable, OfEvent
from tournaments.models import Entrant, TokenScope
from tournaments.selectors.clubs.permissions import Right
from tournaments.services.entry.entrants import add_late, change_entrant
from tournaments.services.entry.leaving import leave_early, withdraw_entrant
from tournaments.services.entry.waiting_list import admit


@extend_schema(tags=["entrants"])
class EntrantViewSet(OfEvent, Editable):
    """The entrants of an event."""

    writes = TokenScope.WRITE
    queryset = Entrant.objects.select_related("event", "player", "partner")
    serializer_class = EntrantShape
    lookup_field = ordering = "number"

    @extend_schema(operation_id="entrants", responses=EntrantShape(many=True))
    def list(self, request: Request, slug: str) -> Response:
        """List the entrants by start number, with those on the waiting list and those who left."""
        return self.page()

    @extend_schema(operation_id="enter_players", request=NewEntrants, responses={201: EntrantList})
    def create(self, request: Request, slug: str) -> Response:
        """Enter players, all or none, known ones of the club or new ones."""
        event, sent = self.event, self.sent(NewEntrants)["entrants"]
        entrants = add_late(
            event=event,
            names=[each["name"] for each in sent],
            readings={each["name"]: each.get("reading", "") for each in sent},
            choices={each["name"]: choice_of(each) for each in sent},
            here={each["name"] for each in sent if each.get("is_present")},
            by=self.author,
        )
        return Response(EntrantList({"results": entrants}).data, 201)

    @extend_schema(operation_id="entrant")
    def retrieve(self, request: Request, slug: str, number: int) -> Response:
        """Return the entrant, with the ETag that a change needs."""
        return self.answer(self.get_object())

    @extend_schema(operation_id="change_entrant", request=EntrantChanges)
    def partial_update(self, request: Request, slug: str, number: int) -> Response:
        """Change name, reading, team, presence, fee class, or who shares the start number."""
        entrant, body = self.seen(), self.sent(EntrantChanges)
        changes: dict[str, Any] = {
            key: body[key]
            for key in ("name", "is_new", "reading", "team", "is_present", "fee_class")
            if key in body
        }
        if "partner" in body:
            changes |= {"partner": body["partner"] or "", "choice": choice_of(body, "partner_")}
        return self.answer(change_entrant(entrant=entrant, **changes, by=self.author))

    @extend_schema(operation_id="withdraw_entrant")
    def destroy(self, request: Request, slug: str, number: int) -> Response:
        """Withdraw an entrant who never had a seat."""
        withdraw_entrant(entrant=self.seen(), by=self.author)
        return Response(status=204)

    @extend_schema(request=Leaving, responses=EntrantShape)
    @action(detail=True, methods=["post"], url_name="leave")
    def leave(self, request: Request, slug: str, number: int) -> Response:
        """Let an entrant leave after a round."""
        entrant = self.get_object()
        return self.answer(leave_early(entrant=entrant, by=self.author, **self.sent(Leaving)))

    @extend_schema(responses=EntrantShape)
    @action(detail=True, methods=["post"], url_name="admit", right_to_write=Right.CASH)
    def admit(self, request: Request, slug: str, number: int) -> Response:
        """Give the entrant a place, whatever the order and the limit; nothing happens if they have one."""
        return self.answer(admit(entrant=self.get_object(), by=self.author))
