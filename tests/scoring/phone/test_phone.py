"""The machine as the phone calls it: the answer of each operation, and the sheet afterwards."""

from typing import Any

import pytest

from rules import get_game
from scoring.phone.phone import Phone, open_sheet, tell
from scoring.sheet.serialising import Language

PHONE = Phone({}, ".")


def a_record(**changes: Any) -> dict[str, Any]:
    """Return a record: seat 1 plays 2 with spades and makes it: +2."""
    defaults = {"contract": "tricks", "declarer": 1, "bid": 2, "trump": "S", "took_skat": True, "tricks": 2}
    return defaults | changes


def a_state(game: str = "fipsen-prisdorf", seats: int = 4, **changes: Any) -> dict[str, Any]:
    """Return the server's state of an empty sheet, as far as a phone reads it."""
    part = {"seats": [{"seat": seat} for seat in range(seats)], "first_dealer": 0, "first_number": 1}
    return {
        "game": {"key": game},
        "options": {},
        "parts": [part],
        "deals": [],
        "deals_expected": None,
        "marks_later_deals": False,
        "is_open": True,
        "revision": 0,
        "conflicts": [],
        "rulings": [],
        "accounts": [],
    } | changes


def posting(number: int, record: Any = None) -> dict[str, Any]:
    return {"do": "record", "number": number, "record": record or a_record()}


def correcting(number: int, revision: int, record: Any = None, row: int | None = None) -> dict[str, Any]:
    operation = {"number": number, "record": record or a_record(tricks=1), "revision": revision, "row": row}
    return {"do": "correct", **operation}


def inserting(number: int, revision: int, record: Any = None) -> dict[str, Any]:
    return {"do": "insert", "number": number, "record": record or a_record(tricks=1), "revision": revision}


def striking(number: int, revision: int) -> dict[str, Any]:
    return {"do": "strike", "number": number, "revision": revision}


def dealing_first(seat: int) -> dict[str, Any]:
    return {"do": "first_dealer", "first_dealer": seat}


def settling(conflict: int, choose: str) -> dict[str, Any]:
    return {"do": "settle", "conflict": conflict, "choose": choose}


def applied(state: dict[str, Any], *operations: dict[str, Any]) -> tuple[dict[str, Any], list[Any]]:
    """Return the new state, and the result and code (or number) of each answer."""
    answer = PHONE.answer({"ask": "apply", "state": state, "operations": operations})
    answers = [(each["result"], each["body"]) for each in answer["answers"]]
    return answer["state"], [(result, body.get("code", body.get("number"))) for result, body in answers]


