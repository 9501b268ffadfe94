"""The table's endpoints: their answers, exactly once, for repeated, late and conflicting requests."""

import pytest

from tests.builders import a_record, a_request, a_round, a_table, an_event
from tests.tournaments.phones import TABLE, Phone
from tournaments.models import AuthorKind, Deal, PendingDeal, SheetChange, StoredResponse
from tournaments.services.rounds.lifecycle import close_round, open_round, seat_round
from tournaments.services.tables.deal_versions import settle_conflict

pytestmark = pytest.mark.django_db

STATE_KEYS = {
    "id", "event", "round", "table", "game", "options", "is_open", "parts", "fields", "deals", "totals",
    "dealer", "next_number", "deals_counted", "deals_expected", "is_complete", "may_set_first_dealer",
    "conflicts", "revision", "next_table", "hints", "board", "has_auction", "marks_later_deals",
    "confirmation", "rulings", "call", "clock", "accounts", "late_deals", "is_abandoned",
    "banner", "timetable",
}  # fmt: skip
DEAL_KEYS = {
    "number", "deal", "dealer", "record", "deltas", "totals", "counts", "line", "facts", "made", "revision",
    "row", "partners", "violations",
}  # fmt: skip


def state(phone):
    return phone.get().json()


def code(response):
    return response.status_code, response.json().get("code")


# Reading


def test_a_table_tells_all_a_phone_needs(phone):
    phone.record()
    answer = state(phone)
    assert set(answer) == STATE_KEYS and set(answer["deals"][0]) == DEAL_KEYS
    assert [seat["name"] for seat in answer["parts"][0]["seats"]] == ["Ada", "Ben", "Cleo", "Emil"]
    assert (answer["dealer"], answer["next_number"], answer["deals_expected"]) == (1, 2, 100)
    assert answer["options"]["min_bid"] == 2
    assert answer["deals"][0]["made"] is True


def test_an_unchanged_table_is_not_sent_again(phone):
    etag = phone.get().headers["ETag"]
    assert phone.get(**{"If-None-Match": etag}).status_code == 304
    assert phone.get(**{"If-None-Match": f"W/{etag}"}).status_code == 304


def test_a_poll_of_an_unchanged_table_asks_little(phone, django_assert_max_num_queries):
    etag = phone.get().headers["ETag"]
    with django_assert_max_num_queries(5):
        phone.get(**{"If-None-Match": etag})


@pytest.mark.parametrize("deals", [1, 12])
def test_reading_takes_a_number_of_queries_that_does_not_grow(phone, deals, django_assert_max_num_queries):
    for number in range(1, deals + 1):
        phone.record(number)
    with django_assert_max_num_queries(15):
        phone.get()


def deal_written(table, phone):
    phone.record()


def conflict_parked(table, phone):
    phone.record()
    phone.record(tricks=1)


def round_closed(table, phone):
    close_round(round=table.round, even_if_incomplete=True)


def player_renamed(table, phone):
    table.round.event.entrants.get(number=1).player.__class__.objects.update(name="Zoe")


@pytest.mark.parametrize("change", [deal_written, conflict_parked, round_closed, player_renamed])
def test_every_change_is_seen(change):
    table = a_table()
    phone = Phone(table)
    etag = phone.get().headers["ETag"]
    change(table, phone)
    assert phone.get(**{"If-None-Match": etag}).status_code == 200


def test_another_language_is_another_answer(phone):
    etag = phone.get(**{"Accept-Language": "de"}).headers["ETag"]
    assert phone.get(**{"If-None-Match": etag, "Accept-Language": "ja"}).status_code == 200


def test_the_old_page_names_each_players_next_table():
    round = a_round(tables=2)
    first = round.tables.get(number=1)
    assert state(Phone(first))["next_table"] is None
    close_round(round=round, even_if_incomplete=True)
    entrants = list(round.event.entrants.all())
    open_round(round=seat_round(event=round.event, tables=[entrants[2:6], [*entrants[6:], *entrants[:2]]]))
    assert state(Phone(first))["next_table"][1:3] == [
        {"name": "Ben", "table": 2, "seat": 3},
        {"name": "Cleo", "table": 1, "seat": 0},
    ]


# Recording


def test_a_deal_is_answered_with_its_points_and_revision(phone):
    response = phone.record()
    assert response.status_code == 201
    assert response.headers["ETag"] == '"1"'
    assert {
        "number": 1,
        "deal": 1,
        "deltas": [0, 2, 0, 0],
        "totals": [0, 2, 0, 0],
        "revision": 1,
    }.items() <= (response.json().items())


