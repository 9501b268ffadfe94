"""Access to a table's endpoints: holders of its link; all others get one and the same answer."""

import pytest
from rest_framework.test import APIClient

from tests.builders import a_record, a_round, a_table
from tests.tournaments.phones import TABLE, Phone
from tournaments.models import Deal
from tournaments.services.rounds.lifecycle import close_round
from tournaments.services.sheets.table_links import renew_link, revoke_link, token_of

pytestmark = pytest.mark.django_db

BODY = {"number": 1, "record": a_record()}
ENDPOINTS = [
    ("post", "deals/"), ("put", "deals/1/"), ("delete", "deals/1/"),
    ("post", "deals/1/insert/"), ("put", "first_dealer/"), ("post", "conflicts/1/"), ("patch", ""),
]  # fmt: skip


def token(table):
    return token_of(table.links.get())


def a_page(table, *, of=None):
    """Return a browser that has opened the table's link; `of` is the table its calls name."""
    page = APIClient(enforce_csrf_checks=True, HTTP_X_TABLE=str((of or table).public_id))
    page.get(f"/t/{token(table)}")
    return page


def post(page, **headers):
    return page.post(f"{TABLE}deals/", BODY, format="json", headers={"Idempotency-Key": "k"} | headers)


def nobody(table):
    return APIClient()


def unknown_token(table):
    return APIClient(HTTP_AUTHORIZATION="Table nobody-has-this")


def no_token(table):
    return APIClient(HTTP_AUTHORIZATION="Table")


def another_scheme(table):
    return APIClient(HTTP_AUTHORIZATION=f"Bearer {token(table)}")


def no_cookie(table):
    return APIClient(HTTP_X_TABLE=str(table.public_id))


def no_header(table):
    page = a_page(table)
    del page.defaults["HTTP_X_TABLE"]
    return page


def no_table_id(table):
    page = a_page(table)
    page.defaults["HTTP_X_TABLE"] = "x\x00y"
    return page


def another_tables_cookie(table):
    other = table.round.tables.get(number=2)
    page = a_page(other, of=table)
    page.cookies[f"table_{table.public_id}"] = token(other)
    return page


def revoked_link(table):
    revoke_link(link=table.links.get())
    return APIClient(HTTP_AUTHORIZATION=f"Table {token(table)}")


def renewed_link(table):
    page = a_page(table)
    renew_link(link=table.links.get())
    return page


def closed_event(table):
    close_round(round=table.round, even_if_incomplete=True)
    table.round.event.__class__.objects.update(is_closed=True)
    return APIClient(HTTP_AUTHORIZATION=f"Table {token(table)}")


STRANGERS = [
    nobody, unknown_token, no_token, another_scheme, no_cookie, no_header, no_table_id, another_tables_cookie,
    revoked_link, renewed_link, closed_event,
]  # fmt: skip


@pytest.mark.parametrize("stranger", STRANGERS)
def test_a_stranger_without_a_link_gets_one_and_the_same_404_everywhere(stranger):
    table = a_round(tables=2).tables.get(number=1)
    client = stranger(table)
    asked = [getattr(client, method)(TABLE + path, BODY, format="json") for method, path in ENDPOINTS]
    answers = [client.get(TABLE), client.get(f"{TABLE}preview/"), *asked]
    assert {answer.status_code for answer in answers} == {404}
    assert {answer.content for answer in answers} == {APIClient().get(TABLE).content}
    assert not any("WWW-Authenticate" in answer.headers for answer in answers)


def test_a_page_reads_with_its_cookie():
    table = a_table()
    assert a_page(table).get(TABLE).json()["id"] == str(table.public_id)


def test_a_page_writes_only_with_a_csrf_token():
    table = a_table()
    page = a_page(table)
    refused = post(page)
    page.get(f"/tables/{table.public_id}/")
    accepted = post(page, **{"X-CSRFToken": page.cookies["csrftoken"].value})
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    assert accepted.status_code == 201
    assert Deal.objects.count() == 1


def test_a_program_writes_without_one():
    client = APIClient(enforce_csrf_checks=True, HTTP_AUTHORIZATION=f"table {token(a_table())}")
    assert post(client).status_code == 201


def test_a_token_writes_at_its_own_table_only():
    first, second = a_round(tables=2).tables.all()
    Phone(first).record()
    assert Deal.objects.get().table == first
    assert Phone(second).get().json()["deals"] == []


@pytest.mark.parametrize(("method", "path"), [
    ("patch", "deals/1/"), ("delete", ""), ("get", "deals/"), ("put", "deals/1/insert/"),
    ("get", "first_dealer/"),
])  # fmt: skip
def test_another_method_is_not_allowed(method, path):
    response = Phone(a_table()).send(method, path)
    assert (response.status_code, response.json()["code"]) == (405, "method_not_allowed")
