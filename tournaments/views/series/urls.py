"""URLs: series."""

from django.urls import path

from tournaments.views.pages.prefixes import EVENT
from tournaments.views.series import series_files, series_pages

urlpatterns = [
    path("clubs/<any_slug:slug>/series/", series_pages.club_series, name="club_series"),
    path("clubs/<any_slug:slug>/new-series/", series_pages.new_series, name="new_series"),
    path("series/<any_slug:slug>/", series_pages.series, name="series"),
    path("series/<any_slug:slug>/standings.csv", series_files.series_csv, name="series_csv"),
    path("series/<any_slug:slug>/standings.pdf", series_files.series_pdf, name="series_pdf"),
    path("series/<any_slug:slug>/organise/", series_pages.series_settings, name="series_settings"),
    path("series/<any_slug:slug>/organise/next/", series_pages.next_series, name="next_series"),
    path(EVENT + "teams/", series_pages.event_teams, name="event_teams"),
    path(EVENT + "teams/live/", series_pages.event_teams_live, name="event_teams_live"),
]
