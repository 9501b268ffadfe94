"""The director's pages of a draw: requesting it, waiting for it, changing a draft by hand."""

import pytest

from seating.fairness import commitment
from tests.builders import a_round, an_event
from tests.tournaments.draw_pages import (
    a_draft,
    add_wish_apart,
    an_event_of,
    draw_url,
    drawn_all,
    organise,
    play,
    round_url,
)
from tests.tournaments.visitors import ada, dov, queries_of, stranger, text_of
from tournaments.models import Draw, DrawConstraint, DrawConstraintKind, DrawMode, DrawStatus, Round
from tournaments.selectors.draw.drafts import draft_of
from tournaments.services.draw import drawing
from tournaments.services.draw.constraints import add_constraint
from tournaments.services.draw.drawing import commit_seed, draw_round, start_draw
from tournaments.services.draw.search import carry_out_draw, store_refusal
from tournaments.services.rounds.lifecycle import open_round

pytestmark = pytest.mark.django_db


SHORT = 20_000


@pytest.fixture(autouse=True)
def short_searches(monkeypatch):
    monkeypatch.setattr(drawing, "STEPS", SHORT)


# Requesting


def test_the_page_asks_how_to_draw():
    page = text_of(ada().get(draw_url(an_event_of(8))))
    assert "8 players present: 2 tables of 4" in page
    assert 'value="random" checked' in page and 'value="all"' in page
    assert 'value="standings"' not in page


def test_ways_that_need_results_are_there_after_a_round():
    event = an_event_of(8)
    play(draw_round(event=event))
    page = text_of(ada().get(draw_url(event)))
    assert all(f'value="{mode.value}"' in page for mode in DrawMode)


def test_all_planned_rounds_are_drawn_at_once_unless_told_otherwise():
    event = an_event_of(8, planned_rounds=5)
    assert 'name="rounds" value="5"' in text_of(ada().get(draw_url(event)))
    play(draw_round(event=event))
    assert 'name="rounds" value="4"' in text_of(ada().get(draw_url(event)))


def test_five_players_choose_who_sits_out_or_add_a_stand_in():
    event = an_event_of(5)
    page = text_of(ada().get(draw_url(event)))
    assert "1 sits out this round, in turn:" in page and "the lot decides among all" in page
    assert "Add 1 substitute" in page and organise(event, "players/") in page


def test_a_player_who_sat_out_is_told_who_comes_next():
    event = an_event_of(5)
    draw = start_draw(event=event, sit_outs=1)
    carry_out_draw(draw_id=draw.pk)
    round = draw.rounds.get()
    play(round)
    others = [place.name for _, places in draft_of(round).tables for place in places]
    assert f"Next in turn, by lot: {', '.join(sorted(others)[:3])} or {sorted(others)[3]}" in text_of(
        ada().get(draw_url(event))
    )


def test_one_sits_out_as_chosen():
    event = an_event_of(5)
    ada().post(draw_url(event), {"way": "1-4.3"})
    draw = Draw.objects.get()
    assert (draw.sit_outs, draw.sizes, draw.mode) == (1, [4, 3], "random")


def test_three_rounds_are_asked_for_at_once():
    event = an_event_of(8)
    ada().post(draw_url(event), {"mode": "all", "rounds": "3", "thorough": "on"})
    draw = Draw.objects.get()
    assert (draw.mode, draw.rounds_wanted, draw.steps) == ("all", 3, 10 * SHORT)


def test_by_lot_is_one_round_whatever_number_stands_beside_the_other_way():
    event = an_event_of(8)
    ada().post(draw_url(event), {"mode": "random", "rounds": "3"})
    assert Draw.objects.get().rounds_wanted == 1


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"way": "3-4.3"}, "The list of present players has changed in the meantime. Choose again."),
        ({"mode": "cheating"}, "cheating is not one of the available choices"),
        ({"mode": "all", "rounds": "51"}, "less than or equal to 50"),
    ],
)
def test_a_choice_that_the_page_did_not_offer_is_refused(sent, sentence):
    event = an_event_of(8)
    refused = ada().post(draw_url(event), sent)
    assert refused.status_code == 422 and sentence in text_of(refused)
    assert not Draw.objects.exists()


