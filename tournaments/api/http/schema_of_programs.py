"""Shared by the OpenAPI descriptions of endpoints for programs with a token."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse
from rest_framework import serializers as s

from tournaments.api.http.dry_runs import Tried
from tournaments.api.http.pages import MOST, USUAL
from tournaments.api.http.personal_tokens import TokenAuthentication
from tournaments.api.http.schema import AWAY, KEY
from tournaments.api.http.shapes_refused import Problem, Refusal


class TokenScheme(OpenApiAuthenticationExtension):
    """A personal token."""

    target_class = TokenAuthentication
    name = "personalToken"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the security scheme."""
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A personal token, made at /account/tokens/ or by `manage create_token`.",
        }


def problem(description: str) -> OpenApiResponse:
    """Return a refusal as problem details."""
    return OpenApiResponse(Problem, description)


def refusal_at(status: int, description: str) -> dict[tuple[int, str], OpenApiResponse]:
    """Return a refusal by its status and media type."""
    return {(status, "application/problem+json"): problem(description)}


NOT_THERE = {
    **refusal_at(404, "No such object, or the person has no role there."),
    (404, "application/json"): OpenApiResponse(Refusal, "An address that no object can have."),
}
PAGE = [
    OpenApiParameter("limit", int, description=f"Rows of a page, 1 to {MOST}; {USUAL} without it."),
    OpenApiParameter("cursor", str, description="The place of a page, from “next”."),
]
READS: dict[Any, Any] = {
    **refusal_at(400, "A parameter cannot be read."),
    **refusal_at(401, "No token, or one that is unknown, revoked or expired."),
    **refusal_at(403, "The token lacks the scope."),
    **refusal_at(429, "This token sends too many requests; wait Retry-After seconds."),
    503: AWAY,
}

# What changes something

MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description="The ETag of the object as it was seen.",
)
WRITES: dict[Any, Any] = {
    **READS,
    **NOT_THERE,
    **refusal_at(400, "The request cannot be read, or its key is missing."),
    **refusal_at(409, "Not possible now, or the key was used for another request."),
    **refusal_at(413, "The request is larger than 64 KB."),
    **refusal_at(422, "The body is refused; `errors` has every reason with its field."),
}
DRY = OpenApiParameter("dry_run", bool, description="Store nothing and answer what would change.")
OUTDATED: dict[Any, Any] = refusal_at(412, "The sheet was changed in the meantime; look at it again.")
MATCHES: dict[Any, Any] = {
    **refusal_at(412, "The object was changed in the meantime; `current` has it as it is now."),
    **refusal_at(428, "If-Match is missing."),
}


def reading(
    operation: str, tag: str, answer: Any, *, parameters: Sequence[OpenApiParameter] = ()
) -> dict[str, Any]:
    """Return the description of an endpoint that reads."""
    return {
        "operation_id": operation,
        "tags": [tag],
        "parameters": list(parameters),
        "responses": {**READS, **NOT_THERE, 200: answer},
    }


def listing(
    operation: str, tag: str, shape: type[s.Serializer[Any]], *, parameters: Sequence[OpenApiParameter] = ()
) -> dict[str, Any]:
    """Return the description of an endpoint that answers a page of rows."""
    return reading(operation, tag, page_of_shape(shape), parameters=[*PAGE, *parameters])


@cache
def page_of_shape(shape: type[s.Serializer[Any]]) -> type[s.Serializer[Any]]:
    """Return the shape of a page: its rows, and the address of the next one."""
    members = {
        "__doc__": "A page of a list.",
        "results": shape(many=True),
        "next": s.URLField(allow_null=True, help_text="the next page"),
    }
    return type(f"{shape.__name__.removesuffix('Shape')}Page", (s.Serializer,), members)


def open_reading(
    operation: str, tag: str, answers: Mapping[Any, Any], *, parameters: Sequence[OpenApiParameter] = ()
) -> dict[str, Any]:
    """Return the description of an endpoint that is public to read, with or without a token."""
    return {
        "operation_id": operation,
        "tags": [tag],
        "auth": [{TokenScheme.name: []}, {}],
        "parameters": list(parameters),
        "responses": {
            401: OpenApiResponse(Refusal, "The token is unknown, revoked or expired."),
            404: OpenApiResponse(Refusal, "No such object, or it is not published."),
            429: OpenApiResponse(Refusal, "This token sends too many requests; wait Retry-After seconds."),
            503: AWAY,
            **answers,
        },
    }


def writing(
    operation: str,
    tag: str,
    answer: Any,
    *,
    body: Any = None,
    example: Mapping[str, Any] | None = None,
    status: int = 200,
    is_matched: bool = False,
    may_be_outdated: bool = False,
    may_try: bool = False,
) -> dict[str, Any]:
    """Return the description of an endpoint that writes; `example` is one of its body, a file by its name.

    With `may_try`, the body or, without one, the query has `dry_run`; `status` must be another than 200.
    """
    asks_by_query = may_try and body is None
    media = next(iter(body)) if isinstance(body, Mapping) else "application/json"
    return {
        "operation_id": operation,
        "tags": [tag],
        "parameters": [KEY, *([MATCH] if is_matched else []), *([DRY] if asks_by_query else [])],
        "request": body,
        "responses": {
            **WRITES,
            **(MATCHES if is_matched else {}),
            **(OUTDATED if may_be_outdated else {}),
            **({200: Tried} if may_try else {}),
            status: answer,
        },
        "examples": []
        if example is None
        else [OpenApiExample(operation, example, request_only=True, media_type=media)],
    }
