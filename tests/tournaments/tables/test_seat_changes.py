"""Other players on the seats of a running table: with all deals, from a deal on, substitutes, sizes."""

import pytest

from scoring.not_possible import NotPossible
from tests.builders import a_request, an_event, write_deal
from tests.tournaments.evenings import (
    ADA,
    WHY,
    a_written_table,
    again,
    entrant,
    places,
    seats_of,
    totals_of,
    two_tables,
)
from tests.tournaments.phones import Phone
from tournaments.models import EventChange, SheetChangeKind, SitOut
from tournaments.selectors.sheets.folded_sheets import load_parts
from tournaments.selectors.sheets.seat_plan import deal_of_row, row_of_deal
from tournaments.services.entry.entrants import enter_players
from tournaments.services.history.audit import audit
from tournaments.services.rounds.lifecycle import close_round, open_round, seat_round
from tournaments.services.sheets.deals import record_deal, set_first_dealer
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.decisions import rule_on_deal, undo_decision
from tournaments.services.standings.verification import differences
from tournaments.services.tables.seat_changes import change_seats, swap_players

pytestmark = pytest.mark.django_db


def swap(table, one, two, numbers=None):
    event = table.round.event
    about = {"one": entrant(event, one), "two": entrant(event, two), "reason": WHY, "by": ADA}
    return swap_players(round=table.round, numbers=numbers, **about)


def reseat(table, *numbers, **more):
    return change_seats(table=table, places=places(table, *numbers), reason=WHY, by=ADA, **more)


def refused(code, act):
    with pytest.raises(NotPossible) as refusal:
        act()
    assert refusal.value.code == code and refusal.value.message.endswith(".")
    return refusal.value.message


def is_whole(event):
    """Check that no stored value contradicts the records or the history."""
    compute_event_standings(event_id=event.pk)
    event.refresh_from_db()
    return differences(event) == [] and audit(event)[1] == []


# Swapping


def test_two_of_one_table_swap_with_all_their_deals():
    table = a_written_table()
    swap(table, 2, 3)
    assert seats_of(table) == [[1, 3, 2, 4]]
    assert totals_of(table.round.event) == {1: 0, 2: 0, 3: 6, 4: 0}
    assert is_whole(table.round.event)


def test_two_of_two_tables_swap_with_all_their_deals():
    one, two = two_tables()
    swap(one, 2, 7)
    assert (seats_of(one), seats_of(two)) == ([[1, 7, 3, 4]], [[5, 6, 2, 8]])
    assert totals_of(one.round.event)[7] == 6
    assert is_whole(one.round.event)


def test_two_of_two_tables_swap_from_a_deal_on_which_may_be_another_at_each():
    one, _ = two_tables()
    swap(one, 2, 6, {1: 2, 2: 3})
    assert seats_of(one) == [[1, 2, 3, 4], [1, 6, 3, 4]]
    assert totals_of(one.round.event) == {1: 0, 2: 2 + 2, 3: 0, 4: 0, 5: 0, 6: 4 + 4, 7: 0, 8: 0}
    assert is_whole(one.round.event)


def test_swapping_back_leaves_everything_as_it_was():
    table = a_written_table()
    before = totals_of(table.round.event)
    swap(table, 2, 3)
    swap(table, 2, 3)
    assert totals_of(table.round.event) == before and seats_of(table) == [[1, 2, 3, 4]]


def test_a_swap_that_one_table_refuses_changes_neither():
    one, two = two_tables()
    refused("row_unknown", lambda: swap(one, 2, 6, {1: 2, 2: 9}))
    assert (seats_of(one), seats_of(two)) == ([[1, 2, 3, 4]], [[5, 6, 7, 8]])
    assert not EventChange.objects.filter(kind="reseated").exists()


def test_no_player_swaps_with_themselves_or_with_a_player_without_a_seat():
    table = a_written_table()
    enter_players(event=table.round.event, names=["Xaver"])
    refused("same_player", lambda: swap(table, 2, 2))
    assert "Number 5 has no seat in round 1" in refused("not_in_round", lambda: swap(table, 2, 5))


# Parts


