"""Public endpoints of published series. Any origin may read them, so they use no account."""

import hashlib

from django.contrib.auth.models import AnonymousUser
from django.core.serializers.json import DjangoJSONEncoder
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.events.endpoints import NEWEST, OPEN_TO_ALL
from tournaments.api.http.answering import JsonView, is_known
from tournaments.api.series import schema
from tournaments.selectors.series.series_standings import (
    get_public_series,
    public_series,
    series_json,
    series_table,
)
from tournaments.serving.caching import FOR_ALL

ENCODER = DjangoJSONEncoder(sort_keys=True)


class AllSeries(JsonView):
    """All published series."""

    @extend_schema(**schema.ALL_SERIES)
    def get(self, request: Request) -> Response:
        """List published series, newest first."""
        found = public_series(NEWEST)
        listed = [{"slug": each.slug, "name": each.name, "club": each.club.name} for each in found]
        return Response({"series": listed}, headers={**OPEN_TO_ALL, "Cache-Control": FOR_ALL})


class Series(JsonView):
    """The standings of a series."""

    @extend_schema(**schema.SERIES)
    def get(self, request: Request, slug: str) -> Response:
        """Return the overall list and the categories' lists; 304 while they are unchanged."""
        series = get_public_series(AnonymousUser(), slug)
        if series is None:
            raise Http404
        category = request.query_params.get("category", "")
        told = series_json(series, series_table(series, with_unpublished=False, category=category))
        etag = f'"{hashlib.sha256(ENCODER.encode(told).encode()).hexdigest()[:32]}"'
        headers = {**OPEN_TO_ALL, "ETag": etag, "Cache-Control": FOR_ALL}
        if is_known(request, etag):
            return Response(status=304, headers=headers)
        return Response(told, headers=headers)
