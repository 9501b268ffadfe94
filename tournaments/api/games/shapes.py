"""Response bodies of games."""

from typing import Any

from rest_framework import serializers as s

from tournaments.api.events.shapes import RankingShape


class GameShape(s.Serializer[Any]):
    """A game."""

    key = s.CharField()
    name = s.CharField()
    title = s.CharField()
    house_scoring = s.CharField(allow_blank=True)


class GameList(s.Serializer[Any]):
    """All games."""

    results = GameShape(many=True)
    next = s.URLField(allow_null=True, help_text="always null")


class OptionChoice(s.Serializer[Any]):
    """One value of an option."""

    value = s.JSONField()
    label = s.CharField()  # type: ignore[assignment]


class OptionShape(s.Serializer[Any]):
    """An option of a game."""

    name = s.CharField()
    kind = s.CharField()
    label = s.CharField()  # type: ignore[assignment]
    help = s.CharField(allow_blank=True)
    choices = OptionChoice(many=True)
    default = s.JSONField()
    may_be_null = s.BooleanField()
    may_be_several = s.BooleanField()
    least = s.IntegerField(allow_null=True)
    most = s.IntegerField(allow_null=True)


class GameDetail(GameShape):
    """A game with everything that a form needs."""

    seats = s.ListField(child=s.IntegerField())
    standard_seats = s.IntegerField()
    deals_per_round = s.DictField(child=s.IntegerField())
    options = OptionShape(many=True)
    fields = s.ListField(child=s.DictField(), help_text="as in a table's state")  # type: ignore[assignment]
    ranked_by = RankingShape(many=True)
