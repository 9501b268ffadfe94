"""Error pages for missing, refused and broken requests."""

import errno
import logging
import sqlite3

import pytest
from django.conf import settings
from django.db import DatabaseError, OperationalError
from django.test import Client

from tests.builders import an_event
from tests.tournaments.visitors import ada, failing, stranger, text_of

pytestmark = pytest.mark.django_db


def test_a_missing_page_says_so_and_leads_on():
    page = stranger().get("/nowhere/")
    assert page.status_code == 404 and "Page not found" in text_of(page)


def test_a_bug_shows_a_reference_number_that_the_log_has_too(caplog):
    with failing(KeyError("secret detail")), caplog.at_level(logging.ERROR):
        page = Client(raise_request_exception=False).get("/")
    reference = text_of(page).split('<strong class="n">')[1].split("<")[0]
    assert page.status_code == 500 and len(reference) == 8
    assert f"Reference {reference}: GET /" in caplog.text
    assert "secret detail" not in text_of(page)


def test_no_two_requests_share_a_reference():
    visitor = Client(raise_request_exception=False)
    with failing(KeyError()):
        assert text_of(visitor.get("/")) != text_of(visitor.get("/"))


def test_a_database_that_cannot_be_reached_is_a_pause_not_a_bug():
    with failing(OperationalError("gone")):
        page = Client(raise_request_exception=False).get("/")
    assert page.status_code == 503 and page["Retry-After"]
    assert "The database cannot be reached" in text_of(page)


def sqlite_error(code):
    """Return the exception that Django raises for an SQLite error with this code."""
    cause = sqlite3.OperationalError("in SQLite's words")
    cause.sqlite_errorcode = code
    error = DatabaseError("in SQLite's words")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "code", "words", "again"),
    [
        pytest.param(OperationalError("gone"), "unavailable", "Try again in a few", True, id="away"),
        pytest.param(sqlite_error(sqlite3.SQLITE_FULL), "disk_full", "is full", False, id="full"),
        pytest.param(OSError(errno.ENOSPC, "full"), "disk_full", "is full", False, id="full for a file"),
        pytest.param(
            sqlite_error(sqlite3.SQLITE_READONLY), "disk_not_writable", "cannot write", False, id="read-only"
        ),
        pytest.param(
            sqlite_error(sqlite3.SQLITE_IOERR_WRITE), "disk_not_writable", "cannot write", False, id="failing"
        ),
        pytest.param(
            sqlite_error(sqlite3.SQLITE_CORRUPT), "database_damaged", "the last backup", False, id="damaged"
        ),
        pytest.param(
            sqlite_error(sqlite3.SQLITE_NOTADB), "database_damaged", "the last backup", False, id="replaced"
        ),
    ],
)
def test_disk_trouble_says_what_to_do_and_phones_when_to_ask(error, code, words, again):
    visitor = Client(raise_request_exception=False)
    with failing(error):
        page, told = visitor.get("/"), visitor.get("/api/v1/events/")
    assert (page.status_code, told.status_code) == (503, 503)
    assert page["Retry-After"].isdecimal() and told["Retry-After"].isdecimal()
    assert words in text_of(page) and words in told.json()["message"]
    assert told.json()["code"] == code
    assert ("Try again" in text_of(page)) == again and "SQLite" not in text_of(page)


@pytest.mark.parametrize(
    "error", [DatabaseError("a column too many"), sqlite_error(sqlite3.SQLITE_ERROR)], ids=["any", "SQL"]
)
def test_other_errors_of_the_database_are_ours(error):
    with failing(error):
        assert Client(raise_request_exception=False).get("/").status_code == 500


def test_a_form_without_its_token_is_refused_in_our_words():
    visitor = Client(enforce_csrf_checks=True)
    page = visitor.post("/accounts/login/", {"login": "ada", "password": "x"})
    assert page.status_code == 403 and "This form was open for too long" in text_of(page)


def test_a_huge_body_is_refused_whatever_it_is_for():
    page = stranger().post("/accounts/login/", b"x" * 6_000_000, content_type="text/plain")
    assert page.status_code == 413 and "larger than 5 MB" in text_of(page)


def test_the_admin_shows_history_and_lets_nobody_write_it():
    visitor = ada()
    user = an_event().club.members.get().user
    user.is_staff = user.is_superuser = True
    user.save()
    assert visitor.get("/admin/tournaments/sheetchange/").status_code == 200
    assert visitor.get("/admin/tournaments/sheetchange/add/").status_code == 403


def test_a_refused_page_can_still_be_read_in_another_language():
    event = an_event()
    refused = ada().post(f"/events/{event.slug}/organise/draw/")
    assert f'name="next" value="/events/{event.slug}/organise/draw/"' in text_of(refused)


def test_after_the_login_a_page_is_shown_again_but_a_form_is_not_sent_again():
    url = f"/events/{an_event().slug}/organise/"
    assert stranger().get(url)["Location"] == f"/accounts/login/?next={url}"
    assert stranger().post(url + "draw/")["Location"] == "/accounts/login/?next=/"


def test_an_address_that_only_takes_forms_says_so():
    page = ada().get(f"/events/{an_event().slug}/organise/close/")
    assert (page.status_code, page["Allow"]) == (405, "POST")
    assert "only accepts a form" in text_of(page)
    assert page["Content-Length"] == str(len(page.content))


def test_a_huge_body_for_a_program_is_refused_in_json():
    answer = stranger().post("/api/v1/table/deals/", b"x" * 6_000_000, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize("length", ["²", "-1", "many"])
def test_a_length_that_is_no_number_is_no_crash(length):
    assert stranger().get("/", CONTENT_LENGTH=length).status_code == 200


def test_a_form_that_cannot_be_read_at_an_address_that_is_nowhere_is_nowhere():
    visitor = Client(enforce_csrf_checks=True, raise_request_exception=False)
    visitor.cookies[settings.CSRF_COOKIE_NAME] = "a" * 32
    page = visitor.generic("POST", "/nowhere/", b"{", content_type="multipart/form-data")
    assert page.status_code == 404 and "Page not found" in text_of(page)


@pytest.mark.parametrize("slug", ["%00", "a%00b", "..", "%ff", "a b"])
@pytest.mark.parametrize("page", ["/events/{}/", "/clubs/{}/", "/events/{}/organise/"])
def test_an_address_that_no_event_can_have_is_nowhere(page, slug):
    assert stranger().get(page.format(slug)).status_code == 404
