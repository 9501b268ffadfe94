"""Rounds and deals that were not played: open items before results are final, each with two ways out."""

import pytest
from django.urls import reverse
from django.utils import translation

from scoring.not_possible import NotPossible
from tests.builders import a_round, an_event, end_round, write_deal
from tests.tournaments.api.programs import Program
from tests.tournaments.evenings import ADA, a_written_table
from tests.tournaments.visitors import ada, text_of
from tournaments.models import Event, Stage
from tournaments.selectors.publishing.publishing_obstacles import obstacles_to, rounds_left
from tournaments.selectors.publishing.sign_off_checklist import obstacles_to_sign_off
from tournaments.services.cash.prizes import give_prizes
from tournaments.services.events.lifecycle import change_event, count_played_rounds
from tournaments.services.publishing.publications import publish_list
from tournaments.services.publishing.sign_off import sign_off
from tournaments.services.rounds.lifecycle import close_round, open_round
from tournaments.services.tables.abandoning import abandon_tables, resume_table

pytestmark = pytest.mark.django_db


def an_evening(planned: int | None = 3, **changes) -> Event:
    """Return an event of which one round is played."""
    table = a_written_table(event=an_event(slug="autumn", planned_rounds=planned, **changes))
    return end_round(table.round).event


def codes(event: Event) -> list[str]:
    return [each.code for each in obstacles_to_sign_off(Event.objects.get(pk=event.pk))]


@pytest.mark.parametrize(("planned", "left"), [(3, ["rounds_unplayed"]), (1, []), (None, [])])
def test_rounds_that_were_not_played_are_an_open_item(planned, left):
    assert codes(an_evening(planned)) == left


@pytest.mark.parametrize("is_open", [True, False])
def test_a_round_that_is_drawn_or_in_play_is_the_next_one(is_open):
    event = an_evening()
    a_round(event, is_open=is_open)
    left = rounds_left(event)
    assert (left.played, left.next, left.is_drawn) == (1, 2, True)
    with pytest.raises(NotPossible) as refusal:
        count_played_rounds(event=event, by=ADA)
    assert refusal.value.code == "round_open"


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (lambda event: sign_off(event=event, by=ADA), "not_complete"),
        (lambda event: publish_list(event=event, stage=Stage.FINAL, by=ADA), "rounds_unplayed"),
    ],
)
def test_one_round_of_three_is_neither_signed_nor_published_as_final(act, code):
    event = an_evening()
    with pytest.raises(NotPossible) as refusal:
        act(event)
    assert refusal.value.code == code and refusal.value.details["missing"] == ["rounds_unplayed"]
    act(count_played_rounds(event=event, by=ADA))


@pytest.mark.parametrize("end", [lambda round: close_round(round=round), end_round])
def test_a_round_that_was_closed_without_a_deal_was_not_played(end):
    event = an_evening(2, deals_per_table={})
    second = a_round(event)
    end(second)
    left = rounds_left(event)
    assert (left.played, left.next, left.is_drawn, codes(event)) == (1, 2, True, ["rounds_unplayed"])
    shown = text_of(ada().get(reverse("sign_off_checklist", args=[event.slug])))
    assert "To round 2" in shown and "Count one round only" in shown
    write_deal(open_round(round=second).tables.get())
    close_round(round=second)
    assert codes(event) == []


def test_a_provisional_list_asks_for_no_more_rounds():
    assert obstacles_to(an_evening(), Stage.PROVISIONAL) == []


def test_counting_one_round_is_in_the_history_and_the_settings_take_it_back():
    event = count_played_rounds(event=an_evening(), by=ADA)
    assert event.planned_rounds == 1 and codes(event) == []
    assert event.entries.latest("number").facts["changed"] == ["planned_rounds"]
    change_event(event=event, options={}, by=ADA, planned_rounds=3)
    assert codes(event) == ["rounds_unplayed"]


def test_the_plan_of_signed_results_stays():
    event = sign_off(event=an_evening(1), by=ADA)
    with pytest.raises(NotPossible) as refusal:
        change_event(event=event, options={}, by=ADA, planned_rounds=3)
    assert refusal.value.code == "signed_off"


def test_nothing_played_leaves_nothing_to_count():
    with pytest.raises(NotPossible) as refusal:
        count_played_rounds(event=an_event(planned_rounds=3), by=ADA)
    assert refusal.value.code == "nothing_played"


