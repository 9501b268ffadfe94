"""The pages during an event: the dashboard, the desk of a table, seats, rulings, the clock, the checklist."""

import re

import pytest
from django.test import Client

from tests.builders import a_club, a_record, a_request, a_round, an_event, end_round, write_deal
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
from tests.tournaments.visitors import ada, dov, queries_of, stranger, text_of
from tournaments.models import DirectorCall, Event, EventChange, PaymentKind, Stage
from tournaments.selectors.rounds.progress import TableProgress
from tournaments.selectors.tables.dashboard import deals_behind, events_beside
from tournaments.services.cash.payments import close_cash, pay
from tournaments.services.entry.entrants import enter_players
from tournaments.services.publishing.publications import publish_list
from tournaments.services.rounds.clock import announce_last_deal, start_clock
from tournaments.services.rounds.director_calls import call_director
from tournaments.services.sheets.deals import record_deal, strike_deal
from tournaments.services.standings.decisions import adjust_points, rule_on_deal
from tournaments.services.tables.seat_changes import change_seats

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

TICKED = re.compile(r"✓ ([^<]+)<")
PRIMARY = re.compile(r'class="(?:button )?primary"[^>]*>\s*([^<]+?)\s*<')


@pytest.fixture(scope="module")
def table_at_hand(lasting):
    return a_written_table()


@pytest.fixture
def table(table_at_hand):
    """Return a table with a few deals."""
    return again(table_at_hand)


def organise(event, tail=""):
    return f"/events/{event.slug}/organise/{tail}"


def at_table(table, tail=""):
    return organise(table.round.event, f"tables/{table.public_id}/{tail}")


def plain(response):
    """Return the words of a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", text_of(response)).split())


def step_of(page):
    """Return the dashboard's next step."""
    return page.split('class="next-step"')[1].split("</section>")[0]


# The dashboard


def test_the_dashboard_shows_how_far_every_table_is_and_who_deals(table):
    page = plain(ada().get(organise(table.round.event)))
    assert "Table 1 3/100" in page and "Emil deals" in page and "just now" in page


def test_a_call_is_the_first_item_on_the_dashboard_until_answered(table):
    call_director(table=table, reason="dispute", request=a_request())
    event, visitor = table.round.event, ada()
    page = plain(visitor.get(organise(event)))
    assert "Table 1 calls you we do not agree on a deal just now" in page
    call = DirectorCall.objects.get()
    assert visitor.post(organise(event, f"calls/{call.pk}/")).status_code == 302
    assert "calls you" not in plain(visitor.get(organise(event)))
    assert visitor.post(organise(event, f"calls/{call.pk}/")).status_code == 409


def test_the_live_part_is_not_sent_twice_and_a_call_changes_it(table):
    visitor, url = ada(), organise(table.round.event, "live/")
    tag = visitor.get(url)["ETag"]
    assert visitor.get(url, HTTP_IF_NONE_MATCH=tag).status_code == 304
    call_director(table=table, reason="rules", request=a_request())
    assert "Table 1 calls you" in plain(visitor.get(url, HTTP_IF_NONE_MATCH=tag))


def test_the_dashboard_takes_as_many_queries_for_many_tables_as_for_one():
    counts = []
    for name, tables in (("one", 1), ("many", 6)):
        event = a_round(an_event(name=name, club=a_club(name=name)), tables=tables).event
        visitor = ada()
        visitor.get(organise(event))
        counts.append(queries_of(visitor, organise(event)))
    assert counts[0] == counts[1]


def a_progress(number, counted, **more):
    facts = {"public_id": None, "seats": (), "last_activity": None, "deals_expected": 100}
    return TableProgress(number=number, deals_counted=counted, **(facts | more))


def test_a_table_far_behind_the_median_is_slow_and_by_how_much_is_said():
    assert deals_behind([a_progress(1, 50), a_progress(2, 48), a_progress(3, 30)]) == {3: 18}
    assert deals_behind([a_progress(1, 50), a_progress(2, 48), a_progress(3, 40)]) == {}
    assert deals_behind([a_progress(1, 50), a_progress(2, 10)]) == {}


