"""URLs of the archives of events."""

from django.urls import path

from tournaments.api.installation import endpoints

urlpatterns = [
    path("events/archive/", endpoints.Archives.as_view(), name="api_archives"),
    path("events/<any_slug:slug>/archive/", endpoints.EventArchive.as_view(), name="api_archive"),
]
