"""URLs of published events. A slug has letters of any script, digits, hyphens and underscores."""

from django.urls import path, re_path

from tournaments.api.events import endpoints

SLUG = r"^events/(?P<slug>[-\w]+)/"

urlpatterns = [
    path("events/", endpoints.Events.as_view(), name="api_events"),
    re_path(SLUG + "$", endpoints.Event.as_view(), name="api_event"),
    re_path(SLUG + "standings/$", endpoints.Standings.as_view(), name="api_standings"),
]
