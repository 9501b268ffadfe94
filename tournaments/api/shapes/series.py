"""What everybody may read of a series."""

from typing import Any

from rest_framework import serializers as s


class SeriesName(s.Serializer[Any]):
    """A published series."""

    slug = s.CharField()
    name = s.CharField()
    club = s.CharField()


class SeriesList(s.Serializer[Any]):
    """The published series."""

    series = SeriesName(many=True)


class SeriesEvent(s.Serializer[Any]):
    """An event that counts."""

    slug = s.CharField()
    name = s.CharField()
    date = s.DateField()


class SeriesCell(s.Serializer[Any]):
    """What an event gave somebody."""

    event = s.CharField(help_text="its slug")
    value = s.JSONField(help_text="a whole number, or an exact fraction as text")
    counts = s.BooleanField(help_text="false where only the best count and this is none of them")
    number = s.IntegerField(help_text="the start number it was won with")


class SeriesLineShape(s.Serializer[Any]):
    """One line of a series."""

    rank = s.IntegerField(allow_null=True, help_text="null for whoever has played too few events")
    player = s.IntegerField()
    name = s.CharField()
    total = s.JSONField(help_text="a whole number, or an exact fraction as text")
    cells = s.ListField(
        child=SeriesCell(allow_null=True), help_text="in the order of `events`; null where he did not play"
    )


class SeriesCategory(s.Serializer[Any]):
    """The list of a category, with ranks of its own."""

    key = s.CharField()
    rows = SeriesLineShape(many=True)


class SeriesShape(SeriesName):
    """How a series stands."""

    policy = s.DictField()
    events = SeriesEvent(many=True, help_text="those that count, the oldest first")
    waiting = s.IntegerField(help_text="chosen events that do not count yet, or not for everybody")
    problems = s.ListField(child=s.CharField(), help_text="why nothing is added up; mostly empty")
    unit = s.ChoiceField(choices=["points", "count", "cents", "bread"])
    category = s.CharField(help_text="whose list `rows` are; empty: everybody's")
    rows = SeriesLineShape(many=True)
    categories = SeriesCategory(many=True)