def test_a_refused_way_stays_chosen():
    event = an_event_of(5)
    add_wish_apart(event)
    refused = ada().post(draw_url(event), {"way": "1-4.3", "mode": "all", "rounds": "7"})
    assert refused.status_code == 302
    event.draws.update(status=DrawStatus.SEARCHING)
    again = text_of(ada().post(draw_url(event), {"way": "1-4.3", "mode": "all", "rounds": "7"}))
    assert "wait for it, or stop it first" in again and "Show progress" in again


def test_an_open_round_leads_to_it():
    round = a_round()
    page = text_of(ada().get(draw_url(round.event)))
    assert "Round 1 is in progress" in page and round_url(round) in page


def test_drafts_are_shown_and_may_be_drawn_in_another_way():
    event = an_event_of(8)
    drawn_all(event)
    page = text_of(ada().get(draw_url(event)))
    assert "2 rounds are already drawn and wait as drafts" in page
    ada().post(draw_url(event), {"mode": "all", "rounds": "1", "instead": "yes"})
    assert event.draws.count() == 2 and not event.rounds.exists()


# The commitment


def test_closing_the_registration_shows_the_hash_of_the_seed_but_not_the_seed():
    event = an_event_of(4)
    visitor = ada()
    assert visitor.post(draw_url(event, "commit/")).status_code == 302
    seed = Draw.objects.get().seed
    page = text_of(visitor.get(draw_url(event)))
    assert commitment(bytes.fromhex(seed)) in page and seed not in page


def test_a_list_that_holds_more_numbers_than_players_are_here_says_so():
    event = an_event_of(5)
    event.entrants.filter(number=5).update(is_present=False)
    ada().post(draw_url(event, "commit/"))
    sentence = "The list holds every start number given out; 4 of them are here."
    assert sentence in text_of(ada().get(draw_url(event)))
    event.entrants.update(is_present=True)
    assert "given out" not in text_of(ada().get(draw_url(event)))


def test_a_second_commitment_is_refused():
    event = an_event_of(4)
    commit_seed(event=event)
    refused = ada().post(draw_url(event, "commit/"))
    assert refused.status_code == 409 and "is already committed; draw with it" in text_of(refused)


def test_the_seed_is_shown_once_a_round_was_opened():
    round = draw_round(event=an_event_of(4))
    page = organise(round.event, "draws/1/")
    assert round.draw.seed not in text_of(ada().get(page))
    open_round(round=round)
    assert round.draw.seed in text_of(ada().get(page))


# Constraints


def wish(event, **values):
    return ada().post(draw_url(event, "constraints/"), values)


def test_a_wish_is_shown_in_words_and_removed():
    event = an_event_of(8)
    one, two = event.entrants.order_by("number")[:2]
    wish(event, kind="apart", entrant=one.pk, other=two.pk)
    assert "Player 1 and Player 2 never sit at one table" in text_of(ada().get(draw_url(event)))
    ada().post(draw_url(event, f"constraints/{DrawConstraint.objects.get().pk}/remove/"))
    assert not DrawConstraint.objects.exists()


def test_a_fixed_table_takes_the_number_of_the_table():
    event = an_event_of(8)
    wish(event, kind="table", entrant=event.entrants.first().pk, table=2)
    assert "Player 1 always sits at table 2" in text_of(ada().get(draw_url(event)))