@pytest.mark.parametrize("end", ["is_over", "is_abandoned"])
@pytest.mark.parametrize("counted", [0, 30, 100])
def test_a_table_that_is_over_is_not_behind_and_no_measure_for_the_others(end, counted):
    playing = [a_progress(1, 50), a_progress(2, 48), a_progress(3, 30)]
    over = a_progress(4, counted, **{end: True})
    assert deals_behind([*playing, over]) == deals_behind(playing)


def test_tables_of_other_sizes_are_compared_by_their_share():
    tables = [a_progress(1, 50), a_progress(2, 50), a_progress(3, 60, deals_expected=120)]
    assert deals_behind(tables) == {}


def test_two_events_of_one_evening_stand_side_by_side(table):
    skat = an_event(name="Skat", club=table.round.event.club)
    enter_players(event=skat, names=["Dov", "Fritz", "Greta", "Hans"])
    round = a_round(skat)
    other, visitor = round.event, ada()
    assert "Also this evening Skat Round 1 Both on" in plain(visitor.get(organise(table.round.event)))
    call_director(table=round.tables.get(), reason="rules", request=a_request())
    assert "Skat Round 1 1 needs you Both on" in plain(visitor.get(organise(table.round.event)))
    wall = plain(stranger().get(f"/events/{other.slug}/wall/?with={table.round.event.slug}"))
    assert "Autumn Fipsen Find your seat" in wall and "Skat Find your seat" in wall


@pytest.mark.parametrize("other", [{"is_closed": True}, {"date": "2026-11-22"}, {"name": "Open"}], ids=str)
def test_events_beside_are_the_open_ones_of_the_club_on_that_day(table, other):
    beside = an_event(name="Skat", club=table.round.event.club)
    Event.objects.filter(pk=beside.pk).update(**other)
    stands_beside = "name" in other
    assert events_beside(table.round.event) == ([beside] if stands_beside else [])


def test_another_club_plays_elsewhere(table):
    a_round(an_event(name="Skat", club=a_club("dov", "Kartenfreunde")))
    assert "Skat" not in plain(ada().get(organise(table.round.event)))


def test_the_time_left_is_on_every_screen():
    round = a_written_table().round
    start_clock(round=round, minutes=60, by=ADA)
    announce_last_deal(round=round, by=ADA)
    slug = round.event.slug
    for address in (organise(round.event), f"/events/{slug}/", f"/events/{slug}/wall/"):
        page = text_of(ada().get(address))
        assert re.search(r'data-ends="\d{13}"', page) and "last deal" in page, address


# The clock


def test_the_clock_is_started_extended_and_paused_on_the_board():
    round = a_round()
    url = organise(round.event, "rounds/1/clock/")
    for act, minutes in (("start", "60"), ("more", "10"), ("last", ""), ("pause", "")):
        assert ada().post(url, {"act": act, "minutes": minutes}).status_code == 302
    round.refresh_from_db()
    assert (round.minutes, round.is_last_deal) == (70, True) and round.clock_paused_at


def test_the_usual_minutes_start_the_clock_with_one_press():
    round = a_round()
    pressed = {"act": "start", "minutes": "", "usual": "90"}  # the form names what is to be done, too
    assert ada().post(organise(round.event, "rounds/1/clock/"), pressed).status_code == 302
    round.refresh_from_db()
    assert round.minutes == 90 and round.clock_started_at


def test_minutes_that_are_none_are_refused_with_what_to_type():
    round = a_round()
    refused = ada().post(organise(round.event, "rounds/1/clock/"), {"act": "start", "minutes": "soon"})
    assert refused.status_code == 409 and "not “soon”" in text_of(refused)
    assert ada().post(organise(round.event, "rounds/1/clock/"), {"act": "stop"}).status_code == 404


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
    ("way", "typed", "said"),
    [("bonus", "-10", "enter 10, or choose “Penalty”"), ("", "10", "10 points are a penalty or a bonus")],
)
def test_points_with_an_unclear_sign_are_refused_and_nothing_is_stored(way, typed, said):
    event = a_written_table().round.event
    refused = ada().post(organise(event, "rulings/"), SENT | {"points": typed, "way": way})
    assert refused.status_code == 409 and said in text_of(refused) and f'value="{typed}"' in text_of(refused)
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


