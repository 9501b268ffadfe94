"""What a deal would be worth, and what a correction would do to the deals behind it."""

import json

import pytest

from tests.builders import a_record, a_table, an_event
from tests.tournaments.api.test_tables import code, state
from tests.tournaments.phones import TABLE, Phone
from tournaments.models import Deal

pytestmark = pytest.mark.django_db

# Later deals that depend on earlier ones: Rifki allows each negative contract twice and each seat three


def a_rifki_table(**changes):
    return a_table(event=an_event(game="rifki", **changes))


def write_rifki(phone, number, contract="el_almaz"):
    counts = {"el_almaz": [13, 0, 0, 0], "erkek": [8, 0, 0, 0], "kiz": [4, 0, 0, 0]}[contract]
    record = {"contract": contract, "counts": counts}
    return phone.send("post", "deals/", {"number": number, "record": record})


def break_a_later_deal(phone):
    """Enter two el_almaz in rows 2 and 3; row 1 becomes the third, so row 3 is one too many."""
    for number, contract in enumerate(("erkek", "el_almaz", "el_almaz"), start=1):
        assert write_rifki(phone, number, contract).status_code == 201
    body = {"record": {"contract": "el_almaz", "counts": [13, 0, 0, 0]}}
    return phone.send("put", "deals/1/", body, match=1)


def test_a_correction_that_breaks_later_deals_is_refused_and_names_them():
    phone = Phone(a_rifki_table())
    response = break_a_later_deal(phone)
    assert code(response) == (422, "later_deals_impossible")
    assert response.json()["breaks"] == [3]
    assert state(phone)["deals"][0]["record"]["contract"] == "erkek"


def test_later_deals_are_marked_where_the_event_says_so():
    event = an_event(game="rifki")
    event.marks_later_deals = True
    event.save()
    phone = Phone(a_table(event=event))
    response = break_a_later_deal(phone)
    assert (response.status_code, response.json()["breaks"]) == (200, [3])
    marked = state(phone)["deals"][2]
    assert [each["code"] for each in marked["violations"]] == ["contract_played_twice"]


def test_a_preview_of_such_a_correction_names_them_too():
    phone = Phone(a_rifki_table())
    break_a_later_deal(phone)
    answer = preview(phone, 1, {"contract": "el_almaz", "counts": [13, 0, 0, 0]})
    assert (answer["violations"], answer["breaks"]) == ([], [3])


# Previewing


def preview(phone, number, record):
    response = phone.client.get(f"{TABLE}preview/", {"number": number, "record": json.dumps(record)})
    assert response.status_code == 200
    return response.json()


def test_a_preview_tells_what_a_deal_would_be_worth_and_stores_nothing(phone):
    answer = preview(phone, 1, a_record(bid=3, announced=["hand"], took_skat=False, tricks=3))
    assert (answer["deltas"], answer["totals"], answer["violations"]) == ([0, 6, 0, 0], [0, 6, 0, 0], [])
    assert answer["facts"]["options"] == ["hand"] and answer["line"]
    assert not Deal.objects.exists()


def test_a_preview_lists_every_violation(phone):
    answer = preview(phone, 1, a_record(trump="X", tricks=9))
    assert [each["code"] for each in answer["violations"]] == ["trump_unknown", "tricks_out_of_range"]
    assert (answer["deltas"], answer["totals"]) == (None, None)


def test_a_preview_of_what_cannot_be_read_has_no_line(phone):
    answer = preview(phone, 1, {"bid": "x"})
    assert ([each["code"] for each in answer["violations"]], answer["line"]) == (["bad_field"], None)


def test_a_written_number_previews_a_correction(phone):
    phone.record()
    phone.record(2)
    answer = preview(phone, 1, a_record(tricks=1))
    assert (answer["deltas"], answer["totals"], answer["breaks"]) == ([0, -4, 0, 0], [0, -2, 0, 0], [])


def test_a_preview_of_a_refused_correction_says_why(phone):
    phone.record()
    assert [each["code"] for each in preview(phone, 1, a_record(bid=9))["violations"]] == ["bid_out_of_range"]


@pytest.mark.parametrize(("number", "record", "expected"), [
    ("2", "{}", (409, "earlier_rows_missing")), ("0", "{}", (409, "earlier_rows_missing")),
    ("x", "{}", (400, "bad_request")), ("1", "{", (400, "bad_request")), ("1.5", "{}", (400, "bad_request")),
    ("9" * 5000, "{}", (400, "bad_request")), ("1", "NaN", (400, "bad_request")),
])  # fmt: skip
def test_a_preview_that_cannot_be_read_is_refused(phone, number, record, expected):
    response = phone.client.get(f"{TABLE}preview/", {"number": number, "record": record})
    assert code(response) == expected
