"""A table's link: the cookie it sets, the pages it opens, and the one 404 for all else."""

import uuid

import pytest
from django.test import Client, override_settings

from tests.builders import a_round, a_table, write_deal
from tournaments.models import TableLink
from tournaments.services.events.lifecycle import close_event
from tournaments.services.rounds.lifecycle import close_round
from tournaments.services.sheets.table_links import open_link, renew_link, revoke_link, token_of

NO_TABLE = "00000000-0000-4000-8000-000000000000"
pytestmark = pytest.mark.django_db


def token(table):
    return token_of(table.links.get())


def a_browser(table):
    browser = Client()
    browser.get(f"/t/{token(table)}")
    return browser


def test_a_link_sets_the_cookie_of_its_table_and_goes_there():
    table = a_table()
    response = Client().get(f"/t/{token(table)}")
    cookie = response.cookies[f"table_{table.public_id}"]
    assert response.headers["Location"] == f"/tables/{table.public_id}/"
    assert cookie.value == token(table)
    assert cookie["httponly"] and cookie["samesite"] == "Lax" and cookie["max-age"] > 24 * 3600


def test_a_link_leaks_neither_by_referrer_nor_by_a_cache():
    response = Client().get(f"/t/{token(a_table())}")
    assert response.headers["Referrer-Policy"] == "no-referrer"
    assert "no-store" in response.headers["Cache-Control"]


@pytest.mark.parametrize("is_secure", [False, True])
@override_settings(SECURE_SSL_REDIRECT=False)
def test_the_cookie_is_secure_where_the_connection_is(is_secure):
    table = a_table()
    response = Client().get(f"/t/{token(table)}", secure=is_secure)
    assert bool(response.cookies[f"table_{table.public_id}"]["secure"]) == is_secure


def revoked(table):
    revoke_link(link=table.links.get())
    return token(table)


def renewed(table):
    old = token(table)
    renew_link(link=table.links.get())
    return old


def closed(table):
    close_round(round=table.round, even_if_incomplete=True)
    close_event(event=table.round.event, is_closed=True)
    return token(table)


@pytest.mark.parametrize("ended", [revoked, renewed, closed], ids=["revoked", "renewed", "event closed"])
def test_an_ended_link_answers_exactly_like_one_that_never_was(ended):
    old = ended(a_table())
    unknown, gone = Client().get("/t/nobody-has-this"), Client().get(f"/t/{old}")
    assert (unknown.status_code, gone.status_code) == (404, 404)
    assert unknown.content == gone.content
    assert not gone.cookies


def test_the_link_of_a_draft_opens_nothing():
    assert Client().get(f"/t/{token(a_round(is_open=False).tables.get())}").status_code == 404


@pytest.mark.parametrize("odd", ["%00", "%FF", "a" * 5000, "..%2f", "ä"])
def test_an_odd_token_is_unknown(odd):
    assert Client().get(f"/t/{odd}").status_code == 404


def test_the_token_is_stored_nowhere():
    table = a_table()
    stored = TableLink.objects.values().get(table=table)
    assert token(table) not in str(stored)


def test_the_tables_page_shows_who_sits_there_and_can_write():
    table = a_table()
    response = a_browser(table).get(f"/tables/{table.public_id}/")
    page = response.content.decode()
    assert "Frieda" not in page and "Cleo" in page
    assert response.context["table_state"]["id"] == str(table.public_id)
    assert "csrftoken" in response.cookies
    assert token(table) not in page


def test_the_sheet_alone_has_a_row_for_each_deal():
    table = a_table()
    write_deal(table)
    response = a_browser(table).get(f"/tables/{table.public_id}/sheet/")
    assert [row["totals"] for row in response.context["sheet"]["parts"][0]["rows"]] == [[0, 2, 0, 0]]
    assert 'data-number="1"' in response.content.decode()


@pytest.mark.parametrize("page", ["", "sheet/"])
def test_a_page_opens_only_with_the_cookie_of_its_own_table(page):
    first, second = a_round(tables=2).tables.all()
    browser = a_browser(first)
    browser.cookies[f"table_{second.public_id}"] = token(first)
    assert browser.get(f"/tables/{first.public_id}/{page}").status_code == 200
    assert browser.get(f"/tables/{second.public_id}/{page}").status_code == 404
    assert browser.get(f"/tables/{uuid.uuid4()}/{page}").status_code == 404


@pytest.mark.parametrize("page", ["/t/x", f"/tables/{NO_TABLE}/", f"/tables/{NO_TABLE}/sheet/"])
def test_these_pages_are_only_read(page):
    assert Client().post(page).status_code == 405


def test_cookies_of_tables_that_are_over_are_forgotten():
    old, new = a_table(), a_table()
    browser = a_browser(old)
    closed(old)
    response = browser.get(f"/t/{token(new)}")
    assert response.cookies[f"table_{old.public_id}"]["max-age"] == 0
    assert response.cookies[f"table_{new.public_id}"].value == token(new)


def test_a_table_whose_link_was_revoked_gets_another():
    table = a_table()
    old = revoke_link(link=table.links.get())
    assert open_link(table=table) != old
    assert open_link(table=table) == table.links.get(is_revoked=False)


def test_a_renewed_link_opens_the_table_again():
    table = a_table()
    revoke_link(link=table.links.get())
    renew_link(link=table.links.get())
    assert Client().get(f"/t/{token(table)}").status_code == 302
