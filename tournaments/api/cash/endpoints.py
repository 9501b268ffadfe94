"""Endpoints of money: accounts, payments, prizes, the cash closing. All amounts are cents."""

from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.cash import schema, shapes
from tournaments.api.http.bodies import read_as
from tournaments.api.http.errors import Unreadable
from tournaments.api.http.objects import entrant_of, event_for, found
from tournaments.api.http.pages import page_answer, page_of
from tournaments.api.http.views import ProgramView
from tournaments.api.http.writing import by_person
from tournaments.models import Payment, PaymentKind, TokenScope
from tournaments.selectors.cash.cash_desk import Account, accounts_of, get_account
from tournaments.selectors.clubs.permissions import Right
from tournaments.services.cash.payments import close_cash, pay, pay_back, pay_due
from tournaments.wording.names import name_of


class Fees(ProgramView):
    """The accounts of the entrants: amounts due and paid."""

    writes = TokenScope.WRITE

    @extend_schema(**schema.FEES)
    def get(self, request: Request, slug: str) -> Response:
        """List the accounts by start number."""
        accounts = accounts_of(event_for(request, slug, Right.CASH))
        return page_answer([account_json(each) for each in accounts], None)

    @extend_schema(**schema.PAY_DUE)
    def post(self, request: Request, slug: str) -> Response:
        """Book what an entrant still owes; a second request books nothing."""
        event = event_for(request, slug, Right.CASH)
        body = read_as(shapes.FeePaid, request)
        entrant = entrant_of(event, body["number"])
        kind, account = due_kind(body.get("kind", "fee")), get_account(event, entrant)
        due = account.fee_due if kind == PaymentKind.FEE else account.lost_due
        payment = pay_due(entrant=entrant, kind=kind, due=due, by=by_person(request))
        return Response({"payment": payment_json(payment) if payment else None})


class Payments(ProgramView):
    """The payments of an event."""

    writes = TokenScope.WRITE

    @extend_schema(**schema.PAYMENTS)
    def get(self, request: Request, slug: str) -> Response:
        """List all payments in the order they were booked."""
        payments = event_for(request, slug, Right.CASH).payments.select_related("entrant")
        rows, following = page_of(self, request, payments, "pk")
        return page_answer([payment_json(each) for each in rows], following)

    @extend_schema(**schema.PAY)
    def post(self, request: Request, slug: str) -> Response:
        """Book a payment."""
        event = event_for(request, slug, Right.CASH)
        body = read_as(shapes.NewPayment, request)
        number = body.pop("number", None)
        entrant = None if number is None else entrant_of(event, number)
        kind = PaymentKind(body.pop("kind"))
        return Response(
            payment_json(pay(event=event, kind=kind, entrant=entrant, by=by_person(request), **body)), 201
        )


class OnePayment(ProgramView):
    """One payment."""

    writes = TokenScope.WRITE

    @extend_schema(**schema.PAY_BACK)
    def delete(self, request: Request, slug: str, payment_id: int) -> Response:
        """Reverse it by a second payment; both stay in the book."""
        payments = event_for(request, slug, Right.CASH).payments
        payment = found(payments.select_related("event", "entry").filter(pk=payment_id).first())
        return Response(payment_json(pay_back(payment=payment, by=by_person(request))))


class Closing(ProgramView):
    """The cash closing."""

    writes = TokenScope.WRITE

    @extend_schema(**schema.CLOSE)
    def post(self, request: Request, slug: str) -> Response:
        """Note the cash as it was counted."""
        event = event_for(request, slug, Right.CASH)
        counted = read_as(shapes.CashClosing, request)["counted"]
        close_cash(event=event, counted=counted, by=by_person(request))
        return Response({"counted": counted})


def due_kind(word: str) -> PaymentKind:
    """Return what is due by its word. Raises Unreadable (`kind_unknown`)."""
    if word not in (PaymentKind.FEE, PaymentKind.LOST_DEALS):
        message = gettext("Only “fee” and “lost_deals” are due, not “%(found)s”.")
        raise Unreadable("kind_unknown", message % {"found": word[:20]}, 422)
    return PaymentKind(word)


def account_json(account: Account) -> dict[str, Any]:
    """Return what an entrant owes and has paid."""
    return {
        "number": account.entrant.number,
        "name": name_of(account.entrant),
        "fee_due": account.fee_due,
        "fee_paid": account.fee_paid,
        "lost_due": account.lost_due,
        "lost_lists": [each._asdict() for each in account.lost_lists],
        "lost_paid": account.lost_paid,
        "prizes": account.prizes,
    }


def payment_json(payment: Payment) -> dict[str, Any]:
    """Return a payment."""
    return {
        "id": payment.pk,
        "kind": payment.kind,
        "cents": payment.cents,
        "number": payment.entrant.number if payment.entrant else None,
        "note": payment.note,
    }
