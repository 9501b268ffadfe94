"""What happens beside the sheet: rulings, the round's clock, calls for the director."""

from typing import Any

from rest_framework import serializers as s


class RulingShape(s.Serializer[Any]):
    """A deal that counts otherwise than written."""

    number = s.IntegerField()
    points = s.ListField(child=s.IntegerField(), help_text="what it counts for each seat")
    reason = s.CharField()


class AccountShape(s.Serializer[Any]):
    """What the whole sheet counts for somebody, over all its parts and with the rulings; often needless."""

    number = s.IntegerField()
    name = s.CharField()
    total = s.IntegerField()


class CallState(s.Serializer[Any]):
    """The newest call for the director."""

    id = s.IntegerField()
    reason = s.CharField()
    at = s.DateTimeField()
    is_answered = s.BooleanField()


class ClockShape(s.Serializer[Any]):
    """The round's clock as this table has it; null where none was started or the round is closed."""

    ends_at = s.IntegerField(allow_null=True, help_text="milliseconds since 1970; null while it is paused")
    left = s.IntegerField(
        allow_null=True, help_text="milliseconds left when this was said; below zero once time is up"
    )
    is_last_deal = s.BooleanField()
    extra_minutes = s.IntegerField(help_text="of this table alone, already counted in")
    now = s.IntegerField(help_text="the server's time when this was said, in milliseconds since 1970")


class CallAnswer(s.Serializer[Any]):
    """The newest call of a table, and the clock of its round."""

    call = CallState(allow_null=True)
    clock = ClockShape(allow_null=True, required=False)
