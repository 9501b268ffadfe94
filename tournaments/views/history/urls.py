"""URLs: history."""

from django.urls import path

from tournaments.views.history import event_log
from tournaments.views.pages.prefixes import ORGANISE

urlpatterns = [
    path(ORGANISE + "log/", event_log.event_log, name="event_log"),
    path(ORGANISE + "log/check/", event_log.check_history, name="check_history"),
]
