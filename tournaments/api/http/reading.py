"""Strict parsing of requests: refuses input that a database, a digest or another program cannot handle."""

import json
import re
from datetime import datetime
from typing import Any

from django.http import HttpRequest, RawPostDataException
from django.utils.translation import gettext
from rest_framework.request import Request

from rules.reading import is_whole
from tournaments.api.http.errors import Unreadable
from tournaments.wording.days import clock_time
from tournaments.wording.whole_numbers import ascii_number

MAX_BODY = 64 * 1024
MAX_DEPTH = 16
WHOLE_LIMIT = 2**63  # JSON has no limit; other programs that read our JSON have this one
NUMBER_LIMIT = 2**31 - 1  # of rows
KEY_LENGTH = 255
UNSENT_DIGITS = 4
DEVICE = re.compile(r"[A-Za-z0-9_-]{1,40}")
REVISION = re.compile(r'"(0|[1-9][0-9]{0,8})"')
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def read_device(request: Request) -> tuple[str, datetime | None]:
    """Return the phone's own id and the time by its clock; invalid values become empty."""
    device = request.headers.get("X-Device", "")
    moment = clock_time(request.headers.get("X-Device-Time", ""))
    is_known = DEVICE.fullmatch(device) is not None
    return device if is_known else "", moment


def read_unsent(request: Request) -> int | None:
    """Return the number of operations that the phone has yet to send after this one, or None without one.

    Raises Unreadable (`bad_request`).
    """
    header = request.headers.get("X-Unsent")
    unsent = ascii_number(header or "", UNSENT_DIGITS)
    if header and unsent is None:
        message = gettext("X-Unsent must be a whole number of at most %(digits)s digits, not “%(found)s”.")
        raise bad_request(message % {"digits": UNSENT_DIGITS, "found": header[:20]})
    return unsent


def read_key(request: Request) -> str:
    """Return the idempotency key. Raises Unreadable (`key_missing`, `key_invalid`)."""
    key: str = request.headers.get("Idempotency-Key", "")
    if not key:
        message = gettext(
            "A request that writes needs an Idempotency-Key; repeat the request with the same key."
        )
        raise Unreadable("key_missing", message)
    if len(key) > KEY_LENGTH or not (key.isascii() and key.isprintable()):
        message = gettext("An Idempotency-Key must have 1 to %(length)s printable ASCII characters.")
        raise Unreadable("key_invalid", message % {"length": KEY_LENGTH})
    return key


def read_revision(request: Request) -> int:
    """Return the revision of If-Match. Raises Unreadable (`if_match_missing`, `if_match_invalid`)."""
    match = request.headers.get("If-Match")
    if match is None:
        message = gettext("Send the revision you saw in If-Match.")
        raise Unreadable("if_match_missing", message, 428)
    revision = REVISION.fullmatch(match.strip())
    if revision is None:
        raise Unreadable(
            "if_match_invalid", gettext('If-Match must be a revision in quotes, for example "3".')
        )
    return int(revision[1])


def read_body(request: HttpRequest) -> dict[str, Any]:
    """Return the JSON object of the request; an empty body is an empty object. Raises Unreadable."""
    refuse_large(request)
    try:
        raw = request.body.decode()
    except (UnicodeDecodeError, RawPostDataException) as error:
        raise bad_request(gettext("The body must be JSON in UTF-8.")) from error
    body = read_json(raw) if raw else {}
    if not isinstance(body, dict):
        raise bad_request(gettext("The body must be a JSON object."))
    return body


def refuse_large(request: HttpRequest, most: int = MAX_BODY) -> None:
    """Raise Unreadable (`too_large`) before anything is read."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    number = ascii_number(length)
    if length.isdecimal() and (number is None or number > most):
        message = gettext("A request must not be larger than %(kilobytes)s KB.") % {"kilobytes": most // 1024}
        raise Unreadable("too_large", message, 413)


def read_json(raw: str) -> Any:
    """Parse JSON that can be stored and returned. Raises Unreadable (`bad_request`)."""
    try:
        value = json.loads(raw, object_pairs_hook=read_pairs, parse_constant=refuse_constant)
    except (ValueError, RecursionError) as error:
        raise bad_request(gettext("This is not JSON.")) from error
    check_storable(value, MAX_DEPTH)
    return value


def read_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object. Raises ValueError if a key occurs twice."""
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a key stands twice in an object")
    return value


def refuse_constant(word: str) -> None:
    """Raise ValueError: NaN and Infinity are JavaScript, not JSON."""
    raise ValueError(word)


def check_storable(value: Any, depth: int) -> None:
    """Raise Unreadable (`bad_request`) for valid JSON that databases or other programs cannot handle."""
    if depth == 0:
        raise bad_request(gettext("The JSON is nested too deeply."))
    for each in parts_of(value):
        check_storable(each, depth - 1)
    if isinstance(value, str) and UNSTORABLE.search(value):
        raise bad_request(gettext("A text contains an invalid character."))
    if isinstance(value, int | float) and not abs(value) < WHOLE_LIMIT:
        raise bad_request(gettext("A number is too large."))


def parts_of(value: Any) -> list[Any]:
    """Return the members of an object, including its keys, or of an array."""
    if isinstance(value, dict):
        return [*value, *value.values()]
    return value if isinstance(value, list) else []


def read_whole(value: object, name: str) -> int:
    """Return an integer in the range that can be stored. Raises Unreadable (`bad_request`)."""
    if is_whole(value) and isinstance(value, int) and 0 <= value <= NUMBER_LIMIT:
        return value
    message = gettext("“%(name)s” must be a whole number from 0 to %(limit)s.")
    raise bad_request(message % {"name": name, "limit": NUMBER_LIMIT})


def bad_request(message: str) -> Unreadable:
    """Return a refusal of an unreadable value."""
    return Unreadable("bad_request", message)
