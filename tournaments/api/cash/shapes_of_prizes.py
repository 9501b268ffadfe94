"""Bodies of the prize key; all amounts are cents."""

from typing import Any

from rest_framework import serializers as s

from scoring.standings.agreements import LAST_PLACE, LONGEST_THING, MOST_CENTS
from scoring.standings.prizes import POT, TIES, WHOLE
from tournaments.api.http.bodies import Body, Text, Whole

MOST_PRIZES = 200


class PrizeSent(Body):
    """A prize of each of some places: one of `cents`, `share` and `thing`."""

    places = s.ListField(child=Whole(min_value=1, max_value=LAST_PLACE), allow_empty=False)
    cents = Whole(required=False, max_value=MOST_CENTS)
    share = Whole(required=False, max_value=WHOLE, help_text="of the pot, in thousandths")
    thing = Text(required=False, max_length=LONGEST_THING)


class NewKey(Body):
    """A prize key."""

    prizes = PrizeSent(many=True, max_length=MOST_PRIZES)  # type: ignore[call-arg]
    ties = s.ChoiceField(choices=TIES, help_text="equal players share the money, or are placed by lot")
    pot = s.ListField(
        child=s.ChoiceField(choices=POT), required=False, help_text="what fills the pot; both without it"
    )
    series = s.ListField(
        child=Text(max_length=LONGEST_THING),
        required=False,
        max_length=MOST_PRIZES,
        help_text="prizes of the season, which are only named",
    )


class PrizeOfKey(s.Serializer[Any]):
    """A prize of each of some places."""

    places = s.ListField(child=s.IntegerField())
    cents = s.IntegerField(required=False)
    share = s.IntegerField(required=False)
    thing = s.CharField(required=False)


class KeyShape(s.Serializer[Any]):
    """A prize key."""

    prizes = PrizeOfKey(many=True)
    ties = s.ChoiceField(choices=TIES)
    series = s.ListField(child=s.CharField())
    pot = s.ListField(child=s.ChoiceField(choices=POT))
