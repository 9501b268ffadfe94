"""URLs of the application, by subject."""

from django.urls import include, path, register_converter

from tournaments.serving.converters import AnySlug, Whole
from tournaments.views.pages import service_worker

register_converter(AnySlug, "any_slug")
register_converter(Whole, "whole")

urlpatterns = [
    path("api/v1/", include("tournaments.api.urls")),
    path("", include("tournaments.views.pages.moved")),  # first: a chapter of the help may have any key
    path("worker.js", service_worker.worker, name="worker"),
    path("", include("tournaments.views.games.urls")),
    path("", include("tournaments.views.help.urls")),
    path("", include("tournaments.views.clubs.urls")),
    path("", include("tournaments.views.events.urls")),
    path("", include("tournaments.views.entry.urls")),
    path("", include("tournaments.views.draw.urls")),
    path("", include("tournaments.views.rounds.urls")),
    path("", include("tournaments.views.sheets.urls")),
    path("", include("tournaments.views.standings.urls")),
    path("", include("tournaments.views.history.urls")),
    path("", include("tournaments.views.publishing.urls")),
    path("", include("tournaments.views.hall.urls")),
    path("", include("tournaments.views.tables.urls")),
    path("", include("tournaments.views.cash.urls")),
    path("", include("tournaments.views.competitions.urls")),
    path("", include("tournaments.views.series.urls")),
    path("", include("tournaments.views.paper.urls")),
    path("", include("tournaments.views.webhooks.urls")),
    path("", include("tournaments.views.installation.urls")),
]
