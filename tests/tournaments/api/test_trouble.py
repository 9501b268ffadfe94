"""An unavailable database, a bug of ours, an unknown address: JSON or a page."""

import logging

import pytest
from django.db import InterfaceError, OperationalError, connection
from rest_framework.test import APIClient

from tests.builders import a_table, an_event
from tests.tournaments.phones import Phone

pytestmark = pytest.mark.django_db


class Trouble:
    """Raise this error for every query inside."""

    def __init__(self, error):
        self.error = error

    def __call__(self, execute, sql, params, many, context):
        raise self.error


def quiet(client):
    client.raise_request_exception = False
    return client


@pytest.mark.parametrize("error", [OperationalError("gone away"), InterfaceError("closed")])
def test_a_database_that_is_away_is_a_pause(error):
    phone = Phone(a_table())
    quiet(phone.client)
    with connection.execute_wrapper(Trouble(error)):
        answers = [phone.record(), phone.get(), quiet(APIClient()).get("/api/v1/events/")]
    assert {answer.status_code for answer in answers} == {503}
    assert all(int(answer.headers["Retry-After"]) > 0 for answer in answers)
    assert {answer.json()["code"] for answer in answers} == {"unavailable"}


@pytest.mark.parametrize("path", ["/t/x", "/"])
def test_so_it_is_on_pages(client, path):
    with connection.execute_wrapper(Trouble(OperationalError("gone away"))):
        response = quiet(client).get(path)
    assert (response.status_code, response.headers["Content-Type"]) == (503, "text/html; charset=utf-8")
    assert int(response.headers["Retry-After"]) > 0


def test_a_mistake_of_ours_has_a_number_and_shows_nothing_else(caplog):
    phone = Phone(a_table())
    quiet(phone.client)
    with connection.execute_wrapper(Trouble(RuntimeError("inner secrets"))), caplog.at_level(logging.ERROR):
        response = phone.record()
    assert response.status_code == 500
    assert set(response.json()) == {"code", "message", "reference"}
    assert response.json()["reference"] in caplog.text
    assert "inner secrets" not in response.content.decode()


@pytest.mark.parametrize("path", ["/api/", "/api/v1/nothing/", "/api/v1/events/a%00b/", "/api/v2/table/"])
def test_an_unknown_address_of_the_api_is_json(path):
    response = APIClient().get(path)
    assert (response.status_code, response.json()["code"]) == (404, "not_found")


def test_an_unknown_page_is_a_page(client):
    response = client.get("/nothing-here")
    assert (response.status_code, response.headers["Content-Type"]) == (404, "text/html; charset=utf-8")


def test_an_unpublished_event_and_an_unknown_one_are_the_same():
    an_event(slug="hidden", is_published=False)
    hidden, unknown = (APIClient().get(f"/api/v1/events/{slug}/") for slug in ("hidden", "unknown"))
    assert hidden.status_code == 404
    assert hidden.content == unknown.content
