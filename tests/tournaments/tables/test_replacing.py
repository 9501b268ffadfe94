"""Replacing a player, at the desk of a table: a fifth player in turn, four become three, and back."""

import pytest

from tests.builders import a_request, a_round, an_event, write_deal
from tests.tournaments.evening_pages import at_table, plain
from tests.tournaments.evenings import a_written_table, again, seats_of, totals_of, two_tables
from tests.tournaments.visitors import ada, queries_of, text_of
from tournaments.models import EventChange, EventReason, SitOut
from tournaments.services.entry.entrants import enter_players
from tournaments.services.history.audit import audit
from tournaments.services.sheets.deals import record_deal
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.verification import differences

pytestmark = pytest.mark.django_db


def a_table_of_five(**changes):
    """Return a table at which four sit and Xaver rests."""
    table = a_written_table(**changes)
    (xaver,) = enter_players(event=table.round.event, names=["Xaver"])
    SitOut.objects.create(round=table.round, entrant=xaver)
    return table


@pytest.fixture(scope="module")
def table_of_five(lasting):
    return a_table_of_five()


@pytest.fixture
def table(table_of_five):
    """Return a table with three deals at which four sit and Xaver rests."""
    return again(table_of_five)


def replace(table, **sent):
    return ada().post(at_table(table, "seat-changes/replace/"), sent)


def undo(table, **sent):
    return ada().post(at_table(table, "seat-changes/undo/"), sent)


def is_whole(event):
    """Check that no stored value contradicts the records or the history."""
    compute_event_standings(event_id=event.pk)
    event.refresh_from_db()
    return differences(event) == [] and audit(event)[1] == []


def test_one_sits_out_and_another_comes_in_on_their_own_account(table):
    assert replace(table, goes="2", comes="5").status_code == 302
    write_deal(again(table), 4)
    assert seats_of(table) == [[1, 2, 3, 4], [1, 5, 3, 4]]
    assert totals_of(table.round.event)[2] == 6 and totals_of(table.round.event)[5] == 2
    assert EventReason.objects.get().text == "sits out in turn"
    assert is_whole(table.round.event)


def test_they_change_in_turn_all_evening(table):
    for number, (goes, comes) in enumerate([("2", "5"), ("3", "2"), ("5", "3")], start=4):
        assert replace(table, goes=goes, comes=comes).status_code == 302
        write_deal(again(table), number)
    assert seats_of(table)[-1] == [1, 3, 2, 4] and is_whole(table.round.event)


def test_a_player_who_sat_here_before_comes_first_in_the_list(table):
    enter_players(event=table.round.event, names=["Yves"])
    replace(table, goes="2", comes="5")
    page = plain(ada().get(at_table(table)))
    assert "Player who joins 2 Ben 6 Yves From deal" in page


def test_a_table_of_four_plays_on_as_three_in_the_words_of_a_director():
    table = a_written_table()
    assert "A player leaves this table" in plain(ada().get(at_table(table)))
    assert replace(table, goes="4", reason="felt ill").status_code == 302
    assert seats_of(table) == [[1, 2, 3, 4], [1, 2, 3]] and is_whole(table.round.event)
    desk = plain(ada().get(at_table(table)))
    assert "ada: felt ill Undo" in desk and "Player who joins 4 Emil From deal" in desk


def test_a_table_of_three_gets_a_fourth():
    table = a_table_of_five(seats=3)
    assert replace(table, goes="", comes="4").status_code == 302
    assert seats_of(table)[-1] == [1, 2, 3, 4]
    assert EventReason.objects.get().text == "joined the table"


@pytest.mark.parametrize("goes", ["1", "2", "3"])
def test_a_size_the_game_has_not_is_refused_and_nothing_changes(goes):
    table = a_written_table(seats=3)
    assert "This game needs more players" in plain(ada().get(at_table(table)))
    refused = replace(table, goes=goes, reason="ill")
    assert refused.status_code == 409 and "3 or 4 at a table, not by 2" in text_of(refused)
    assert seats_of(table) == [[1, 2, 3]] and not EventChange.objects.filter(kind="reseated").exists()


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"goes": "9", "comes": "5"}, "Choose the player who leaves table 1"),
        ({"goes": "", "comes": ""}, "Choose the player who leaves table 1"),
        ({"goes": "2", "comes": "99"}, "There is no start number 99"),
        ({"goes": "2", "comes": "3"}, "exactly one seat"),
        ({"goes": "2", "comes": "5", "number": "9"}, "no deal 9; the next one is 4"),
    ],
)
def test_an_impossible_seat_change_is_refused_with_what_was_typed(sent, sentence, table):
    refused = replace(table, reason="a reason of mine", **sent)
    assert refused.status_code == 409 and sentence in text_of(refused)
    assert "a reason of mine" in text_of(refused) and seats_of(table) == [[1, 2, 3, 4]]


def test_a_player_of_another_table_is_not_a_replacement():
    one, _ = two_tables()
    refused = replace(one, goes="2", comes="6")
    assert refused.status_code == 409 and "swap two players instead" in text_of(refused)


def test_deals_that_would_move_are_shown_before_it_is_done(table):
    shown = replace(table, goes="2", comes="5", number="2")
    assert "2 recorded deals go to the new seats" in plain(shown)
    assert seats_of(table) == [[1, 2, 3, 4]]