@pytest.mark.parametrize(
    ("to", "back"), [("rulings/", "rulings/"), ("tables/1/", "tables/1/"), (None, "sign-off-checklist/")]
)
def test_taking_the_sign_off_back_leads_back_to_the_page_that_asked(to, back):
    event, visitor = an_evening_of(1), ada()
    visitor.post(organise(event, "sign-off/"))
    asked = "https://elsewhere.example/" if to is None else organise(event, to)
    answer = visitor.post(organise(event, "sign-off/"), {"is_signed_off": "no", "to": asked})
    assert answer["Location"] == organise(event, back)
    event.refresh_from_db()
    assert event.signed_off_at is None


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


# The sign-off checklist


def send_late(table):
    """Send a deal from a phone after the round was closed."""
    return record_deal(table=again(table), number=4, record=a_record(), request=a_request())


def test_the_final_check_names_what_is_open_then_shows_the_list_and_publishes_it(table):
    event, visitor = table.round.event, ada()
    page = text_of(visitor.get(organise(event, "sign-off-checklist/")))
    assert "table 1 has 3 of 100 deals" in page and "Sign off" not in page
    assert PRIMARY.findall(page) == ["Resolve at table 1"]
    assert visitor.post(organise(event, "sign-off/")).status_code == 409
    end_round(table.round)
    ready = visitor.get(organise(event, "sign-off-checklist/"))
    assert "This list is going to be published" in plain(ready)
    assert PRIMARY.findall(text_of(ready)) == ["Sign off and publish"]
    seen = {"publish": "yes", "seen": ready.context["standings"]["version"]}
    older = visitor.post(organise(event, "sign-off/"), {**seen, "seen": seen["seen"] - 1})
    assert older.status_code == 409 and "The standings have changed" in plain(older)
    event.refresh_from_db()
    assert event.signed_off_at is None and not event.publications.exists()
    assert visitor.post(organise(event, "sign-off/"), seen).status_code == 302
    event.refresh_from_db()
    assert event.signed_off_at and event.publications.get().stage == Stage.FINAL
    page = plain(visitor.get(organise(event, "sign-off-checklist/")))
    assert "The final list is published." in page and "Plan the next evening" in page


def test_an_event_is_closed_in_spite_of_what_is_open_and_the_page_names_it(table):
    event, visitor = table.round.event, ada()
    url = organise(event, "sign-off-checklist/")
    assert "Close anyway" not in plain(visitor.get(url))
    end_round(table.round)
    send_late(table)
    page = plain(visitor.get(url))
    assert "Open items: Deals of table 1 arrived after round 1 was closed" in page
    assert PRIMARY.findall(text_of(visitor.get(url))) == ["To round 1"]
    visitor.post(organise(event, "close/"), {"is_closed": "yes", "even_if_incomplete": "yes"})
    assert Event.objects.get(pk=event.pk).is_closed


def test_the_gate_takes_as_many_queries_for_many_tables_as_for_one():
    counts = []
    for name, tables in (("one", 1), ("many", 5)):
        event = a_round(an_event(name=name, club=a_club(name=name)), tables=tables).event
        visitor = ada()
        visitor.get(organise(event, "sign-off-checklist/"))
        counts.append(queries_of(visitor, organise(event, "sign-off-checklist/")))
    assert counts[0] == counts[1]


# Planned rounds


def an_evening_of(planned):
    table = a_written_table(event=an_event(planned_rounds=planned))
    end_round(table.round)
    return table.round.event


