"""A writing request of a table: its key, its body as its shape says, and who sends it."""

from dataclasses import dataclass
from typing import Any

from rest_framework.request import Request

from tournaments.api.http.bodies import UNKNOWN, Body, invalid
from tournaments.api.http.errors import Unreadable
from tournaments.api.http.reading import bad_request, read_body, read_device, read_key
from tournaments.models import AuthorKind
from tournaments.services.history import sheet_chain

SECRETS = ("pin",)  # left out of the digest of a body: four digits could be guessed from it
WELL_FORMED = {UNKNOWN, "max_length"}  # errors of a body that can be read all the same


@dataclass(frozen=True, slots=True)
class Sent:
    """A writing request: its body, and the data that services need."""

    body: dict[str, Any]
    request: sheet_chain.Request


def read_sent(request: Request, shape: type[Body], kind: AuthorKind, author: int) -> Sent:
    """Return key and body of a writing request.

    Raises Unreadable, with all errors of the body: `bad_request` for a value that cannot be read, else
    `body_invalid`.
    """
    key = read_key(request)
    body = read_body(request._request)
    content = {name: value for name, value in body.items() if name not in SECRETS}
    whole = {"request": f"{request.method} {request.path}", "body": content}
    device, device_at = read_device(request)
    by = sheet_chain.Author(kind, author, device, device_at)
    typed = shape(data=body)
    if not typed.is_valid():
        raise as_readable(invalid(typed.errors))
    return Sent(dict(typed.validated_data), sheet_chain.Request(key, whole, by))


def as_readable(refusal: Unreadable) -> Unreadable:
    """Return the refusal as the contract has it: a value of another type is a body that cannot be read."""
    errors = refusal.details["violations"]
    if all(each["code"] in WELL_FORMED for each in errors):
        return refusal
    unreadable = bad_request(refusal.message)
    unreadable.details["violations"] = errors
    return unreadable
