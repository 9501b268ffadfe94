"""During play: the clock, abandoned tables, the sign-off."""

from datetime import timedelta

import pytest

from scoring.not_possible import NotPossible
from tests.builders import a_request, a_round, an_event, end_round, write_deal
from tests.tournaments.evenings import ADA, WHY, a_written_table, again, places, totals_of, two_tables
from tests.tournaments.phones import Phone
from tests.tournaments.visitors import ada, text_of
from tournaments.models import Event, EventChange, Round
from tournaments.selectors.publishing.sign_off_checklist import obstacles_to_sign_off
from tournaments.selectors.rounds.clock import clock_json, clock_of
from tournaments.services.draw.drawing import draw_round
from tournaments.services.entry.entrants import enter_players
from tournaments.services.events.lifecycle import change_event, close_event
from tournaments.services.paper import PaperFiles, import_paper
from tournaments.services.publishing.sign_off import sign_off, undo_sign_off
from tournaments.services.rounds.clock import (
    announce_last_deal,
    extend_clock,
    extend_table,
    pause_clock,
    reset_clock,
    start_clock,
)
from tournaments.services.rounds.director_calls import call_director
from tournaments.services.rounds.lifecycle import close_round, open_round
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.verification import differences
from tournaments.services.tables.abandoning import abandon_table, abandon_tables, resume_table
from tournaments.services.tables.deal_versions import settle_conflict
from tournaments.services.tables.seat_changes import change_seats
from tournaments.storage.uploads.spreadsheets import Upload

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)


def refused(code, act):
    with pytest.raises(NotPossible) as refusal:
        act()
    assert refusal.value.code == code and refusal.value.message.endswith(".")
    return refusal.value.message


# The clock


def a_clock(**changes):
    return start_clock(round=a_round(an_event(**changes)), by=ADA, minutes=60)


def ago(round, minutes):
    """Set the last change of the clock back by this many minutes."""
    round.clock_started_at -= minutes * MINUTE
    round.save()


def test_a_clock_ends_so_many_minutes_after_its_start():
    round = a_clock()
    assert clock_of(round).ends_at == round.clock_started_at + 60 * MINUTE
    assert clock_json(round)["left"] in range(3_590_000, 3_600_001)


def test_a_pause_takes_no_time():
    round = a_clock()
    ago(round, 20)
    pause_clock(round=round, by=ADA)
    Round.objects.update(clock_paused_at=round.clock_paused_at - 5 * MINUTE)
    assert start_clock(round=round, by=ADA, minutes=7).minutes == 60
    assert clock_of(round).left // MINUTE in (44, 45)


def test_a_paused_clock_stands():
    round = a_clock()
    pause_clock(round=round, by=ADA)
    clock = clock_json(round)
    assert clock["ends_at"] is None and clock["left"] in range(3_590_000, 3_600_001)


def test_more_time_is_for_all_and_extra_time_for_one_table():
    round = a_clock()
    table = round.tables.get()
    extend_clock(round=round, by=ADA, by_minutes=10)
    extend_table(table=table, minutes=5, by=ADA)
    clock = Phone(table).get().json()["clock"]
    assert clock["ends_at"] - clock_json(round)["ends_at"] == 300_000 and round.minutes == 70


def test_an_event_says_how_long_its_rounds_are():
    round = a_round(an_event(round_minutes=90))
    assert start_clock(round=round, by=ADA).minutes == 90


def test_the_last_deal_is_announced_with_or_without_a_clock():
    round = a_round()
    announce_last_deal(round=round, by=ADA)
    clock = Phone(round.tables.get()).get().json()["clock"]
    assert (clock["is_last_deal"], clock["ends_at"], clock["left"]) == (True, None, None)


def test_a_clock_that_is_put_away_is_gone():
    round = reset_clock(round=a_clock(), by=ADA)
    assert clock_of(round) is None


def test_a_closed_round_has_no_clock_at_its_tables():
    round = a_clock()
    announce_last_deal(round=round, by=ADA)
    close_round(round=round, even_if_incomplete=True)
    phone = Phone(round.tables.get())
    assert phone.get().json()["clock"] is None
    assert phone.send("get", "call/").json()["clock"] is None


