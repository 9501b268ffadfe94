"""Each endpoint described: headers, answers, examples, and the two ways a table's link is shown."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse

from tournaments.api.authentication import TableLinkAuthentication
from tournaments.api.shapes import ahead, answers, evening, events, sent, series, table
from tournaments.api.shapes.refusals import Gap, IllegalRecord, Refusal, TwoVersions


class LinkScheme(OpenApiAuthenticationExtension):
    """A table's link, as programs and as the table's page show it."""

    target_class = TableLinkAuthentication
    name = ["tableToken", "tablePage"]

    def get_security_definition(self, auto_schema: Any) -> list[dict[str, str]]:
        """Two schemes, either of which opens the table."""
        return [
            {
                "type": "apiKey",
                "in": "header",
                "name": "Authorization",
                "description": "For programs: `Table <token>`, the last part of the table's link.",
            },
            {
                "type": "apiKey",
                "in": "header",
                "name": "X-Table",
                "description": "For the table's page: the public id, beside the cookie the link has set;"
                " unsafe requests carry `X-CSRFToken` too.",
            },
        ]

    def get_security_requirement(self, auto_schema: Any) -> list[dict[str, list[str]]]:
        """One or the other."""
        return [{name: []} for name in self.name]


# Headers, answers, examples

KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description="New for every change, the same for every repetition of it; 1 to 255 printable characters.",
)
DEAL_MATCH = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, required=True, description='The deal\'s revision: `"1"`.'
)
SHEET_MATCH = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, required=True, description='The sheet\'s revision: `"17"`.'
)
KNOWN = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="The ETag of the last answer."
)
SPADES = {"contract": "tricks", "declarer": 1, "bid": 2, "trump": "S", "took_skat": True, "tricks": 2}
STORED: dict[str, Any] = {
    "number": 1,
    "deal": 1,
    "deltas": [0, 2, 0, 0],
    "totals": [0, 2, 0, 0],
    "revision": 1,
    "row": 31,
    "sheet_revision": 1,
}
REFUSED = {
    "code": "bid_out_of_range",
    "message": "A bid is 1 to 5 tricks, not 9.",
    "violations": [{"code": "bid_out_of_range", "field": "bid", "message": "A bid is 1 to 5 tricks, not 9."}],
}

UNREADABLE = OpenApiResponse(Refusal, "The request cannot be read, or its key is missing.")
NO_LINK = OpenApiResponse(Refusal, "No link that opens this table; also for what is not on the sheet.")
LATE = OpenApiResponse(TwoVersions, "The round is closed: the deal is kept for the director.")
TAKEN = OpenApiResponse(TwoVersions, "Not possible now, or another record stands there: both are kept.")
STALE = OpenApiResponse(TwoVersions, "Somebody changed it meanwhile.")
ILLEGAL = OpenApiResponse(
    IllegalRecord, "The rules refuse it.", [OpenApiExample("refused", REFUSED, response_only=True)]
)
NO_MATCH = OpenApiResponse(Refusal, "If-Match is missing.")
FULL = OpenApiResponse(Refusal, "Twenty conflicts are open at this table.")
TOO_LONG = OpenApiResponse(Refusal, "A request has at most 64 KB.")
AWAY = OpenApiResponse(Refusal, "The database cannot be reached; try again after Retry-After seconds.")

WRITES = {400: UNREADABLE, 404: NO_LINK, 409: TAKEN, 413: TOO_LONG, 429: FULL, 503: AWAY}
WRITES_RECORD = {**WRITES, 202: LATE, 412: STALE, 422: ILLEGAL}


def example(name: str, value: Any) -> list[OpenApiExample]:
    """One example of what is sent."""
    return [OpenApiExample(name, value, request_only=True)]


def stored(status: int) -> OpenApiResponse:
    """A stored row, with its example."""
    shown = OpenApiExample("stored", STORED, response_only=True, status_codes=[str(status)])
    return OpenApiResponse(answers.WrittenDeal, "Stored; the ETag is the deal's revision.", [shown])


TABLE: dict[str, Any] = {
    "operation_id": "table",
    "tags": ["table"],
    "parameters": [KNOWN],
    "responses": {200: table.TableShape, 304: None, 404: NO_LINK, 503: AWAY},
}
PREVIEW: dict[str, Any] = {
    "operation_id": "preview_deal",
    "tags": ["table"],
    "parameters": [
        OpenApiParameter("number", int, required=True, description="The row it would be."),
        OpenApiParameter(
            "record",
            str,
            required=True,
            description="The record as JSON.",
            examples=[OpenApiExample("spades", '{"contract": "tricks", "declarer": 1, "bid": 2}')],
        ),
    ],
    "responses": {200: ahead.PreviewShape, 400: UNREADABLE, 404: NO_LINK, 409: Gap, 503: AWAY},
}
RIPPLE: dict[str, Any] = {
    **PREVIEW,
    "operation_id": "preview_ripple",
    "responses": {200: ahead.RippleShape, 400: UNREADABLE, 404: NO_LINK, 503: AWAY},
}
AUCTION: dict[str, Any] = {
    "operation_id": "auction",
    "tags": ["table"],
    "parameters": [
        OpenApiParameter(
            "calls",
            str,
            description="The calls so far as JSON, in order.",
            examples=[
                OpenApiExample("one bid", '[{"seat": 1, "call": "bid", "contract": "tricks", "bid": 2}]')
            ],
        ),
    ],
    "responses": {200: ahead.AuctionShape, 400: UNREADABLE, 404: NO_LINK, 503: AWAY},
}
RECORD: dict[str, Any] = {
    "operation_id": "record_deal",
    "tags": ["table"],
    "parameters": [KEY],
    "request": sent.DealSent,
    "examples": example("two with spades", {"number": 1, "record": SPADES}),
    "responses": {**WRITES_RECORD, 200: stored(200), 201: stored(201)},
}
CORRECT: dict[str, Any] = {
    "operation_id": "correct_deal",
    "tags": ["table"],
    "parameters": [KEY, DEAL_MATCH],
    "request": sent.CorrectionSent,
    "examples": example("one trick less", {"record": {**SPADES, "tricks": 1}, "reason": "miscounted"}),
    "responses": {**WRITES_RECORD, 200: stored(200), 428: NO_MATCH},
}
STRIKE: dict[str, Any] = {
    "operation_id": "strike_deal",
    "tags": ["table"],
    "parameters": [KEY, SHEET_MATCH],
    "request": None,
    "responses": {**WRITES, 200: answers.Struck, 412: STALE, 422: ILLEGAL, 428: NO_MATCH},
}
INSERT: dict[str, Any] = {
    "operation_id": "insert_deal",
    "tags": ["table"],
    "parameters": [KEY, SHEET_MATCH],
    "request": sent.RecordSent,
    "examples": example("the forgotten one", {"record": SPADES}),
    "responses": {**WRITES_RECORD, 201: stored(201), 200: stored(200), 428: NO_MATCH},
}
CONFIRM: dict[str, Any] = {
    "operation_id": "confirm_deal",
    "tags": ["table"],
    "parameters": [KEY, DEAL_MATCH],
    "request": sent.PinSent,
    "examples": example("an opponent", {"number": 7, "pin": "0815"}),
    "responses": {
        **WRITES,
        200: answers.Confirmed,
        403: Refusal,
        412: STALE,
        422: Refusal,
        428: NO_MATCH,
        429: Refusal,
    },
}
SIGN: dict[str, Any] = {
    "operation_id": "sign_sheet",
    "tags": ["table"],
    "parameters": [KEY],
    "request": sent.PinSent,
    "examples": example("a seat", {"number": 7, "pin": "0815"}),
    "responses": {
        **WRITES,
        200: answers.Signed,
        403: Refusal,
        422: Refusal,
        429: Refusal,
    },
}
FIRST_DEALER: dict[str, Any] = {
    "operation_id": "set_first_dealer",
    "tags": ["table"],
    "parameters": [KEY],
    "request": sent.FirstDealerSent,
    "examples": example("the third seat", {"first_dealer": 2}),
    "responses": {**WRITES, 200: answers.FirstDealer, 422: Refusal},
}
CALL_STATE: dict[str, Any] = {
    "operation_id": "call_state",
    "tags": ["table"],
    "responses": {200: evening.CallAnswer, 404: NO_LINK, 503: AWAY},
}
CALL: dict[str, Any] = {
    "operation_id": "call_director",
    "tags": ["table"],
    "parameters": [KEY],
    "request": sent.CallSent,
    "examples": example("a dispute", {"reason": "dispute"}),
    "responses": {
        **WRITES,
        200: evening.CallAnswer,
        201: evening.CallAnswer,
        422: Refusal,
    },
}
WITHDRAW_CALL: dict[str, Any] = {
    "operation_id": "withdraw_call",
    "tags": ["table"],
    "parameters": [KEY],
    "request": None,
    "responses": {**WRITES, 200: evening.CallAnswer},
}
SETTLE: dict[str, Any] = {
    "operation_id": "settle_conflict",
    "tags": ["table"],
    "parameters": [KEY],
    "request": sent.Choice,
    "examples": example("keep what stands", {"choose": "stored"}),
    "responses": {**WRITES, 200: answers.Settled, 422: ILLEGAL},
}
EVENTS: dict[str, Any] = {
    "operation_id": "events",
    "tags": ["events"],
    "responses": {200: events.EventList, 503: AWAY},
}
EVENT: dict[str, Any] = {
    "operation_id": "event",
    "tags": ["events"],
    "responses": {200: events.EventDetail, 404: Refusal, 503: AWAY},
}
STANDINGS: dict[str, Any] = {
    "operation_id": "standings",
    "tags": ["events"],
    "parameters": [KNOWN],
    "responses": {200: events.StandingsShape, 304: None, 404: Refusal, 503: AWAY},
}
ALL_SERIES: dict[str, Any] = {
    "operation_id": "all_series",
    "tags": ["series"],
    "responses": {200: series.SeriesList, 503: AWAY},
}
SERIES: dict[str, Any] = {
    "operation_id": "series",
    "tags": ["series"],
    "parameters": [KNOWN, OpenApiParameter("category", str, description="The list of one category.")],
    "responses": {200: series.SeriesShape, 304: None, 404: Refusal, 503: AWAY},
}
