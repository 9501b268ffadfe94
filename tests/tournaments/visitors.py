"""Visitors for the tests of pages: Ada directs, Dov is of another club, a stranger has no account."""

import re
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import connection
from django.template.backends.django import Template
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.crypto import get_random_string

from tests.builders import a_club, a_user
from tournaments.models import User

SPACES = re.compile(r"[ \t\r\n]+")
SURNAME = re.compile(r'<b class="surname[^"]*">(.*?)</b>')  # bold within a name, by which a list is sorted
BESIDE_TAGS = re.compile(r"(?<=>) | (?=<)| (?=/?>)")


def stranger() -> Client:
    """Return a visitor without an account."""
    return Client()


def ada() -> Client:
    """Return the director of everything the builders make."""
    return signed_in(a_user("ada"))


def dov() -> Client:
    """Return an owner of another club."""
    a_club("dov", "Kartenfreunde Elmshorn")
    return signed_in(a_user("dov"))


def signed_in(user: User) -> Client:
    """Return a browser with a session of the account, without the steps of signing in."""
    facts = {
        SESSION_KEY: str(user.pk),
        BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[-1],
        HASH_SESSION_KEY: user.get_session_auth_hash(),
    }
    key, until = get_random_string(32), timezone.now() + timedelta(days=1)
    Session.objects.create(session_key=key, session_data=Session.objects.encode(facts), expire_date=until)
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = key
    return client


def typed_prizes(lines: str) -> dict[str, list[str]]:
    """Return prizes, one in each line, as the rows of their form."""
    pairs = [line.split(": ", 1) for line in lines.splitlines()]
    return {"places": [places for places, _ in pairs], "prize": [prize for _, prize in pairs]}


def failing(error: Exception) -> AbstractContextManager[None]:
    """Let every query fail with this error inside, as of a database or a disk in trouble."""

    def fail(*query: Any) -> None:
        raise error

    return connection.execute_wrapper(fail)


def queries_of(client: Client, url: str) -> int:
    """Return how many queries a page takes."""
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert client.get(url).status_code == 200
    return len(queries)


def undraw(monkeypatch: pytest.MonkeyPatch) -> None:
    """Render a page as its template's name from here on, where only its status is asked."""
    monkeypatch.setattr(Template, "render", lambda self, *arguments, **more: str(self.template.name))


def text_of(response) -> str:
    """Return a page with whitespace collapsed to one space and whole names; other content as it was sent."""
    text = response.content.decode()
    return SURNAME.sub(r"\1", SPACES.sub(" ", text)) if "html" in response.headers["Content-Type"] else text


def markup_of(response) -> str:
    """Return a page without the whitespace inside and beside its tags."""
    return BESIDE_TAGS.sub("", text_of(response))