def test_a_clock_refuses_what_cannot_be_meant():
    round = a_round()
    refused("clock_stands", lambda: pause_clock(round=round, by=ADA))
    refused("minutes_missing", lambda: start_clock(round=round, by=ADA))
    start_clock(round=round, by=ADA, minutes=10)
    refused("clock_runs", lambda: start_clock(round=round, by=ADA))
    refused("minutes_out_of_range", lambda: extend_clock(round=round, by=ADA, by_minutes=-10))
    close_round(round=round, even_if_incomplete=True)
    refused("round_not_open", lambda: pause_clock(round=round, by=ADA))


def test_every_touch_of_the_clock_stands_in_the_history():
    round = a_clock()
    extend_clock(round=round, by=ADA, by_minutes=10)
    done = [entry.facts["done"] for entry in EventChange.objects.filter(kind="clock")]
    assert done == ["start_clock", "extend_clock"]


# Abandoning


def test_a_round_closes_without_the_tables_that_were_abandoned():
    one, _ = two_tables()
    abandon_tables(round=one.round, numbers=[1, 2], by=ADA)
    assert close_round(round=one.round).status == "closed"


def test_a_table_is_abandoned_and_taken_up_again():
    table = a_written_table()
    abandon_table(table=table, by=ADA)
    refused("broken_off_already", lambda: abandon_table(table=table, by=ADA))
    resume_table(table=table, by=ADA)
    refused("not_broken_off", lambda: resume_table(table=table, by=ADA))
    assert write_deal(again(table), 4).result == "written"


def test_a_phone_hears_that_its_table_was_abandoned():
    table = a_written_table()
    assert Phone(table).get().json()["is_abandoned"] is False
    abandon_table(table=table, by=ADA)
    assert Phone(table).get().json()["is_abandoned"] is True


def test_a_deal_that_a_phone_still_sends_waits_for_the_director():
    table = a_written_table()
    abandon_table(table=table, by=ADA)
    phone = Phone(table)
    assert phone.record(4).status_code == 202 and phone.get().json()["is_open"] is False


def test_a_complete_table_and_a_closed_round_have_nothing_to_abandon():
    table = a_written_table(deals=1, event=an_event(deals_per_table={"4": 1}))
    refused("table_complete", lambda: abandon_table(table=table, by=ADA))
    close_round(round=table.round)
    refused("round_not_open", lambda: abandon_table(table=table, by=ADA))


@pytest.mark.parametrize(("rule", "average"), [("left_out", 200), ("zero", 6)])
def test_missing_deals_are_left_out_of_averages_or_count_as_zero(rule, average):
    table = a_written_table(event=an_event(policy={"by": "average"}, missing_deals=rule))
    abandon_table(table=table, by=ADA)
    assert totals_of(table.round.event)[2] == average
    compute_event_standings(event_id=table.round.event_id)
    assert differences(again(table).round.event) == []


def test_missing_deals_count_for_those_who_sat_there_last():
    table = a_written_table(event=an_event(policy={"by": "average"}, missing_deals="zero"))
    event = table.round.event
    enter_players(event=event, names=["Xaver"])
    change_seats(table=table, places=places(table, 1, 5, 3, 4), number=3, reason=WHY, by=ADA)
    before = totals_of(event)
    abandon_table(table=again(table), by=ADA)
    after = totals_of(event)
    assert after[2] == before[2] and after[5] < before[5]
    compute_event_standings(event_id=event.pk)
    assert differences(again(table).round.event) == []


def test_standings_follow_the_rule_for_missing_deals_at_once():
    event = a_written_table(event=an_event(policy={"by": "average"})).round.event
    abandon_table(table=event.rounds.get().tables.get(), by=ADA)
    change_event(event=event, options=event.options, missing_deals="zero")
    assert totals_of(event)[2] == 6
    assert event.standings_rows.get(entrant__number=2).values[0] == 6


