"""Every refusal as JSON: `{"code", "message", ...}`. Unknown exceptions go to the 500 handler."""

from http import HTTPStatus
from typing import Any

from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.http import Http404, UnreadablePostError
from django.utils.translation import gettext
from rest_framework import exceptions
from rest_framework.response import Response

from scoring.refusals import NotPossible
from scoring.sheet import IllegalDeal
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
    "too_many_conflicts": 429,
    "pin_rests": 429,
}
NOT_POSSIBLE_NOW = 409  # every other code of NotPossible


class Unreadable(Exception):
    """A request that cannot be parsed: a status, a code for programs, a sentence for people."""

    def __init__(self, code: str, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the response to an expected error; None for a bug or lost database (views/pages/errors.py)."""
    if isinstance(error, Unreadable):
        return refusal(error.status, error.code, error.message)
    if isinstance(error, IllegalDeal):
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


def illegal_deal(error: IllegalDeal) -> Response:
    """Return all violations of the rules; `code` is the first one, in the contract's order."""
    violations = [violation_json(violation) for violation in error.violations]
    message = " ".join(violation["message"] for violation in violations)
    return refusal(422, violations[0]["code"], message, violations=violations)


def not_found() -> Response:
    """Return the same 404 for what does not exist and what is not permitted."""
    return refusal(404, "not_found", gettext("Page not found."))


def framework_error(error: exceptions.APIException) -> Response:
    """Return a refusal by the framework: methods, media types, CSRF."""
    code = HTTPStatus(error.status_code).phrase.lower().replace(" ", "_")
    return refusal(error.status_code, code, str(error.detail))
