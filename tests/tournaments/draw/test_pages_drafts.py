"""A draft under review by its director: its quality, swaps with their cost, arrivals and departures since."""

import pytest

from tests.tournaments.draw_pages import (
    a_draft,
    an_event_of,
    drawn_all,
    organise,
    play,
    round_url,
    seated,
)
from tests.tournaments.visitors import ada, text_of
from tournaments.models import Draw, DrawConstraintKind, Round, RoundStatus
from tournaments.services.draw import drawing
from tournaments.services.draw.constraints import add_constraint
from tournaments.services.draw.drawing import draw_round, start_draw
from tournaments.services.draw.search import carry_out_draw
from tournaments.services.entry.check_in import check_in
from tournaments.services.entry.entrants import enter_players
from tournaments.services.rounds.lifecycle import open_round

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def short_searches(monkeypatch):
    monkeypatch.setattr(drawing, "STEPS", 20_000)


def test_a_draft_says_what_it_is_worth():
    page = text_of(ada().get(round_url(a_draft(7))))
    assert "0 repeat meetings" in page and "optimal: no draw has fewer" in page and "1 table of 3" in page


def test_all_drafts_of_a_draw_are_reached_from_each():
    first, second = drawn_all(an_event_of(8))
    page = text_of(ada().get(round_url(second)))
    assert "Round 2 of 2 (draft)" in " ".join(page.split()) and f'href="{round_url(first)}"' in page


def test_the_dashboard_opens_the_first_of_several_drafts():
    first, _ = drawn_all(an_event_of(8))
    assert round_url(first, "open/") in text_of(ada().get(organise(first.event)))
    open_round(round=first)
    assert "Tables of round 1" in text_of(ada().get(organise(first.event)))


def test_the_costs_of_swaps_are_told_in_words():
    second = drawn_all(an_event_of(4))[1]
    answer = ada().get(round_url(second, "swaps/"), {"one": "1"}).json()
    assert answer["one"] == 1
    assert answer["costs"]["2"] == {"repeats": 0, "words": "±0 repeats"}


def test_a_saved_repeat_has_a_true_minus_sign():
    event = an_event_of(8)
    play(draw_round(event=event, seed=1))
    round = draw_round(event=event, seed=1)
    (one, *_), (two, *_) = seated(round)
    words = {
        each["words"] for each in ada().get(round_url(round, "swaps/"), {"one": one}).json()["costs"].values()
    }
    assert words <= {"±0 repeats", "+1 repeat", "+2 repeats", "−1 repeat", "−2 repeats"} and len(words) > 1
    assert two != one


@pytest.mark.parametrize("one", ["", "9", "x", "²", "-1"])
def test_the_cost_for_nobody_is_refused(one):
    answer = ada().get(round_url(a_draft(), "swaps/"), {"one": one})
    assert (answer.status_code, answer.json()["code"]) == (422, "not_in_draw")


def test_a_swap_is_made_said_and_logged_and_swapped_back():
    round = a_draft()
    (one, *_), (two, *_) = before = seated(round)
    visitor = ada()
    page = text_of(visitor.post(round_url(round, "swap/"), {"one": one, "two": two}, follow=True))
    assert f"Player {one} and Player {two} have changed places: ±0 repeats." in page
    assert "Changed manually" in page and "Swap back" in page and seated(round) != before
    visitor.post(round_url(round, "swap/"), {"one": one, "two": two})
    assert seated(round) == before


def test_a_wish_that_a_swap_breaks_is_said_in_the_draft():
    round = a_draft()
    (one, other, *_), (two, *_) = seated(round)
    entrants = {entrant.number: entrant for entrant in round.event.entrants.all()}
    add_constraint(
        event=round.event, kind=DrawConstraintKind.APART, entrant=entrants[other], other=entrants[two]
    )
    visitor = ada()
    assert "Not kept in this draft" not in text_of(visitor.get(round_url(round)))
    page = text_of(visitor.post(round_url(round, "swap/"), {"one": one, "two": two}, follow=True))
    sentence = f"Player {other} and Player {two} never sit at one table."
    assert f"Not kept in this draft: {sentence}" in page


def test_the_log_is_on_the_page_of_the_draw_too():
    round = a_draft()
    ada().post(round_url(round, "swap/"), {"one": 1, "two": 2})
    assert "Changed manually" in text_of(ada().get(organise(round.event, "draws/1/")))


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({}, "Choose two players to swap."),
        ({"one": "1", "two": "1"}, "number 1 was named twice"),
        ({"one": "1", "two": "99"}, "Number 99 has no seat in this draw"),
    ],
)
def test_a_swap_that_cannot_be_is_refused(sent, sentence):
    round = a_draft()
    before = seated(round)
    refused = ada().post(round_url(round, "swap/"), sent)
    assert refused.status_code == 409 and sentence in text_of(refused) and seated(round) == before


def test_a_sit_out_is_not_a_player_without_a_seat():
    event = an_event_of(5)
    draw = start_draw(event=event, sit_outs=1)
    carry_out_draw(draw_id=draw.pk)
    page = text_of(ada().get(organise(event, "rounds/1/")))
    assert "Sitting out" in page and "without a seat" not in page


def test_a_player_who_came_since_all_rounds_were_drawn_is_drawn_into_the_remaining_ones():
    first, second = drawn_all(an_event_of(8))
    play(first)
    enter_players(event=first.event, names=["Late", "Later"])
    page = text_of(ada().get(round_url(second)))
    assert "2 players are present without a seat in this draw: Late, Later." in page
    assert "Draw the remaining rounds again" in page
    ada().post(round_url(second, "draw-again/"))
    asked = Draw.objects.get(number=2)
    assert (asked.first_round, asked.rounds_wanted, len(asked.numbers)) == (2, 1, 10)


def test_a_draft_with_an_absent_player_is_opened_only_if_confirmed():
    round = a_draft()
    check_in(entrant=round.event.entrants.get(number=1), is_present=False)
    refused = ada().post(round_url(round, "open/"))
    assert refused.status_code == 409 and "Player 1 has a seat in round 1 but is not present" in text_of(
        refused
    )
    assert "Open anyway" in text_of(refused)
    ada().post(round_url(round, "open/"), {"even_if_absent": "yes"})
    assert Round.objects.get().status == RoundStatus.OPEN
