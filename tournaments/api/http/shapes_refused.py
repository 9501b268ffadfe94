"""Refusals: the reasons, and the two versions of a conflicting deal."""

from typing import Any

from rest_framework import serializers as s


class Violation(s.Serializer[Any]):
    """One broken rule."""

    code = s.CharField()
    field = s.CharField(allow_null=True)
    message = s.CharField()


class Refusal(s.Serializer[Any]):
    """Why a request was refused. Further keys depend on the code: `expected`, `breaks`, `conflict`, `stored`,
    `sent`.
    """

    code = s.CharField()
    message = s.CharField()


class FieldError(s.Serializer[Any]):
    """Why one field of a body is refused."""

    field = s.CharField(allow_null=True)
    code = s.CharField()
    message = s.CharField()


class Problem(Refusal):
    """Problem details (RFC 9457). `code` is for programs, `detail` and `message` are the same sentence."""

    type = s.CharField()
    title = s.CharField()
    status = s.IntegerField()
    detail = s.CharField()
    errors = FieldError(many=True, required=False)  # type: ignore[assignment]


class IllegalRecord(Refusal):
    """A record refused by the rules, with every violation; or later deals that would become impossible."""

    violations = Violation(many=True, required=False)
    breaks = s.ListField(child=s.IntegerField(), required=False)


class Version(s.Serializer[Any]):
    """A record in the terms of the score sheet."""

    record = s.DictField()
    line = s.CharField()
    deltas = s.ListField(child=s.FloatField(), allow_null=True, required=False)


class StoredVersion(Version):
    """The stored row."""

    number = s.IntegerField()
    revision = s.IntegerField(help_text="the row's revision, for If-Match")


class Gap(Refusal):
    """A row whose number is not the next one."""

    expected = s.IntegerField(required=False, help_text="for a gap: the next number")


class TwoVersions(Gap):
    """Two versions of one deal; choose one at `conflicts/{conflict}/`."""

    conflict = s.IntegerField(required=False)
    number = s.IntegerField(required=False)
    stored = StoredVersion(allow_null=True, required=False)
    sent = Version(required=False)
    revision = s.IntegerField(required=False, help_text="the sheet's revision, if If-Match named another")


class StreamEvent(s.Serializer[Any]):
    """One server-sent event of a stream."""

    id = s.CharField(help_text="for Last-Event-ID")
    event = s.CharField(help_text="always `changed`")
    data = s.CharField(help_text="JSON: a mark for each thing that can be read")  # type: ignore[assignment]
