"""Endpoints of series. Any origin may read published ones; a token reads others of its person's clubs."""

import hashlib

from django.core.serializers.json import DjangoJSONEncoder
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.events.views import NEWEST, OPEN_TO_ALL, headers_for
from tournaments.api.http.answering import is_known
from tournaments.api.http.bodies import read_as
from tournaments.api.http.objects import directed_club, or_404, reader_of
from tournaments.api.http.schema import KNOWN
from tournaments.api.http.schema_of_programs import open_reading, writing
from tournaments.api.http.views import Editable, OpenView
from tournaments.api.http.writing import answer_with_etag, refuse_unmatched
from tournaments.api.series import shapes
from tournaments.api.series.shapes import NewSeries, NextSeries, SeriesChanges, SeriesSettingsShape
from tournaments.models import Club, Event
from tournaments.models import Series as SeriesRow
from tournaments.selectors.clubs.permissions import get_event_at
from tournaments.selectors.series.series_standings import (
    get_public_series,
    get_series_for,
    public_series,
    series_json,
    series_table,
)
from tournaments.services.series.lifecycle import change_series, copy_series, create_series
from tournaments.serving.caching import FOR_ALL

ALL_SERIES = open_reading("all_series", "series", {200: shapes.SeriesList})
CATEGORY = OpenApiParameter("category", str, description="Return the list of one category.")
SERIES = open_reading("series", "series", {200: shapes.SeriesShape, 304: None}, parameters=[KNOWN, CATEGORY])
CREATE = writing("create_series", "series", SeriesSettingsShape, status=201, body=NewSeries)
CHANGE = writing("change_series", "series", SeriesSettingsShape, body=SeriesChanges, is_matched=True)


ENCODER = DjangoJSONEncoder(sort_keys=True)


class AllSeries(OpenView):
    """All published series."""

    @extend_schema(**ALL_SERIES)
    def get(self, request: Request) -> Response:
        """List published series, newest first."""
        shown = public_series(NEWEST)
        listed = [{"slug": each.slug, "name": each.name, "club": each.club.name} for each in shown]
        return Response({"series": listed, "next": None}, headers={**OPEN_TO_ALL, "Cache-Control": FOR_ALL})

    @extend_schema(**CREATE)
    def post(self, request: Request) -> Response:
        """Make a series of a club."""
        body = read_as(NewSeries, request)
        club = directed_club(request, body.pop("club"))
        made = create_series(club=club, events=events_of(club, body.pop("events", [])), **body)
        place = reverse("api_series", args=[made.slug])
        return answer_with_etag(SeriesSettingsShape(made).data, 201, Location=place)


class Series(OpenView):
    """The standings of a series."""

    @extend_schema(**SERIES)
    def get(self, request: Request, slug: str) -> Response:
        """Return the overall list and the categories' lists; 304 while they are unchanged."""
        series = or_404(get_public_series(reader_of(request), slug))
        category = request.query_params.get("category", "")
        facts = series_json(series, series_table(series, with_unpublished=False, category=category))
        etag = f'"{hashlib.sha256(ENCODER.encode(facts).encode()).hexdigest()[:32]}"'
        headers = {**headers_for(request), "ETag": etag}
        if is_known(request, etag):
            return Response(status=304, headers=headers)
        return Response(facts, headers=headers)

    @extend_schema(**CHANGE)
    def patch(self, request: Request, slug: str) -> Response:
        """Change name, policy, events or publication."""
        series = or_404(get_series_for(request.user, slug))
        refuse_unmatched(request, SeriesSettingsShape(series).data)
        body = read_as(SeriesChanges, request)
        named = body.pop("events", None)
        events = list(series.events.all()) if named is None else events_of(series.club, named)
        usual = {"name": series.name, "policy": series.policy, "is_published": series.is_published}
        changed = change_series(series=series, events=events, **{**usual, **body})
        return answer_with_etag(SeriesSettingsShape(changed).data)


def events_of(club: Club, slugs: list[str]) -> list[Event]:
    """Return the club's events of these slugs. Raises Http404 if one is not there."""
    return [or_404(get_event_at(club, slug)) for slug in slugs]


# As organisers see it: settings and copies


@extend_schema(tags=["series"])
class SettingsViewSet(Editable):
    """One series as its organisers see it."""

    serializer_class = SeriesSettingsShape

    def get_object(self) -> SeriesRow:
        """Return the series, if the token's person may change it. Raises Http404."""
        series: SeriesRow = or_404(get_series_for(self.request.user, self.kwargs["slug"]))
        return series

    @extend_schema(operation_id="series_settings")
    def retrieve(self, request: Request, slug: str) -> Response:
        """Return the settings, with the ETag that a change needs."""
        return self.answer(self.get_object())

    @extend_schema(request=NextSeries, responses={201: SeriesSettingsShape})
    def copy_series(self, request: Request, slug: str) -> Response:
        """Make the next series, with the same policy and no events."""
        copied = copy_series(series=self.get_object(), **self.sent(NextSeries))
        return self.answer(copied, 201, Location=reverse("api_series", args=[copied.slug]))
