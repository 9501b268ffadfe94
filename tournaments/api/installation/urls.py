"""URLs of the archives of events."""

from django.urls import path

from tournaments.api.installation import endpoints

urlpatterns = [
    path("events/archive/", endpoints.Archives.as_view(), name="api_archives"),
    path(
        "clubs/<any_slug:slug>/archives/<whole:archive_id>/",
        endpoints.SentArchive.as_view(),
        name="api_sent_archive",
    ),
    path("events/<any_slug:slug>/archive/", endpoints.EventArchive.as_view(), name="api_archive"),
]
