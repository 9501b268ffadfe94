"""Responses to requests that changed a table."""

from typing import Any

from rest_framework import serializers as s


class WrittenDeal(s.Serializer[Any]):
    """A row that was stored."""

    number = s.IntegerField(help_text="the row's position on the sheet")
    deal = s.IntegerField(help_text="the number of the deal among those that count")
    deltas = s.ListField(child=s.FloatField())
    totals = s.ListField(child=s.FloatField())
    revision = s.IntegerField(help_text="the row's revision, for If-Match")
    row = s.IntegerField(help_text="the row's id, which does not change when it moves")
    sheet_revision = s.IntegerField()
    breaks = s.ListField(child=s.IntegerField(), required=False, help_text="later rows marked as impossible")


class Struck(s.Serializer[Any]):
    """A row was struck; later rows moved up."""

    number = s.IntegerField()
    totals = s.ListField(child=s.FloatField())
    sheet_revision = s.IntegerField()
    breaks = s.ListField(child=s.IntegerField(), required=False, help_text="later rows marked as impossible")


class Settled(WrittenDeal):
    """A conflict was settled; if the sent version was accepted, the row as it stands now."""

    deal = s.IntegerField(required=False)
    deltas = s.ListField(child=s.FloatField(), required=False)
    totals = s.ListField(child=s.FloatField(), required=False)
    revision = s.IntegerField(required=False, help_text="the row's revision, for If-Match")
    row = s.IntegerField(required=False, help_text="the row's id, which does not change when it moves")


class FirstDealer(s.Serializer[Any]):
    """The current first dealer."""

    first_dealer = s.IntegerField()
    sheet_revision = s.IntegerField()


class Confirmed(s.Serializer[Any]):
    """A deal that an opponent confirmed."""

    number = s.IntegerField()
    confirmed_by = s.IntegerField()
    sheet_revision = s.IntegerField()


class Signed(s.Serializer[Any]):
    """A sheet, and the start numbers that signed its current state."""

    signed_by = s.ListField(child=s.IntegerField())
    sheet_revision = s.IntegerField()
