"""URLs: the help."""

from django.urls import path

from tournaments.views.help import help

urlpatterns = [
    path("help/", help.index, name="help"),
    path("help/<str:key>/", help.page, name="help_page"),
]
