"""URLs: the games."""

from django.urls import path

from tournaments.views.games import games

urlpatterns = [
    path("games/", games.games, name="games"),
    path("games/<str:key>/", games.game, name="game"),
]
