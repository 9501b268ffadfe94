"""Bodies of programs' requests: strict about types, and refused with all errors at once."""

from collections.abc import Iterator
from typing import Any, ClassVar

from django.utils.translation import gettext
from rest_framework import serializers as s
from rest_framework.request import Request

from tournaments.api.http.errors import Unreadable
from tournaments.api.http.reading import read_body

INVALID = "body_invalid"


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


class Flag(Strict, s.BooleanField):
    """True or false."""

    json_type = bool


class Day(Strict, s.DateField):
    """A date: 2026-11-23."""

    json_type = str


class TimeOfDay(Strict, s.TimeField):
    """A time: 19:30."""

    json_type = str


class Body(s.Serializer[Any]):
    """The body of a request."""


def read_as(shape: type[Body], request: Request) -> dict[str, Any]:
    """Return the body as this shape. Raises Unreadable (`bad_request`; `body_invalid` with all errors)."""
    typed = shape(data=read_body(request._request))
    if typed.is_valid():
        return dict(typed.validated_data)
    errors = [*errors_in(typed.errors)]
    message = " ".join(f"{each['field']}: {each['message']}" for each in errors)
    raise Unreadable(INVALID, message or gettext("The body cannot be read."), 422, violations=errors)


def errors_in(found: Any, place: str = "") -> Iterator[dict[str, str]]:
    """Yield field, code and sentence of every error; a field of a list has its place: `entrants.0.name`."""
    if isinstance(found, dict):
        for name, inner in found.items():
            yield from errors_in(inner, f"{place}.{name}".strip("."))
    elif all(isinstance(each, str) for each in found):
        yield from ({"field": place, "code": each.code, "message": str(each)} for each in found)
    else:
        for at, inner in enumerate(found):
            yield from errors_in(inner, f"{place}.{at}")
