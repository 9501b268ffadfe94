"""A full or read-only disk: 503 with Retry-After, nothing half stored, normal again with free space."""

import pytest
from django.db import connection

from tests.builders import a_record, a_table
from tests.tournaments.phones import Phone
from tournaments.models import Deal, SheetChange, StoredResponse

pytestmark = pytest.mark.django_db
ENDLESS, MOST = 1_073_741_823, 90


def pragma(words):
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {words}")
        return cursor.fetchone()


def fill_the_disk():
    """Forbid new pages; free space inside is used up by deals that are too long to fit."""
    pragma(f"max_page_count = {pragma('page_count')[0]}")


def make_room():
    pragma(f"max_page_count = {ENDLESS}")
    pragma("query_only = OFF")


TROUBLES = {
    "full": (fill_the_disk, "disk_full"),
    "read-only": (lambda: pragma("query_only = ON"), "disk_not_writable"),
}


@pytest.mark.skipif(connection.vendor != "sqlite", reason="pragmas are SQLite's")
@pytest.mark.parametrize(("break_it", "code"), TROUBLES.values(), ids=TROUBLES)
def test_a_disk_that_takes_nothing_is_503_and_the_same_key_writes_once_there_is_room(break_it, code):
    phone = Phone(a_table())
    phone.client.raise_request_exception = False
    break_it()
    try:
        refused = first_refusal(phone)
    finally:
        make_room()
    assert (refused.status_code, "Retry-After" in refused.headers) == (503, True)
    assert refused.json()["code"] == code
    written = Deal.objects.count()
    assert SheetChange.objects.count() == StoredResponse.objects.count() == written
    assert write(phone, written + 1).status_code == 201


def first_refusal(phone):
    for number in range(1, MOST + 1):
        answer = write(phone, number)
        if answer.status_code != 201:
            return answer
    raise AssertionError(f"{MOST} deals fitted on a full disk")


def write(phone, number):
    body = {"number": number, "record": a_record()}
    return phone.send("post", "deals/", body, key=f"deal-{number}")
