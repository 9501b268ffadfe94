"""Endpoints of series. Any origin may read published ones; a token reads others of its person's clubs."""

import hashlib

from django.core.serializers.json import DjangoJSONEncoder
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.events.endpoints import NEWEST, OPEN_TO_ALL, headers_for
from tournaments.api.http.answering import is_known
from tournaments.api.http.objects import reader_of
from tournaments.api.http.views import OpenView
from tournaments.api.series import organising, schema
from tournaments.selectors.series.series_standings import (
    get_public_series,
    public_series,
    series_json,
    series_table,
)
from tournaments.serving.caching import FOR_ALL

ENCODER = DjangoJSONEncoder(sort_keys=True)


class AllSeries(OpenView):
    """All published series."""

    @extend_schema(**schema.ALL_SERIES)
    def get(self, request: Request) -> Response:
        """List published series, newest first."""
        found = public_series(NEWEST)
        listed = [{"slug": each.slug, "name": each.name, "club": each.club.name} for each in found]
        return Response({"series": listed, "next": None}, headers={**OPEN_TO_ALL, "Cache-Control": FOR_ALL})

    @extend_schema(**schema.CREATE)
    def post(self, request: Request) -> Response:
        """Make a series of a club."""
        return organising.create(self, request)


class Series(OpenView):
    """The standings of a series."""

    @extend_schema(**schema.SERIES)
    def get(self, request: Request, slug: str) -> Response:
        """Return the overall list and the categories' lists; 304 while they are unchanged."""
        series = get_public_series(reader_of(request), slug)
        if series is None:
            raise Http404
        category = request.query_params.get("category", "")
        told = series_json(series, series_table(series, with_unpublished=False, category=category))
        etag = f'"{hashlib.sha256(ENCODER.encode(told).encode()).hexdigest()[:32]}"'
        headers = {**headers_for(request), "ETag": etag}
        if is_known(request, etag):
            return Response(status=304, headers=headers)
        return Response(told, headers=headers)

    @extend_schema(**schema.CHANGE)
    def patch(self, request: Request, slug: str) -> Response:
        """Change name, policy, events or publication."""
        return organising.change(self, request, slug=slug)