def test_a_contradiction_is_named_at_once_and_what_was_typed_stays():
    event = an_event_of(8)
    one, two = event.entrants.order_by("number")[:2]
    for each in (one, two):
        wish(event, kind="table", entrant=each.pk, table=2)
    refused = wish(event, kind="apart", entrant=one.pk, other=two.pk)
    sentence = "Player 1 (1) and Player 2 (2) must be apart, but both are fixed to table 2."
    assert refused.status_code == 422 and sentence in text_of(refused)
    assert f'<option value="{two.pk}" selected>' in text_of(refused)
    assert DrawConstraint.objects.count() == 2


def test_a_wish_of_another_event_is_not_removed():
    event, other = an_event_of(4), an_event_of(4, name="Other")
    add_wish_apart(other)
    assert (
        ada().post(draw_url(event, f"constraints/{DrawConstraint.objects.get().pk}/remove/")).status_code
        == 404
    )


def test_an_entrant_of_another_event_is_not_in_the_form():
    event, other = an_event_of(4), an_event_of(4, name="Other")
    refused = wish(event, kind="table", entrant=other.entrants.first().pk, table=1)
    assert refused.status_code == 422 and not DrawConstraint.objects.exists()


def test_teams_are_kept_apart_and_said_on_the_page_of_a_player():
    event = an_event_of(8)
    entrant = event.entrants.first()
    ada().post(organise(event, f"players/{entrant.pk}/"), {"name": "Player 1", "team": "Elmshorn"})
    ada().post(draw_url(event, "teams/"), {"apart": "yes"})
    event.refresh_from_db()
    assert event.keeps_teams_apart
    assert "Elmshorn: Player 1" in text_of(ada().get(draw_url(event)))


def test_a_draft_counts_the_pairs_of_a_team_that_cannot_be_kept_apart():
    event = an_event_of(4)
    event.entrants.update(team="Elmshorn")
    ada().post(draw_url(event, "teams/"), {"apart": "yes"})
    draw = start_draw(event=event)
    carry_out_draw(draw_id=draw.pk)
    assert "6 pairs of one team meet here" in text_of(ada().get(organise(event, "rounds/1/")))


def test_wishes_that_cannot_be_kept_are_said_before_the_draw():
    event = an_event_of(8, game="points")
    one, two = event.entrants.order_by("number")[:2]
    wish(event, kind="partners", entrant=one.pk, other=two.pk)
    assert "Each player has one partner, but Player 3 (3) has 0." in text_of(ada().get(draw_url(event)))
    refused = ada().post(draw_url(event))
    assert refused.status_code == 409 and "Edit constraints" in text_of(refused)


# Waiting


def test_a_draw_shows_how_far_it_is_and_how_to_stop_it():
    event = an_event_of(8)
    draw = start_draw(event=event, mode=DrawMode.ALL, rounds=3)
    Draw.objects.update(steps_done=7_500, searched_at=draw.committed_at)
    page = text_of(ada().get(organise(event, "draws/1/")))
    assert "Looking for the best seats." in page and 'value="7500"' in page
    assert "Stop and use the best so far" in page and 'http-equiv="refresh"' in page


def test_the_address_of_a_round_that_is_being_drawn_leads_to_its_draw():
    event = an_event_of(8)
    start_draw(event=event, mode=DrawMode.ALL, rounds=2)
    visitor = ada()
    waiting = organise(event, "draws/1/?wait")
    assert visitor.get(organise(event, "rounds/2/"))["Location"] == waiting
    assert visitor.get(organise(event, "rounds/3/")).status_code == 404
    assert visitor.get(waiting).status_code == 200


def test_the_dashboard_leads_to_a_draw_that_is_being_made():
    event = an_event_of(8)
    start_draw(event=event)
    assert organise(event, "draws/1/?wait") in text_of(ada().get(organise(event)))


def test_the_progress_leads_on_when_the_draw_is_done():
    event = an_event_of(8)
    draw = start_draw(event=event)
    url = organise(event, "draws/1/progress/")
    assert "data-leads-to" not in text_of(ada().get(url))
    carry_out_draw(draw_id=draw.pk)
    assert f'data-leads-to="{organise(event, "draws/1/?wait")}"' in text_of(ada().get(url))


