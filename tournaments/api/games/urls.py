"""URLs of the games."""

from django.urls import path

from tournaments.api.games import endpoints

urlpatterns = [
    path("games/", endpoints.Games.as_view(), name="api_games"),
    path("games/<any_slug:key>/", endpoints.OneGame.as_view(), name="api_game"),
]
