"""URLs: series, and players over all events of a club."""

from django.urls import path

from tournaments.views.series import players, series_files, series_pages

urlpatterns = [
    path("clubs/<any_slug:slug>/series/", series_pages.club_series, name="club_series"),
    path("clubs/<any_slug:slug>/new-series/", series_pages.new_series, name="new_series"),
    path("series/<any_slug:slug>/", series_pages.series, name="series"),
    path("series/<any_slug:slug>/standings.csv", series_files.series_csv, name="series_csv"),
    path("series/<any_slug:slug>/standings.pdf", series_files.series_pdf, name="series_pdf"),
    path("series/<any_slug:slug>/organise/", series_pages.series_settings, name="series_settings"),
    path("series/<any_slug:slug>/organise/next/", series_pages.next_series, name="next_series"),
    path("clubs/<any_slug:slug>/players/", players.club_players, name="club_players"),
    path("clubs/<any_slug:slug>/players/<whole:player_id>/", players.player, name="player"),
    path("clubs/<any_slug:slug>/players/<whole:player_id>/lists/", players.player_lists, name="player_lists"),
]
