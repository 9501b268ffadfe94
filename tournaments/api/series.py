"""What everybody may read of published series; any site may, so there is no account in it."""

import hashlib

from django.contrib.auth.models import AnonymousUser
from django.core.serializers.json import DjangoJSONEncoder
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import schema
from tournaments.api.answering import JsonView, is_known
from tournaments.api.events import NEWEST, OPEN_TO_ALL
from tournaments.selectors.series import get_public_series, public_series, series_json, series_table
from tournaments.snapshots import FOR_ALL

ENCODER = DjangoJSONEncoder(sort_keys=True)


class AllSeries(JsonView):
    """The seasons there are."""

    @extend_schema(**schema.ALL_SERIES)
    def get(self, request: Request) -> Response:
        """Published series, newest first."""
        found = public_series(NEWEST)
        listed = [{"slug": each.slug, "name": each.name, "club": each.club.name} for each in found]
        return Response({"series": listed}, headers={**OPEN_TO_ALL, "Cache-Control": FOR_ALL})


class Series(JsonView):
    """How a season stands."""

    @extend_schema(**schema.SERIES)
    def get(self, request: Request, slug: str) -> Response:
        """Everybody's list and the categories'; 304 while they are the same."""
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
