"""URLs of version 1, by subject."""

from django.urls import include, path

urlpatterns = [
    path("", include("tournaments.api.events.urls")),
    path("", include("tournaments.api.tables.urls")),
    path("", include("tournaments.api.series.urls")),
]
