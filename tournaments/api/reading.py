"""Requests read strictly: what a database, a digest or another program could stumble over is refused here."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest, RawPostDataException
from django.utils.translation import gettext
from rest_framework.request import Request

from rules.reading import is_whole
from tournaments.api.errors import Unreadable
from tournaments.models import AuthorKind
from tournaments.services import history
from tournaments.typed_numbers import whole_number

MAX_BODY = 64 * 1024
MAX_DEPTH = 16
WHOLE_LIMIT = 2**63  # JSON has no limit; every program that reads our JSON has this one
NUMBER_LIMIT = 2**31 - 1  # of rows
KEY_LENGTH = 255
REASON_LENGTH = 500
FIRST_YEAR, LAST_YEAR = 1980, 2200  # a phone without a battery is in 1980
SECRETS = ("pin",)  # not covered by the digest of a body: four digits could be guessed from it
DEVICE = re.compile(r"[A-Za-z0-9_-]{1,40}")
REVISION = re.compile(r'"(0|[1-9][0-9]{0,8})"')
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Sent:
    """A request that writes: its body, and what the services want to know of it."""

    body: dict[str, Any]
    request: history.Request

    def whole(self, name: str) -> int:
        """A whole number of the body. Raises Unreadable (`bad_request`)."""
        return read_whole(self.body.get(name), name)

    def row(self) -> int | None:
        """The id of the row that is meant; may be left out. Raises Unreadable (`bad_request`)."""
        return None if self.body.get("row") is None else self.whole("row")

    def reason(self) -> str:
        """Why, in somebody's words; may be left out. Raises Unreadable (`bad_request`)."""
        reason = self.body.get("reason")
        if reason is None:
            return ""
        if isinstance(reason, str) and len(reason) <= REASON_LENGTH:
            return reason
        message = gettext("A reason is a text of at most %(length)s characters.")
        raise bad_request(message % {"length": REASON_LENGTH})

    def text(self, name: str) -> str:
        """A short text of the body. Raises Unreadable (`bad_request`)."""
        value = self.body.get(name)
        if isinstance(value, str) and 0 < len(value) <= KEY_LENGTH:
            return value
        message = gettext("“%(name)s” is a text of 1 to %(length)s characters.")
        raise bad_request(message % {"name": name, "length": KEY_LENGTH})

    def one_of(self, name: str, words: Iterable[str]) -> str:
        """A word of the body. Raises Unreadable (`bad_request`)."""
        value = self.body.get(name)
        if isinstance(value, str) and value in words:
            return value
        message = gettext("“%(name)s” is one of: %(words)s.")
        raise bad_request(message % {"name": name, "words": ", ".join(words)})


def read_sent(request: Request, link_id: int) -> Sent:
    """Key and body of a request that writes. Raises Unreadable."""
    key = read_key(request)
    body = read_body(request._request)
    said = {name: value for name, value in body.items() if name not in SECRETS}
    whole = {"request": f"{request.method} {request.path}", "body": said}
    device, device_at = read_device(request)
    by = history.Author(AuthorKind.LINK, link_id, device, device_at)
    return Sent(body, history.Request(key, whole, by))


def read_device(request: Request) -> tuple[str, datetime | None]:
    """The id a phone gave itself and the time by its own clock; what cannot be read is left out."""
    device = request.headers.get("X-Device", "")
    told = parse_time(request.headers.get("X-Device-Time", ""))
    is_known = DEVICE.fullmatch(device) is not None
    return device if is_known else "", told


def parse_time(text: str) -> datetime | None:
    """A moment as phones write it, with its zone; None for anything else."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    is_sane = moment.tzinfo is not None and FIRST_YEAR <= moment.year <= LAST_YEAR
    return moment.astimezone(UTC) if is_sane else None


def read_key(request: Request) -> str:
    """The idempotency key. Raises Unreadable (`key_missing`, `key_invalid`)."""
    key: str = request.headers.get("Idempotency-Key", "")
    if not key:
        message = gettext("A request that writes carries an Idempotency-Key; repeat it with the same key.")
        raise Unreadable("key_missing", message)
    if len(key) > KEY_LENGTH or not (key.isascii() and key.isprintable()):
        message = gettext("An Idempotency-Key has 1 to %(length)s printable ASCII characters.")
        raise Unreadable("key_invalid", message % {"length": KEY_LENGTH})
    return key


def read_revision(request: Request) -> int:
    """The revision of If-Match. Raises Unreadable (`if_match_missing`, `if_match_invalid`)."""
    match = request.headers.get("If-Match")
    if match is None:
        message = gettext("Say in If-Match which revision you saw.")
        raise Unreadable("if_match_missing", message, 428)
    revision = REVISION.fullmatch(match.strip())
    if revision is None:
        raise Unreadable("if_match_invalid", gettext('If-Match is a revision in quotes, as in "3".'))
    return int(revision[1])


def read_body(request: HttpRequest) -> dict[str, Any]:
    """The JSON object that was sent; an empty body is an empty object. Raises Unreadable."""
    refuse_large(request)
    try:
        raw = request.body.decode()
    except (UnicodeDecodeError, RawPostDataException) as error:
        raise bad_request(gettext("The body is not JSON in UTF-8.")) from error
    body = read_json(raw) if raw else {}
    if not isinstance(body, dict):
        raise bad_request(gettext("The body is a JSON object."))
    return body


def refuse_large(request: HttpRequest) -> None:
    """Raises Unreadable (`too_large`) before anything is read."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    number = whole_number(length)
    if length.isdecimal() and (number is None or number > MAX_BODY):
        message = gettext("A request has at most %(kilobytes)s KB.") % {"kilobytes": MAX_BODY // 1024}
        raise Unreadable("too_large", message, 413)


def read_json(raw: str) -> Any:
    """JSON that can be stored and told again. Raises Unreadable (`bad_request`)."""
    try:
        value = json.loads(raw, object_pairs_hook=read_pairs, parse_constant=refuse_constant)
    except (ValueError, RecursionError) as error:
        raise bad_request(gettext("This is not JSON.")) from error
    check_storable(value, MAX_DEPTH)
    return value


def read_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object. Raises ValueError if a key stands in it twice."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice in an object")
    return found


def refuse_constant(word: str) -> None:
    """Raises ValueError: NaN and Infinity are words of JavaScript, not of JSON."""
    raise ValueError(word)


def check_storable(value: Any, depth: int) -> None:
    """Raises Unreadable (`bad_request`) for what is JSON but breaks whoever stores or reads it."""
    if depth == 0:
        raise bad_request(gettext("The JSON is nested too deeply."))
    for each in parts_of(value):
        check_storable(each, depth - 1)
    if isinstance(value, str) and UNSTORABLE.search(value):
        raise bad_request(gettext("A text holds a character that is none."))
    if isinstance(value, int | float) and not abs(value) < WHOLE_LIMIT:
        raise bad_request(gettext("A number is too large."))


def parts_of(value: Any) -> list[Any]:
    """What stands in an object, its keys included, or in an array."""
    if isinstance(value, dict):
        return [*value, *value.values()]
    return value if isinstance(value, list) else []


def read_whole(value: object, name: str) -> int:
    """A whole number of a size that is stored. Raises Unreadable (`bad_request`)."""
    if is_whole(value) and isinstance(value, int) and 0 <= value <= NUMBER_LIMIT:
        return value
    message = gettext("“%(name)s” is a whole number from 0 to %(limit)s.")
    raise bad_request(message % {"name": name, "limit": NUMBER_LIMIT})


def bad_request(message: str) -> Unreadable:
    """A refusal of something that cannot be read."""
    return Unreadable("bad_request", message)
