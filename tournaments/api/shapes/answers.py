"""What is answered when something was done at a table."""

from typing import Any

from rest_framework import serializers as s


class WrittenDeal(s.Serializer[Any]):
    """A row that was stored."""

    number = s.IntegerField(help_text="its place on the sheet")
    deal = s.IntegerField(help_text="the counting deal it is")
    deltas = s.ListField(child=s.IntegerField())
    totals = s.ListField(child=s.IntegerField())
    revision = s.IntegerField(help_text="of this row, for If-Match")
    row = s.IntegerField(help_text="its id, wherever it moves")
    sheet_revision = s.IntegerField()
    breaks = s.ListField(child=s.IntegerField(), required=False, help_text="later rows that are marked")


class Struck(s.Serializer[Any]):
    """A row was struck out; later ones moved up."""

    number = s.IntegerField()
    totals = s.ListField(child=s.IntegerField())
    sheet_revision = s.IntegerField()
    breaks = s.ListField(child=s.IntegerField(), required=False, help_text="later rows that are marked")


class Settled(WrittenDeal):
    """A conflict was settled; with the sent version, the row as it stands now."""

    deal = s.IntegerField(required=False)
    deltas = s.ListField(child=s.IntegerField(), required=False)
    totals = s.ListField(child=s.IntegerField(), required=False)
    revision = s.IntegerField(required=False, help_text="of this row, for If-Match")
    row = s.IntegerField(required=False, help_text="its id, wherever it moves")


class FirstDealer(s.Serializer[Any]):
    """Who deals first now."""

    first_dealer = s.IntegerField()
    sheet_revision = s.IntegerField()


class Confirmed(s.Serializer[Any]):
    """A deal that an opponent confirmed."""

    number = s.IntegerField()
    confirmed_by = s.IntegerField()
    sheet_revision = s.IntegerField()


class Signed(s.Serializer[Any]):
    """A sheet, and the start numbers that signed it as it stands."""

    signed_by = s.ListField(child=s.IntegerField())
    sheet_revision = s.IntegerField()
