"""A server gives its database up before a phone gives the server up: the limits of both, as numbers."""

import re

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from config.postgresql.base import KNOWN_SECONDS, LOOK_SECONDS
from config.settings import POSTGRESQL_OPTIONS
from server.database_patience import longest_wait
from tournaments.serving.middleware import PAGE_SECONDS, TABLE_SECONDS, PatienceMiddleware


def waits_at(path: str) -> float | None:
    """Return how long each query of a request to this address may take."""
    waited: list[float | None] = []

    def answer(request: HttpRequest) -> HttpResponse:
        waited.append(longest_wait())
        return HttpResponse()

    PatienceMiddleware(answer)(RequestFactory().get(path))
    return waited[0]


def test_a_table_is_told_sooner_than_an_organiser() -> None:
    assert waits_at("/api/v1/table/") == TABLE_SECONDS < PAGE_SECONDS == waits_at("/organise/")
    assert longest_wait() is None


def test_a_database_that_says_nothing_is_given_up_before_a_phone_gives_its_request_up() -> None:
    script = settings.BASE_DIR / "tournaments" / "static" / "tournaments" / "api.js"
    (phone,) = re.findall(r"^const TIMEOUT = (\d+);$", script.read_text(encoding="utf-8"), re.M)
    gone = POSTGRESQL_OPTIONS["connect_timeout"] + POSTGRESQL_OPTIONS["tcp_user_timeout"] / 1000
    stopped = TABLE_SECONDS + KNOWN_SECONDS + LOOK_SECONDS  # one query finds it out, later ones know
    assert gone + stopped < int(phone) / 1000
