"""The desk of a table during an event: its deals, seats and rulings, and adjustments."""

import pytest

from tests.builders import a_club, a_request, a_round, a_table, an_event, end_round, write_deal
from tests.tournaments.evening_pages import at_table, organise, plain
from tests.tournaments.evenings import (
    ADA,
    WHY,
    a_written_table,
    again,
    places,
    seats_of,
    totals_of,
    two_tables,
)
from tests.tournaments.visitors import ada, queries_of, stranger, text_of
from tournaments.models import EventChange
from tournaments.services.entry.entrants import enter_players
from tournaments.services.sheets.deals import record_deal, strike_deal
from tournaments.services.standings.decisions import adjust_points, rule_on_deal
from tournaments.services.tables.seat_changes import change_seats

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def table_at_hand(lasting):
    return a_written_table()


@pytest.fixture
def table(table_at_hand):
    """Return a table with a few deals."""
    return again(table_at_hand)


# One table


def test_a_deal_is_cancelled_at_its_table_and_the_ruling_undone(table):
    visitor = ada()
    visitor.post(at_table(table, "rule/"), {"deal": "2", "cancel": "yes", "reason": WHY, "sure": "yes"})
    assert "ruled: 0 0 0 0 – late by" in plain(visitor.get(at_table(table)))
    listed = plain(visitor.get(organise(table.round.event, "rulings/")))
    assert "Round 1, table 1, deal 2 Player As recorded By ruling Ada 1 0 0 Ben 2 +2 0 Cleo 3 0 0" in listed
    assert f"{WHY} ada, " in listed and "undone ada" not in listed
    ruling = EventChange.objects.get(kind="ruled").ruling
    visitor.post(organise(table.round.event, f"rulings/{ruling.pk}/undo/"), {"sure": "yes"})
    assert totals_of(table.round.event)[2] == 6
    listed = plain(visitor.get(organise(table.round.event, "rulings/")))
    assert "Ben 2 +2 0" in listed and "undone ada, " in listed and "Undo" not in listed


def test_a_ruling_on_a_deal_that_was_struck_out_since_rests(table):
    rule_on_deal(table=table, number=2, points=[0, 9, 0, 0], reason=WHY, by=ADA)
    strike_deal(table=table, number=2, sheet_revision=again(table).revision, request=a_request())
    listed = plain(ada().get(organise(table.round.event, "rulings/")))
    assert "the deal was struck out later; the ruling has no effect" in listed and "Ben 2 – +9" in listed


def test_the_rulings_take_as_many_queries_for_many_as_for_one():
    counts = []
    for name, tables in (("one", 1), ("many", 4)):
        event = a_round(an_event(name=name, club=a_club(name=name)), tables=tables).event
        for table in event.rounds.get().tables.all():
            write_deal(table)
            rule_on_deal(table=table, number=1, points=[1, 0, 0, 0], reason=WHY, by=ADA)
        adjust_points(entrant=event.entrants.first(), points=5, reason=WHY, by=ADA)
        visitor = ada()
        visitor.get(organise(event, "rulings/"))
        counts.append(queries_of(visitor, organise(event, "rulings/")))
    assert counts[0] == counts[1]


def test_a_typed_ruling_stays_when_it_is_refused(table):
    typed = {"deal": "2", "points_0": "1", "points_1": "x", "points_2": "", "points_3": "", "reason": WHY}
    refused = ada().post(at_table(table, "rule/"), typed)
    assert refused.status_code == 409 and "Ben: enter a whole number" in text_of(refused)
    assert f'value="{WHY}"' in text_of(refused) and 'value="x"' in text_of(refused)


def test_a_table_with_a_ruling_leads_to_where_it_is_undone():
    table, visitor = a_written_table(), ada()
    link = f'href="{organise(table.round.event, "rulings/")}"'
    assert link not in text_of(visitor.get(at_table(table)))
    rule_on_deal(table=table, number=1, points=[0, 0, 0, 0], reason=WHY, by=ADA)
    assert link in text_of(visitor.get(at_table(table)))


