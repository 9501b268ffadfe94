"""Why something was not done: the reasons, and the two versions of a deal that stand against each other."""

from typing import Any

from rest_framework import serializers as s


class Violation(s.Serializer[Any]):
    """One broken rule."""

    code = s.CharField()
    field = s.CharField(allow_null=True)
    message = s.CharField()


class Refusal(s.Serializer[Any]):
    """Why not. Further keys depend on the code: `expected`, `breaks`, `conflict`, `stored`, `sent`."""

    code = s.CharField()
    message = s.CharField()


class IllegalRecord(Refusal):
    """A record the rules refuse, with every violation; or later deals that would become impossible."""

    violations = Violation(many=True, required=False)
    breaks = s.ListField(child=s.IntegerField(), required=False)


class Version(s.Serializer[Any]):
    """A record in the words of the sheet."""

    record = s.DictField()
    line = s.CharField()
    deltas = s.ListField(child=s.IntegerField(), allow_null=True, required=False)


class StoredVersion(Version):
    """The row that stands."""

    number = s.IntegerField()
    revision = s.IntegerField(help_text="of this row, for If-Match")


class Gap(Refusal):
    """A row that cannot be the next one."""

    expected = s.IntegerField(required=False, help_text="of a gap: the number that comes next")


class TwoVersions(Gap):
    """Two versions of one deal; settle them at `conflicts/{conflict}/`."""

    conflict = s.IntegerField(required=False)
    number = s.IntegerField(required=False)
    stored = StoredVersion(allow_null=True, required=False)
    sent = Version(required=False)
    revision = s.IntegerField(required=False, help_text="of the sheet, where If-Match named another one")
