"""Error pages; a server error shows the reference of its log entry."""

import logging
import sys

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext
from django.views import defaults

from server.refusals import is_for_program, refusal
from tournaments.storage.trouble import Trouble, trouble_of

SECONDS_TO_WAIT, SECONDS_FOR_REPAIRS = "5", "30"
CODES = {
    Trouble.FULL: "disk_full",
    Trouble.UNWRITABLE: "disk_not_writable",
    Trouble.DAMAGED: "database_damaged",
}

logger = logging.getLogger(__name__)


def server_error(request: HttpRequest) -> HttpResponse:
    """Return 503 for trouble with the database or its disk, and 500 for any other error.

    Uses no database itself.
    """
    trouble = trouble_of(sys.exc_info()[1])
    if trouble:
        return unavailable(request, trouble)
    reference = getattr(request, "reference", "-")
    fields = {"reference": reference}  # a separate field in LOG_FORMAT=json
    logger.error("Reference %s: %s %s", reference, request.method, request.path, extra=fields)
    if is_for_program(request):
        message = gettext("Something went wrong here; everything saved before is safe.")
        return refusal(500, "server_error", message, reference=reference)
    return HttpResponse(render_to_string("500.html", {"reference": reference}), status=500)


def unavailable(request: HttpRequest, trouble: Trouble = Trouble.AWAY) -> HttpResponse:
    """Return 503 with the cause and Retry-After; the phone keeps its input and asks again."""
    if is_for_program(request):
        response = refusal(503, CODES.get(trouble, "unavailable"), trouble_text(trouble))
    else:
        context = {"detail": trouble_text(trouble), "passes": trouble == Trouble.AWAY}
        response = HttpResponse(render_to_string("503.html", context), status=503)
    response["Retry-After"] = SECONDS_TO_WAIT if trouble == Trouble.AWAY else SECONDS_FOR_REPAIRS
    return response


def trouble_text(trouble: Trouble) -> str:
    """Return the cause and the remedy for a reader."""
    texts = {
        Trouble.FULL: gettext(
            "The disk of the computer that runs Stichtag is full, so nothing can be stored. Tell the "
            "director to free some space on it. Phones keep all entries and send them then."
        ),
        Trouble.UNWRITABLE: gettext(
            "The computer that runs Stichtag cannot write to its disk, so nothing can be stored. Tell "
            "the director to check the log. Phones keep all entries and send them later."
        ),
        Trouble.DAMAGED: gettext(
            "The database file is damaged; trying again does not help. Tell the director to stop "
            "Stichtag and restore the last backup. Phones keep all entries and send them later."
        ),
    }
    return texts.get(trouble) or gettext(
        "The database cannot be reached right now. Nothing is lost: phones keep all entries and send "
        "them again. Try again in a few seconds."
    )


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return 404. Django's own view reads the body, which may be unreadable."""
    if is_for_program(request):
        return refusal(404, "not_found", gettext("Page not found."))
    return render(request, "404.html", status=404)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return 400 for a request that no page can make."""
    if is_for_program(request):
        return refusal(400, "bad_request", gettext("The request cannot be read."))
    return defaults.bad_request(request, exception)
