"""Money as it is answered, and the bodies of its requests; all amounts are cents."""

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers as s

from scoring.competitions.awards import POT, TIES, WHOLE
from scoring.standings.agreements import LAST_PLACE, LONGEST_THING, MOST_CENTS, MOST_PAID
from tournaments.api.http.bodies import Body, Flag, Text, Whole, text_of
from tournaments.api.http.description import example
from tournaments.api.http.shapes import ModelShape, NameOfEntrant
from tournaments.models import Payment, PaymentKind

MOST_PRIZES = 200


class LostListShape(s.Serializer[Any]):
    """What an entrant owes for the deals of one round."""

    round = s.IntegerField()
    lost = s.IntegerField(help_text="lost deals")
    passed = s.IntegerField(help_text="passed deals, if they cost something")
    cents = s.IntegerField()


class AccountOfEntrant(s.Serializer[Any]):
    """The account of an entrant: amounts due and paid, in cents."""

    number = s.IntegerField(source="entrant.number")
    name = NameOfEntrant()
    fee_due = s.IntegerField()
    fee_class = s.CharField(help_text="as what they pay: `member`, `guest`, `youth` or `late`")
    fee_paid = s.IntegerField()
    lost_due = s.IntegerField(help_text="for lost deals")
    lost_lists = LostListShape(many=True, help_text="list by list; empty if lost deals cost nothing")
    lost_paid = s.IntegerField()
    entry_due = s.IntegerField(help_text="fees of competitions")
    entry_paid = s.IntegerField()
    prizes = s.IntegerField(help_text="prize money received")


@extend_schema_serializer(many=False)
class FeeList(s.Serializer[Any]):
    """The accounts of all entrants."""

    results = AccountOfEntrant(many=True)
    next = s.URLField(allow_null=True, help_text="always null")


@example(number=3)
class FeePaid(Body):
    """The entrant who pays, and the kind of the amount due."""

    number = Whole(help_text="the start number")
    kind = Text(required=False, help_text="`fee` without it, or `entry`, or `lost_deals`")


class PaymentShape(ModelShape):
    """A payment."""

    number = s.IntegerField(source="entrant.number", allow_null=True)

    class Meta:
        model = Payment
        fields = ["id", "kind", "cents", "number", "note"]


@example(kind="other", cents=-250, note="Coffee")
class NewPayment(Body):
    """Money received or paid out."""

    kind = s.ChoiceField(choices=PaymentKind.values)
    cents = Whole(min_value=-MOST_PAID, max_value=MOST_PAID, help_text="received; below zero: paid out")
    number = Whole(required=False, help_text="the start number, if it concerns an entrant")
    note = text_of(Payment, "note", required=False, allow_blank=True)


class PaidDue(s.Serializer[Any]):
    """The payment that was booked; null if nothing was due any more."""

    payment = PaymentShape(allow_null=True)


@example(counted=12000)
class CashClosing(Body):
    """The cash as it was counted."""

    counted = Whole(min_value=0, max_value=MOST_PAID)


# Prizes


class BestOfListShape(s.Serializer[Any]):
    """What an entrant wins as the best of a list."""

    round = s.IntegerField()
    cents = s.IntegerField()

    def to_representation(self, instance: tuple[int, int]) -> dict[str, Any]:
        return dict(zip(("round", "cents"), instance, strict=True))


class WonBesideShape(s.Serializer[Any]):
    """What an entrant, or a team by them, wins in a competition."""

    name = s.CharField()
    cents = s.IntegerField()

    def to_representation(self, instance: tuple[str, int]) -> dict[str, Any]:
        return dict(zip(("name", "cents"), instance, strict=True))


class PrizeShape(s.Serializer[Any]):
    """A prize as it stands now."""

    number = s.IntegerField(source="entrant.number")
    name = NameOfEntrant()
    cents = s.IntegerField()
    things = s.ListField(child=s.CharField())
    lists = BestOfListShape(many=True, help_text="what of `cents` is for the best of a list")
    competitions = WonBesideShape(
        many=True, source="others", help_text="what of `cents` was won in a competition"
    )
    why = s.ListField(child=s.CharField(), help_text="each cent and each thing in sentences")
    is_given = s.BooleanField()


class SourceShape(s.Serializer[Any]):
    """Where the money of one source goes."""

    kind = s.CharField(help_text="`fee`, `lost_deals`, or `own`: the fees of a competition")
    round = s.IntegerField(
        source="list_number", allow_null=True, help_text="of which list; null: of no list alone"
    )
    competition = s.IntegerField(source="competition_number", allow_null=True, help_text="whose own fees")
    taken = s.IntegerField()
    pot = s.IntegerField()
    best = s.IntegerField(help_text="to the best player of the list")
    others = s.IntegerField(help_text="into the pots of competitions")
    host = s.IntegerField()


