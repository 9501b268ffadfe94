"""Request bodies of a table's endpoints."""

from typing import Any

from rest_framework import serializers as s

from tournaments.api.http.bodies import Body, Flag


class DealSent(s.Serializer[Any]):
    """The next deal."""

    number = s.IntegerField(min_value=1)
    record = s.DictField()


class RecordSent(s.Serializer[Any]):
    """A record; the table's `fields` define its content."""

    record = s.DictField()


class CorrectionSent(RecordSent):
    """A record, the row it corrects, and the reason for the correction."""

    row = s.IntegerField(
        required=False, help_text="the row's id; protects a row that moved from being overwritten"
    )
    reason = s.CharField(required=False, max_length=500)


class FirstDealerSent(s.Serializer[Any]):
    """A seat, counted from 0."""

    first_dealer = s.IntegerField(min_value=0)


class Choice(s.Serializer[Any]):
    """The version to keep."""

    choose = s.ChoiceField(choices=["stored", "sent"])


class PinSent(s.Serializer[Any]):
    """An entrant's identification: start number and the PIN of their start card."""

    number = s.IntegerField(min_value=1)
    pin = s.CharField()
    row = s.IntegerField(required=False, help_text="for a deal: the id of the row as displayed")


class CallSent(s.Serializer[Any]):
    """The reason to call the director."""

    reason = s.ChoiceField(choices=["dispute", "score", "rules", "player", "other"])


class LinkSent(Body):
    """Whether the link is renewed."""

    renew = Flag(required=False, help_text="the old link stops working")