def test_a_deal_to_rule_on_has_the_words_of_the_sheet():
    table = a_table(event=an_event(game="doppelkopf", deals_per_table={}))
    deal = {"contract": "normal", "declarer": 0, "partner": 2, "card_points": 121}
    record_deal(table=table, number=1, record=deal, request=a_request({"number": 1}))
    assert "Deal 1: Ada + Cleo 121 : 119 It counts for" in plain(ada().get(at_table(table)))


def test_points_are_asked_of_those_who_played_the_deal():
    table = a_written_table(2)
    change_seats(table=table, places=places(table, 1, 3, 4), reason=WHY, by=ADA)
    write_deal(table, 3)
    words = plain(ada().get(at_table(table)))
    newer, older = words.split("Deals played by ")[1:]
    assert newer.startswith("Ada, Cleo, Emil Deal 3: Declarer Cleo: 2 ♠ It counts for Ada Cleo Emil Reason")
    assert older.startswith("Ada, Ben, Cleo, Emil Deal 2: Declarer Ben: 2 ♠ 1: Declarer Ben: 2 ♠ It counts")


def test_a_record_typed_about_an_older_deal_stays_with_those_who_played_it():
    table = a_written_table(2)
    change_seats(table=table, places=places(table, 1, 3, 4), reason=WHY, by=ADA)
    write_deal(table, 3)
    typed = {"deal": "1", "points_3": "x", "reason": WHY}
    page = text_of(ada().post(at_table(table, "rule/"), typed))
    newer, older = page.split("Deals played by ")[1:]
    assert 'value="x"' in older and f'value="{WHY}"' in older and 'value="x"' not in newer
    assert page.count('<details class="fold" open>') == 1


def test_a_round_with_a_table_abandoned_is_not_said_to_have_all_its_deals():
    table, _ = two_tables(2, deals_per_table={"4": 2})
    event = table.round.event
    assert "Every table has all its deals." in plain(ada().get(organise(event)))
    strike_deal(table=table, number=2, sheet_revision=table.revision, request=a_request())
    ada().post(organise(event, "rounds/1/abandon/"), {"table": ["1"]})
    for page in ("", "rounds/1/"):
        words = plain(ada().get(organise(event, page)))
        assert "1 table was abandoned; every other table has all its deals." in words
        assert "Every table has" not in words


def test_a_table_gets_extra_time_and_is_abandoned_and_plays_on(table):
    ada().post(at_table(table, "extra/"), {"minutes": "10"})
    for word in ("yes", "no"):
        ada().post(at_table(table, "abandon/"), {"is_abandoned": word})
        assert again(table).is_broken_off is (word == "yes")
    assert again(table).extra_minutes == 10


def test_a_round_that_cannot_be_closed_offers_to_break_its_tables_off():
    one, _ = two_tables()
    event = one.round.event
    refused = ada().post(organise(event, "rounds/1/close/"))
    assert "Abandon tables 1, 2" in plain(refused)
    ada().post(organise(event, "rounds/1/abandon/"), {"table": ["1", "2"]})
    assert ada().post(organise(event, "rounds/1/close/")).status_code == 302


def test_the_page_of_a_round_lets_a_table_that_was_abandoned_play_on():
    one, _ = two_tables()
    event = one.round.event
    assert "Resume play" not in plain(ada().get(organise(event, "rounds/1/")))
    ada().post(organise(event, "rounds/1/abandon/"), {"table": ["1"]})
    page = plain(ada().get(organise(event, "rounds/1/")))
    assert "Table 1 was abandoned" in page and page.count("Resume play") == 1


# Seats


def seats_typed(*numbers):
    return {f"seat_{at}": str(number) for at, number in enumerate(numbers)} | {"reason": WHY, "sure": "yes"}


