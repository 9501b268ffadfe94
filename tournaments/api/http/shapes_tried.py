"""Shapes of the consequences of a decision that was only tried."""

from typing import Any

from rest_framework import serializers as s


class RankMoved(s.Serializer[Any]):
    """A row of the standings before and after."""

    number = s.IntegerField()
    name = s.CharField(allow_blank=True)
    rank_before = s.IntegerField(help_text="without a rank, the position in the list")
    rank_after = s.IntegerField(help_text="without a rank, the position in the list")
    is_ranked_before = s.BooleanField()
    is_ranked_after = s.BooleanField()
    total_before = s.JSONField()
    total_after = s.JSONField()


class ValueMoved(s.Serializer[Any]):
    """A value of one person before and after, in words."""

    name = s.CharField(allow_blank=True)
    before = s.CharField(allow_blank=True)
    after = s.CharField(allow_blank=True)


class ConsequencesShape(s.Serializer[Any]):
    """The consequences of a decision; every list is empty if it changes nothing."""

    ranks = RankMoved(many=True)
    prizes = ValueMoved(many=True)
    money = ValueMoved(many=True, help_text="what lost deals cost")
    ratings = ValueMoved(many=True)
    notes = s.ListField(child=s.CharField(), help_text="about draws, lists and prizes made before")


class Tried(s.Serializer[Any]):
    """The answer with `dry_run`: nothing was stored."""

    consequences = ConsequencesShape()
