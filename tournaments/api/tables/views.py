"""The table's endpoints: one per use case on a sheet."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.sheet import refusals
from tournaments.api.http.answering import JsonView, is_known, response_to
from tournaments.api.http.authentication import HasLink, TableLinkAuthentication
from tournaments.api.http.bodies import Body
from tournaments.api.http.files import stream_piece
from tournaments.api.http.reading import (
    NUMBER_LIMIT,
    bad_request,
    read_device,
    read_json,
    read_revision,
    read_unsent,
    read_whole,
)
from tournaments.api.tables import schema, shapes_of_requests
from tournaments.api.tables.sent import Sent, read_sent
from tournaments.models import AuthorKind, Table, TableLink
from tournaments.selectors.rounds.clock import clock_json
from tournaments.selectors.rounds.director_calls import call_json, last_call
from tournaments.selectors.sheets.folded_sheets import auction_state, load_parts
from tournaments.selectors.tables.correction_impact import correction_impact
from tournaments.selectors.tables.table_state import preview_deal, table_state, table_version
from tournaments.services.rounds.director_calls import call_director, undo_call
from tournaments.services.sheets.confirmations import confirm_deal, sign_sheet
from tournaments.services.sheets.deals import (
    correct_deal,
    insert_deal,
    record_deal,
    set_first_dealer,
    strike_deal,
)
from tournaments.services.sheets.pins import PinClient
from tournaments.services.tables.deal_versions import settle_conflict
from tournaments.services.tables.unsent_deals import hear_phone


class TableView(JsonView):
    """An endpoint that requires a table's link."""

    authentication_classes: Sequence[type[BaseAuthentication]] = (TableLinkAuthentication,)
    permission_classes: Sequence[Any] = (HasLink,)

    def initial(self, request: Request, *arguments: Any, **more: Any) -> None:
        """Refuse a request without a link; then store what its phone reports."""
        super().initial(request, *arguments, **more)
        self.hear(request)

    def hear(self, request: Request) -> None:
        """Store the number of unsent operations that the phone reports."""
        device, _ = read_device(request)
        unsent = read_unsent(request)
        if device and unsent is not None:
            hear_phone(table=self.table, device=device, unsent=unsent)

    @property
    def link(self) -> TableLink:
        """Return the link that authenticated the request."""
        return self.request.auth  # type: ignore[return-value]

    @property
    def table(self) -> Table:
        """Return the link's table."""
        return self.link.table

    def read(self, request: Request, shape: type[Body]) -> Sent:
        """Return key and body of a writing request."""
        return read_sent(request, shape, AuthorKind.LINK, self.link.pk)

    def asker(self, sent: Sent) -> PinClient:
        """Return the origin of a PIN attempt: network address and phone."""
        return PinClient(self.request.META["REMOTE_ADDR"], sent.request.by.device)

    def finalize_response(self, request: Request, response: Any, *arguments: Any, **more: Any) -> Any:
        """Forbid caching of a table's responses unless the response sets Cache-Control itself."""
        finished = super().finalize_response(request, response, *arguments, **more)
        finished.headers.setdefault("Cache-Control", "no-store")
        return finished


class Sheet(TableView):
    """The table and its sheet."""

    @extend_schema(**schema.TABLE)
    def get(self, request: Request) -> Response:
        """Return everything a phone needs; 304 while nothing has changed."""
        etag = f'"{table_version(self.table)}"'
        headers = {"ETag": etag, "Cache-Control": "private, no-cache"}
        if is_known(request, etag):
            return Response(status=304, headers=headers)
        return Response(table_state(self.table, load_parts(self.table)), headers=headers)


class TableStream(TableView):
    """Changes of the table, as server-sent events."""

    @extend_schema(**schema.STREAM)
    def get(self, request: Request) -> HttpResponse:
        """Return the table's state and end; the front of the server goes on telling changes."""
        return stream_piece(request, {"table": table_version(self.table)})

    def hear(self, request: Request) -> None:
        """Note nothing: a listener sends nothing."""


class Preview(TableView):
    """The points of a deal before it is recorded."""

    @extend_schema(**schema.PREVIEW)
    def get(self, request: Request) -> Response:
        """Preview a deal and store nothing; the number of an existing row previews a correction."""
        number, record = asked_deal(request)
        return Response(preview_deal(self.table, number=number, record=record))


class CorrectionImpact(TableView):
    """The effect of a correction on the standings."""

    @extend_schema(**schema.CORRECTION_IMPACT)
    def get(self, request: Request) -> Response:
        """Preview a correction and store nothing; return every row that would change, before and after."""
        number, record = asked_deal(request)
        moved = correction_impact(self.table, number=number, record=record)
        return Response({"correction_impact": moved}, headers={"Cache-Control": "no-store"})


class Auction(TableView):
    """The auction of the next deal, call by call."""

    @extend_schema(**schema.AUCTION)
    def get(self, request: Request) -> Response:
        """Return the state of an auction from the calls in the request; nothing is stored."""
        calls = read_json(request.query_params.get("calls", "[]"))
        if not isinstance(calls, list):
            raise bad_request(gettext("The calls must be a JSON list."))
        return Response(auction_state(self.table, calls))


