"""Endpoints of a series as its organisers see it: settings and copies."""

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.http.objects import found
from tournaments.api.http.views import Editable
from tournaments.api.series.shapes import NextSeries, SeriesSettingsShape
from tournaments.models import Series
from tournaments.selectors.series.series_standings import get_series_for
from tournaments.services.series.lifecycle import copy_series


@extend_schema(tags=["series"])
class SettingsViewSet(Editable):
    """One series as its organisers see it."""

    serializer_class = SeriesSettingsShape

    def get_object(self) -> Series:
        """Return the series, if the token's person may change it. Raises Http404."""
        series: Series = found(get_series_for(self.request.user, self.kwargs["slug"]))
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
