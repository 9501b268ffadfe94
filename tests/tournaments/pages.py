"""Visitors for the tests of pages: Ada directs, Dov is of another club, a stranger has no account."""

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.builders import a_club, a_user


def stranger() -> Client:
    """Somebody without an account."""
    return Client()


def ada() -> Client:
    """The director of everything the builders make."""
    client = Client()
    client.force_login(a_user("ada"))
    return client


def dov() -> Client:
    """An owner of another club."""
    a_club("dov", "Kartenfreunde Elmshorn")
    client = Client()
    client.force_login(a_user("dov"))
    return client


def queries_of(client: Client, url: str) -> int:
    """How many queries a page takes."""
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert client.get(url).status_code == 200
    return len(queries)


def text_of(response) -> str:
    """A page as it was sent."""
    return response.content.decode()
