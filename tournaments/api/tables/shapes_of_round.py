"""Data beside the sheet: rulings, the round's clock, calls for the director."""

from typing import Any

from rest_framework import serializers as s


class RulingShape(s.Serializer[Any]):
    """A deal that counts with other points than recorded."""

    number = s.IntegerField()
    points = s.ListField(child=s.FloatField(), help_text="the points that count for each seat")
    reason = s.CharField()


class AccountShape(s.Serializer[Any]):
    """An account's points for the whole sheet, over all its parts and with rulings; often not needed."""

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
    """The round's clock for this table; null if none was started or the round is closed."""

    ends_at = s.IntegerField(allow_null=True, help_text="milliseconds since 1970; null while paused")
    left = s.IntegerField(
        allow_null=True, help_text="milliseconds left at the time of the response; negative after the end"
    )
    is_last_deal = s.BooleanField()
    extra_minutes = s.IntegerField(help_text="extra minutes of this table, already included")
    now = s.IntegerField(help_text="the server's time of the response, in milliseconds since 1970")


class BannerShape(s.Serializer[Any]):
    """What the director tells all tables; null without it."""

    text = s.CharField()
    ends = s.IntegerField(allow_null=True, help_text="milliseconds since 1970; null until it is taken down")


class TimetableShape(s.Serializer[Any]):
    """A time of the event's day, and what happens then."""

    at = s.IntegerField(help_text="milliseconds since 1970")
    time = s.CharField(help_text="in the time zone of the server, such as 20:15")
    what = s.CharField()


class CallAnswer(s.Serializer[Any]):
    """The newest call of a table, and the clock of its round."""

    call = CallState(allow_null=True)
    clock = ClockShape(allow_null=True, required=False)