def test_the_dashboard_says_which_of_the_planned_rounds_is_played():
    table = a_written_table(event=an_event(planned_rounds=3))
    for tail in ("", "rounds/1/"):
        assert "Round 1 of 3" in plain(ada().get(organise(table.round.event, tail)))
    unplanned = a_written_table(event=an_event(name="Other"))
    assert " of 3" not in plain(ada().get(organise(unplanned.round.event)))


@pytest.mark.parametrize("planned", [2, None], ids=["planned", "nobody knows"])
def test_before_the_last_round_the_next_one_is_drawn_or_the_evening_ends(planned):
    event, checked = an_evening_of(planned), organise(an_event(name="Other"))
    page = text_of(ada().get(organise(event)))
    assert PRIMARY.findall(page)[0] == "Draw round 2"
    assert "End the evening" in page and organise(event, "sign-off-checklist/") in step_of(page)
    assert "End the evening" not in text_of(ada().get(checked))


def test_after_the_last_planned_round_the_gate_comes_first_and_another_round_is_possible():
    event = an_evening_of(1)
    page = text_of(ada().get(organise(event)))
    assert PRIMARY.findall(page) == ["Final check"]
    assert "The planned round is played." in page and "Draw round 2" in page
    assert ada().post(organise(event, "draw/")).status_code == 302


@pytest.mark.parametrize("planned", [1, None], ids=["all", "nobody knows"])
def test_after_the_sign_off_the_prizes_come_first_and_no_round_is_drawn(planned):
    event = an_evening_of(planned)
    ada().post(organise(event, "sign-off/"))
    page = text_of(ada().get(organise(event)))
    assert PRIMARY.findall(page) == ["Prizes"] and "Draw round 2" not in page
    assert (
        "The results are signed off. Still to do:" in page
        and "✓" not in step_of(page)
        and "Cash" not in step_of(page)
    )


def test_steps_done_after_the_sign_off_are_ticked_and_the_first_that_is_left_leads():
    event = an_evening_of(1)
    seen = []
    pay(event=event, kind=PaymentKind.FEE, cents=500, by=ADA)
    for act in (
        lambda: ada().post(organise(event, "sign-off/")),
        lambda: pay(event=event, kind=PaymentKind.PRIZE, cents=-500, by=ADA),
        lambda: close_cash(event=event, counted=0, by=ADA),
        lambda: publish_list(event=event, stage="final", by=ADA),
    ):
        act()
        step = step_of(text_of(ada().get(organise(event))))
        seen.append((*PRIMARY.findall(step), *TICKED.findall(step)))
    done = ["Prizes", "Cash desk", "Publish the standings"]
    assert seen == [(first, *done[:at]) for at, first in enumerate([*done, "Close the event"])]


def test_without_a_key_nobody_waits_for_prizes_once_the_list_is_final():
    event = an_evening_of(1)
    ada().post(organise(event, "sign-off/"))
    publish_list(event=event, stage="final", by=ADA)
    step = step_of(text_of(ada().get(organise(event))))
    assert PRIMARY.findall(step) == ["Close the event"] and "Prizes" not in TICKED.findall(step)


def test_closing_an_event_asks_for_the_sign_off(table):
    end_round(table.round)
    refused = ada().post(organise(table.round.event, "close/"), {"is_closed": "yes"})
    assert refused.status_code == 409 and "Final check and sign-off" in plain(refused)


# Permissions


DOORS = ("", "live/", "sign-off-checklist/", "rulings/")


@pytest.mark.parametrize("visitor", [stranger, dov])
def test_nobody_else_directs(table, visitor):
    looker: Client = visitor()
    addresses = [
        *(organise(table.round.event, door) for door in DOORS),
        at_table(table),
        at_table(table, "seat-changes/"),
    ]
    assert {looker.get(address).status_code for address in addresses} <= {302, 404}
    posted = [
        at_table(table, "rule/"),
        at_table(table, "abandon/"),
        organise(table.round.event, "sign-off/"),
    ]
    assert {looker.post(address).status_code for address in posted} <= {302, 404}
    assert not EventChange.objects.filter(kind__in=("ruled", "broken_off", "signed_off")).exists()
