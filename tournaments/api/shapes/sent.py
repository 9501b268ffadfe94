"""What is sent to a table."""

from typing import Any

from rest_framework import serializers as s


class DealSent(s.Serializer[Any]):
    """The next deal."""

    number = s.IntegerField(min_value=1)
    record = s.DictField()


class RecordSent(s.Serializer[Any]):
    """A record; what belongs into it the `fields` of the table say."""

    record = s.DictField()


class CorrectionSent(RecordSent):
    """A record, which row it is for, and why it replaces the other."""

    row = s.IntegerField(
        required=False, help_text="the row's id: one that moved meanwhile is not overwritten"
    )
    reason = s.CharField(required=False, max_length=500)


class FirstDealerSent(s.Serializer[Any]):
    """A seat, 0 the first."""

    first_dealer = s.IntegerField(min_value=0)


class Choice(s.Serializer[Any]):
    """Which version is right."""

    choose = s.ChoiceField(choices=["stored", "sent"])


class PinSent(s.Serializer[Any]):
    """An entrant in person: start number and PIN of his start card."""

    number = s.IntegerField(min_value=1)
    pin = s.CharField()
    row = s.IntegerField(required=False, help_text="of a deal: the row's id, as it was seen")


class CallSent(s.Serializer[Any]):
    """Why the director should come."""

    reason = s.ChoiceField(choices=["dispute", "score", "rules", "player", "other"])
