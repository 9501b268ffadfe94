"""URLs: what all pages share."""

from django.urls import path

from tournaments.views.pages import games, help, phone_program, service_worker

urlpatterns = [
    path("worker.js", service_worker.worker, name="worker"),
    path("games/", games.games, name="games"),
    path("games/<str:key>/", games.game, name="game"),
    path("help/", help.index, name="help"),
    path("help/<str:key>/", help.page, name="help_page"),
    path("phone/python-<str:digest>.js", phone_program.python, name="phone_python"),
    path("phone/<str:key>/files.json", phone_program.files, name="phone_files"),
    path("phone/<str:key>/<str:language>-<str:digest>.js", phone_program.worker, name="phone_worker"),
]