def test_a_draw_is_stopped():
    event = an_event_of(8)
    start_draw(event=event)
    assert ada().post(organise(event, "draws/1/stop/"))["Location"] == organise(event, "draws/1/?wait")
    assert Draw.objects.get().is_stopped


def test_a_draw_is_discarded_and_stays_in_the_list():
    event = an_event_of(8)
    drawn_all(event)
    ada().post(organise(event, "draws/1/discard/"))
    assert not Round.objects.exists()
    assert "discarded" in text_of(ada().get(draw_url(event)))


def test_a_draw_that_stands_is_not_discarded():
    event = an_event_of(8)
    open_round(round=draw_round(event=event))
    refused = ada().post(organise(event, "draws/1/discard/"))
    assert refused.status_code == 409 and "the draw cannot change" in text_of(refused)


def test_a_draw_that_keeps_not_all_wishes_says_why_and_leads_to_them():
    event = an_event_of(8)
    draw = start_draw(event=event)
    store_refusal(draw.pk, "No draw was found that keeps all wishes.")
    page = text_of(ada().get(organise(event, "draws/1/?wait")))
    assert "No draw was found that keeps all wishes." in page and f"{draw_url(event)}#constraints" in page


# Permissions and methods


def test_the_pages_take_as_many_queries_for_many_players_as_for_few():
    visitor = ada()
    few, many = (drawn_all(an_event_of(players, name=f"Of {players}"), 2)[1] for players in (8, 32))
    for drawn in (few, many):
        visitor.post(round_url(drawn, "swap/"), {"one": 1, "two": 2})
        add_wish_apart(drawn.event)
    for more in ("rounds/2/", "rounds/2/swaps/?one=1", "draws/1/", "draw/", "draws/1/progress/", ""):
        counted = {queries_of(visitor, organise(drawn.event, more)) for drawn in (few, many)}
        assert len(counted) == 1, (more, counted)


def test_the_draw_takes_as_many_queries_for_many_wishes_as_for_one():
    event, visitor = an_event_of(8), ada()
    add_wish_apart(event)
    few = queries_of(visitor, draw_url(event))
    for entrant in list(event.entrants.all())[:3]:
        add_constraint(event=event, kind=DrawConstraintKind.SEAT, entrant=entrant, number=entrant.number)
    assert queries_of(visitor, draw_url(event)) == few


READS = ["draws/1/", "draws/1/progress/", "rounds/1/swaps/?one=1"]
WRITES = [
    "draw/commit/", "draw/constraints/", "draw/constraints/1/remove/", "draw/teams/", "draws/1/stop/",
    "draws/1/discard/", "rounds/1/swap/",
]  # fmt: skip


def test_another_clubs_draw_does_not_exist():
    event = a_draft().event
    visitor = dov()
    assert {visitor.get(organise(event, more)).status_code for more in ["draw/", *READS]} == {404}
    assert {visitor.post(organise(event, more)).status_code for more in ["draw/", *WRITES]} == {404}


def test_a_draw_is_behind_the_login():
    event = a_draft().event
    answers = [stranger().get(organise(event, more)) for more in READS]
    answers += [stranger().post(organise(event, more)) for more in WRITES]
    assert all("/accounts/login/" in answer["Location"] for answer in answers)


def test_reads_are_read_and_writes_are_posted():
    event = a_draft().event
    visitor = ada()
    assert {visitor.post(organise(event, more)).status_code for more in READS} == {405}
    assert {visitor.get(organise(event, more)).status_code for more in WRITES} == {405}
    assert visitor.put(draw_url(event)).status_code == 405


def test_a_draw_that_was_never_made_is_not_found():
    event = an_event()
    assert {ada().get(organise(event, f"draws/7/{more}")).status_code for more in ("", "progress/")} == {404}