def test_a_stand_in_who_stays_plays_on_for_the_replaced_player(table):
    enter_players(event=table.round.event, names=["Xaver", "Yvonne"])
    ada().post(at_table(table, "seat-changes/"), seats_typed(1, 5, 3, 4) | {"account_1": "replaced"})
    ada().post(at_table(table, "seat-changes/"), seats_typed(1, 5, 3, 6))
    part = table.parts.latest("position")
    assert seats_of(table)[-1] == [1, 5, 3, 6] and part.accounts == [1, 2, 3, 6]


@pytest.mark.parametrize("dealer", [1, 2, 3, 4, 5])
def test_the_dealer_of_new_seats_is_named_by_their_place(table, dealer):
    typed = seats_typed(2, 1, 3, 4) | {"first_dealer": str(dealer)}
    answer = ada().post(at_table(table, "seat-changes/"), typed)
    if dealer == 5:
        assert answer.status_code == 409
    else:
        assert table.parts.latest("position").first_dealer == dealer - 1


def test_a_change_of_seats_is_shown_before_it_is_done(table):
    enter_players(event=table.round.event, names=["Xaver"])
    typed = {
        "seat_0": "1",
        "seat_1": "5",
        "account_1": "replaced",
        "seat_2": "3",
        "seat_3": "4",
        "reason": WHY,
    }
    shown = plain(ada().post(at_table(table, "seat-changes/"), typed))
    assert "From deal 4 on" in shown and "Xaver (points for Ben)" in shown
    assert seats_of(table) == [[1, 2, 3, 4]]
    assert ada().post(at_table(table, "seat-changes/"), typed | {"sure": "yes"}).status_code == 302
    assert seats_of(table) == [[1, 2, 3, 4], [1, 5, 3, 4]]


def test_a_count_that_a_game_carries_over_starts_anew_and_the_director_is_told():
    table = a_round(an_event(game="rifki")).tables.get()
    record = {"contract": "el_almaz", "counts": [4, 3, 3, 3]}
    record_deal(table=table, number=1, record=record, request=a_request())
    typed = {"seat_0": "1", "seat_1": "2", "seat_2": "4", "seat_3": "3", "reason": WHY}
    assert "Reset:" in plain(ada().post(at_table(table, "seat-changes/"), typed))


def test_two_who_sat_in_each_others_place_are_swapped_on_the_page():
    one, two = two_tables()
    typed = {"one": "2", "two": "6", "which": "some", "from_one": "2", "from_two": "3", "reason": WHY}
    shown = plain(ada().post(at_table(one, "seat-changes/swap/"), typed))
    assert "Table 1 From deal 2 on" in shown and "Table 2 From deal 3 on" in shown and len(seats_of(one)) == 1
    assert ada().post(at_table(one, "seat-changes/swap/"), typed | {"sure": "yes"}).status_code == 302
    assert seats_of(one)[-1] == [1, 6, 3, 4] and seats_of(two)[-1] == [5, 2, 7, 8]


def test_a_swap_with_all_deals_is_shown_with_both_tables_and_leaves_no_trace_before_it_is_sure():
    one, _ = two_tables()
    entries = one.round.event.entries.count()
    shown = ada().post(
        at_table(one, "seat-changes/swap/"), {"one": "2", "two": "6", "which": "all", "reason": WHY}
    )
    plans = [(each["table"], each["after"][1]["name"], each["rows"]) for each in shown.context["swap"]]
    assert plans == [(1, "Gustav", 3), (2, "Ben", 3)] and 'name="sure"' in text_of(shown)
    assert seats_of(one) == [[1, 2, 3, 4]] and one.round.event.entries.count() == entries


def test_a_swap_that_would_be_refused_is_refused_before_it_is_shown():
    one, _ = two_tables()
    typed = {"one": "2", "two": "2", "which": "all", "reason": WHY}
    assert "Choose two different players" in text_of(ada().post(at_table(one, "seat-changes/swap/"), typed))


