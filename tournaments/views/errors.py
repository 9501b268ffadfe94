"""The page that says something went wrong here, and under which number we find it in the log."""

import logging
import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext
from django.views import defaults

SECONDS_TO_WAIT = "5"

logger = logging.getLogger(__name__)


def server_error(request: HttpRequest) -> HttpResponse:
    """A database that cannot be reached is a pause (503); anything else is our mistake (500).

    Needs no database itself.
    """
    if isinstance(sys.exc_info()[1], OperationalError | InterfaceError):
        return unavailable(request)
    reference = getattr(request, "reference", "-")
    logger.error("Reference %s: %s %s", reference, request.method, request.path)
    if is_for_program(request):
        message = gettext("Something went wrong here; what was saved before is safe.")
        return refusal(500, "server_error", message, reference=reference)
    return HttpResponse(render_to_string("500.html", {"reference": reference}), status=500)


def unavailable(request: HttpRequest) -> HttpResponse:
    """The database cannot be reached: 503, and when to try again."""
    if is_for_program(request):
        response = refusal(
            503, "unavailable", gettext("The database cannot be reached right now; try again.")
        )
    else:
        response = HttpResponse(render_to_string("503.html"), status=503)
    response["Retry-After"] = SECONDS_TO_WAIT
    return response


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Nothing at this address."""
    if is_for_program(request):
        return refusal(404, "not_found", gettext("There is nothing at this address."))
    return defaults.page_not_found(request, exception)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A request that no page can make."""
    if is_for_program(request):
        return refusal(400, "bad_request", gettext("The request cannot be read."))
    return defaults.bad_request(request, exception)


def is_for_program(request: HttpRequest) -> bool:
    """Whether a program asked, which wants JSON."""
    return request.path.startswith("/api/")


def refusal(status: int, code: str, message: str, **details: str) -> HttpResponse:
    """A refusal as programs want it."""
    return JsonResponse({"code": code, "message": message, **details}, status=status)
