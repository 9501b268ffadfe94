"""The pages during an event: the dashboard, the clock, planned rounds, the checklist."""

import re

import pytest
from django.test import Client

from tests.builders import a_club, a_record, a_request, a_round, an_event, end_round
from tests.tournaments.evening_pages import at_table, organise, plain
from tests.tournaments.evenings import (
    ADA,
    a_written_table,
    again,
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
from tournaments.services.sheets.deals import record_deal

pytestmark = pytest.mark.django_db

TICKED = re.compile(r"✓ ([^<]+)<")
PRIMARY = re.compile(r'class="(?:button )?primary"[^>]*>\s*([^<]+?)\s*<')


@pytest.fixture(scope="module")
def table_at_hand(lasting):
    return a_written_table()


@pytest.fixture
def table(table_at_hand):
    """Return a table with a few deals."""
    return again(table_at_hand)


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
    an_event(name="Doppelkopf", club=table.round.event.club)
    of_three = plain(visitor.get(organise(table.round.event)))
    assert of_three.count("on the wall") == 1 and "All on the wall" in of_three
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
    form = {"publish": "yes", "seen": ready.context["seen"]}
    older = visitor.post(organise(event, "sign-off/"), {**form, "seen": "of another list"})
    assert older.status_code == 409 and "The standings have changed" in plain(older)
    event.refresh_from_db()
    assert event.signed_off_at is None and not event.publications.exists()
    assert visitor.post(organise(event, "sign-off/"), form).status_code == 302
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
    assert "Final check" in step_of(page) and organise(event, "sign-off-checklist/") in step_of(page)
    assert page.count("Final check") == 1 and "Close the event" not in page
    assert "Final check" not in text_of(ada().get(checked))


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


def test_a_page_of_the_end_does_not_lead_to_itself_before_or_after_its_step():
    event = an_evening_of(1)
    pay(event=event, kind=PaymentKind.FEE, cents=500, by=ADA)
    ada().post(organise(event, "sign-off/"))
    endings = [("cash/", ending_on(event, "cash/"))]
    close_cash(event=event, counted=500, by=ADA)
    publish_list(event=event, stage="final", by=ADA)
    endings += [(own, ending_on(event, own)) for own in ("cash/", "publish/")]
    for own, ending in endings:
        led_to = {each.split("?")[0] for each in re.findall('href="([^"]*)"', ending)}
        assert led_to and organise(event, own) not in led_to


def ending_on(event: Event, page: str) -> str:
    """Return what a page says of the steps after the sign-off."""
    return text_of(ada().get(organise(event, page))).partition("Still to do:")[2].partition("</form>")[0]


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
