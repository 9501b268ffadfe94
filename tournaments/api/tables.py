"""The table's endpoints: one door to each use case on a sheet."""

from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring import refusals
from tournaments.api import schema
from tournaments.api.answering import JsonView, answered, is_known
from tournaments.api.authentication import HasLink, TableLinkAuthentication
from tournaments.api.reading import (
    NUMBER_LIMIT,
    Sent,
    bad_request,
    read_json,
    read_revision,
    read_sent,
    read_whole,
)
from tournaments.models import CallReason, Settlement, Table, TableLink
from tournaments.selectors.auctions import auction_state
from tournaments.selectors.calls import call_json, last_call
from tournaments.selectors.clock import clock_json
from tournaments.selectors.ripple import ripple_of_correction
from tournaments.selectors.tables import preview_deal, table_state, table_version
from tournaments.services.calling import call_director, withdraw_call
from tournaments.services.confirming import confirm_deal, sign_sheet
from tournaments.services.conflicts import settle_conflict
from tournaments.services.pins import Asker
from tournaments.services.sheets import correct_deal, insert_deal, record_deal, set_first_dealer, strike_deal

CHOICES = (Settlement.STORED.value, Settlement.SENT.value)


class TableView(JsonView):
    """A door that opens with a table's link."""

    authentication_classes = (TableLinkAuthentication,)
    permission_classes = (HasLink,)

    @property
    def link(self) -> TableLink:
        """The link that opened the door."""
        return self.request.auth  # type: ignore[return-value]

    @property
    def table(self) -> Table:
        """The one table it opens."""
        return self.link.table

    def read(self, request: Request) -> Sent:
        """Key and body of a request that writes."""
        return read_sent(request, self.link.pk)

    def asker(self, sent: Sent) -> Asker:
        """Who says a PIN: where from, and on which phone."""
        return Asker(self.request.META["REMOTE_ADDR"], sent.request.by.device)

    def finalize_response(self, request: Request, response: Any, *arguments: Any, **more: Any) -> Any:
        """No cache keeps what a table is told, unless the answer says how."""
        finished = super().finalize_response(request, response, *arguments, **more)
        finished.headers.setdefault("Cache-Control", "no-store")
        return finished


class Sheet(TableView):
    """The table and its sheet."""

    @extend_schema(**schema.TABLE)
    def get(self, request: Request) -> Response:
        """Everything a phone needs; 304 while nothing has changed."""
        etag = f'"{table_version(self.table)}"'
        headers = {"ETag": etag, "Cache-Control": "private, no-cache"}
        if is_known(request, etag):
            return Response(status=304, headers=headers)
        return Response(table_state(self.table), headers=headers)


class Preview(TableView):
    """What a deal would be worth."""

    @extend_schema(**schema.PREVIEW)
    def get(self, request: Request) -> Response:
        """Nothing is stored; a number already written previews a correction."""
        number = read_whole(read_json(request.query_params.get("number", "null")), "number")
        record = read_json(request.query_params.get("record", "null"))
        return Response(preview_deal(self.table, number=number, record=record))


class Ripple(TableView):
    """What a correction would do to the standings."""

    @extend_schema(**schema.RIPPLE)
    def get(self, request: Request) -> Response:
        """Nothing is stored; every line that would change, before and after."""
        number = read_whole(read_json(request.query_params.get("number", "null")), "number")
        record = read_json(request.query_params.get("record", "null"))
        moved = ripple_of_correction(self.table, number=number, record=record)
        return Response({"ripple": moved}, headers={"Cache-Control": "no-store"})


class Auction(TableView):
    """The auction of the next deal, call by call."""

    @extend_schema(**schema.AUCTION)
    def get(self, request: Request) -> Response:
        """Nothing is stored: the calls so far come with the request."""
        calls = read_json(request.query_params.get("calls", "[]"))
        if not isinstance(calls, list):
            raise bad_request(gettext("The calls are a JSON list."))
        return Response(auction_state(self.table, calls))


class Deals(TableView):
    """The rows of the sheet."""

    @extend_schema(**schema.RECORD)
    def post(self, request: Request) -> Response:
        """Write the next deal."""
        sent = self.read(request)
        number, record = sent.whole("number"), sent.body.get("record")
        return answered(record_deal(table=self.table, number=number, record=record, request=sent.request))