def test_a_refused_deal_lists_every_violation_and_stores_nothing(phone):
    response = phone.record(trump="X", tricks=9)
    assert code(response) == (422, "trump_unknown")
    assert [each["code"] for each in response.json()["violations"]] == [
        "trump_unknown",
        "tricks_out_of_range",
    ]
    assert all(each["message"] and each["field"] for each in response.json()["violations"])
    assert not Deal.objects.exists() and not StoredResponse.objects.exists()


def test_refusals_are_told_in_the_readers_language(phone):
    phone.client.defaults["HTTP_ACCEPT_LANGUAGE"] = "de"
    assert phone.record(trump="X").json()["violations"][0]["message"]


@pytest.mark.parametrize("record", [None, [], "3 S", 7, {"bid": "3"}, {"announced": [1]}, {"took_skat": 1}])
def test_a_record_of_a_wrong_type_is_a_bad_field(phone, record):
    response = phone.send("post", "deals/", {"number": 1, "record": record})
    assert code(response) == (422, "bad_field")
    assert response.json()["violations"][0]["code"] == "bad_field"


def test_a_gap_says_what_comes_next_and_is_filled_later_under_the_same_key(phone):
    response = phone.record(2, key="second")
    assert code(response) == (409, "earlier_rows_missing")
    assert response.json()["expected"] == 1
    phone.record(1)
    assert phone.record(2, key="second").status_code == 201


def test_a_full_sheet_is_complete():
    phone = Phone(a_table(event=an_event(deals_per_table={"4": 1})))
    phone.record()
    assert code(phone.record(2)) == (409, "sheet_complete")
    assert state(phone)["is_complete"] is True


def test_the_first_dealer_is_set_until_the_first_deal(phone):
    assert phone.send("put", "first_dealer/", {"first_dealer": 2}).status_code == 200
    assert state(phone)["dealer"] == 2
    assert code(phone.send("put", "first_dealer/", {"first_dealer": 4})) == (422, "dealer_out_of_range")
    phone.record()
    assert code(phone.send("put", "first_dealer/", {"first_dealer": 1})) == (409, "deals_exist")
    assert state(phone)["may_set_first_dealer"] is False


# Exactly once


def test_a_repeated_request_gets_the_same_answer_and_counts_once(phone):
    first, again = phone.record(key="one"), phone.record(key="one")
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert (Deal.objects.count(), SheetChange.objects.count()) == (1, 1)


def test_the_answer_is_kept_even_if_the_deal_changed_since(phone):
    first = phone.record(key="one")
    phone.correct(tricks=1)
    assert phone.record(key="one").json() == first.json()


@pytest.mark.parametrize("send", [
    pytest.param(lambda phone: phone.record(bid=3, tricks=3, key="one"), id="another record"),
    pytest.param(lambda phone: phone.record(2, key="one"), id="another number"),
    pytest.param(lambda phone: phone.correct(key="one"), id="another endpoint"),
])  # fmt: skip
def test_a_key_used_for_something_else_is_refused(phone, send):
    phone.record(key="one")
    assert code(send(phone)) == (409, "key_reused")
    assert Deal.objects.count() == 1


def test_a_key_of_another_table_is_another_key():
    first, second = a_round(tables=2).tables.all()
    Phone(first).record(key="one")
    assert Phone(second).record(key="one", tricks=1).status_code == 201


def test_a_conflict_is_repeated_unchanged(phone):
    phone.record()
    first, again = phone.record(tricks=1, key="mine"), phone.record(tricks=1, key="mine")
    assert (first.status_code, again.status_code) == (409, 409)
    assert first.json() == again.json()
    assert PendingDeal.objects.count() == 1


def test_two_phones_that_wrote_the_same_agree(phone):
    phone.record()
    response = phone.record(durch="no")
    assert (response.status_code, response.json()["deltas"]) == (200, [0, 2, 0, 0])
    assert Deal.objects.count() == 1


@pytest.mark.parametrize(("key", "expected"), [
    ("k", 201), ("k" * 255, 201), ("two words", 201), ("k" * 256, "key_invalid"), ("ä", "key_invalid"),
    ("a\tb", "key_invalid"), (None, "key_missing"), ("", "key_missing"),
])  # fmt: skip
def test_a_key_has_1_to_255_printable_characters(phone, key, expected):
    headers = {} if key is None else {"Idempotency-Key": key}
    body = {"number": 1, "record": a_record()}
    response = phone.client.post(f"{TABLE}deals/", body, format="json", headers=headers)
    assert expected in (response.status_code, response.json().get("code"))
    assert response.status_code in (201, 400)


@pytest.mark.parametrize(("method", "path"), [
    ("post", "deals/"), ("put", "deals/1/"), ("delete", "deals/1/"), ("post", "deals/1/insert/"),
    ("put", "first_dealer/"), ("post", "conflicts/1/"),
])  # fmt: skip
def test_every_request_that_writes_needs_a_key(phone, method, path):
    response = getattr(phone.client, method)(TABLE + path, {}, format="json")
    assert code(response) == (400, "key_missing")


