"""URLs: events for their organisers."""

from django.urls import path

from tournaments.views.events import club_templates, connection, ending, first_start, organising
from tournaments.views.pages.prefixes import ORGANISE

urlpatterns = [
    path("connection/", connection.connection, name="connection"),
    path("authority.crt", connection.authority, name="authority"),
    path("first-start/", first_start.first_start, name="first_start"),
    path("clubs/<any_slug:slug>/new-event/", organising.new_event, name="new_event"),
    path(
        "clubs/<any_slug:slug>/templates/<whole:template_id>/delete/",
        club_templates.delete_club_template,
        name="delete_club_template",
    ),
    path(ORGANISE, organising.dashboard, name="dashboard"),
    path(ORGANISE + "settings/", organising.settings, name="event_settings"),
    path(ORGANISE + "settings/template/", club_templates.save_event_template, name="save_event_template"),
    path(ORGANISE + "close/", organising.close, name="close_event"),
    path(ORGANISE + "cancel/", ending.cancel, name="cancel_event"),
    path(ORGANISE + "list/", ending.show_in_lists, name="list_event"),
    path(ORGANISE + "delete/", ending.delete, name="delete_event"),
    path(ORGANISE + "copy/", organising.copy, name="copy_event"),
]
