"""URLs of rounds."""

from django.urls import path

from tournaments.api.rounds import endpoints

ROUND = "events/<any_slug:slug>/rounds/<whole:number>/"

urlpatterns = [
    path(ROUND, endpoints.OneRound.as_view(), name="api_round"),
    path(ROUND + "open/", endpoints.Opening.as_view(), name="api_open_round"),
    path(ROUND + "close/", endpoints.Closing.as_view(), name="api_close_round"),
    path(ROUND + "clock/", endpoints.Clock.as_view(), name="api_clock"),
]
