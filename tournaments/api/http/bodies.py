"""Bodies of programs' requests: strict about types, and refused with all errors at once."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar

from django.db.models import Model
from django.http import HttpRequest
from django.utils.translation import gettext
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers as s
from rest_framework.exceptions import ErrorDetail
from rest_framework.request import Request

from tournaments.api.http.errors import Unreadable
from tournaments.api.http.reading import read_body
from tournaments.models.lengths import longest
from tournaments.wording.days import Misread, read_day, read_time
from tournaments.wording.lists import in_a_list

INVALID = "body_invalid"
UNKNOWN = "field_unknown"
MOST_LETTERS = 255  # of a text that names something: an address, a key, a mark


class Strict:
    """A field that takes its own JSON type only: the framework would read "3" as a number too."""

    json_type: ClassVar[type]

    def to_internal_value(self, data: Any) -> Any:
        """Return the value. Raises ValidationError."""
        if type(data) is not self.json_type:
            self.fail("invalid")  # type: ignore[attr-defined]
        return super().to_internal_value(data)  # type: ignore[misc]


class Text(Strict, s.CharField):
    """A text."""

    json_type = str

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"max_length": MOST_LETTERS, **more})


def text_of(model: type[Model], column: str, **more: Any) -> Text:
    """Return a field for a text that the column stores: no longer than it."""
    return Text(max_length=longest(model, column), **more)


class Email(Strict, s.EmailField):
    """An e-mail address."""

    json_type = str


class Slug(Strict, s.SlugField):
    """A part of an address: letters, digits, hyphens, underscores."""

    json_type = str

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"allow_unicode": True, **more})


class Whole(Strict, s.IntegerField):
    """A whole number that fits into the database."""

    json_type = int

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"min_value": 0, "max_value": 10**9, **more})


class Points(s.FloatField):
    """A number of points: whole, or a half."""

    def to_internal_value(self, data: Any) -> float:
        """Return the number, a whole one as an integer. Raises ValidationError."""
        if type(data) not in (int, float) or (2 * data) % 1:
            self.fail("invalid")
        return data if data % 1 else int(data)

    def to_representation(self, value: float) -> float:  # type: ignore[override]
        """Return the number as it is stored: a whole one has no “.0”."""
        return value


class Flag(Strict, s.BooleanField):
    """True or false."""

    json_type = bool


class Day(Strict, s.DateField):
    """A date: 2026-11-23."""

    json_type = str

    def to_internal_value(self, data: Any) -> Any:
        """Return the date. Raises ValidationError."""
        return read_by(read_day, data) if type(data) is str else self.fail("invalid", format="YYYY-MM-DD")


class TimeOfDay(Strict, s.TimeField):
    """A time: 19:30."""

    json_type = str

    def to_internal_value(self, data: Any) -> Any:
        """Return the time. Raises ValidationError."""
        return read_by(read_time, data) if type(data) is str else self.fail("invalid", format="hh:mm")


def read_by(read: Callable[[str], Any], sent: str) -> Any:
    """Return what a reader of dates or times returns. Raises ValidationError with its sentence."""
    try:
        return read(sent)
    except Misread as misread:
        raise s.ValidationError(str(misread), code="invalid") from misread


@extend_schema_field(OpenApiTypes.BINARY)
class FilePart(s.FileField):
    """A file of a body of multipart/form-data."""


class Body(s.Serializer[Any]):
    """The body of a request; what it does not know is refused together with all other errors."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the values. Raises ValidationError with the errors of all fields, known or not."""
        unknown = unknown_fields(data, self.fields) if isinstance(data, Mapping) else {}
        try:
            values = super().to_internal_value(data)
        except s.ValidationError as error:
            raise s.ValidationError({**error.detail, **unknown}) from error  # type: ignore[dict-item]
        if unknown:
            raise s.ValidationError(unknown)
        return values


def unknown_fields(sent: Iterable[str], known: Iterable[str]) -> dict[str, list[ErrorDetail]]:
    """Return an error for each name that is not known."""
    message = gettext("This is not known here; known are: %(names)s.") % {"names": in_a_list(known)}
    return {name: [ErrorDetail(message, UNKNOWN)] for name in sent if name not in known}


def read_as(shape: type[Body], request: Request) -> dict[str, Any]:
    """Return the body as this shape. Raises Unreadable (`bad_request`; `body_invalid` with all errors)."""
    request.body_shape = shape  # type: ignore[attr-defined]
    typed = shape(data=read_body(request._request))
    if typed.is_valid():
        return dict(typed.validated_data)
    raise invalid(typed.errors)


def read_form(shape: type[Body], request: Request) -> HttpRequest:
    """Return a request with files, whose parts the shape names. Raises Unreadable (`body_invalid`)."""
    request.body_shape = shape  # type: ignore[attr-defined]
    sent = request._request
    if unknown := unknown_fields([*sent.POST, *sent.FILES], shape().fields):
        raise invalid(unknown)
    return sent


def refuse_unread(request: Request) -> None:
    """Refuse a body that no endpoint has read. Raises Unreadable (`bad_request`, `body_invalid`)."""
    if not hasattr(request, "body_shape") and (sent := read_body(request._request)):
        raise invalid({name: [ErrorDetail(gettext("This request has no body."), UNKNOWN)] for name in sent})


def invalid(detail: Any) -> Unreadable:
    """Return the refusal of a body with all its errors."""
    errors = [*errors_in(detail)]
    message = " ".join(f"{each['field']}: {each['message']}".removeprefix(": ") for each in errors)
    return Unreadable(INVALID, message or gettext("The body cannot be read."), 422, violations=errors)


def errors_in(detail: Any, place: str = "") -> Iterator[dict[str, str]]:
    """Yield field, code and sentence of every error; a field of a list has its place: `entrants.0.name`."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            yield from errors_in(inner, f"{place}.{name}".strip("."))
    elif all(isinstance(each, str) for each in detail):
        yield from ({"field": place, "code": each.code, "message": str(each)} for each in detail)
    else:
        for at, inner in enumerate(detail):
            yield from errors_in(inner, f"{place}.{at}")
