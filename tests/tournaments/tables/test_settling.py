"""Conflicts that a table and a director may settle, and the place of the sent version."""

import pytest

from scoring.not_possible import NotPossible
from tests.builders import a_record, a_request, a_round, a_table, write_deal
from tests.tournaments.phones import Phone
from tournaments.models import AuthorKind, PendingDeal
from tournaments.selectors.sheets.folded_sheets import load_parts
from tournaments.services.history.sheet_chain import reason_digest
from tournaments.services.rounds.lifecycle import close_round, open_round
from tournaments.services.sheets.deals import insert_deal, set_first_dealer, strike_deal
from tournaments.services.tables.deal_versions import settle_conflict

pytestmark = pytest.mark.django_db


def settle(table, choose="sent", by=AuthorKind.LINK):
    asked = a_request(kind=by)
    return settle_conflict(
        table=table, conflict_id=PendingDeal.objects.get().pk, choose=choose, request=asked
    )


def bids_on(table):
    return [row.record.bid for row in load_parts(table)[0].sheet.rows]


def test_a_late_deal_stays_the_directors_when_its_round_is_taken_up_again():
    round = a_round()
    close_round(round=round, even_if_incomplete=True)
    write_deal(round.tables.get())
    open_round(round=round)
    with pytest.raises(NotPossible) as refused:
        settle(round.tables.get())
    assert refused.value.code == "conflict_unknown"


def test_a_table_of_a_closed_round_settles_nothing():
    table = a_table()
    write_deal(table)
    write_deal(table, tricks=1)
    close_round(round=table.round, even_if_incomplete=True)
    with pytest.raises(NotPossible) as refused:
        settle(table)
    assert refused.value.code == "round_closed"
    assert PendingDeal.objects.get().settlement == "open"


def test_a_version_of_a_row_that_was_struck_out_is_written_after_the_last():
    table = a_table()
    write_deal(table)
    write_deal(table, bid=3, tricks=3)
    strike_deal(table=table, number=1, sheet_revision=1, request=a_request())
    assert settle(table).result == "done"
    assert bids_on(table) == [3]


def test_a_forgotten_deal_that_came_too_late_is_put_before_the_last():
    table = a_table()
    write_deal(table)
    write_deal(table, 2)
    forgotten = a_record(bid=3, tricks=3)
    insert_deal(table=table, number=2, record=forgotten, sheet_revision=1, request=a_request())
    settle(table)
    assert bids_on(table) == [2, 3, 2]


def test_a_late_deal_whose_number_is_taken_is_another_version_of_that_deal():
    table = a_table()
    write_deal(table)
    close_round(round=table.round, even_if_incomplete=True)
    answer = write_deal(table, bid=3, tricks=3)
    assert (answer.result, answer.body["stored"]["record"]["bid"]) == ("late", 2)
    settle(table, by=AuthorKind.MEMBER)
    assert bids_on(table) == [3]


def test_a_forgotten_deal_of_a_closed_round_is_kept_for_the_director():
    table = a_table()
    write_deal(table)
    close_round(round=table.round, even_if_incomplete=True)
    answer = insert_deal(table=table, number=1, record=a_record(), sheet_revision=1, request=a_request())
    parked = PendingDeal.objects.get()
    assert (answer.result, parked.cause) == ("late", "late")
    assert (parked.author_kind, parked.author_id) == ("link", 1)


def test_a_row_is_struck_out_with_its_reason():
    table = a_table()
    write_deal(table)
    strike_deal(table=table, number=1, sheet_revision=1, reason="written twice", request=a_request())
    assert table.entries.get(kind="struck").reason.text == "written twice"


def test_the_first_dealer_is_set_again_once_all_deals_are_struck_out():
    table = a_table()
    write_deal(table)
    strike_deal(table=table, number=1, sheet_revision=1, request=a_request())
    assert set_first_dealer(table=table, first_dealer=2, request=a_request()).body["first_dealer"] == 2


def test_two_equal_reasons_are_sealed_differently():
    assert reason_digest("one salt", "misread") != reason_digest("another", "misread")


def test_a_conflict_of_no_table_is_nothing_to_settle():
    response = Phone(a_table()).send("post", "conflicts/99/", {"choose": "sent"})
    assert (response.status_code, response.json()["code"]) == (404, "conflict_unknown")


def test_a_key_is_one_tables_own():
    first, second = a_round(tables=2).tables.all()
    for table in (first, second):
        request = a_request({"number": 1}, key="same")
        assert set_first_dealer(table=table, first_dealer=1, request=request).body["sheet_revision"] == 1
    assert first.replies.count() == second.replies.count() == 1