class PotShape(s.Serializer[Any]):
    """A pot: what is in it, what is won, and what is left."""

    title = s.CharField()
    cents = s.IntegerField()
    given = s.IntegerField()
    left = s.IntegerField(help_text="below zero where the club adds to it")


class TurnShape(s.Serializer[Any]):
    """A turn at a prize table."""

    number = s.IntegerField(source="entrant", help_text="the start number")
    thing = s.CharField(help_text="what they took; empty: they have not chosen")


class TableOfPrizes(s.Serializer[Any]):
    """A prize table: things are chosen in the order of the ranking."""

    competition = s.IntegerField(allow_null=True, help_text="null: of the event's own ranking")
    turns = TurnShape(many=True, help_text="in their order")
    left = s.ListField(child=s.CharField(), help_text="the things that nobody took")


@example(number=3, thing="Ham")
class TakenThing(Body):
    """What somebody takes from a prize table."""

    number = Whole(help_text="the start number of who chooses")
    thing = Text(max_length=LONGEST_THING)


@extend_schema_serializer(many=False)
class PrizeList(s.Serializer[Any]):
    """All prizes as they stand now."""

    pot = s.IntegerField()
    left = s.IntegerField()
    sources = SourceShape(
        many=True, source="statement.sources", help_text="where the money taken so far goes"
    )
    pots = PotShape(many=True, source="statement.pots", help_text="what each pot gives")
    tables = TableOfPrizes(many=True, help_text="the prize tables")
    ties = s.ListField(child=s.CharField(), help_text="who is equal at the last prize of a competition")
    mark = s.CharField(help_text="for giving exactly these prizes")
    results = PrizeShape(many=True, source="wins")


@example()
class Giving(Body):
    """The prizes to give."""

    mark = Text(required=False, help_text="of the prizes as they were seen")
    added = Whole(
        required=False, min_value=0, help_text="the cents that the club adds to pots that are too small"
    )


class Given(s.Serializer[Any]):
    """The prizes that were booked."""

    results = PaymentShape(many=True)


class PrizeSent(Body):
    """A prize of each of some places: one of `cents`, `share` and `thing`; or `choose`, a prize table."""

    places = s.ListField(
        child=Whole(min_value=1, max_value=LAST_PLACE),
        required=False,
        help_text="only a prize table needs none: then everybody chooses",
    )
    cents = Whole(required=False, max_value=MOST_CENTS)
    share = Whole(required=False, max_value=WHOLE, help_text="of the pot, in thousandths")
    thing = Text(required=False, max_length=LONGEST_THING)
    choose = s.ListField(
        child=Text(max_length=LONGEST_THING),
        allow_empty=False,
        required=False,
        help_text="things to choose in the order of the ranking",
    )


@example(prizes=[{"places": [1], "share": 500}, {"places": [2, 3], "cents": 1000}], ties="share")
class NewKey(Body):
    """A prize key."""

    prizes = PrizeSent(many=True, max_length=MOST_PRIZES)  # type: ignore[call-arg]
    ties = s.ChoiceField(choices=TIES, help_text="equal players share the money, or are placed by lot")
    pot = s.ListField(
        child=s.ChoiceField(choices=POT), required=False, help_text="what fills the pot; both without it"
    )
    shares = s.DictField(
        child=Whole(min_value=1, max_value=WHOLE),
        required=False,
        help_text="how much of a source goes into the pot, in thousandths; the whole without it",
    )
    best_of_lists = Whole(
        required=False,
        max_value=WHOLE,
        help_text="of the lost-deal money of each list, for its best player, in thousandths",
    )
    one_prize_each = Flag(
        required=False, help_text="who wins in one competition is passed over in those behind it"
    )
    series = s.ListField(
        child=Text(max_length=LONGEST_THING),
        required=False,
        max_length=MOST_PRIZES,
        help_text="prizes of the season, which are only named",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the key as it is stored."""
        prizes = [dict(each) for each in attrs["prizes"]]
        usual = {"series": attrs.get("series", []), "pot": attrs.get("pot", list(POT))}
        return {**attrs, "prizes": prizes, **usual}


class PrizeOfKey(s.Serializer[Any]):
    """A prize of each of some places."""

    places = s.ListField(child=s.IntegerField(), help_text="empty for a prize table of everybody")
    cents = s.IntegerField(required=False)
    share = s.IntegerField(required=False)
    thing = s.CharField(required=False)
    choose = s.ListField(child=s.CharField(), required=False)


class KeyShape(s.Serializer[Any]):
    """A prize key."""

    prizes = PrizeOfKey(many=True)
    ties = s.ChoiceField(choices=TIES)
    series = s.ListField(child=s.CharField())
    pot = s.ListField(child=s.ChoiceField(choices=POT))
    shares = s.DictField(child=s.IntegerField(), help_text="of each source in the pot, in thousandths")
    best_of_lists = s.IntegerField()
    one_prize_each = s.BooleanField()