# Closed rounds with missing deals


def a_short_evening() -> Event:
    """Return an event whose only round was closed after 3 of 32 deals, one table of two without any."""
    event = an_event(slug="autumn", deals_per_table={"4": 16})
    table, _ = a_round(event, tables=2).tables.order_by("number")
    for number in (1, 2, 3):
        write_deal(table, number)
    close_round(round=table.round, even_if_incomplete=True)
    return event


def test_a_round_that_was_closed_with_missing_deals_is_an_open_item_with_their_number():
    (missing,) = obstacles_to_sign_off(a_short_evening())
    assert missing.code == "deals_missing" and missing.numbers == [1, 2]
    assert "29 of 32 deals are missing, at tables 1, 2" in missing.message


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (lambda event: sign_off(event=event, by=ADA), "not_complete"),
        (lambda event: publish_list(event=event, stage=Stage.FINAL, by=ADA), "deals_missing"),
        (lambda event: give_prizes(event=event, by=ADA), "deals_missing"),
    ],
)
def test_missing_deals_stop_what_is_final_until_only_played_deals_count(act, code):
    event = a_short_evening()
    with pytest.raises(NotPossible) as refusal:
        act(event)
    assert refusal.value.code == code
    abandon_tables(round=event.rounds.get(), numbers=[1, 2], by=ADA)
    act(event)


def test_a_round_that_is_reopened_plays_its_abandoned_tables_again():
    event = a_short_evening()
    round = event.rounds.get()
    abandon_tables(round=round, numbers=[1, 2], by=ADA)
    assert codes(event) == []
    open_round(round=round)
    resume_table(table=round.tables.get(number=2), by=ADA)
    close_round(round=round, even_if_incomplete=True)
    assert codes(event) == ["deals_missing"]


def test_an_evening_without_an_agreed_number_of_deals_misses_none():
    table = a_written_table(event=an_event(deals_per_table={}))
    close_round(round=table.round)
    assert codes(table.round.event) == []


@pytest.mark.parametrize("page", ["sign_off_checklist", "publish"])
def test_one_press_counts_the_deals_that_were_played_and_the_results_can_be_signed(page):
    event = a_short_evening()
    shown = text_of(ada().get(reverse(page, args=[event.slug])))
    assert "29 of 32" in shown and "Count what was played" in shown and "To round 1" in shown
    assert shown.count("To round 1") == 1 and "Nothing is open" not in shown
    done = ada().post(reverse("abandon_tables", args=[event.slug, 1]), {"table": ["1", "2"]}, follow=True)
    assert "Sign off results" in text_of(done)


# Pages


@pytest.mark.parametrize(
    ("language", "draw", "count"),
    [
        ("en", "Draw round 2", "Count one round only"),
        ("de", "Runde 2 auslosen", "Nur eine Runde werten"),
        ("ja", "第2ラウンドの組み合わせを作る", "1ラウンドだけを数える"),
    ],
)
@pytest.mark.parametrize("page", ["sign_off_checklist", "publish"])
def test_the_pages_show_both_ways_out(language, draw, count, page):
    event = an_evening()
    with translation.override(language):
        shown = text_of(ada().get(reverse(page, args=[event.slug]), headers={"Accept-Language": language}))
    assert draw in shown and count in shown


def test_one_press_counts_one_round_and_the_results_can_be_signed():
    event = an_evening()
    done = ada().post(reverse("count_played_rounds", args=[event.slug]), follow=True)
    assert "One round counts." in text_of(done) and "Sign off results" in text_of(done)


def test_a_ranking_by_more_rounds_says_why_one_cannot_be_counted():
    event = an_evening(policy={"by": "total", "best": 2})
    refused = ada().post(reverse("count_played_rounds", args=[event.slug]))
    assert refused.status_code == 409 and "best" in text_of(refused)
    assert Event.objects.get(pk=event.pk).planned_rounds == 3


# Programs


def test_a_program_is_told_and_counts_one_round_by_the_plan():
    an_evening()
    program = Program()
    refused = program.post("events/autumn/sign_off/", {"is_signed_off": True}, 409)
    assert refused["code"] == "not_complete" and "1 of 3 planned rounds" in refused["message"]
    program.change("events/autumn/", {"rounds_planned": 1}, read="events/autumn/settings/")
    program.post("events/autumn/sign_off/", {"is_signed_off": True})
