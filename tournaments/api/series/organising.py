"""Endpoints that set up series: create, change, copy."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.http.bodies import read_as
from tournaments.api.http.objects import directed_club, found
from tournaments.api.http.views import ProgramView
from tournaments.api.http.writing import refuse_unmatched, told_with_etag
from tournaments.api.series import schema, shapes_sent
from tournaments.models import Club, Event, Series
from tournaments.selectors.series.series_standings import get_series_for
from tournaments.services.series.lifecycle import change_series, copy_series, create_series


def create(view: Any, request: Request) -> Response:
    """Make a series of a club."""
    body = read_as(shapes_sent.NewSeries, request)
    club = directed_club(request, body.pop("club"))
    events = events_of(club, body.pop("events", []))
    made = create_series(club=club, events=events, **body)
    return told_with_etag(settings_json(made), 201, Location=reverse("api_series", args=[made.slug]))


def change(view: Any, request: Request, slug: str) -> Response:
    """Change name, policy, events or publication."""
    series = found(get_series_for(request.user, slug))
    refuse_unmatched(request, settings_json(series))
    body = read_as(shapes_sent.SeriesChanges, request)
    named = body.pop("events", None)
    events = list(series.events.all()) if named is None else events_of(series.club, named)
    usual = {"name": series.name, "policy": series.policy, "is_published": series.is_published}
    return told_with_etag(settings_json(change_series(series=series, events=events, **{**usual, **body})))


class SeriesSettings(ProgramView):
    """The settings of one series."""

    @extend_schema(**schema.SETTINGS)
    def get(self, request: Request, slug: str) -> Response:
        """Return the settings, with the ETag that a change needs."""
        return told_with_etag(settings_json(found(get_series_for(request.user, slug))))


class SeriesCopy(ProgramView):
    """Copies of one series."""

    @extend_schema(**schema.COPY)
    def post(self, request: Request, slug: str) -> Response:
        """Make the next series, with the same policy and no events."""
        series = found(get_series_for(request.user, slug))
        copied = copy_series(series=series, name=read_as(shapes_sent.NextSeries, request)["name"])
        return told_with_etag(settings_json(copied), 201, Location=reverse("api_series", args=[copied.slug]))


def events_of(club: Club, slugs: list[str]) -> list[Event]:
    """Return the club's events of these slugs. Raises Http404 if one is not there."""
    return [found(club.events.filter(slug=slug).first()) for slug in slugs]


def settings_json(series: Series) -> dict[str, Any]:
    """Return a series as its organisers set it up."""
    return {
        "slug": series.slug,
        "name": series.name,
        "club": series.club.slug,
        "policy": series.policy,
        "events": [event.slug for event in series.events.order_by("date", "pk")],
        "is_published": series.is_published,
    }