class Deal(TableView):
    """One row."""

    @extend_schema(**schema.CORRECT)
    def put(self, request: Request, number: int) -> Response:
        """Correct a deal; If-Match is the deal's revision."""
        sent = self.read(request)
        answer = correct_deal(
            table=self.table,
            number=row_number(number),
            record=sent.body.get("record"),
            revision=read_revision(request),
            row=sent.row(),
            reason=sent.reason(),
            request=sent.request,
        )
        return answered(answer)

    @extend_schema(**schema.STRIKE)
    def delete(self, request: Request, number: int) -> Response:
        """Strike a deal out; If-Match is the sheet's revision."""
        sent = self.read(request)
        answer = strike_deal(
            table=self.table,
            number=row_number(number),
            sheet_revision=read_revision(request),
            reason=sent.reason(),
            request=sent.request,
        )
        return answered(answer)


class Insertion(TableView):
    """A forgotten row."""

    @extend_schema(**schema.INSERT)
    def post(self, request: Request, number: int) -> Response:
        """Insert a deal before the one of this number; If-Match is the sheet's revision."""
        sent = self.read(request)
        answer = insert_deal(
            table=self.table,
            number=row_number(number),
            record=sent.body.get("record"),
            sheet_revision=read_revision(request),
            request=sent.request,
        )
        return answered(answer)


class Confirmation(TableView):
    """A second pair of eyes on one deal."""

    @extend_schema(**schema.CONFIRM)
    def post(self, request: Request, number: int) -> Response:
        """An opponent confirms a deal with his PIN; If-Match is the deal's revision."""
        sent = self.read(request)
        answer = confirm_deal(
            table=self.table,
            number=row_number(number),
            entrant_number=sent.whole("number"),
            pin=sent.text("pin"),
            revision=read_revision(request),
            row=sent.row(),
            request=sent.request,
            asker=self.asker(sent),
        )
        return answered(answer)


class Signature(TableView):
    """A second pair of eyes on the whole sheet."""

    @extend_schema(**schema.SIGN)
    def post(self, request: Request) -> Response:
        """A seat signs the sheet as it stands, with the PIN of its entrant."""
        sent = self.read(request)
        answer = sign_sheet(
            table=self.table,
            entrant_number=sent.whole("number"),
            pin=sent.text("pin"),
            request=sent.request,
            asker=self.asker(sent),
        )
        return answered(answer)


class FirstDealer(TableView):
    """Who deals first."""

    @extend_schema(**schema.FIRST_DEALER)
    def put(self, request: Request) -> Response:
        """Say who deals first, until the first deal is written."""
        sent = self.read(request)
        first_dealer = sent.whole("first_dealer")
        return answered(set_first_dealer(table=self.table, first_dealer=first_dealer, request=sent.request))


class Call(TableView):
    """The director, please."""

    @extend_schema(**schema.CALL_STATE)
    def get(self, request: Request) -> Response:
        """The newest call of this table, and the round's clock."""
        table = self.table
        clock = clock_json(table.round, table.extra_minutes)
        said = {"call": call_json(last_call(table)), "clock": clock}
        return Response(said, headers={"Cache-Control": "no-store"})

    @extend_schema(**schema.CALL)
    def post(self, request: Request) -> Response:
        """Call the director; while a call is open, another one is the same call."""
        sent = self.read(request)
        reason = sent.one_of("reason", CallReason.values)
        return answered(call_director(table=self.table, reason=reason, request=sent.request))

    @extend_schema(**schema.WITHDRAW_CALL)
    def delete(self, request: Request) -> Response:
        """Nobody needs to come any more."""
        return answered(withdraw_call(table=self.table, request=self.read(request).request))


class Conflict(TableView):
    """Two versions of one deal."""

    @extend_schema(**schema.SETTLE)
    def post(self, request: Request, conflict: int) -> Response:
        """Keep the stored version, or take the one that was sent."""
        sent = self.read(request)
        choose = sent.one_of("choose", CHOICES)
        answer = settle_conflict(table=self.table, conflict_id=conflict, choose=choose, request=sent.request)
        return answered(answer)


def row_number(number: int) -> int:
    """A number that a row can have. Raises NotPossible (`row_unknown`)."""
    if number > NUMBER_LIMIT:
        raise refusals.row_unknown(number).said(gettext)
    return number
