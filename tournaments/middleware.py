"""What every request gets: a reference number, the address of who asks, no huge bodies, and a page where a
method is wrong."""

import ipaddress
import secrets
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.template.loader import render_to_string
from django.utils.translation import gettext

from tournaments.services.spreadsheets import MOST_BYTES
from tournaments.typed_numbers import MOST, whole_number
from tournaments.views.errors import is_for_program, refusal

ROOM_FOR_THE_FORM = 64 * 1024  # what surrounds a file of the largest size in the body of a request
ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # read over a telephone without mistakes

Handler = Callable[[HttpRequest], HttpResponse]


class ReferenceMiddleware:
    """Gives every request a number that the error page and the log both show."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.reference = "".join(secrets.choice(ALPHABET) for _ in range(8))  # type: ignore[attr-defined]
        return self.get_response(request)


class ClientAddressMiddleware:
    """Puts the address of who asks into REMOTE_ADDR; everything else reads it there and nowhere else.

    Each of the TRUSTED_PROXIES adds the address it was asked from to the end of X-Forwarded-For, so the one
    that counts is so many places from the end; what stands before it could be anybody's invention.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        connected, forwarded = request.META.get("REMOTE_ADDR", ""), request.headers.get("X-Forwarded-For", "")
        request.META["REMOTE_ADDR"] = client_address(connected, forwarded, settings.TRUSTED_PROXIES)
        return self.get_response(request)


class BodySizeMiddleware:
    """Refuses a body beyond the largest upload before anything reads it."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if content_length(request) <= MOST_BYTES + ROOM_FOR_THE_FORM:
            return self.get_response(request)
        detail = gettext("This file is larger than 5 MB. Nothing was changed; send a smaller one.")
        if is_for_program(request):
            return refusal(413, "too_large", detail)
        return HttpResponse(render_to_string("413.html", {"detail": detail}), status=413)


class WrongMethodMiddleware:
    """An address that only takes forms says so to whoever opens it, instead of showing nothing."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and not response.content:
            response.content = render_to_string("405.html").encode()
        return response


def content_length(request: HttpRequest) -> int:
    """How long the body says it is."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    number = whole_number(length)
    return MOST if number is None and length.isdecimal() else number or 0


def client_address(connected: str, forwarded: str, proxies: int) -> str:
    """Who asks: the address so many proxies from the end of the header, else the one that is connected."""
    passed_on = forwarded.split(",") if forwarded else []
    if not 0 < proxies <= len(passed_on):
        return connected
    return read_address(passed_on[-proxies]) or connected


def read_address(text: str) -> str:
    """An address without its port and brackets; empty for anything else."""
    bare = text.strip()
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        address = ipaddress.ip_address(bare)
    except ValueError:
        return ""
    return str(getattr(address, "ipv4_mapped", None) or address)
