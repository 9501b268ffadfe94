"""Idempotency keys, endpoint by endpoint: one answer for one request, and none for others."""

from typing import Any

import pytest

from tests.builders import a_record, a_round, a_table
from tests.tournaments.phones import TABLE, Phone
from tournaments.models import Deal, StoredResponse

pytestmark = pytest.mark.django_db

OTHER = a_record(bid=3, tricks=3)
KEY = "the one key"


def tables_of(number: int) -> list[Phone]:
    """Return phones at this many tables, each with one deal written."""
    phones = [Phone(table) for table in a_round(tables=number).tables.order_by("number")]
    for phone in phones:
        phone.record()
    return phones


# The input of each endpoint: method, path, body, If-Match; and another body under the same key.
ENDPOINTS: dict[str, tuple[str, str, Any, Any, Any]] = {
    "record": ("post", "deals/", {"number": 2, "record": a_record()}, None, {"number": 2, "record": OTHER}),
    "conflict": ("post", "deals/", {"number": 1, "record": OTHER}, None, {"number": 1, "record": a_record()}),
    "correct": ("put", "deals/1/", {"record": OTHER, "reason": "x"}, 1, {"record": OTHER, "reason": "y"}),
    "stale": ("put", "deals/1/", {"record": OTHER, "reason": "x"}, 9, {"record": OTHER, "reason": "y"}),
    "strike": ("delete", "deals/1/", {"reason": "x"}, 1, {"reason": "y"}),
    "insert": ("post", "deals/1/insert/", {"record": OTHER}, 1, {"record": a_record()}),
}


def send(phone: Phone, name: str, *, other: bool = False, key: str = KEY) -> Any:
    method, path, body, match, another = ENDPOINTS[name]
    return phone.send(method, path, another if other else body, key=key, match=match)


@pytest.mark.parametrize("name", ENDPOINTS)
def test_the_same_request_gets_the_same_answer_and_writes_once(name: str) -> None:
    (phone,) = tables_of(1)
    first = send(phone, name)
    written = list(Deal.objects.values()), StoredResponse.objects.count()
    again = [send(phone, name) for _ in range(3)]
    assert {each.status_code for each in again} == {200 if first.status_code == 201 else first.status_code}
    assert [each.json() for each in again] == [first.json()] * 3
    assert (list(Deal.objects.values()), StoredResponse.objects.count()) == written


@pytest.mark.parametrize("name", ENDPOINTS)
def test_the_same_key_for_something_else_is_refused_and_writes_nothing(name: str) -> None:
    (phone,) = tables_of(1)
    send(phone, name)
    written = list(Deal.objects.values()), StoredResponse.objects.count()
    refused = send(phone, name, other=True)
    assert (refused.status_code, refused.json()["code"]) == (409, "key_reused")
    assert refused.json().keys() == {"code", "message"}
    assert (list(Deal.objects.values()), StoredResponse.objects.count()) == written


@pytest.mark.parametrize("name", ["correct", "stale", "insert"])
def test_the_same_key_at_another_row_is_refused_and_writes_nothing(name: str) -> None:
    (phone,) = tables_of(1)
    phone.record(2)
    method, path, body, match, _ = ENDPOINTS[name]
    send(phone, name)
    written = list(Deal.objects.values()), StoredResponse.objects.count()
    refused = phone.send(method, path.replace("1", "2"), body, key=KEY, match=match)
    assert (refused.status_code, refused.json()["code"]) == (409, "key_reused")
    assert (list(Deal.objects.values()), StoredResponse.objects.count()) == written


@pytest.mark.parametrize("name", ENDPOINTS)
def test_the_same_key_at_another_table_says_nothing_of_the_first(name: str) -> None:
    first, second, control = tables_of(3)
    send(first, name)
    answer, answers = send(second, name, other=True), send(control, name, other=True, key="fresh")
    assert answer.status_code == answers.status_code != 404
    assert without_ids(answer.json()) == without_ids(answers.json())
    sheets = [map(without_ids, phone.get().json()["deals"]) for phone in (second, control)]
    assert list(sheets[0]) == list(sheets[1])


def without_ids(body: dict[str, Any]) -> dict[str, Any]:
    """Remove ids of conflicts and rows, which count over all tables."""
    return {name: value for name, value in body.items() if name not in ("conflict", "row")}


SPELLINGS = {
    "k" * 255: 201, "k": 201, "0": 201, "a/b?c=d&e#f%20": 201, '"quoted"': 201, "null": 201, " padded ": 201,
    "k" * 256: 400, "": 400, "ключ": 400, "日本": 400, "\u202e": 400, "\x7f": 400, "a\x00b": 400,
}  # fmt: skip


@pytest.mark.parametrize(("key", "status"), SPELLINGS.items(), ids=lambda value: repr(value)[:20])
def test_any_printable_key_is_a_key_and_any_other_is_said_so(key: str, status: int) -> None:
    phone = Phone(a_table())
    body = {"number": 1, "record": a_record()}
    spelled = key.encode().decode("latin-1")
    answers = [
        phone.client.post(f"{TABLE}deals/", body, format="json", headers={"Idempotency-Key": spelled})
        for _ in range(2)
    ]
    assert [answer.status_code for answer in answers] == ([201, 200] if status == 201 else [400, 400])
    assert Deal.objects.count() == (status == 201)


def turned(body: Any) -> Any:
    """Return the same body with its names in another order."""
    if not isinstance(body, dict):
        return body
    return {name: turned(body[name]) for name in reversed(body)}


@pytest.mark.parametrize("name", ENDPOINTS)
def test_the_order_of_a_bodys_names_makes_no_other_request(name: str) -> None:
    (phone,) = tables_of(1)
    method, path, body, match, _ = ENDPOINTS[name]
    first = phone.send(method, path, body, key=KEY, match=match)
    again = phone.send(method, path, turned(body), key=KEY, match=match)
    assert (again.status_code in (200, first.status_code), again.json()) == (True, first.json())