def test_a_stand_in_plays_on_their_own_account():
    table = a_written_table()
    enter_players(event=table.round.event, names=["Xaver"])
    reseat(table, 1, 5, 3, 4)
    write_deal(table, 4)
    assert totals_of(table.round.event) == {1: 0, 2: 6, 3: 0, 4: 0, 5: 2}
    assert is_whole(table.round.event)


def test_a_stand_in_plays_for_the_replaced_player():
    table = a_written_table()
    enter_players(event=table.round.event, names=["Xaver"])
    reseat(table, 1, (5, 2), 3, 4)
    write_deal(table, 4)
    assert totals_of(table.round.event)[2] == 8 and totals_of(table.round.event)[5] == 0


def test_the_phone_hears_whose_the_points_of_a_stand_in_are():
    table = a_written_table()
    enter_players(event=table.round.event, names=["Xaver"])
    reseat(table, 1, (5, 2), 3, 4)
    seats = Phone(table).get().json()["parts"][-1]["seats"]
    assert [(seat["number"], seat["account"]) for seat in seats] == [(1, 1), (5, 2), (3, 3), (4, 4)]


def test_rows_run_on_over_the_parts_and_the_phone_sees_the_new_seats():
    table = a_written_table()
    phone = Phone(table)
    reseat(table, 1, 2, 3)
    answer = phone.get().json()
    assert [len(part["seats"]) for part in answer["parts"]] == [4, 3]
    assert (answer["next_number"], answer["parts"][1]["first_number"]) == (4, 4)
    assert phone.record(4).status_code == 201


def test_a_table_of_four_becomes_three_and_four_again():
    table = a_written_table()
    reseat(table, 1, 2, 3)
    write_deal(table, 4)
    reseat(table, 1, 2, 3, 4)
    write_deal(table, 5)
    assert seats_of(table) == [[1, 2, 3, 4], [1, 2, 3], [1, 2, 3, 4]]
    assert totals_of(table.round.event)[2] == 10 and is_whole(table.round.event)


def test_the_next_dealer_deals_on_their_new_seat():
    table = a_written_table(deals=1)
    reseat(table, 4, 3, 2, 1)
    assert Phone(table).get().json()["dealer"] == 2


def test_before_the_first_deal_of_the_seats_no_part_is_opened():
    table = a_written_table(deals=0)
    reseat(table, 4, 3, 2, 1)
    reseat(table, 4, 3, 1)
    assert seats_of(table) == [[4, 3, 1]] and is_whole(table.round.event)


def test_the_table_may_still_say_who_deals_first_in_the_new_part():
    table = a_written_table()
    reseat(table, 4, 3, 2, 1, first_dealer=3)
    set_first_dealer(table=table, first_dealer=2, request=a_request())
    assert table.parts.get(position=2).first_dealer == 2 and is_whole(table.round.event)


def test_seats_before_the_last_change_stay():
    table = a_written_table()
    reseat(table, 4, 3, 2, 1)
    message = refused("seats_changed_later", lambda: reseat(table, 1, 2, 3, 4, number=2))
    assert "changed at deal 4" in message


def test_rows_the_rules_refuse_on_the_new_seats_are_listed_and_nothing_changes():
    table = a_written_table(deals=2)
    write_deal(table, 3, declarer=3)
    assert "3" in refused("later_deals_impossible", lambda: reseat(table, 1, 2, 3, number=2))
    assert seats_of(table) == [[1, 2, 3, 4]]


def test_later_deals_of_a_seat_are_marked_where_the_event_marks_them():
    table = a_written_table(deals=2, event=an_event(marks_later_deals=True))
    write_deal(table, 3, declarer=3)
    reseat(table, 1, 2, 3, number=2)
    assert sum(part.deals_marked for part in table.parts.all()) == 1 and is_whole(table.round.event)


@pytest.mark.parametrize(
    ("numbers", "code"),
    [
        pytest.param((1, 2), "seats_out_of_range", id="two at a Fipsen table"),
        pytest.param((1, 2, 3, 3), "sits_twice", id="somebody twice"),
        pytest.param((1, 2, 3, 5), "sits_elsewhere", id="somebody of another table"),
    ],
)
def test_impossible_seats_are_refused(numbers, code):
    one, _ = two_tables()
    refused(code, lambda: reseat(one, *numbers))


