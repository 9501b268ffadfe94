"""Endpoints of money: accounts, payments, the cash closing, prizes. All amounts are cents."""

from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.standings.agreements import read_prizes
from tournaments.api.cash.shapes import (
    CashClosing,
    FeeList,
    FeePaid,
    Given,
    Giving,
    KeyShape,
    NewKey,
    NewPayment,
    PaidDue,
    PaymentShape,
    PrizeList,
    TakenThing,
)
from tournaments.api.http.errors import Unreadable
from tournaments.api.http.objects import entrant_of
from tournaments.api.http.views import OfEvent
from tournaments.api.http.writing import answer_with_etag, refuse_unmatched
from tournaments.models import Event, Payment, PaymentKind, TokenScope
from tournaments.selectors.cash.cash_desk import accounts_of, get_account
from tournaments.selectors.cash.prize_plan import prize_plan
from tournaments.selectors.clubs.permissions import Right
from tournaments.services.cash.payments import close_cash, pay, pay_back, pay_due
from tournaments.services.cash.prizes import give_prizes, set_prizes, take_thing


class OfCashDesk(OfEvent):
    """Endpoints for who works at the cash desk."""

    writes = TokenScope.WRITE
    right_to_read = right_to_write = Right.CASH


@extend_schema(tags=["money"])
class FeeViewSet(OfCashDesk):
    """The accounts of the entrants: amounts due and paid."""

    pagination_class = None

    @extend_schema(operation_id="fees", responses=FeeList)
    def list(self, request: Request, slug: str) -> Response:
        """List the accounts by start number."""
        return Response(FeeList({"results": accounts_of(self.event), "next": None}).data)

    @extend_schema(operation_id="pay_due", request=FeePaid, responses={200: PaidDue})
    def create(self, request: Request, slug: str) -> Response:
        """Book what an entrant still owes; a second request books nothing."""
        event, body = self.event, self.sent(FeePaid)
        entrant, kind = entrant_of(event, body["number"]), body.get("kind", PaymentKind.FEE.value)
        if (due := get_account(event, entrant).due_by_kind.get(kind)) is None:
            message = gettext("Only “fee”, “entry” and “lost_deals” are due, not “%(found)s”.")
            raise Unreadable("kind_unknown", message % {"found": kind[:20]}, 422)
        payment = pay_due(entrant=entrant, kind=PaymentKind(kind), due=due, by=self.author)
        return Response(PaidDue({"payment": payment}).data)


@extend_schema(tags=["money"])
class PaymentViewSet(OfCashDesk):
    """The payments of an event."""

    queryset = Payment.objects.select_related("event", "entry", "entrant")
    serializer_class = PaymentShape
    lookup_url_kwarg = "payment_id"

    @extend_schema(operation_id="payments", responses=PaymentShape(many=True))
    def list(self, request: Request, slug: str) -> Response:
        """List all payments in the order they were booked."""
        return self.page()

    @extend_schema(operation_id="pay", request=NewPayment)
    def create(self, request: Request, slug: str) -> Response:
        """Book a payment."""
        event, body = self.event, self.sent(NewPayment)
        number, kind = body.pop("number", None), PaymentKind(body.pop("kind"))
        entrant = None if number is None else entrant_of(event, number)
        return self.answer(pay(event=event, kind=kind, entrant=entrant, by=self.author, **body), 201)

    @extend_schema(operation_id="pay_back", responses={200: PaymentShape})
    def destroy(self, request: Request, slug: str, payment_id: int) -> Response:
        """Reverse it by a second payment; both stay in the book."""
        return self.answer(pay_back(payment=self.get_object(), by=self.author))


@extend_schema(tags=["money"])
class ClosingViewSet(OfCashDesk):
    """The cash closing."""

    @extend_schema(operation_id="close_cash", request=CashClosing, responses={200: CashClosing})
    def create(self, request: Request, slug: str) -> Response:
        """Note the cash as it was counted."""
        event, body = self.event, self.sent(CashClosing)
        close_cash(event=event, by=self.author, **body)
        return Response(body)


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
        "pot": list(key.sources),
        "shares": dict(key.sources),
        "best_of_lists": key.best_of_lists,
        "one_prize_each": key.is_one_each,
    }
