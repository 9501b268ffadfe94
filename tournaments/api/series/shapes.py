"""Request and response bodies of series."""

from typing import Any

from rest_framework import serializers as s

from tournaments.api.http.bodies import Body, Flag, Text, text_of
from tournaments.api.http.description import example
from tournaments.api.http.shapes import ModelShape
from tournaments.models import Series
from tournaments.selectors.series.series_standings import events_by_date


class SeriesName(s.Serializer[Any]):
    """A published series."""

    slug = s.CharField()
    name = s.CharField()
    club = s.CharField()


class SeriesList(s.Serializer[Any]):
    """The published series."""

    series = SeriesName(many=True)
    next = s.URLField(allow_null=True, help_text="always null: the list ends with the newest 200")


class SeriesEvent(s.Serializer[Any]):
    """An event that counts."""

    slug = s.CharField()
    name = s.CharField()
    date = s.DateField()


class SeriesCell(s.Serializer[Any]):
    """A player's result in one event."""

    event = s.CharField(help_text="the event's slug")
    value = s.JSONField(help_text="an integer, or an exact fraction as text")
    counts = s.BooleanField(help_text="false if only the best results count and this is not one of them")
    number = s.IntegerField(help_text="the player's start number at this event")


class SeriesUnranked(s.Serializer[Any]):
    """Why a row has no rank."""

    code = s.ChoiceField(choices=["minimum"])
    words = s.CharField(help_text="in the language of the request")


class SeriesLineShape(s.Serializer[Any]):
    """One row of a series."""

    rank = s.IntegerField(allow_null=True, help_text="null if the player has played too few events")
    unranked = SeriesUnranked(allow_null=True, help_text="why there is no rank; null for a rank")
    player = s.IntegerField()
    name = s.CharField()
    total = s.JSONField(help_text="an integer, or an exact fraction as text")
    cells = s.ListField(
        child=SeriesCell(allow_null=True), help_text="in the order of `events`; null if the player was absent"
    )


class SeriesCategory(s.Serializer[Any]):
    """The list of a category, with its own ranks."""

    key = s.CharField()
    rows = SeriesLineShape(many=True)


class SeriesShape(SeriesName):
    """The standings of a series."""

    policy = s.DictField()
    events = SeriesEvent(many=True, help_text="the events that count, oldest first")
    waiting = s.IntegerField(help_text="number of chosen events that do not count yet, or not publicly")
    problems = s.ListField(child=s.CharField(), help_text="why no totals can be computed; usually empty")
    unit = s.ChoiceField(choices=["points", "count", "cents", "bread"])
    category = s.CharField(help_text="the category of `rows`; empty for the overall list")
    rows = SeriesLineShape(many=True)
    categories = SeriesCategory(many=True)


MOST_EVENTS = 500


class SeriesSettingsShape(ModelShape):
    """A series as its organisers set it up."""

    club = s.CharField(source="club.slug")
    policy = s.DictField()
    events = s.SerializerMethodField(help_text="their slugs")

    class Meta:
        model = Series
        fields = ["slug", "name", "club", "policy", "events", "is_published"]

    def get_events(self, series: Series) -> list[str]:
        return [event.slug for event in events_by_date(series)]


@example(name="Season 2027/28")
class NextSeries(Body):
    """The name of a series."""

    name = text_of(Series, "name")


@example(events=["autumn", "winter"])
class SeriesChanges(Body):
    """Fields of a series to change."""

    name = text_of(Series, "name", required=False)
    policy = s.DictField(required=False, help_text="which results count: docs/series.md")
    events = s.ListField(child=Text(), required=False, max_length=MOST_EVENTS, help_text="their slugs")
    is_published = Flag(required=False)


@example(club="kartenrunde", name="Season 2026/27", events=["autumn"], is_published=True)
class NewSeries(SeriesChanges):
    """A series to make."""

    club = Text(help_text="the club's slug")
    name = text_of(Series, "name")
