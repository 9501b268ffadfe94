"""The auction at a table: stateless, only legal calls, a result for the record; and the board."""

import json
from urllib.parse import quote

import pytest

from tests.builders import a_table, an_event
from tests.tournaments.phones import Phone

pytestmark = pytest.mark.django_db


def bid(seat, number, *announced):
    return {"seat": seat, "call": "bid", "contract": "tricks", "bid": number, "announced": list(announced)}


def passed(*seats):
    return [{"seat": seat, "call": "pass"} for seat in seats]


def ask(phone, *calls):
    return phone.get(f"auction/?calls={quote(json.dumps(calls))}")


def test_before_the_first_call_the_dealers_left_may_pass_or_bid():
    answer = Phone(a_table()).get("auction/").json()
    assert (answer["turn"], answer["calls"], answer["result"], answer["violations"]) == (1, [], None, [])
    assert answer["legal"][0]["label"] == "pass"
    assert {call["group"] for call in answer["legal"]} == {"pass", "2", "3", "4", "5", "Kieker"}


def test_only_who_was_outbid_may_hold():
    answer = ask(Phone(a_table()), bid(1, 2), bid(2, 2, "ruten")).json()
    assert answer["turn"] == 1 and "hold" in [call["call"] for call in answer["legal"]]
    assert [call["label"] for call in answer["calls"]] == ["2", "2 Ruten"]


def test_a_hold_owes_options_in_the_result():
    calls = [bid(1, 2), bid(2, 2, "ruten"), {"seat": 1, "call": "hold"}, *passed(2, 3, 0)]
    answer = ask(Phone(a_table()), *calls).json()
    expected = {"declarer": 1, "contract": "tricks", "bid": 2, "announced": [], "held_options": 1}
    assert answer["result"] == expected
    assert (answer["turn"], answer["legal"], answer["label"]) == (None, [], "2, options owed: 1")


def test_a_refused_call_is_told_and_left_out():
    answer = ask(Phone(a_table()), bid(1, 3), bid(2, 2), *passed(3)).json()
    assert [violation["code"] for violation in answer["violations"]] == ["bid_not_higher"]
    assert [call["seat"] for call in answer["calls"]] == [1]
    assert answer["turn"] == 2


@pytest.mark.parametrize("calls", ["1", "{}", "[", '"pass"'], ids=["number", "object", "broken", "text"])
def test_calls_that_are_no_list_are_refused(calls):
    assert Phone(a_table()).get(f"auction/?calls={quote(calls)}").status_code == 400


def test_a_call_that_cannot_be_read_is_a_violation():
    answer = ask(Phone(a_table()), "pass").json()
    assert [violation["code"] for violation in answer["violations"]] == ["bad_field"]


def test_a_game_without_auction_says_so():
    answer = Phone(a_table(event=an_event(game="briscola"))).get("auction/")
    assert (answer.status_code, answer.json()["code"]) == (404, "game_has_no_auction")


def test_the_auction_needs_the_tables_link(client):
    assert client.get("/api/v1/table/auction/").status_code == 404


def test_a_table_tells_its_board_and_who_plays_together():
    answer = Phone(a_table(event=an_event(game="briscola"))).get().json()
    assert answer["board"] == [
        {"label": "Deals won (3 to win)", "scope": "side", "values": ["0", "0"], "contracts": []}
    ]
    assert answer["parts"][0]["sides"] == [[0, 2], [1, 3]]
    assert answer["has_auction"] is False


def test_a_table_tells_what_is_left_to_choose():
    hints = Phone(a_table(event=an_event(game="rifki"))).get().json()["hints"]
    assert {"field": "declarer", "value": 1, "is_open": True, "left": None} in hints
    assert {"field": "contract", "value": "koz", "is_open": True, "left": 2} in hints