def test_a_reason_is_asked_for_and_a_closed_event_is_left_alone():
    table = a_written_table()
    everybody = places(table, 2, 1, 3, 4)
    refused("reason_missing", lambda: change_seats(table=table, places=everybody, reason=" ", by=ADA))
    refused("dealer_out_of_range", lambda: reseat(table, 2, 1, 3, 4, first_dealer=4))


def test_wrong_seats_are_put_right_after_the_round_too():
    table = a_written_table()
    close_round(round=table.round, even_if_incomplete=True)
    swap(again(table), 2, 3)
    assert totals_of(table.round.event)[3] == 6


def test_a_player_who_sat_out_and_takes_a_seat_sits_out_no_more():
    table = a_written_table()
    (late,) = enter_players(event=table.round.event, names=["Xaver"])
    SitOut.objects.create(round=table.round, entrant=late)
    reseat(table, 1, 2, 3, 5)
    assert not SitOut.objects.exists()


def test_a_player_who_takes_a_seat_sat_out_the_rounds_before_all_the_same():
    one = a_written_table()
    event = one.round.event
    (late,) = enter_players(event=event, names=["Xaver"])
    SitOut.objects.create(round=one.round, entrant=late)
    close_round(round=one.round, even_if_incomplete=True)
    first_four = list(event.entrants.order_by("number")[:4])
    two = open_round(round=seat_round(event=event, tables=[first_four])).tables.get()
    SitOut.objects.create(round=two.round, entrant=late)
    reseat(again(two), 1, 2, 3, 5)
    assert list(SitOut.objects.values_list("round__number", flat=True)) == [1]


@pytest.mark.parametrize("row", [1, 2, 3, 4, 5])
def test_seats_change_from_any_deal_of_theirs_or_the_next_one_on(row):
    table = a_written_table(deals=3)
    if row == 5:
        refused("row_unknown", lambda: reseat(table, 2, 1, 3, 4, number=row))
    else:
        reseat(table, 2, 1, 3, 4, number=row)
        assert seats_of(again(table))[-1] == [2, 1, 3, 4] and is_whole(table.round.event)


@pytest.mark.parametrize("is_undone", [True, False])
def test_only_a_ruling_that_stands_keeps_its_deal_at_a_table_of_that_size(is_undone):
    table = a_written_table(deals=3)
    ruling = rule_on_deal(table=table, number=3, points=[0, 0, 0, 0], reason=WHY, by=ADA)
    if is_undone:
        undo_decision(decision=ruling, by=ADA)
        reseat(again(table), 1, 2, 3, number=3)
        assert seats_of(again(table))[-1] == [1, 2, 3]
    else:
        refused("ruled_already", lambda: reseat(again(table), 1, 2, 3, number=3))


def test_both_histories_have_the_seats_before_and_after_by_id():
    table = a_written_table()
    head = table.head
    reseat(table, 4, 3, 2, 1)
    table.refresh_from_db()
    entry = table.entries.get(kind=SheetChangeKind.RESEATED)
    facts = EventChange.objects.get(kind="reseated").facts
    assert table.head == entry.digest != head
    assert entry.record["before"] == facts["before"] != facts["after"] == entry.record["after"]


def test_seats_changed_behind_our_back_are_named():
    table = a_written_table()
    reseat(table, 4, 3, 2, 1)
    table.parts.get(position=2).seats.filter(position=0).update(entrant=entrant(table.round.event, 4).pk)
    table.parts.get(position=2).seats.filter(position=3).delete()
    assert any("the history says" in line for line in differences(table.round.event))


def test_deals_are_named_as_on_the_sheet_and_a_passed_row_goes_with_the_deal_it_belongs_to():
    table = a_written_table(deals=1)
    write_passed(table, 2)
    write_deal(table, 3)
    parts = load_parts(table)
    assert [row_of_deal(parts, deal) for deal in (1, 2, 3, 4)] == [1, 2, 4, None]
    assert [deal_of_row(parts, row) for row in (1, 2, 3, 4)] == [1, 2, 2, 3]


def write_passed(table, number):
    record = {"contract": "passed"}
    return record_deal(table=table, number=number, record=record, request=a_request())
