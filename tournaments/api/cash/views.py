"""Endpoints of money: accounts, payments, the cash closing. All amounts are cents."""

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.cash.shapes import CashClosing, FeeList, FeePaid, NewPayment, PaidDue, PaymentShape
from tournaments.api.http.errors import Unreadable
from tournaments.api.http.objects import entrant_of
from tournaments.api.http.views import OfEvent
from tournaments.models import Payment, PaymentKind, TokenScope
from tournaments.selectors.cash.cash_desk import accounts_of, get_account
from tournaments.selectors.clubs.permissions import Right
from tournaments.services.cash.payments import close_cash, pay, pay_back, pay_due


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
        account = get_account(event, entrant)
        due_by_kind: dict[str, int] = {
            PaymentKind.FEE: account.fee_due,
            PaymentKind.ENTRY: account.entry_due,
            PaymentKind.LOST_DEALS: account.lost_due,
        }
        if (due := due_by_kind.get(kind)) is None:
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
