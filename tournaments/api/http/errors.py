"""Every refusal as JSON: `{"code", "message", ...}`. Unknown exceptions go to the 500 handler."""

from http import HTTPStatus
from math import ceil
from typing import Any

from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.http import Http404, UnreadablePostError
from django.utils.translation import gettext
from rest_framework import exceptions
from rest_framework.response import Response

from rules.reading import Refused
from scoring.not_possible import NotPossible
from scoring.sheet.sheet import IllegalDeal
from tournaments.wording.refusals import violation_json

STATUS_BY_CODE = {
    "row_unknown": 404,
    "conflict_unknown": 404,
    "game_has_no_auction": 404,
    "pin_wrong": 403,
    "stale": 412,
    "not_at_table": 422,
    "not_an_opponent": 422,
    "dealer_out_of_range": 422,
    "later_deals_impossible": 422,
    "url_invalid": 422,
    "address_private": 422,
    "type_unknown": 422,
    "player_not_alike": 422,
    "not_whole": 422,
    "size_unknown": 422,
    "too_many_conflicts": 429,
    "pin_rests": 429,
}
OWN_CODES = {"token_missing", "token_invalid", "scope_missing"}
PROBLEM = "application/problem+json"
NOT_POSSIBLE_NOW = 409  # every other code of NotPossible


class Unreadable(Exception):
    """A request that cannot be parsed: a status, a code for programs, a sentence for people."""

    def __init__(self, code: str, message: str, status: int = 400, **details: Any) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.details = details


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the response to an expected error; None for a bug or lost database (views/pages/errors.py)."""
    response = plain_refusal(error)
    is_problem = getattr(context.get("view"), "tells_problems", False)
    return as_problem(response) if response and is_problem else response


def as_problem(response: Response) -> Response:
    """Return a refusal as problem details (RFC 9457); its own fields stay beside them."""
    facts = response.data
    errors = facts.get("violations") or [{**facts, "field": facts["field"]} if "field" in facts else None]
    problem = {
        "type": "about:blank",
        "title": HTTPStatus(response.status_code).phrase,
        "status": response.status_code,
        "detail": facts["message"],
        **facts,
    }
    parts = ("field", "code", "message")
    if field_errors := [{name: each.get(name) for name in parts} for each in errors if each]:
        problem["errors"] = field_errors
    headers = {name: response[name] for name in ("WWW-Authenticate", "Retry-After") if name in response}
    return Response(problem, response.status_code, headers=headers, content_type=PROBLEM)


def plain_refusal(error: Exception) -> Response | None:
    """Return the response to an expected error, without the form of problem details."""
    if isinstance(error, Unreadable):
        return refusal(error.status, error.code, error.message, **error.details)
    if isinstance(error, IllegalDeal | Refused):
        return illegal_deal(error)
    if isinstance(error, NotPossible):
        status = STATUS_BY_CODE.get(error.code, NOT_POSSIBLE_NOW)
        return refusal(status, error.code, error.message, **error.details)
    return handle_foreign(error)


def handle_foreign(error: Exception) -> Response | None:
    """Return the response for an expected error of Django or its REST framework; None for any other."""
    if isinstance(error, RequestDataTooBig):
        return refusal(413, "too_large", gettext("The request is too large."))
    if isinstance(error, SuspiciousOperation | UnreadablePostError):
        return refusal(400, "bad_request", gettext("The request cannot be read."))
    if isinstance(error, Http404 | exceptions.NotFound):
        return not_found()
    return framework_error(error) if isinstance(error, exceptions.APIException) else None


def refusal(status: int, code: str, message: str, **details: Any) -> Response:
    """Return one refusal."""
    return Response({"code": code, "message": message, **details}, status=status)


def illegal_deal(error: IllegalDeal | Refused) -> Response:
    """Return all violations of the rules; `code` is the first one, in the contract's order."""
    violations = [violation_json(violation) for violation in error.violations]
    message = " ".join(violation["message"] for violation in violations)
    return refusal(422, violations[0]["code"], message, violations=violations)


def not_found() -> Response:
    """Return the same 404 for what does not exist and what is not permitted."""
    return refusal(404, "not_found", gettext("Page not found."))


def framework_error(error: exceptions.APIException) -> Response:
    """Return a refusal by the framework: methods, media types, CSRF."""
    phrase = HTTPStatus(error.status_code).phrase.lower().replace(" ", "_")
    code = error.default_code if error.default_code in OWN_CODES else phrase
    response = refusal(error.status_code, code, str(error.detail))
    if challenge := getattr(error, "auth_header", None):
        response["WWW-Authenticate"] = challenge
    if wait := getattr(error, "wait", None):
        response["Retry-After"] = str(ceil(wait))
    return response
