"""URLs of published series."""

from django.urls import path, re_path

from tournaments.api.series import endpoints

urlpatterns = [
    path("series/", endpoints.AllSeries.as_view(), name="api_all_series"),
    re_path(r"^series/(?P<slug>[-\w]+)/$", endpoints.Series.as_view(), name="api_series"),
]
