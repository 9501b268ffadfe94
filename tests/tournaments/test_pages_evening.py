"""The pages of the evening: the board, the desk of a table, seats, rulings, the clock, the gate."""

import re

import pytest
from django.test import Client

from tests.builders import a_club, a_request, a_round, an_event
from tests.tournaments.evenings import ADA, WHY, a_written_table, again, seats_of, totals_of, two_tables
from tests.tournaments.pages import ada, dov, queries_of, stranger, text_of
from tournaments.models import DirectorCall, EventEntry
from tournaments.selectors.board import deals_behind
from tournaments.selectors.rounds import TableProgress
from tournaments.services.adjusting import adjust_points
from tournaments.services.calling import call_director
from tournaments.services.clock import announce_last_deal, start_clock
from tournaments.services.people import enter_players
from tournaments.services.rounds import close_round
from tournaments.services.ruling import rule_on_deal
from tournaments.services.sheets import record_deal

pytestmark = pytest.mark.django_db


def organise(event, tail=""):
    return f"/events/{event.slug}/organise/{tail}"


def at_table(table, tail=""):
    return organise(table.round.event, f"tables/{table.public_id}/{tail}")


def plain(response):
    """The words of a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", text_of(response)).split())


# The board


def test_the_board_shows_how_far_every_table_is_and_who_deals():
    table = a_written_table()
    page = plain(ada().get(organise(table.round.event)))
    assert "Table 1 3/100" in page and "Emil deals" in page and "just now" in page


def test_a_call_is_the_first_thing_on_the_board_until_somebody_was_there():
    table = a_written_table()
    call_director(table=table, reason="dispute", request=a_request())
    event, visitor = table.round.event, ada()
    page = plain(visitor.get(organise(event)))
    assert "Table 1 calls you we do not agree on a deal just now" in page
    call = DirectorCall.objects.get()
    assert visitor.post(organise(event, f"calls/{call.pk}/")).status_code == 302
    assert "calls you" not in plain(visitor.get(organise(event)))
    assert visitor.post(organise(event, f"calls/{call.pk}/")).status_code == 409


def test_the_live_part_is_not_sent_twice_and_a_call_changes_it():
    table = a_written_table()
    visitor, url = ada(), organise(table.round.event, "live/")
    tag = visitor.get(url)["ETag"]
    assert visitor.get(url, HTTP_IF_NONE_MATCH=tag).status_code == 304
    call_director(table=table, reason="rules", request=a_request())
    assert "Table 1 calls you" in plain(visitor.get(url, HTTP_IF_NONE_MATCH=tag))


def test_the_board_takes_as_many_queries_for_many_tables_as_for_one():
    counts = []
    for name, tables in (("one", 1), ("many", 6)):
        event = a_round(an_event(name=name, club=a_club(name=name)), tables=tables).event
        visitor = ada()
        visitor.get(organise(event))
        counts.append(queries_of(visitor, organise(event)))
    assert counts[0] == counts[1]


def a_progress(number, counted, **more):
    facts = {"public_id": None, "url": "", "seats": (), "last_activity": None, "deals_expected": 100}
    return TableProgress(number=number, deals_counted=counted, **(facts | more))


def test_a_table_far_behind_the_median_is_slow_and_by_how_much_is_said():
    assert deals_behind([a_progress(1, 50), a_progress(2, 48), a_progress(3, 30)]) == {3: 18}
    assert deals_behind([a_progress(1, 50), a_progress(2, 48), a_progress(3, 40)]) == {}
    assert deals_behind([a_progress(1, 50), a_progress(2, 10)]) == {}


def test_tables_of_other_sizes_are_compared_by_their_share():
    tables = [a_progress(1, 50), a_progress(2, 50), a_progress(3, 60, deals_expected=120)]
    assert deals_behind(tables) == {}


def test_two_events_of_one_evening_stand_side_by_side():
    table = a_written_table()
    other = a_round(an_event(name="Skat", club=table.round.event.club)).event
    assert "Skat Round 1 Table 1 0/100" in plain(ada().get(organise(table.round.event)))
    wall = plain(stranger().get(f"/events/{other.slug}/wall/?with={table.round.event.slug}"))
    assert "Autumn Fipsen Find your seat" in wall and "Skat Find your seat" in wall


def test_another_club_plays_elsewhere():
    table = a_written_table()
    a_round(an_event(name="Skat", club=a_club("dov", "Kartenfreunde")))
    assert "Skat" not in plain(ada().get(organise(table.round.event)))


def test_the_time_left_is_on_every_screen():
    drawn = a_written_table().round
    start_clock(round=drawn, minutes=60, by=ADA)
    announce_last_deal(round=drawn, by=ADA)
    slug = drawn.event.slug
    for address in (organise(drawn.event), f"/events/{slug}/", f"/events/{slug}/wall/"):
        page = text_of(ada().get(address))
        assert re.search(r'data-ends="\d{13}"', page) and "last deal" in page, address


# The clock


def test_the_clock_is_started_extended_and_paused_on_the_board():
    drawn = a_round()
    url = organise(drawn.event, "rounds/1/clock/")
    for act, minutes in (("start", "60"), ("more", "10"), ("last", ""), ("pause", "")):
        assert ada().post(url, {"act": act, "minutes": minutes}).status_code == 302
    drawn.refresh_from_db()
    assert (drawn.minutes, drawn.is_last_deal) == (70, True) and drawn.clock_paused_at


def test_minutes_that_are_none_are_refused_with_what_to_type():
    drawn = a_round()
    refused = ada().post(organise(drawn.event, "rounds/1/clock/"), {"act": "start", "minutes": "soon"})
    assert refused.status_code == 409 and "not “soon”" in text_of(refused)
    assert ada().post(organise(drawn.event, "rounds/1/clock/"), {"act": "stop"}).status_code == 404


# One table


def test_a_deal_is_cancelled_at_its_table_and_the_ruling_taken_back():
    table = a_written_table()
    visitor = ada()
    visitor.post(at_table(table, "rule/"), {"deal": "2", "cancel": "yes", "reason": WHY})
    assert "ruled: 0 0 0 0 – late by" in plain(visitor.get(at_table(table)))
    listed = plain(visitor.get(organise(table.round.event, "rulings/")))
    assert "Round 1, table 1, deal 2 : 0 0 0 0" in listed
    ruling = EventEntry.objects.get(kind="ruled").ruling
    visitor.post(organise(table.round.event, f"rulings/{ruling.pk}/undo/"))
    assert totals_of(table.round.event)[2] == 6


def test_what_was_typed_stays_when_a_ruling_is_refused():
    table = a_written_table()
    typed = {"deal": "2", "points_0": "1", "points_1": "x", "points_2": "", "points_3": "", "reason": WHY}
    refused = ada().post(at_table(table, "rule/"), typed)
    assert refused.status_code == 409 and "Ben: a whole number" in text_of(refused)
    assert f'value="{WHY}"' in text_of(refused) and 'value="x"' in text_of(refused)


def test_a_table_gets_extra_time_and_is_broken_off_and_plays_on():
    table = a_written_table()
    ada().post(at_table(table, "extra/"), {"minutes": "10"})
    for word in ("yes", "no"):
        ada().post(at_table(table, "break-off/"), {"is_broken_off": word})
        assert again(table).is_broken_off is (word == "yes")
    assert again(table).extra_minutes == 10


def test_a_round_that_cannot_be_closed_offers_to_break_its_tables_off():
    one, _ = two_tables()
    event = one.round.event
    refused = ada().post(organise(event, "rounds/1/close/"))
    assert "Break off tables 1, 2" in plain(refused)
    ada().post(organise(event, "rounds/1/break-off/"), {"table": ["1", "2"]})
    assert ada().post(organise(event, "rounds/1/close/")).status_code == 302


# Seats


def test_a_change_of_seats_is_shown_before_it_is_done():
    table = a_written_table()
    enter_players(event=table.round.event, names=["Xaver"])
    typed = {
        "seat_0": "1",
        "seat_1": "5",
        "account_1": "replaced",
        "seat_2": "3",
        "seat_3": "4",
        "reason": WHY,
    }
    shown = plain(ada().post(at_table(table, "seats/"), typed))
    assert "From deal 4 on" in shown and "Xaver (points for Ben)" in shown
    assert seats_of(table) == [[1, 2, 3, 4]]
    assert ada().post(at_table(table, "seats/"), typed | {"sure": "yes"}).status_code == 302
    assert seats_of(table) == [[1, 2, 3, 4], [1, 5, 3, 4]]


def test_what_a_game_carries_over_starts_anew_and_the_director_is_told():
    table = a_round(an_event(game="rifki")).tables.get()
    record = {"contract": "el_almaz", "counts": [4, 3, 3, 3]}
    record_deal(table=table, number=1, record=record, request=a_request())
    typed = {"seat_0": "1", "seat_1": "2", "seat_2": "4", "seat_3": "3", "reason": WHY}
    assert "This starts anew:" in plain(ada().post(at_table(table, "seats/"), typed))


def test_two_who_sat_in_each_others_place_are_swapped_on_the_page():
    one, two = two_tables()
    typed = {"one": "2", "two": "6", "which": "some", "from_one": "2", "from_two": "3", "reason": WHY}
    assert ada().post(at_table(one, "seats/swap/"), typed).status_code == 302
    assert seats_of(one)[-1] == [1, 6, 3, 4] and seats_of(two)[-1] == [5, 2, 7, 8]


def test_seats_that_are_refused_keep_what_was_chosen():
    table = a_written_table()
    typed = {"seat_0": "1", "seat_1": "2", "seat_2": "", "seat_3": "", "reason": WHY}
    refused = ada().post(at_table(table, "seats/"), typed)
    assert refused.status_code == 409 and "3 or 4 at a table, not by 2" in text_of(refused)
    assert f'value="{WHY}"' in text_of(refused)


# Adjustments, and what everybody sees of them


def test_a_penalty_is_typed_with_either_minus_and_taken_back():
    table = a_written_table()
    event, visitor = table.round.event, ada()
    visitor.post(organise(event, "rulings/"), {"number": "2", "points": "\N{MINUS SIGN}5", "reason": WHY})
    assert totals_of(event)[2] == 1 and WHY in text_of(visitor.get(organise(event, "rulings/")))
    adjustment = event.adjustments.get()
    visitor.post(organise(event, f"adjustments/{adjustment.pk}/undo/"))
    assert totals_of(event)[2] == 6


def test_everybody_sees_adjustments_and_rulings_with_their_reasons():
    table = a_written_table()
    ben = table.round.event.entrants.get(number=2)
    adjust_points(entrant=ben, points=-5, reason=WHY, by=ADA)
    rule_on_deal(table=table, number=1, points=[0, 9, 0, 0], reason="a revoke", by=ADA)
    page = plain(stranger().get(f"/events/{table.round.event.slug}/"))
    assert f"Ben 2 −5 – {WHY} Round 1, table 1, deal 1 counts +9 – a revoke" in page
    sheet = plain(stranger().get(f"/events/{table.round.event.slug}/tables/{table.public_id}/"))
    assert "ruled: 0 +9 0 0 – a revoke" in sheet


# The gate


def test_the_gate_names_what_is_open_and_then_signs_off_and_closes():
    table = a_written_table()
    event, visitor = table.round.event, ada()
    assert "table 1 has 3 of 100 deals" in plain(visitor.get(organise(event, "complete/")))
    assert visitor.post(organise(event, "sign-off/")).status_code == 409
    close_round(round=table.round, even_if_incomplete=True)
    assert "Nothing is open" in plain(visitor.get(organise(event, "complete/")))
    assert visitor.post(organise(event, "sign-off/"), {"close": "yes"}).status_code == 302
    event.refresh_from_db()
    assert event.is_closed and event.signed_off_at


def test_closing_an_event_asks_for_the_sign_off():
    table = a_written_table()
    close_round(round=table.round, even_if_incomplete=True)
    refused = ada().post(organise(table.round.event, "close/"), {"is_closed": "yes"})
    assert refused.status_code == 409 and "Is it complete? Sign off" in plain(refused)


# Who may


DOORS = ("", "live/", "complete/", "rulings/")


@pytest.mark.parametrize("visitor", [stranger, dov])
def test_nobody_else_directs(visitor):
    table = a_written_table()
    looker: Client = visitor()
    addresses = [
        *(organise(table.round.event, door) for door in DOORS),
        at_table(table),
        at_table(table, "seats/"),
    ]
    assert {looker.get(address).status_code for address in addresses} <= {302, 404}
    posted = [
        at_table(table, "rule/"),
        at_table(table, "break-off/"),
        organise(table.round.event, "sign-off/"),
    ]
    assert {looker.post(address).status_code for address in posted} <= {302, 404}
    assert not EventEntry.objects.filter(kind__in=("ruled", "broken_off", "signed_off")).exists()