def test_a_count_that_starts_anew_is_shown_before_it_is_done():
    table = a_round(an_event(game="rifki")).tables.get()
    enter_players(event=table.round.event, names=["Xaver"])
    record = {"contract": "el_almaz", "counts": [4, 3, 3, 3]}
    record_deal(table=table, number=1, record=record, request=a_request())
    assert "Reset:" in plain(replace(table, goes="2", comes="5"))


def test_a_deal_from_before_the_change_is_ruled_on_by_the_names_of_its_seats(table):
    replace(table, goes="4")
    replace(table, goes="2", comes="5")
    assert "It counts for Ada Ben Cleo Emil Reason" in plain(ada().get(at_table(table)))
    points = {"points_0": "1", "points_1": "2", "points_2": "3", "points_3": "4"}
    ada().post(at_table(table, "rule/"), {"deal": "1", "reason": "a revoke", **points, "sure": "yes"})
    assert totals_of(table.round.event) == {1: 1, 2: 6, 3: 3, 4: 4, 5: 0}


# Undo


def test_a_change_is_undone_as_if_it_had_not_been(table):
    before = totals_of(table.round.event)
    replace(table, goes="2", comes="5")
    assert undo(table).status_code == 302
    assert seats_of(table) == [[1, 2, 3, 4]] and totals_of(table.round.event) == before
    assert SitOut.objects.get().entrant.number == 5 and is_whole(table.round.event)


def test_three_become_four_again_and_the_sheet_goes_on():
    table = a_written_table()
    replace(table, goes="4")
    undo(table)
    write_deal(again(table), 4)
    assert seats_of(table) == [[1, 2, 3, 4]] and totals_of(table.round.event)[2] == 8
    assert is_whole(table.round.event)


def test_deals_that_had_moved_go_back(table):
    sent = {"goes": "2", "comes": "5", "number": "2"}
    seats = {
        "seat_0": "1",
        "seat_1": "5",
        "seat_2": "3",
        "seat_3": "4",
        "number": "2",
        "reason": "noticed late",
    }
    assert replace(table, **sent).status_code == 200
    ada().post(at_table(table, "seat-changes/"), {**seats, "sure": "yes"})
    assert totals_of(table.round.event)[5] == 4
    assert "Undo the change of seats" in text_of(undo(table)) and totals_of(table.round.event)[5] == 4
    undo(table, sure="yes")
    assert totals_of(table.round.event)[2] == 6 and is_whole(table.round.event)


def test_nothing_is_undone_once_a_deal_was_written(table):
    replace(table, goes="2", comes="5")
    write_deal(again(table), 4)
    assert "Undo" not in plain(ada().get(at_table(table)))
    refused = undo(table)
    assert refused.status_code == 409 and "from the next deal on instead" in text_of(refused)
    assert seats_of(table)[-1] == [1, 5, 3, 4]


def test_an_undoing_is_not_undone(table):
    replace(table, goes="2", comes="5")
    undo(table)
    assert undo(table).status_code == 409


def test_half_a_swap_of_two_tables_is_not_undone():
    one, two = two_tables()
    swap = {"one": "2", "two": "6", "which": "some", "reason": "in turn", "sure": "yes"}
    ada().post(at_table(one, "seat-changes/swap/"), swap)
    refused = undo(one)
    assert refused.status_code == 409 and "swap two players instead" in text_of(refused)
    assert seats_of(one)[-1] == [1, 6, 3, 4] and seats_of(two)[-1] == [5, 2, 7, 8]


def test_a_concurrent_change_is_shown_first(table):
    table.round.event.refresh_from_db()
    revision = table.round.event.revision
    replace(table, goes="2", comes="5")
    refused = replace(table, goes="3", comes="2", revision=revision)
    assert refused.status_code == 409 and "ada was faster" in text_of(refused)
    assert undo(table, revision=revision).status_code == 409
    assert seats_of(table)[-1] == [1, 5, 3, 4]


def test_the_desk_takes_as_many_queries_for_many_people_as_for_few():
    counts = []
    for names in (["Xaver"], [f"Guest {n}" for n in range(9)]):
        table = a_written_table(event=an_event(name=names[0]))
        enter_players(event=table.round.event, names=names)
        replace(table, goes="2", comes="5")
        visitor = ada()
        visitor.get(at_table(table))
        counts.append(queries_of(visitor, at_table(table)))
    assert counts[0] == counts[1]


def test_a_stranger_is_asked_to_sign_in_and_changes_nothing(client, table):
    assert (
        client.post(at_table(table, "seat-changes/replace/"), {"goes": "2", "comes": "5"}).status_code == 302
    )
    assert client.post(at_table(table, "seat-changes/undo/")).status_code == 302
    assert seats_of(table) == [[1, 2, 3, 4]]


@pytest.mark.parametrize(("sent", "is_told"), [({"goes": "2"}, True), ({"goes": "2", "comes": "5"}, False)])
def test_after_a_player_left_the_desk_says_that_they_are_drawn_again_and_links_to_leaving(
    sent, is_told, table
):
    page = text_of(ada().post(at_table(table, "seat-changes/replace/"), sent, follow=True))
    ben = table.round.event.entrants.get(number=2)
    assert ("Ben still counts as present for the next draw." in page) is is_told
    assert (f'organise/players/{ben.pk}/">Leaves early</a>' in page) is is_told
