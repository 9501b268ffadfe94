"""Request bodies of series."""

from rest_framework import serializers as s

from tournaments.api.http.bodies import Body, Flag, Text, text_of
from tournaments.models import Series

MOST_EVENTS = 500


class NextSeries(Body):
    """The name of a series."""

    name = text_of(Series, "name")


class SeriesChanges(Body):
    """Fields of a series to change."""

    name = text_of(Series, "name", required=False)
    policy = s.DictField(required=False, help_text="which results count: docs/series.md")
    events = s.ListField(child=Text(), required=False, max_length=MOST_EVENTS, help_text="their slugs")
    is_published = Flag(required=False)


class NewSeries(SeriesChanges):
    """A series to make."""

    club = Text(help_text="the club's slug")
    name = text_of(Series, "name")