# Correcting


def test_a_correction_derives_the_sheet_again(phone):
    phone.record()
    phone.record(2)
    response = phone.correct(1, tricks=1)
    assert (response.status_code, response.headers["ETag"]) == (200, '"2"')
    assert response.json()["totals"] == [0, -2, 0, 0]
    assert SheetChange.objects.get(kind="corrected").reason.text == "miscounted"


def test_a_struck_deal_is_gone_and_put_back_by_inserting(phone):
    phone.record(1, bid=3, tricks=3)
    phone.record(2)
    assert phone.send("delete", "deals/1/", match=2).json()["totals"] == [0, 2, 0, 0]
    body = {"record": a_record(bid=3, tricks=3)}
    response = phone.send("post", "deals/1/insert/", body, match=state(phone)["revision"])
    assert response.status_code == 201
    assert [deal["record"]["bid"] for deal in state(phone)["deals"]] == [3, 2]


@pytest.mark.parametrize(("method", "path", "body"), [
    ("put", "deals/1/", {"record": a_record()}),
    ("delete", "deals/1/", None),
    ("post", "deals/1/insert/", {"record": a_record()}),
])  # fmt: skip
@pytest.mark.parametrize(("match", "expected"), [
    (None, (428, "if_match_missing")), ("1", (400, "if_match_invalid")), ('"x"', (400, "if_match_invalid")),
    ('"1", "2"', (400, "if_match_invalid")), ("*", (400, "if_match_invalid")),
    ('"-1"', (400, "if_match_invalid")), ('"01"', (400, "if_match_invalid")),
    ('"00"', (400, "if_match_invalid")), ('"1000000000"', (400, "if_match_invalid")),
    (f'"{"9" * 30}"', (400, "if_match_invalid")),
])  # fmt: skip
def test_a_change_says_what_it_saw(phone, method, path, body, match, expected):
    phone.record()
    headers = {"Idempotency-Key": "one"} | ({} if match is None else {"If-Match": match})
    response = getattr(phone.client, method)(TABLE + path, body, format="json", headers=headers)
    assert code(response) == expected


def test_a_correction_of_an_old_view_is_parked_with_both_versions(phone):
    phone.record()
    phone.correct(tricks=1)
    response = phone.correct(tricks=0)
    assert code(response) == (412, "stale")
    assert (response.json()["stored"]["record"]["tricks"], response.json()["sent"]["record"]["tricks"]) == (
        1,
        0,
    )
    assert [each["conflict"] for each in state(phone)["conflicts"]] == [response.json()["conflict"]]


def test_two_versions_say_which_phone_wrote_them_and_when(phone):
    at = "2026-11-21T17:41:00Z"
    mine, other = (
        {"X-Device": f"{name}-0000-4000", "X-Device-Time": at} for name in ("aaaabbbb", "ccccdddd")
    )
    phone.send("post", "deals/", {"number": 1, "record": a_record()}, device=mine)
    phone.send("post", "deals/", {"number": 1, "record": a_record(tricks=1)}, device=other)
    (conflict,) = state(phone)["conflicts"]
    assert (conflict["stored_by"]["phone"], conflict["sent_by"]["phone"]) == ("aaaabbbb", "ccccdddd")
    assert conflict["sent_by"]["at"].startswith("2026-11-21T17:41")


def test_striking_out_on_an_old_view_changes_nothing(phone):
    phone.record()
    assert code(phone.send("delete", "deals/1/", match=0)) == (412, "stale")
    assert Deal.objects.get().number == 1


@pytest.mark.parametrize(
    ("number", "expected"),
    [(2, "row_unknown"), (999_999_999, "row_unknown"), (10**9, "not_found"), (10**30, "not_found")],
)
def test_a_deal_that_is_not_there_is_unknown(phone, number, expected):
    phone.record()
    assert code(phone.correct(number)) == (404, expected)
    assert code(phone.send("delete", f"deals/{number}/", match=1)) == (404, expected)


@pytest.mark.parametrize(("reason", "refusal"), [
    (7, (400, "bad_request")), (["x"], (400, "bad_request")), ("x" * 501, (422, "body_invalid")),
])  # fmt: skip
def test_a_reason_is_a_short_text(phone, reason, refusal):
    phone.record()
    body = {"record": a_record(), "reason": reason}
    assert code(phone.send("put", "deals/1/", body, match=1)) == refusal


# Conflicts


def test_a_conflict_shows_both_versions_with_what_they_are_worth(phone):
    phone.record()
    response = phone.record(tricks=1)
    assert code(response) == (409, "taken")
    conflict = state(phone)["conflicts"][0]
    assert conflict["conflict"] == response.json()["conflict"]
    assert conflict["stored"]["deltas"] == [0, 2, 0, 0]
    assert conflict["sent"]["deltas"] == [0, -4, 0, 0]