def test_seats_that_are_refused_keep_what_was_chosen(table):
    typed = {"seat_0": "1", "seat_1": "2", "seat_2": "", "seat_3": "", "reason": WHY}
    refused = ada().post(at_table(table, "seat-changes/"), typed)
    assert refused.status_code == 409 and "3 or 4 at a table, not by 2" in text_of(refused)
    assert f'value="{WHY}"' in text_of(refused)


# Adjustments and their public display


SENT = {"number": "2", "reason": WHY, "sure": "yes"}


@pytest.mark.parametrize(
    ("way", "typed", "stored"),
    [
        ("penalty", "10", -10),
        ("penalty", "-10", -10),
        ("bonus", "10", 10),
        ("bonus", "+10", 10),
        ("", "-10", -10),
    ],
)
def test_a_penalty_takes_points_away_and_a_bonus_gives_them(way, typed, stored):
    event = a_written_table().round.event
    sent = SENT | {"points": typed, "way": way}
    assert ada().post(organise(event, "rulings/"), sent).status_code == 302
    assert event.adjustments.get().points == stored


@pytest.mark.parametrize(
    ("way", "typed", "sentence"),
    [("bonus", "-10", "enter 10, or choose “Penalty”"), ("", "10", "10 points are a penalty or a bonus")],
)
def test_points_with_an_unclear_sign_are_refused_and_nothing_is_stored(way, typed, sentence):
    event = a_written_table().round.event
    refused = ada().post(organise(event, "rulings/"), SENT | {"points": typed, "way": way})
    assert (
        refused.status_code == 409 and sentence in text_of(refused) and f'value="{typed}"' in text_of(refused)
    )
    assert not event.adjustments.exists()


def test_a_penalty_is_chosen_unless_somebody_says_otherwise():
    page = text_of(ada().get(organise(a_written_table().round.event, "rulings/")))
    assert 'value="penalty" checked' in page and 'value="bonus" checked' not in page


def test_locked_rulings_offer_nothing_but_the_way_out(table):
    event, visitor = table.round.event, ada()
    visitor.post(organise(event, "rulings/"), SENT | {"points": "5", "way": "bonus"})
    end_round(table.round)
    visitor.post(organise(event, "sign-off/"))
    page = plain(visitor.get(organise(event, "rulings/")))
    assert "undo the sign-off first" in page
    assert "Adjust the points" not in page and "Undo" not in page.replace("Undo sign-off", "")
    assert "Rule on a deal" not in plain(visitor.get(at_table(table)))


def test_a_penalty_is_typed_with_either_minus_and_undone(table):
    event, visitor = table.round.event, ada()
    visitor.post(organise(event, "rulings/"), SENT | {"points": "\N{MINUS SIGN}5", "way": "penalty"})
    assert totals_of(event)[2] == 1 and WHY in text_of(visitor.get(organise(event, "rulings/")))
    adjustment = event.adjustments.get()
    visitor.post(organise(event, f"adjustments/{adjustment.pk}/undo/"), {"sure": "yes"})
    assert totals_of(event)[2] == 6


def test_everybody_sees_adjustments_and_rulings_with_their_reasons(table):
    ben = table.round.event.entrants.get(number=2)
    adjust_points(entrant=ben, points=-5, reason=WHY, by=ADA)
    rule_on_deal(table=table, number=1, points=[0, 9, 0, 0], reason="a revoke", by=ADA)
    page = plain(stranger().get(f"/events/{table.round.event.slug}/"))
    assert f"Ben 2 −5 – {WHY} Round 1, table 1, deal 1 counts +9 – a revoke" in page
    sheet = plain(stranger().get(f"/events/{table.round.event.slug}/tables/{table.public_id}/"))
    assert "ruled: 0 +9 0 0 – a revoke" in sheet
