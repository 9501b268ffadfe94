"""URLs of events. A slug has letters of any script, digits, hyphens and underscores."""

from django.urls import path, re_path

from tournaments.api.events import endpoints
from tournaments.api.events.organising import SettingsViewSet, TemplateViewSet
from tournaments.api.http.routers import Router

SLUG = r"^events/(?P<slug>[-\w]+)/"

router = Router()
router.register("clubs/<any_slug:slug>/templates", TemplateViewSet, "template")

urlpatterns = [
    path("events/", endpoints.Events.as_view(), name="api_events"),
    re_path(SLUG + "$", endpoints.Event.as_view(), name="api_event"),
    re_path(SLUG + "standings/$", endpoints.Standings.as_view(), name="api_standings"),
    re_path(SLUG + "stream/$", endpoints.Stream.as_view(), name="api_event_stream"),
    re_path(SLUG + "settings/$", SettingsViewSet.as_view({"get": "retrieve"}), name="api_event_settings"),
    re_path(SLUG + "copy/$", SettingsViewSet.as_view({"post": "copy_event"}), name="api_event_copy"),
    re_path(
        SLUG + "state/$",
        SettingsViewSet.as_view({"get": "event_state", "post": "change_event_state"}),
        name="api_event_state",
    ),
    re_path(
        SLUG + "template/$", SettingsViewSet.as_view({"post": "save_template"}), name="api_save_template"
    ),
    *router.urls,
]
