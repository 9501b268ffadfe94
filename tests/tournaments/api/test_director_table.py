"""A director at a table, by programs: seats, swaps, calls, extra time, versions, totals, links."""

import pytest

from tests.builders import a_record, a_request, a_round, an_event, write_deal
from tests.tournaments.api.programs import Program
from tournaments.models import DirectorCall, SentRequest, Table
from tournaments.services.entry.entrants import enter_players
from tournaments.services.rounds.director_calls import call_director
from tournaments.services.rounds.lifecycle import close_round
from tournaments.services.sheets.deals import strike_deal

pytestmark = pytest.mark.django_db
EVENT = "events/autumn/"
WHY = "Sat down wrong"


@pytest.fixture
def program():
    return Program()


@pytest.fixture
def round():
    round = a_round(an_event(slug="autumn"), tables=2)
    enter_players(event=round.event, names=["Xenia"])
    return round


@pytest.fixture
def table(round):
    table = round.tables.get(number=1)
    write_deal(table)
    return table


def path_of(table, more=""):
    return f"{EVENT}tables/{table.public_id}/{more}"


def numbers(table):
    """Return the start numbers of those who sit at a table now."""
    return list(table.parts.last().seats.order_by("position").values_list("entrant__number", flat=True))


def seats_of(*numbers):
    return [{"number": number} for number in numbers]


def test_seats_are_tried_changed_and_undone(program, table):
    path, body = path_of(table, "seats/"), {"seats": seats_of(1, 2, 3, 9), "reason": WHY}
    assert "consequences" in program.post(path, {**body, "dry_run": True})
    assert numbers(table) == [1, 2, 3, 4]
    answer = program.post(path, body, 201)
    assert [each["number"] for each in answer["parts"][-1]["seats"]] == [1, 2, 3, 9]
    assert answer["parts"][-1]["first_number"] == 2
    assert program.send("delete", f"{path}?dry_run=true").status_code == 200
    assert numbers(table) == [1, 2, 3, 9]
    assert program.send("delete", path).status_code == 204
    assert numbers(table) == [1, 2, 3, 4]
    assert program.send("delete", path).json()["code"] == "seats_written"


def test_a_stand_in_plays_for_the_account_of_another(program, table):
    body = {"seats": [*seats_of(1, 2, 3), {"number": 9, "account": 4}], "first_number": 1, "reason": WHY}
    seat = program.post(path_of(table, "seats/"), body, 201)["parts"][0]["seats"][3]
    assert (seat["number"], seat["account"]) == (9, 4)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"seats": seats_of(1, 2, 3, 5)}, 409, "sits_elsewhere"),
        ({"seats": seats_of(1, 2)}, 409, "seats_out_of_range"),
        ({"seats": seats_of(1, 2, 3, 3)}, 409, "sits_twice"),
        ({"seats": seats_of(1, 2, 3, 99)}, 404, "not_found"),
        ({"seats": seats_of(1, 2, 3, 9), "first_number": 7}, 404, "row_unknown"),
        ({"seats": seats_of(1, 2, 3, 9), "reason": " "}, 422, "body_invalid"),
        ({"seats": []}, 422, "body_invalid"),
    ],
)
def test_other_seats_are_refused_as_on_the_page(program, table, body, status, code):
    sent = {"reason": WHY, **body}
    assert program.post(path_of(table, "seats/"), sent, status)["code"] == code
    assert numbers(table) == [1, 2, 3, 4]


def test_two_players_change_tables(program, table):
    path, body = f"{EVENT}rounds/1/swap_players/", {"one": 1, "two": 8, "reason": WHY}
    other = Table.objects.get(number=2)
    assert "consequences" in program.post(path, {**body, "dry_run": True})
    assert (numbers(table)[0], numbers(other)[3]) == (1, 8)
    tables = program.post(path, body, 201)["tables"]
    assert (tables[0]["seats"][0]["number"], tables[1]["seats"][3]["number"]) == (8, 1)
    assert table.parts.count() == 1
    later = {**body, "from_rows": [{"table": 1, "first_number": 2}]}
    program.post(path, later, 201)
    assert (numbers(table)[0], table.parts.count()) == (1, 2)
    assert program.post(path, {**body, "two": 1}, 409)["code"] == "same_player"
    assert program.post(path, {**body, "two": 9}, 409)["code"] == "not_in_round"


