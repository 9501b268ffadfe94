"""Series as their organisers set them up, and the bodies of their requests."""

from rest_framework import serializers as s

from tournaments.api.http.bodies import Body, Flag, Text, text_of
from tournaments.api.http.description import example
from tournaments.api.http.shapes import ModelShape
from tournaments.models import Series

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
        return [event.slug for event in series.events.order_by("date", "pk")]


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
