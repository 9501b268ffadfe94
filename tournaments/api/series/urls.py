"""URLs of series."""

from django.urls import path, re_path

from tournaments.api.series import endpoints
from tournaments.api.series.organising import SettingsViewSet

ONE = "series/<any_slug:slug>/"

urlpatterns = [
    path("series/", endpoints.AllSeries.as_view(), name="api_all_series"),
    re_path(r"^series/(?P<slug>[-\w]+)/$", endpoints.Series.as_view(), name="api_series"),
    path(ONE + "settings/", SettingsViewSet.as_view({"get": "retrieve"}), name="api_series_settings"),
    path(ONE + "copy/", SettingsViewSet.as_view({"post": "copy_series"}), name="api_series_copy"),
]
