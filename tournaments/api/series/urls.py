"""URLs of series."""

from django.urls import path, re_path

from tournaments.api.series import endpoints, organising

urlpatterns = [
    path("series/", endpoints.AllSeries.as_view(), name="api_all_series"),
    re_path(r"^series/(?P<slug>[-\w]+)/$", endpoints.Series.as_view(), name="api_series"),
    path("series/<any_slug:slug>/settings/", organising.SeriesSettings.as_view(), name="api_series_settings"),
    path("series/<any_slug:slug>/copy/", organising.SeriesCopy.as_view(), name="api_series_copy"),
]
