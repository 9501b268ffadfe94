"""OpenAPI descriptions of a table's endpoints: headers, responses, examples."""

from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse

from tournaments.api.http.schema import (
    A_STREAM,
    AWAY,
    DEVICE,
    ILLEGAL,
    KEY,
    KNOWN,
    LAST_EVENT,
    NO_LINK,
    NO_MATCH,
    STALE,
    UNREADABLE,
    UNSENT,
    WRITES,
    WRITES_RECORD,
    example,
)
from tournaments.api.http.shapes_refused import Gap, Refusal
from tournaments.api.tables import (
    shapes,
    shapes_of_requests,
)

DEAL_MATCH = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, required=True, description='The deal\'s revision: `"1"`.'
)
SHEET_MATCH = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, required=True, description='The sheet\'s revision: `"17"`.'
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


def row_response(status: int) -> OpenApiResponse:
    """Return the response for a stored row, with an example."""
    shown = OpenApiExample("stored", STORED, response_only=True, status_codes=[str(status)])
    return OpenApiResponse(shapes.WrittenDeal, "Stored; the ETag is the deal's revision.", [shown])


TABLE: dict[str, Any] = {
    "operation_id": "table",
    "tags": ["table"],
    "parameters": [KNOWN, DEVICE, UNSENT],
    "responses": {200: shapes.TableShape, 304: None, 404: NO_LINK, 503: AWAY},
}
STREAM: dict[str, Any] = {
    "operation_id": "table_stream",
    "tags": ["table"],
    "parameters": [LAST_EVENT],
    "responses": {**A_STREAM, 404: NO_LINK},
}
PREVIEW: dict[str, Any] = {
    "operation_id": "preview_deal",
    "tags": ["table"],
    "parameters": [
        OpenApiParameter("number", int, required=True, description="The row to preview."),
        OpenApiParameter(
            "record",
            str,
            required=True,
            description="The record as JSON.",
            examples=[OpenApiExample("spades", '{"contract": "tricks", "declarer": 1, "bid": 2}')],
        ),
    ],
    "responses": {200: shapes.PreviewShape, 400: UNREADABLE, 404: NO_LINK, 409: Gap, 503: AWAY},
}
CORRECTION_IMPACT: dict[str, Any] = {
    **PREVIEW,
    "operation_id": "preview_correction_impact",
    "responses": {200: shapes.CorrectionImpactShape, 400: UNREADABLE, 404: NO_LINK, 503: AWAY},
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
    "responses": {200: shapes.AuctionShape, 400: UNREADABLE, 404: NO_LINK, 503: AWAY},
}
RECORD: dict[str, Any] = {
    "operation_id": "record_deal",
    "tags": ["table"],
    "parameters": [KEY, DEVICE, UNSENT],
    "request": shapes_of_requests.DealSent,
    "examples": example("two with spades", {"number": 1, "record": SPADES}),
    "responses": {**WRITES_RECORD, 200: row_response(200), 201: row_response(201)},
}
CORRECT: dict[str, Any] = {
    "operation_id": "correct_deal",
    "tags": ["table"],
    "parameters": [KEY, DEAL_MATCH],
    "request": shapes_of_requests.CorrectionSent,
    "examples": example("one trick less", {"record": {**SPADES, "tricks": 1}, "reason": "miscounted"}),
    "responses": {**WRITES_RECORD, 200: row_response(200), 428: NO_MATCH},
}
STRIKE: dict[str, Any] = {
    "operation_id": "strike_deal",
    "tags": ["table"],
    "parameters": [KEY, SHEET_MATCH],
    "request": None,
    "responses": {**WRITES, 200: shapes.Struck, 412: STALE, 422: ILLEGAL, 428: NO_MATCH},
}
INSERT: dict[str, Any] = {
    "operation_id": "insert_deal",
    "tags": ["table"],
    "parameters": [KEY, SHEET_MATCH],
    "request": shapes_of_requests.RecordSent,
    "examples": example("a forgotten deal", {"record": SPADES}),
    "responses": {**WRITES_RECORD, 201: row_response(201), 200: row_response(200), 428: NO_MATCH},
}
CONFIRM: dict[str, Any] = {
    "operation_id": "confirm_deal",
    "tags": ["table"],
    "parameters": [KEY, DEAL_MATCH],
    "request": shapes_of_requests.PinSent,
    "examples": example("an opponent", {"number": 7, "pin": "0815"}),
    "responses": {
        **WRITES,
        200: shapes.Confirmed,
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
    "request": shapes_of_requests.PinSent,
    "examples": example("a seat", {"number": 7, "pin": "0815"}),
    "responses": {
        **WRITES,
        200: shapes.Signed,
        403: Refusal,
        422: Refusal,
        429: Refusal,
    },
}
FIRST_DEALER: dict[str, Any] = {
    "operation_id": "set_first_dealer",
    "tags": ["table"],
    "parameters": [KEY],
    "request": shapes_of_requests.FirstDealerSent,
    "examples": example("the third seat", {"first_dealer": 2}),
    "responses": {**WRITES, 200: shapes.FirstDealer, 422: Refusal},
}
CALL_STATE: dict[str, Any] = {
    "operation_id": "call_state",
    "tags": ["table"],
    "responses": {200: shapes.CallAnswer, 404: NO_LINK, 503: AWAY},
}
CALL: dict[str, Any] = {
    "operation_id": "call_director",
    "tags": ["table"],
    "parameters": [KEY],
    "request": shapes_of_requests.CallSent,
    "examples": example("a dispute", {"reason": "dispute"}),
    "responses": {
        **WRITES,
        200: shapes.CallAnswer,
        201: shapes.CallAnswer,
        422: Refusal,
    },
}
WITHDRAW_CALL: dict[str, Any] = {
    "operation_id": "withdraw_call",
    "tags": ["table"],
    "parameters": [KEY],
    "request": None,
    "responses": {**WRITES, 200: shapes.CallAnswer, 422: Refusal},
}
SETTLE: dict[str, Any] = {
    "operation_id": "settle_conflict",
    "tags": ["table"],
    "parameters": [KEY],
    "request": shapes_of_requests.Choice,
    "examples": example("keep the stored version", {"choose": "stored"}),
    "responses": {**WRITES, 200: shapes.Settled, 422: ILLEGAL},
}