def test_calls_are_listed_and_answered(program, table):
    call_director(table=table, reason="rules", request=a_request())
    (call,) = program.get(f"{EVENT}calls/")["results"]
    assert (call["reason"], call["table"], call["table_id"]) == ("rules", 1, str(table.public_id))
    path = f"{EVENT}calls/{call['id']}/answer/"
    assert program.post(path)["is_answered"] is True
    assert program.post(path, status=409)["code"] == "answered_already"
    assert program.get(f"{EVENT}calls/")["results"] == []
    assert DirectorCall.objects.get().answered_at


def test_a_table_gets_extra_time(program, table):
    path = path_of(table, "extra_time/")
    assert program.post(path, {"minutes": 5}) == {"minutes": 5}
    assert program.post(path, {"minutes": 1441}, 422)["code"] == "body_invalid"
    close_round(round=table.round, even_if_incomplete=True)
    assert program.post(path, {"minutes": 0}, 409)["code"] == "round_not_open"


def test_a_deal_goes_back_to_an_earlier_version(program, table):
    (row,) = program.get(path_of(table, "rows/"))["results"]
    path = path_of(table, f"rows/{row['row']}/versions/")
    body = {"record": a_record(tricks=1)}
    changed = program.send("put", path_of(table, "deals/1/"), body, **{"If-Match": '"1"'}).json()
    now, then = program.get(path)["versions"]
    assert (now["is_now"], then["is_now"], then["kind"]) == (True, False, "recorded")
    headers, match = {"version": then["version"]}, {"If-Match": f'"{changed["revision"]}"'}
    assert program.send("post", path, headers).status_code == 428
    assert program.send("post", path, headers, **{"If-Match": '"1"'}).status_code == 412
    tried = program.send("post", path, {**headers, "dry_run": True}, **match)
    assert tried.json()["consequences"] and table.deals.get().record["tricks"] == 1
    assert program.send("post", path, {"version": 99}, **match).json()["code"] == "version_unknown"
    assert program.send("post", path, headers, **match).status_code == 201
    assert table.deals.get().record["tricks"] == 2


def test_a_row_that_is_struck_out_comes_back(program, table):
    strike_deal(table=table, number=1, sheet_revision=table.deals.get().revision, request=a_request())
    (row,) = program.get(path_of(table, "rows/"))["results"]
    assert row["number"] is None
    path = path_of(table, f"rows/{row['row']}/versions/")
    version = program.get(path)["versions"][-1]["version"]
    program.post(path, {"version": version}, 201, **{"If-Match": f'"{row["revision"]}"'})
    assert table.deals.filter(number=1).exists()


def test_a_sheet_is_compared_with_its_paper_and_upheld(program, table):
    path = path_of(table, "totals/")
    assert program.get(path)["standing"] == "never"
    totals = program.get(path_of(table))["totals"]
    assert program.post(path, {"totals": [None] * 4}, 409)["code"] == "totals_missing"
    assert program.post(path, {"totals": [1.25, "x", None, 0]}, 422)["code"] == "body_invalid"
    assert program.post(path, {"totals": [1]}, 412)["code"] == "stale"
    assert program.post(path, {"totals": totals, "deals": 1})["standing"] == "agrees"
    refused = program.post(f"{path}uphold/", {"reason": "Added up wrong"}, 409)
    assert refused["code"] == "not_different"
    other = program.post(path, {"totals": [99, None, None, None]})
    assert (other["standing"], other["differences"][0]) == ("differs", 99 - totals[0])
    assert program.post(f"{path}uphold/", {"reason": "x", "sheet_revision": 99}, 412)["code"] == "stale"
    upheld = program.post(f"{path}uphold/", {"reason": "Added up wrong"})
    assert (upheld["standing"], upheld["reason"]) == ("upheld", "Added up wrong")


def test_a_link_is_revoked_until_it_is_renewed(program, table):
    path = path_of(table, "link/")
    old = program.post(path)["token"]
    assert program.send("delete", path).status_code == 204
    assert program.post(path, status=409)["code"] == "link_revoked"
    assert program.client.get("/api/v1/table/", headers={"Authorization": f"Table {old}"}).status_code == 404
    new = program.post(path, {"renew": True})["token"]
    assert new != old and table.links.count() == 1
    assert not any(old in str(each.body) or new in str(each.body) for each in SentRequest.objects.all())
