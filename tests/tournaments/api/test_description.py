"""The description covers every answer of the table's endpoints: every status, every field."""

import pytest

from tests.builders import a_record, a_table
from tests.tournaments.api.described import description
from tests.tournaments.phones import Phone
from tournaments.services.rounds.lifecycle import close_round

pytestmark = pytest.mark.django_db


def resolved(shape):
    """Return a shape with its references resolved."""
    for part in shape.get("allOf", []):
        shape = {**shape, **resolved(part)}
    if "$ref" in shape:
        name = shape["$ref"].rpartition("/")[2]
        return description()["components"]["schemas"][name]
    return shape


def undescribed(shape, value):
    """Return an answer's fields missing from its description, and promised fields it lacks."""
    shape = resolved(shape)
    if isinstance(value, list):
        return {name for each in value for name in undescribed(shape["items"], each)}
    if not isinstance(value, dict) or "properties" not in shape:
        return set()
    known = shape["properties"]
    differences = (set(value) - set(known)) | (set(shape.get("required", ())) - set(value))
    inner = [undescribed(known[name], value[name]) for name in set(value) & set(known)]
    return differences.union(*inner)


@pytest.fixture
def surprises():
    """Return the parts of an answer that its endpoint does not describe."""

    def of(path, response):
        method = response.request["REQUEST_METHOD"].lower()
        answers = description()["paths"][f"/api/v1/table/{path}"][method]["responses"]
        assert str(response.status_code) in answers, response.json()
        shape = answers[str(response.status_code)]["content"]["application/json"]["schema"]
        return undescribed(shape, response.json())

    return of


ROW, INSERT, CONFLICT = "deals/{number}/", "deals/{number}/insert/", "conflicts/{conflict}/"


def test_a_deal_is_answered_as_described(surprises):
    phone = Phone(a_table())
    assert surprises("deals/", phone.record()) == set()
    assert surprises("deals/", phone.record(tricks=9)) == set()
    assert surprises("deals/", phone.record(number=7)) == set()
    assert surprises("deals/", phone.record(tricks=1)) == set()
    assert surprises("", phone.get()) == set()


def test_a_correction_is_answered_as_described(surprises):
    phone = Phone(a_table())
    phone.record()
    assert surprises(ROW, phone.correct(tricks=1)) == set()
    assert surprises(ROW, phone.correct(tricks=0)) == set()
    assert surprises(ROW, phone.send("delete", "deals/1/", match=1)) == set()
    assert surprises(ROW, phone.send("delete", "deals/1/", match=2)) == set()


def test_an_inserted_row_is_answered_as_described(surprises):
    phone = Phone(a_table())
    phone.record()
    body = {"record": a_record()}
    assert surprises(INSERT, phone.send("post", "deals/1/insert/", body, match=1)) == set()
    assert surprises(INSERT, phone.send("post", "deals/1/insert/", body, match=1)) == set()


@pytest.mark.parametrize("choice", ["stored", "sent"])
def test_a_settled_conflict_is_answered_as_described(surprises, choice):
    phone = Phone(a_table())
    phone.record()
    number = phone.record(tricks=1).json()["conflict"]
    settled = phone.send("post", f"conflicts/{number}/", {"choose": choice})
    assert surprises(CONFLICT, settled) == set()


def test_a_first_dealer_is_answered_as_described(surprises):
    phone = Phone(a_table())
    assert surprises("first_dealer/", phone.send("put", "first_dealer/", {"first_dealer": 2})) == set()
    assert surprises("first_dealer/", phone.send("put", "first_dealer/", {"first_dealer": 9})) == set()


def test_a_late_deal_is_answered_as_described(surprises):
    table = a_table()
    phone = Phone(table)
    phone.record()
    close_round(round=table.round, even_if_incomplete=True)
    assert surprises("deals/", phone.record(number=2)) == set()
    assert surprises(ROW, phone.correct(tricks=1)) == set()


def test_too_long_a_request_is_described(surprises):
    phone = Phone(a_table())
    assert surprises("deals/", phone.record(number=1, announced=["x" * 70_000])) == set()


def test_a_preview_is_answered_as_described(surprises):
    phone = Phone(a_table())
    assert surprises("preview/", phone.get("preview/?number=1&record=%7B%7D")) == set()
    assert surprises("preview/", phone.get("preview/?number=9&record=%7B%7D")) == set()