class Deals(TableView):
    """The rows of the sheet."""

    @extend_schema(**schema.RECORD)
    def post(self, request: Request) -> Response:
        """Record the next deal."""
        sent = self.read(request, shapes_of_requests.DealSent)
        number, record = sent.body["number"], sent.body["record"]
        return response_to(record_deal(table=self.table, number=number, record=record, request=sent.request))


class Deal(TableView):
    """One row."""

    @extend_schema(**schema.CORRECT)
    def put(self, request: Request, number: int) -> Response:
        """Correct a deal; If-Match is the deal's revision."""
        sent = self.read(request, shapes_of_requests.CorrectionSent)
        answer = correct_deal(
            table=self.table,
            number=row_number(number),
            record=sent.body["record"],
            revision=read_revision(request),
            row=sent.body.get("row"),
            reason=sent.body.get("reason") or "",
            request=sent.request,
        )
        return response_to(answer)

    @extend_schema(**schema.STRIKE)
    def delete(self, request: Request, number: int) -> Response:
        """Strike a deal; If-Match is the sheet's revision."""
        sent = self.read(request, shapes_of_requests.ReasonSent)
        answer = strike_deal(
            table=self.table,
            number=row_number(number),
            sheet_revision=read_revision(request),
            reason=sent.body.get("reason") or "",
            request=sent.request,
        )
        return response_to(answer)


class Insertion(TableView):
    """A forgotten row to insert."""

    @extend_schema(**schema.INSERT)
    def post(self, request: Request, number: int) -> Response:
        """Insert a deal before this number; If-Match is the sheet's revision."""
        sent = self.read(request, shapes_of_requests.RecordSent)
        answer = insert_deal(
            table=self.table,
            number=row_number(number),
            record=sent.body["record"],
            sheet_revision=read_revision(request),
            request=sent.request,
        )
        return response_to(answer)


class Confirmation(TableView):
    """The confirmation of one deal by an opponent."""

    @extend_schema(**schema.CONFIRM)
    def post(self, request: Request, number: int) -> Response:
        """Confirm a deal with an opponent's PIN; If-Match is the deal's revision."""
        sent = self.read(request, shapes_of_requests.PinSent)
        answer = confirm_deal(
            table=self.table,
            number=row_number(number),
            entrant_number=sent.body["number"],
            pin=sent.body["pin"],
            revision=read_revision(request),
            row=sent.body.get("row"),
            request=sent.request,
            asker=self.asker(sent),
        )
        return response_to(answer)


class Signature(TableView):
    """The signature under the whole sheet."""

    @extend_schema(**schema.SIGN)
    def post(self, request: Request) -> Response:
        """Sign the sheet as it stands for one seat, with the PIN of its entrant."""
        sent = self.read(request, shapes_of_requests.PinSent)
        answer = sign_sheet(
            table=self.table,
            entrant_number=sent.body["number"],
            pin=sent.body["pin"],
            request=sent.request,
            asker=self.asker(sent),
        )
        return response_to(answer)


class FirstDealer(TableView):
    """The first dealer."""

    @extend_schema(**schema.FIRST_DEALER)
    def put(self, request: Request) -> Response:
        """Set the first dealer; possible until the first deal is recorded."""
        sent = self.read(request, shapes_of_requests.FirstDealerSent)
        first_dealer = sent.body["first_dealer"]
        return response_to(
            set_first_dealer(table=self.table, first_dealer=first_dealer, request=sent.request)
        )


class Call(TableView):
    """A call for the director."""

    @extend_schema(**schema.CALL_STATE)
    def get(self, request: Request) -> Response:
        """Return the newest call of this table, and the round's clock."""
        table = self.table
        clock = clock_json(table.round, table.extra_minutes)
        facts = {"call": call_json(last_call(table)), "clock": clock}
        return Response(facts, headers={"Cache-Control": "no-store"})

    @extend_schema(**schema.CALL)
    def post(self, request: Request) -> Response:
        """Call the director; while a call is open, a repeated request returns the same call."""
        sent = self.read(request, shapes_of_requests.CallSent)
        reason = sent.body["reason"]
        return response_to(call_director(table=self.table, reason=reason, request=sent.request))

    @extend_schema(**schema.WITHDRAW_CALL)
    def delete(self, request: Request) -> Response:
        """Undo the call."""
        return response_to(
            undo_call(table=self.table, request=self.read(request, shapes_of_requests.Nothing).request)
        )


class Conflict(TableView):
    """Two versions of one deal."""

    @extend_schema(**schema.SETTLE)
    def post(self, request: Request, conflict: int) -> Response:
        """Settle a conflict: keep the stored version, or accept the sent one."""
        sent = self.read(request, shapes_of_requests.Choice)
        choose = sent.body["choose"]
        answer = settle_conflict(table=self.table, conflict_id=conflict, choose=choose, request=sent.request)
        return response_to(answer)


def asked_deal(request: Request) -> tuple[int, Any]:
    """Return the number and the record that a preview asks about. Raises Unreadable (`bad_request`)."""
    parameters = request.query_params
    number = read_whole(read_json(parameters.get("number", "null")), "number")
    return number, read_json(parameters.get("record", ""))


def row_number(number: int) -> int:
    """Return a valid row number. Raises NotPossible (`row_unknown`)."""
    if number > NUMBER_LIMIT:
        raise refusals.row_unknown(number).in_language(gettext)
    return number