def test_a_conflict_says_whether_it_would_replace_a_row(phone):
    phone.record()
    phone.record(tricks=1)
    phone.send("post", "deals/1/insert/", {"record": a_record()}, match=0)
    assert [each["replaces"] for each in state(phone)["conflicts"]] == [True, False]


@pytest.mark.parametrize(("choose", "total"), [("stored", 2), ("sent", -4)])
def test_the_table_settles_a_conflict(phone, choose, total):
    phone.record()
    conflict = phone.record(tricks=1).json()["conflict"]
    assert phone.send("post", f"conflicts/{conflict}/", {"choose": choose}).status_code == 200
    assert state(phone)["totals"] == [0, total, 0, 0]
    assert state(phone)["conflicts"] == []
    again = phone.send("post", f"conflicts/{conflict}/", {"choose": choose})
    assert code(again) == (404, "conflict_unknown")


@pytest.mark.parametrize("choose", [None, "both", 1, ["sent"]])
def test_a_choice_is_one_of_two(phone, choose):
    phone.record()
    conflict = phone.record(tricks=1).json()["conflict"]
    assert code(phone.send("post", f"conflicts/{conflict}/", {"choose": choose})) == (400, "bad_request")


def test_a_conflict_of_another_table_is_unknown():
    first, second = a_round(tables=2).tables.all()
    Phone(first).record()
    conflict = Phone(first).record(tricks=1).json()["conflict"]
    response = Phone(second).send("post", f"conflicts/{conflict}/", {"choose": "sent"})
    assert code(response) == (404, "conflict_unknown")


def test_twenty_open_conflicts_are_enough(phone):
    phone.record()
    assert {phone.record(tricks=1).status_code for _ in range(20)} == {409}
    assert code(phone.record(tricks=1)) == (429, "too_many_conflicts")
    assert PendingDeal.objects.count() == 20


# Late


def test_after_the_close_the_link_reads_and_what_it_sends_is_kept_for_the_director():
    table = a_table()
    phone = Phone(table)
    phone.record()
    close_round(round=table.round, even_if_incomplete=True)
    assert [phone.record(2).status_code, phone.correct(1).status_code] == [202, 202]
    assert (state(phone)["is_open"], state(phone)["conflicts"]) == (False, [])
    assert PendingDeal.objects.filter(cause="late").count() == 2
    assert code(phone.send("delete", "deals/1/", match=1)) == (409, "round_closed")


def test_a_table_sees_what_became_of_its_late_deals():
    table = a_table()
    close_round(round=table.round, even_if_incomplete=True)
    phone = Phone(table)
    phone.record(1)
    phone.record(2)
    waiting = [each["settlement"] for each in state(phone)["late_deals"]]
    etag = phone.get()["ETag"]
    settle_late(table, "stored")
    assert phone.get(**{"If-None-Match": etag}).status_code == 200
    settle_late(table, "sent")
    settlements = [(each["number"], each["settlement"]) for each in state(phone)["late_deals"]]
    assert waiting == ["open", "open"] and settlements == [(1, "sent"), (2, "stored")]


def settle_late(table, choose):
    """Settle the newest pending version as director."""
    newest = PendingDeal.objects.filter(settlement="open").order_by("pk").last()
    asked = a_request({"choose": choose}, key=f"late-{choose}", kind=AuthorKind.MEMBER)
    settle_conflict(table=table, conflict_id=newest.pk, choose=choose, request=asked)


def test_a_whole_evening_written_offline_is_kept_after_the_close():
    table = a_table()
    close_round(round=table.round, even_if_incomplete=True)
    phone = Phone(table)
    assert {phone.record(number).status_code for number in range(1, 31)} == {202}


def test_late_deals_leave_room_for_conflicts():
    round = a_round()
    phone = Phone(round.tables.get())
    phone.record()
    close_round(round=round, even_if_incomplete=True)
    for _ in range(20):
        phone.record(2)
    open_round(round=round)
    assert phone.record(tricks=1).status_code == 409


# Limits of a sheet


def test_a_record_the_game_refuses_is_refused_where_the_number_is_taken_too(phone):
    phone.record(1)
    assert code(phone.record(1, bid=0)) == (422, "bid_out_of_range")
    assert not PendingDeal.objects.exists()


def test_a_passed_row_does_not_become_one_deal_too_many():
    phone = Phone(a_table(event=an_event(deals_per_table={"4": 2})))
    phone.record(1)
    phone.send("post", "deals/", {"number": 2, "record": {"contract": "passed"}})
    phone.record(3)
    response = phone.correct(2)
    assert code(response) == (422, "later_deals_impossible")
    assert response.json()["breaks"] == [3]
    assert phone.get().json()["deals_counted"] == 2
