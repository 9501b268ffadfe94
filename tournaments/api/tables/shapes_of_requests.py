"""Request bodies of a table's endpoints."""

from typing import Any

from rest_framework import serializers as s

from tournaments.api.http.bodies import Body, Text, Whole, text_of
from tournaments.api.http.reading import NUMBER_LIMIT
from tournaments.models import CallReason, Reason, Settlement


class Record(s.DictField):
    """A record; the game judges it, whatever it is."""

    def run_validation(self, data: Any = s.empty) -> Any:
        """Return what was sent; None for nothing."""
        return None if data is s.empty else data


class Number(Whole):
    """A number of a row, a seat or an entrant."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"max_value": NUMBER_LIMIT, **more})


class Nothing(Body):
    """No body."""


class DealSent(Body):
    """The next deal."""

    number = Number()
    record = Record()


class RecordSent(Body):
    """A record; the table's `fields` define its content."""

    record = Record()


class ReasonSent(Body):
    """Why a row is changed."""

    reason = text_of(Reason, "text", required=False, allow_blank=True, allow_null=True)


class CorrectionSent(RecordSent, ReasonSent):
    """A record, the row it corrects, and the reason for the correction."""

    row = Number(
        required=False,
        allow_null=True,
        help_text="the row's id; protects a row that moved from being overwritten",
    )


class FirstDealerSent(Body):
    """A seat, counted from 0."""

    first_dealer = Number()


class Choice(Body):
    """The version to keep."""

    choose = s.ChoiceField(choices=[Settlement.STORED.value, Settlement.SENT.value])


class PinSent(Body):
    """An entrant's identification: start number and the PIN of their start card."""

    number = Number()
    pin = Text()
    row = Number(required=False, allow_null=True, help_text="for a deal: the id of the row as displayed")


class CallSent(Body):
    """The reason to call the director."""

    reason = s.ChoiceField(choices=CallReason.values)
