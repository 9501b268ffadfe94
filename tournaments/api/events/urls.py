"""URLs of events. A slug has letters of any script, digits, hyphens and underscores."""

from django.urls import path, re_path

from tournaments.api.events import endpoints, organising, state, templates

CLUB = "clubs/<any_slug:slug>/templates/"
SLUG = r"^events/(?P<slug>[-\w]+)/"

urlpatterns = [
    path("events/", endpoints.Events.as_view(), name="api_events"),
    re_path(SLUG + "$", endpoints.Event.as_view(), name="api_event"),
    re_path(SLUG + "standings/$", endpoints.Standings.as_view(), name="api_standings"),
    re_path(SLUG + "stream/$", endpoints.Stream.as_view(), name="api_event_stream"),
    path(CLUB, templates.Templates.as_view(), name="api_templates"),
    path(CLUB + "<whole:template_id>/", templates.OneTemplate.as_view(), name="api_template"),
    path(
        CLUB + "<whole:template_id>/events/",
        templates.EventsOfTemplate.as_view(),
        name="api_create_from_template",
    ),
    re_path(SLUG + "template/$", templates.EventTemplate.as_view(), name="api_save_template"),
    re_path(SLUG + "settings/$", organising.EventSettings.as_view(), name="api_event_settings"),
    re_path(SLUG + "copy/$", organising.EventCopy.as_view(), name="api_event_copy"),
    re_path(SLUG + "state/$", state.EventState.as_view(), name="api_event_state"),
]
