"""Endpoints of prizes: the key, what it gives as it stands, what another one would give, and giving them."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.standings.agreements import read_prizes
from tournaments.api.cash.shapes import (
    Given,
    Giving,
    KeyShape,
    NewKey,
    PaymentShape,
    PrizeList,
    TakenThing,
)
from tournaments.api.http.views import OfEvent
from tournaments.api.http.writing import answer_with_etag, refuse_unmatched
from tournaments.models import Event
from tournaments.selectors.cash.prize_plan import prize_plan
from tournaments.selectors.clubs.permissions import Right
from tournaments.services.cash.prize_keys import set_prizes
from tournaments.services.cash.prizes import give_prizes, take_thing


@extend_schema(tags=["money"])
class PrizeViewSet(OfEvent):
    """The prizes of an event, and their key."""

    serializer_class = PrizeList
    pagination_class = None
    right_to_read = Right.CASH
    matched = ("change_prizes",)

    @extend_schema(operation_id="prizes", responses=PrizeList)
    def list(self, request: Request, slug: str) -> Response:
        """Return the prizes as they stand now."""
        return self.answer(prize_plan(self.event))

    @extend_schema(operation_id="give_prizes", request=Giving, responses={200: Given})
    def create(self, request: Request, slug: str) -> Response:
        """Book all prizes that are still due."""
        event, sent = self.event, self.sent(Giving)
        given = give_prizes(event=event, by=self.author, seen=sent.get("mark"), added=sent.get("added", 0))
        return Response(Given({"results": given}).data)

    @extend_schema(request=TakenThing, responses={201: PaymentShape})
    @action(detail=False, methods=["post"], url_path="taken", url_name="take_thing")
    def take_thing(self, request: Request, slug: str) -> Response:
        """Book what somebody takes from a prize table."""
        payment = take_thing(event=self.event, by=self.author, **self.sent(TakenThing))
        return Response(PaymentShape(payment).data, 201)

    @extend_schema(responses=KeyShape)
    @action(detail=False, right_to_read=Right.DIRECT, url_path="key", url_name="prize_key")
    def prize_key(self, request: Request, slug: str) -> Response:
        """Return the key, with the ETag that a change needs."""
        return answer_with_etag(key_json(self.event))

    @extend_schema(request=NewKey, responses=KeyShape)
    @prize_key.mapping.put
    def change_prizes(self, request: Request, slug: str) -> Response:
        """Replace the key."""
        event = self.event
        refuse_unmatched(request, key_json(event))
        return answer_with_etag(key_json(set_prizes(event=event, key=self.sent(NewKey), by=self.author)))

    @extend_schema(request=NewKey, responses=PrizeList)
    @action(detail=False, methods=["post"], url_path="preview", url_name="preview_prizes")
    def preview_prizes(self, request: Request, slug: str) -> Response:
        """Return what the key would give as things stand; nothing is stored."""
        event = self.event
        event.prizes = self.sent(NewKey)
        read_prizes(event.prizes)
        return self.answer(prize_plan(event))


def key_json(event: Event) -> dict[str, Any]:
    """Return the key of an event."""
    key = read_prizes(event.prizes)
    prizes = [{"places": [], **each} for each in event.prizes.get("prizes", ())]
    return {
        "prizes": prizes,
        "ties": key.ties,
        "series": list(key.series),
        "pot": list(key.pot),
        "shares": dict(key.sources),
        "best_of_lists": key.best_of_lists,
        "one_prize_each": key.is_one_each,
    }