def after(*operations: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Return the state of an empty sheet after these operations."""
    return applied(a_state(**changes), *operations)[0]


def answers_to(*operations: dict[str, Any], **changes: Any) -> list[Any]:
    return applied(a_state(**changes), *operations)[1]


def test_deals_are_written_one_after_the_other():
    state = after(posting(1), posting(2, a_record(declarer=3)))
    assert [row["totals"] for row in state["deals"]] == [[0, 2, 0, 0], [0, 2, 0, 2]]
    assert (state["totals"], state["dealer"], state["next_number"]) == ([0, 2, 0, 2], 2, 3)
    assert (state["revision"], state["deals_counted"], state["may_set_first_dealer"]) == (2, 2, False)


def test_a_state_that_was_told_can_be_gone_on_with():
    halves = applied(after(posting(1)), posting(2))[0]
    assert halves == after(posting(1), posting(2))


def test_a_written_deal_is_answered_as_the_server_does():
    answers = PHONE.answer({"ask": "apply", "state": a_state(), "operations": [posting(1)]})["answers"]
    body = {"number": 1, "deal": 1, "deltas": [0, 2, 0, 0], "revision": 1, "totals": [0, 2, 0, 0]}
    assert answers == [{"result": "written", "body": {**body, "sheet_revision": 1, "row": None}}]


def test_a_table_keeps_its_sheet_when_the_rules_refuse():
    state, answers = applied(a_state(), posting(1, a_record(trump="X")))
    assert answers == [("refused", "trump_unknown")]
    assert (state["deals"], state["revision"]) == ([], 0)


def test_a_record_that_cannot_be_read_is_a_bad_field():
    assert answers_to(posting(1, a_record(tricks="two"))) == [("refused", "bad_field")]


def test_a_gap_is_refused():
    assert answers_to(posting(2)) == [("refused", "earlier_rows_missing")]


def test_after_the_last_deal_the_sheet_is_complete():
    assert answers_to(posting(1), posting(2), deals_expected=1) == [
        ("written", 1),
        ("refused", "sheet_complete"),
    ]


def test_the_same_deal_twice_is_one():
    assert answers_to(posting(1), posting(1, a_record(dealer=0))) == [("written", 1), ("done", 1)]


def test_another_record_under_a_taken_number_is_refused():
    state, answers = applied(a_state(), posting(1), posting(1, a_record(tricks=1)))
    assert answers == [("written", 1), ("taken", "taken")]
    assert state["totals"] == [0, 2, 0, 0]


def test_a_correction_derives_everything_again():
    state = after(posting(1), posting(2), correcting(1, revision=1))
    assert [row["totals"] for row in state["deals"]] == [[0, -4, 0, 0], [0, -2, 0, 0]]
    assert [row["revision"] for row in state["deals"]] == [2, 1]
    assert state["revision"] == 3


def test_a_correction_of_an_older_version_is_stale():
    assert answers_to(posting(1), correcting(1, revision=2))[1] == ("stale", "stale")


def with_ids(state: dict[str, Any], *ids: int) -> dict[str, Any]:
    """Return the state as the server sends it once it has the rows."""
    deals = [{**deal, "row": row} for deal, row in zip(state["deals"], ids, strict=True)]
    return {**state, "deals": deals}


def test_a_row_keeps_its_id_wherever_it_moves_and_whatever_stands_in_it():
    state = with_ids(after(posting(1), posting(2)), 7, 8)
    moved, _ = applied(state, correcting(2, revision=1), inserting(1, revision=3))
    assert [row["row"] for row in moved["deals"]] == [None, 7, 8]


@pytest.mark.parametrize(("row", "answer"), [(8, ("done", 2)), (7, ("stale", "stale")), (None, ("done", 2))])
def test_a_correction_of_another_row_than_was_seen_is_stale(row: int | None, answer: tuple[str, Any]):
    state = with_ids(after(posting(1), posting(2)), 7, 8)
    assert applied(state, correcting(2, revision=1, row=row))[1] == [answer]


def test_a_deal_is_struck_out():
    state, answers = applied(a_state(), posting(1), posting(2, a_record(declarer=3)), striking(1, revision=2))
    assert answers[2] == ("done", 1)
    assert [(row["number"], row["totals"]) for row in state["deals"]] == [(1, [0, 0, 0, 2])]


def test_the_first_deal_struck_out_sets_the_dealer_free():
    assert after(posting(1), striking(1, revision=1))["may_set_first_dealer"] is True


def test_a_forgotten_deal_is_put_in():
    state, answers = applied(a_state(), posting(1), inserting(1, revision=1))
    assert answers[1] == ("written", 1)
    assert [row["deltas"][1] for row in state["deals"]] == [-4, 2]


def test_rows_move_only_on_the_sheet_that_was_seen():
    assert answers_to(posting(1), striking(1, revision=5))[1] == ("refused", "stale")
    assert answers_to(posting(1), inserting(1, revision=5))[1] == ("stale", "stale")


@pytest.mark.parametrize("make", [correcting, striking, inserting])
def test_a_row_that_is_not_there_is_unknown(make):
    assert answers_to(posting(1), make(2, revision=1))[1] == ("refused", "row_unknown")


def test_the_first_dealer_is_set_until_the_first_deal():
    state, answers = applied(a_state(), dealing_first(2), posting(1), dealing_first(1))
    assert answers == [("done", None), ("written", 1), ("refused", "deals_exist")]
    assert (state["deals"][0]["dealer"], state["parts"][0]["first_dealer"]) == (2, 2)


def test_the_first_dealer_sits_at_the_table():
    assert answers_to(dealing_first(4)) == [("refused", "dealer_out_of_range")]


def el_almaz() -> dict[str, Any]:
    return {"contract": "el_almaz", "counts": [13, 0, 0, 0]}


ERKEK = {"contract": "erkek", "counts": [8, 0, 0, 0]}
RIFKI = [posting(1, ERKEK), posting(2, el_almaz()), posting(3, el_almaz())]


def test_a_correction_that_breaks_later_deals_is_refused():
    state, answers = applied(a_state("rifki"), *RIFKI, correcting(1, 1, el_almaz()))
    assert answers[3] == ("refused", "later_deals_impossible")
    assert state["deals"][0]["record"] == ERKEK


def test_a_correction_marks_later_deals_where_the_event_says_so():
    state = after(*RIFKI, correcting(1, 1, el_almaz()), game="rifki", marks_later_deals=True)
    assert [len(row["violations"]) > 0 for row in state["deals"]] == [False, False, True]


def test_a_deal_of_a_closed_round_is_for_the_director():
    state, answers = applied(a_state(is_open=False), posting(1), dealing_first(1))
    assert answers == [("late", "late"), ("refused", "round_closed")]
    assert state["deals"] == []


def a_conflict(stored: Any, *, replaces: bool = True) -> dict[str, Any]:
    """Return a version of row 1 with one trick fewer, and the stored one."""
    sent = {"record": a_record(tricks=1)}
    conflict = {"number": 1, "cause": "taken", "replaces": replaces, "sent": sent, "stored": stored}
    return {"conflict": 5, **conflict}


@pytest.mark.parametrize(("choose", "totals"), [("sent", [0, -4, 0, 0]), ("stored", [0, 2, 0, 0])])
def test_the_table_chooses_between_two_versions(choose: str, totals: list[int]):
    state = with_ids(after(posting(1)), 7)
    state["conflicts"] = [a_conflict(state["deals"][0])]
    settled, answers = applied(state, settling(5, choose))
    assert (answers, settled["totals"], settled["conflicts"]) == ([("done", 1)], totals, [])


def test_a_version_of_a_row_that_is_gone_is_put_in():
    state = with_ids(after(posting(1)), 7)
    state["conflicts"] = [a_conflict(state["deals"][0], replaces=False)]
    settled, _ = applied(state, settling(5, "sent"))
    assert [row["deltas"][1] for row in settled["deals"]] == [-4, 2]


@pytest.mark.parametrize("is_open", [True, False])
@pytest.mark.parametrize("choose", ["sent", "stored"])
def test_a_conflict_is_told_until_it_is_settled(is_open: bool, choose: str):
    state = with_ids(after(posting(1)), 7)
    state |= {"conflicts": [a_conflict(state["deals"][0])], "is_open": is_open}
    settled, [(result, _)] = applied(state, settling(5, choose))
    assert (result, settled["conflicts"]) == (("done", []) if is_open else ("refused", state["conflicts"]))


def test_an_unknown_conflict_is_left_to_the_server():
    assert answers_to(settling(5, "sent")) == [("refused", "conflict_unknown")]


def test_a_later_part_counts_on():
    first = after(posting(1))
    second = {"seats": [{"seat": seat} for seat in range(3)], "first_dealer": 1, "first_number": 2}
    state = applied({**first, "parts": [*first["parts"], second]}, posting(2))[0]
    assert [(row["number"], row["deal"], row["totals"]) for row in state["deals"]] == [
        (1, 1, [0, 2, 0, 0]),
        (2, 2, [0, 2, 0]),
    ]


def test_a_deal_put_into_an_earlier_part_moves_the_later_one():
    first = after(posting(1), posting(2))
    second = {"seats": [{"seat": seat} for seat in range(3)], "first_dealer": 1, "first_number": 3}
    both = {**first, "parts": [*first["parts"], second]}
    state = applied(both, posting(3), inserting(2, revision=3), correcting(4, revision=1))[0]
    assert [part["first_number"] for part in state["parts"]] == [1, 4]
    assert [row["deltas"][1] for row in state["deals"]] == [2, -4, 2, -4]


RULED = {"number": 2, "points": [0, 7, 0, 0], "reason": "a card too many"}


def a_ruled_sheet() -> dict[str, Any]:
    """Return two deals, the second of which counts 7 by a ruling; the first two seats share an account."""
    state = with_ids(after(posting(1), posting(2)), 7, 8)
    seats = [{"seat": seat, "account": account} for seat, account in enumerate((1, 1, 3, 4))]
    accounts = [{"number": number, "name": f"P{number}", "total": 0} for number in (1, 3, 4)]
    return {
        **state,
        "parts": [{**state["parts"][0], "seats": seats}],
        "rulings": [RULED],
        "accounts": accounts,
    }


def test_a_ruling_goes_with_its_row():
    state, _ = applied(a_ruled_sheet(), inserting(1, revision=2))
    assert state["rulings"] == [{**RULED, "number": 3}]


def test_a_ruling_rests_with_a_row_that_was_struck_out():
    state, _ = applied(a_ruled_sheet(), striking(2, revision=2))
    assert (state["rulings"], state["accounts"][0]["total"]) == ([], 2)


def test_accounts_count_what_was_ruled():
    state, _ = applied(a_ruled_sheet(), posting(3))
    assert [each["total"] for each in state["accounts"]] == [2 + 7 + 2, 0, 0]


def test_a_preview_is_what_the_deal_would_do():
    answer = PHONE.answer({"ask": "preview", "state": after(posting(1)), "number": 2, "record": a_record()})
    assert (answer["deltas"], answer["totals"], answer["line"]) == ([0, 2, 0, 0], [0, 4, 0, 0], "2 ♠")


def test_a_preview_of_a_correction_names_the_deals_that_break():
    question = {"ask": "preview", "state": after(*RIFKI, game="rifki"), "number": 1, "record": el_almaz()}
    assert PHONE.answer(question)["breaks"] == [3]


def test_a_preview_behind_a_gap_is_refused():
    answer = PHONE.answer({"ask": "preview", "state": a_state(), "number": 2, "record": a_record()})
    assert (answer["code"], answer["expected"]) == ("earlier_rows_missing", 1)


def test_the_last_state_is_remembered():
    phone = Phone({}, ".")
    phone.answer({"ask": "apply", "state": after(posting(1)), "operations": []})
    assert phone.answer({"ask": "preview", "number": 2, "record": a_record()})["totals"] == [0, 4, 0, 0]


def test_an_auction_tells_whose_turn_it_is():
    answer = PHONE.answer({"ask": "auction", "state": a_state(), "calls": [{"seat": 1, "call": "pass"}]})
    assert (answer["turn"], answer["calls"]) == (2, [{"seat": 1, "label": "pass"}])


def test_of_an_auction_the_calls_before_a_refused_one_stand_and_nothing_behind_it():
    calls = [{"seat": seat, "call": "pass"} for seat in (1, 3, 2)]
    answer = PHONE.answer({"ask": "auction", "state": a_state(), "calls": calls})
    assert (answer["turn"], answer["calls"]) == (2, [{"seat": 1, "label": "pass"}])
    assert [each["code"] for each in answer["violations"]] != []


def test_words_come_from_the_readers_language():
    words = {"Trumps are clubs, spades, hearts or diamonds, not {trump}.": "Trumpf ist nicht {trump}."}
    question = {"ask": "preview", "state": a_state(), "number": 1, "record": a_record(trump="X")}
    refused = Phone(words, ",").answer(question)["violations"]
    assert [each["message"] for each in refused] == ["Trumpf ist nicht X."]


def test_money_has_the_mark_of_the_language():
    state = a_state("fipsen-thedinghausen", seats=5)
    sheet_json = tell(Language(str, ","), open_sheet(get_game("fipsen-thedinghausen"), state), state)
    assert any("0,00" in line["values"] for line in sheet_json["board"])


# Limits of a sheet

PASSED = {"contract": "passed"}


def a_full_sheet(**changes: Any) -> dict[str, Any]:
    """Return two deals of two, and a passed row between them."""
    return after(posting(1), posting(2, PASSED), posting(3), deals_expected=2, **changes)


@pytest.mark.parametrize("marks", [False, True], ids=["refused", "marked"])
def test_a_passed_row_does_not_become_one_deal_too_many(marks: bool):
    state, answers = applied(a_full_sheet(marks_later_deals=marks), correcting(2, revision=1))
    assert answers == [("refused", "later_deals_impossible")]
    assert (state["deals_counted"], state["deals"][1]["record"]) == (2, PASSED)


def test_the_refusal_names_the_deal_that_would_be_too_many():
    question = {"ask": "apply", "state": a_full_sheet(), "operations": [correcting(2, revision=1)]}
    body = PHONE.answer(question)["answers"][0]["body"]
    assert body["breaks"] == [3]
    assert body["message"] == (
        "After this change the sheet would end before its last deals: 3. Strike them out first."
    )


def test_a_preview_says_so_before_it_is_saved():
    question = {"ask": "preview", "state": a_full_sheet(), "number": 2, "record": a_record()}
    assert PHONE.answer(question)["breaks"] == [3]


def test_once_the_last_deal_is_struck_out_the_passed_row_may_be_a_deal():
    _, answers = applied(a_full_sheet(), striking(3, revision=3), correcting(2, revision=1))
    assert answers[1] == ("done", 2)


def test_a_deal_of_a_sheet_that_was_made_shorter_can_still_be_corrected():
    state = {**a_full_sheet(), "deals_expected": 1}
    assert applied(state, correcting(1, revision=1))[1] == [("done", 1)]


def test_a_sheet_that_was_made_shorter_takes_no_deal_in_the_place_of_a_passed_row():
    state = {**a_full_sheet(), "deals_expected": 1}
    assert applied(state, correcting(2, revision=1))[1] == [("refused", "later_deals_impossible")]


def a_deal_of_briscola(winner: int) -> dict[str, Any]:
    return {"points": [61, 59] if winner == 0 else [59, 61]}


def test_no_deal_comes_to_stand_behind_the_end_of_the_game():
    deals = [posting(number, a_deal_of_briscola(side)) for number, side in enumerate((0, 1, 0, 0), start=1)]
    state, answers = applied(a_state("briscola"), *deals, correcting(2, 1, a_deal_of_briscola(0)))
    assert answers[4] == ("refused", "later_deals_impossible")
    assert [row["deltas"] for row in state["deals"]][1] == [0, 1, 0, 1]


def test_a_table_is_refused_by_the_rules_where_the_number_is_taken_too():
    assert answers_to(posting(1), posting(1, a_record(bid=0)))[1] == ("refused", "bid_out_of_range")
