"""Middleware for every request: a reference number, the client's address, a body limit, a page for a wrong
method.
"""

import ipaddress
import json
import secrets
from collections.abc import Callable

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext

from server.addresses import OF_PHOTOS, OF_TABLES
from server.database_patience import patience
from server.marks import ASKED as marks_asked
from server.refusals import is_for_program, refusal
from server.visitors import ASKED as visitors_asked
from tournaments.selectors.clubs.tokens import known_visitors
from tournaments.selectors.events.marks import marks_of
from tournaments.storage.uploads.photos import MOST_FILE
from tournaments.storage.uploads.spreadsheets import MOST_BYTES
from tournaments.wording.whole_numbers import MOST, whole_number

TABLE_SECONDS = 2.0  # for the answer to each query of a phone's request; a phone waits twelve
PAGE_SECONDS = 8.0  # for that of any other: a browser waits longer, and a query of an organiser may be large
ROOM_FOR_THE_FORM = 64 * 1024  # the multipart parts around a file of the maximum size
ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # no characters that are confused when read over a telephone

Handler = Callable[[HttpRequest], HttpResponse]


class ReferenceMiddleware:
    """Assigns every request a reference that both the error page and the log show."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.reference = "".join(secrets.choice(ALPHABET) for _ in range(8))  # type: ignore[attr-defined]
        return self.get_response(request)


class PatienceMiddleware:
    """Tells everybody when the database is away or has stopped, a table before its phone gives up."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        is_table = OF_TABLES.match(request.path_info)
        with patience(TABLE_SECONDS if is_table else PAGE_SECONDS):
            return self.get_response(request)


class FrontMiddleware:
    """Answers what the front asks and no client can: marks of the pages it keeps, and who is known."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        marks, visitors = request.META.get(marks_asked), request.META.get(visitors_asked)
        if marks is None and visitors is None:
            return self.get_response(request)
        try:
            if marks is not None:
                return JsonResponse(marks_of(json.loads(marks)))
            return JsonResponse(known_visitors(json.loads(visitors or "[]")), safe=False)
        except DatabaseError:
            return HttpResponse(status=503)


class ClientAddressMiddleware:
    """Stores the client's address in REMOTE_ADDR, the only place where other code reads it.

    Each of the TRUSTED_PROXIES appends its client's address to X-Forwarded-For, so the valid one is that many
    places from the end; anything before it may be forged.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        connected, forwarded = request.META.get("REMOTE_ADDR", ""), request.headers.get("X-Forwarded-For", "")
        request.META["REMOTE_ADDR"] = client_address(connected, forwarded, settings.TRUSTED_PROXIES)
        return self.get_response(request)


class BodySizeMiddleware:
    """Refuses a body larger than the largest upload, or photograph, before anything reads it."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        most = MOST_FILE if OF_PHOTOS.match(request.path_info) else MOST_BYTES
        if content_length(request) <= most + ROOM_FOR_THE_FORM:
            return self.get_response(request)
        detail = gettext("This file is larger than %(most)s MB. Nothing was changed; send a smaller one.")
        detail %= {"most": most // 1024**2}
        if is_for_program(request):
            return refusal(413, "too_large", detail)
        return HttpResponse(render_to_string("413.html", {"detail": detail}), status=413)


class WrongMethodMiddleware:
    """Explains to a GET request that a URL accepts only forms, instead of an empty 405."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and not response.content:
            response.content = render_to_string("405.html").encode()
        return response


def content_length(request: HttpRequest) -> int:
    """Return the declared length of the body."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    number = whole_number(length)
    return MOST if number is None and length.isdecimal() else number or 0


def client_address(connected: str, forwarded: str, proxies: int) -> str:
    """Return the address `proxies` places from the end of the header, else the connected one."""
    passed_on = forwarded.split(",") if forwarded else []
    if not 0 < proxies <= len(passed_on):
        return connected
    return read_address(passed_on[-proxies]) or connected


def read_address(text: str) -> str:
    """Return an address without port and brackets; empty for anything else."""
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