def test_the_rule_for_missing_deals_is_fixed_once_the_event_is_closed():
    event = an_event()
    Event.objects.filter(pk=event.pk).update(is_closed=True)
    refused("event_closed", lambda: change_event(event=event, options={}, missing_deals="zero"))


# The sign-off checklist


def test_everything_that_is_open_is_asked_for():
    table = a_written_table()
    call_director(table=table, reason="dispute", request=a_request())
    codes = [each.code for each in obstacles_to_sign_off(table.round.event)]
    assert codes == ["table_open", "round_open", "call_open"]
    message = refused("not_complete", lambda: sign_off(event=table.round.event, by=ADA))
    assert "table 1 has 3 of 100 deals" in message and "waits for you" in message


@pytest.mark.parametrize(("deals", "asked"), [(3, []), (2, ["table_open"])], ids=["as agreed", "shorter"])
def test_a_table_that_holds_more_deals_than_agreed_is_asked_for(deals, asked):
    event = a_written_table().round.event
    event = change_event(event=event, options=event.options, deals_per_table={"4": deals})
    codes = [each.code for each in obstacles_to_sign_off(event)]
    assert codes == [*asked, "round_open"]


@pytest.mark.parametrize(("deals", "shown"), [(3, False), (2, True)], ids=["as agreed", "shorter"])
def test_board_and_round_mark_a_table_that_holds_more_deals_than_agreed(deals, shown):
    table = a_written_table()
    event = change_event(event=table.round.event, options={}, deals_per_table={"4": deals})
    for path in (f"/events/{event.slug}/organise/", f"/events/{event.slug}/organise/rounds/1/"):
        page = text_of(ada().get(path))
        assert ("1 deal more than agreed" in page) == shown


def test_a_closed_round_that_was_agreed_longer_is_not_marked():
    table = a_written_table()
    end_round(table.round)
    event = change_event(event=table.round.event, options={}, deals_per_table={"4": 2})
    page = text_of(ada().get(f"/events/{event.slug}/organise/rounds/1/"))
    assert "more than agreed" not in page


def test_a_complete_evening_is_signed_off_and_the_sign_off_undone():
    table = a_written_table()
    end_round(table.round)
    event = sign_off(event=table.round.event, by=ADA)
    assert event.signed_off_at
    event = undo_sign_off(event=event, by=ADA)
    refused("not_signed_off", lambda: undo_sign_off(event=event, by=ADA))
    assert EventChange.objects.filter(kind="signed_off").count() == 2


def test_no_page_offers_a_draw_of_signed_off_results():
    table = a_written_table()
    end_round(table.round)
    path = f"/events/{table.round.event.slug}/organise/"
    assert "Draw round 2" in text_of(ada().get(path + "check-in/"))
    sign_off(event=table.round.event, by=ADA)
    assert "Draw round 2" not in text_of(ada().get(path + "check-in/"))
    plan = text_of(ada().get(path + "draw/"))
    assert "Undo sign-off" in plan and "Draw from round 2 on" not in plan
    refused_page = text_of(ada().post(path + "draw/", {}))
    assert f'href="{path}sign-off-checklist/"' in refused_page and "Edit constraints" not in refused_page


def test_signed_off_results_change_through_no_door():
    table = a_written_table()
    end_round(table.round)
    event = sign_off(event=table.round.event, by=ADA)
    files = PaperFiles(Upload("a.csv", b""), Upload("b.csv", b""))
    settling = {"conflict_id": 1, "choose": "sent", "request": a_request(kind=ADA.kind)}
    refused("signed_off", lambda: open_round(round=table.round))
    refused("signed_off", lambda: draw_round(event=event))
    refused("signed_off", lambda: import_paper(event=event, files=files, by=ADA))
    refused("signed_off", lambda: settle_conflict(table=again(table), **settling))


def test_an_event_asks_for_the_sign_off_before_it_is_closed():
    table = a_written_table()
    end_round(table.round)
    event = table.round.event
    refused("not_signed_off", lambda: close_event(event=event, is_closed=True, even_if_unsigned=False))
    sign_off(event=event, by=ADA)
    assert close_event(event=event, is_closed=True, even_if_unsigned=False).is_closed
