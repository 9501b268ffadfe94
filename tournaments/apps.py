"""The application's configuration and its system checks."""

from django.apps import AppConfig
from django.core.checks import register

from tournaments.serving.checks import OWN, check_own_rooms


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        register(check_own_rooms, OWN)
