"""Shared by the OpenAPI descriptions: headers, refusals, the two ways to send a table's link."""

import json
import re
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse

from tournaments.api.http.authentication import TableLinkAuthentication
from tournaments.api.http.reading import UNSENT_DIGITS
from tournaments.api.http.shapes_refused import IllegalRecord, Refusal, StreamEvent, TwoVersions


class LinkScheme(OpenApiAuthenticationExtension):
    """A table's link, as programs and as the table's page send it."""

    target_class = TableLinkAuthentication
    name = ["tableToken", "tablePage"]

    def get_security_definition(self, auto_schema: Any) -> list[dict[str, str]]:
        """Return two security schemes, either of which is sufficient."""
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
                "description": "For the table's page: the public id, with the cookie set by the link;"
                " unsafe requests also need `X-CSRFToken`.",
            },
        ]

    def get_security_requirement(self, auto_schema: Any) -> list[dict[str, list[str]]]:
        """Return the schemes as alternatives."""
        return [{name: []} for name in self.name]


# Headers, responses, examples

KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description="Unique per change and equal for its repetitions; 1 to 255 printable characters.",
)
KNOWN = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="The ETag of the last response."
)
DEVICE = OpenApiParameter(
    "X-Device",
    str,
    OpenApiParameter.HEADER,
    description="An id that the phone made for itself: 1 to 40 letters, digits, `-` and `_`.",
)
LAST_EVENT = OpenApiParameter(
    "Last-Event-ID",
    str,
    OpenApiParameter.HEADER,
    description="The id of the last event: only what was missed since is told.",
)
A_STREAM: dict[Any, Any] = {
    (200, "text/event-stream"): OpenApiResponse(
        StreamEvent,
        "Events `changed` with an `id` and, as JSON in `data`, marks of what can be read; it stays open.",
    ),
    503: OpenApiResponse(Refusal, "No place is free: ask instead, or come back after Retry-After seconds."),
}
UNSENT = OpenApiParameter(
    "X-Unsent",
    {"type": "integer", "minimum": 0, "maximum": 10**UNSENT_DIGITS - 1},
    OpenApiParameter.HEADER,
    description="How many operations the phone has not sent, besides this request. The dashboard names a"
    " phone that had some and was not heard for more than three minutes.",
)
REFUSED = {
    "code": "bid_out_of_range",
    "message": "A bid is 1 to 5 tricks, not 9.",
    "violations": [{"code": "bid_out_of_range", "field": "bid", "message": "A bid is 1 to 5 tricks, not 9."}],
}

UNREADABLE = OpenApiResponse(Refusal, "The request cannot be read, or its key is missing.")
NO_LINK = OpenApiResponse(Refusal, "No valid link for this table, or no such row on the sheet.")
LATE = OpenApiResponse(TwoVersions, "The round is closed: the deal is kept for the director.")
TAKEN = OpenApiResponse(TwoVersions, "Not possible now, or another record is stored there: both are kept.")
STALE = OpenApiResponse(TwoVersions, "The row or the sheet has changed in the meantime.")
ILLEGAL = OpenApiResponse(
    IllegalRecord, "The rules refuse the record.", [OpenApiExample("refused", REFUSED, response_only=True)]
)
NO_MATCH = OpenApiResponse(Refusal, "If-Match is missing.")
FULL = OpenApiResponse(Refusal, "The table has twenty open conflicts.")
TOO_LONG = OpenApiResponse(Refusal, "The request is larger than 64 KB.")
AWAY = OpenApiResponse(Refusal, "The database cannot be reached; try again after Retry-After seconds.")

WRITES = {400: UNREADABLE, 404: NO_LINK, 409: TAKEN, 413: TOO_LONG, 429: FULL, 503: AWAY}
WRITES_RECORD = {**WRITES, 202: LATE, 412: STALE, 422: ILLEGAL}


def close_bodies(result: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Say in a description that a body has no other fields than those it names (a hook of its generator)."""
    shapes = result["components"]["schemas"]
    operations = [each for methods in result["paths"].values() for each in methods.values()]
    waiting = [names_in(each["requestBody"]) for each in operations if "requestBody" in each]
    closed: set[str] = set()
    while waiting:
        new = waiting.pop() - closed
        closed |= new
        waiting += [names_in(shapes[name]) for name in new]
    for name in closed:
        if "properties" in shapes[name]:
            shapes[name]["additionalProperties"] = False
    return result


def names_in(shape: Any) -> set[str]:
    """Return the names of the shapes to which a shape refers."""
    return set(re.findall(r"#/components/schemas/(\w+)", json.dumps(shape, default=str)))


def example(name: str, value: Any) -> list[OpenApiExample]:
    """Return one example of a request."""
    return [OpenApiExample(name, value, request_only=True)]
