"""Bodies of money; all amounts are cents."""

from typing import Any

from rest_framework import serializers as s

from tournaments.api.http.bodies import Body, Text, Whole, text_of
from tournaments.models import Payment, PaymentKind

MOST_CENTS = 10_000_000


class LostListShape(s.Serializer[Any]):
    """What an entrant owes for the deals of one round."""

    round = s.IntegerField()
    lost = s.IntegerField(help_text="lost deals")
    passed = s.IntegerField(help_text="passed deals, if they cost something")
    cents = s.IntegerField()


class AccountOfEntrant(s.Serializer[Any]):
    """The account of an entrant: amounts due and paid, in cents."""

    number = s.IntegerField()
    name = s.CharField(allow_blank=True)
    fee_due = s.IntegerField()
    fee_paid = s.IntegerField()
    lost_due = s.IntegerField(help_text="for lost deals")
    lost_lists = LostListShape(many=True, help_text="list by list; empty if lost deals cost nothing")
    lost_paid = s.IntegerField()
    prizes = s.IntegerField(help_text="prize money received")


class FeeList(s.Serializer[Any]):
    """The accounts of all entrants."""

    results = AccountOfEntrant(many=True)
    next = s.URLField(allow_null=True, help_text="always null")


class FeePaid(Body):
    """The entrant who pays, and the kind of the amount due."""

    number = Whole(help_text="the start number")
    kind = Text(required=False, help_text="`fee` without it, or `lost_deals`")


class NewPayment(Body):
    """Money received or paid out."""

    kind = s.ChoiceField(choices=PaymentKind.values)
    cents = Whole(min_value=-MOST_CENTS, max_value=MOST_CENTS, help_text="received; below zero: paid out")
    number = Whole(required=False, help_text="the start number, if it concerns an entrant")
    note = text_of(Payment, "note", required=False, allow_blank=True)


class PaymentShape(s.Serializer[Any]):
    """A payment."""

    id = s.IntegerField()
    kind = s.ChoiceField(choices=PaymentKind.values)
    cents = s.IntegerField()
    number = s.IntegerField(allow_null=True)
    note = s.CharField(allow_blank=True)


class PaidDue(s.Serializer[Any]):
    """The payment that was booked; null if nothing was due any more."""

    payment = PaymentShape(allow_null=True)


class PrizeShape(s.Serializer[Any]):
    """A prize as it stands now."""

    number = s.IntegerField()
    name = s.CharField(allow_blank=True)
    cents = s.IntegerField()
    things = s.ListField(child=s.CharField())
    is_given = s.BooleanField()


class PrizeList(s.Serializer[Any]):
    """All prizes as they stand now."""

    pot = s.IntegerField()
    left = s.IntegerField()
    mark = s.CharField(help_text="for giving exactly these prizes")
    results = PrizeShape(many=True)


class Giving(Body):
    """The prizes to give."""

    mark = Text(required=False, help_text="of the prizes as they were seen")


class Given(s.Serializer[Any]):
    """The prizes that were booked."""

    results = PaymentShape(many=True)


class CashClosing(Body):
    """The cash as it was counted."""

    counted = Whole(min_value=0, max_value=MOST_CENTS)
