"""The page that says something went wrong here, and under which number we find it in the log."""

import logging
import sys

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext
from django.views import defaults

from tournaments.storage_trouble import Trouble, trouble_of

SECONDS_TO_WAIT, SECONDS_FOR_REPAIRS = "5", "30"
CODES = {
    Trouble.FULL: "disk_full",
    Trouble.UNWRITABLE: "disk_not_writable",
    Trouble.DAMAGED: "database_damaged",
}

logger = logging.getLogger(__name__)


def server_error(request: HttpRequest) -> HttpResponse:
    """Trouble with the database or its disk is a pause (503); anything else is our mistake (500).

    Needs no database itself.
    """
    trouble = trouble_of(sys.exc_info()[1])
    if trouble:
        return unavailable(request, trouble)
    reference = getattr(request, "reference", "-")
    said = {"reference": reference}  # a field of its own in LOG_FORMAT=json
    logger.error("Reference %s: %s %s", reference, request.method, request.path, extra=said)
    if is_for_program(request):
        message = gettext("Something went wrong here; what was saved before is safe.")
        return refusal(500, "server_error", message, reference=reference)
    return HttpResponse(render_to_string("500.html", {"reference": reference}), status=500)


def unavailable(request: HttpRequest, trouble: Trouble = Trouble.AWAY) -> HttpResponse:
    """503 with what is wrong, and when a phone, which keeps what was typed, asks again."""
    if is_for_program(request):
        response = refusal(503, CODES.get(trouble, "unavailable"), trouble_text(trouble))
    else:
        context = {"detail": trouble_text(trouble), "passes": trouble == Trouble.AWAY}
        response = HttpResponse(render_to_string("503.html", context), status=503)
    response["Retry-After"] = SECONDS_TO_WAIT if trouble == Trouble.AWAY else SECONDS_FOR_REPAIRS
    return response


def trouble_text(trouble: Trouble) -> str:
    """What is wrong and what to do, for whoever looks at a page."""
    texts = {
        Trouble.FULL: gettext(
            "The disk of the computer that runs Stichtag is full, so nothing can be stored. Tell the"
            " director: once there is space on it, everything goes on. Phones keep what was typed and send"
            " it then."
        ),
        Trouble.UNWRITABLE: gettext(
            "The computer that runs Stichtag cannot write to its disk, so nothing can be stored. Tell the"
            " director, who finds the reason in the log. Phones keep what was typed and send it later."
        ),
        Trouble.DAMAGED: gettext(
            "The database file is damaged; trying again does not help. Tell the director: Stichtag has to be"
            " stopped and the last backup put in its place. Phones keep what was typed and send it later."
        ),
    }
    return texts.get(trouble) or gettext(
        "The database cannot be reached right now. Nothing is lost: a phone keeps what was typed and sends it"
        " again. Try again in a few seconds."
    )


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Nothing at this address. Django's own view reads the body, which nobody could read yet."""
    if is_for_program(request):
        return refusal(404, "not_found", gettext("There is nothing at this address."))
    return render(request, "404.html", status=404)


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
