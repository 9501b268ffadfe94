"""A draw from its committed seed to its drafts: requesting, stopping, discarding, drawing again."""

from datetime import timedelta
from itertools import chain

import pytest
from django.utils import timezone

from scoring.not_possible import NotPossible
from tests.builders import a_round, an_event
from tests.tournaments.visitors import ada
from tournaments.models import Draw, DrawMode, DrawStatus, EventChangeKind, Round, RoundStatus, SitOut
from tournaments.selectors.draw.drafts import draft_of, next_to_sit_out, quality_of
from tournaments.selectors.draw.draws import past_seatings, seatings_of, sit_outs_so_far
from tournaments.selectors.draw.table_sizes import sizes_for, ways_to_seat
from tournaments.services.draw import drawing, search
from tournaments.services.draw.drawing import (
    commit_seed,
    discard_draft,
    discard_draw,
    draw_again,
    draw_round,
    start_draw,
    stop_draw,
)
from tournaments.services.draw.search import carry_out_draw, store_draw
from tournaments.services.entry.check_in import check_in
from tournaments.services.entry.entrants import enter_players
from tournaments.services.events.lifecycle import close_event
from tournaments.services.rounds.lifecycle import close_round, open_round

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def short_searches(monkeypatch):
    monkeypatch.setattr(drawing, "STEPS", 20_000)


def an_event_of(players, **changes):
    event = an_event(**changes)
    enter_players(event=event, names=[f"Player {number}" for number in range(1, players + 1)])
    return event


def test_a_player_who_sits_out_has_sat_out_once_their_round_is_released():
    draft = a_round(an_event_of(5), is_open=False)
    last = draft.event.entrants.get(number=5)
    SitOut.objects.create(round=draft, entrant=last)
    assert sit_outs_so_far(draft.event) == {}
    open_round(round=draft)
    assert sit_outs_so_far(draft.event) == {5: 1}


def draw_all(event, rounds=3, **asked):
    """Draw and store all rounds at once."""
    draw = start_draw(event=event, mode=DrawMode.ALL, rounds=rounds, **asked)
    carry_out_draw(draw_id=draw.pk)
    draw.refresh_from_db()
    return draw


def play(round):
    close_round(round=open_round(round=round), even_if_incomplete=True)


def kinds(event):
    return list(event.entries.order_by("number").values_list("kind", flat=True))


# The seed


def test_a_committed_seed_is_used_by_the_next_draw():
    event = an_event_of(4)
    committed = commit_seed(event=event)
    asked = start_draw(event=event)
    assert (asked.pk, asked.seed) == (committed.pk, committed.seed)
    assert kinds(event).count(EventChangeKind.SEED_COMMITTED) == 1


def test_without_a_commitment_the_draw_commits_first():
    event = an_event_of(4)
    start_draw(event=event)
    assert Draw.objects.get().committed_numbers == [1, 2, 3, 4]
    assert kinds(event).count(EventChangeKind.SEED_COMMITTED) == 1


def test_a_seed_is_committed_once():
    event = an_event_of(4)
    commit_seed(event=event)
    with pytest.raises(NotPossible, match="The seed of draw 1 is already committed; draw with it"):
        commit_seed(event=event)
    assert Draw.objects.count() == 1


def test_a_seed_comes_out_when_its_first_round_is_released():
    round = draw_round(event=an_event_of(4))
    assert round.draw.revealed_at is None
    open_round(round=round)
    round.draw.refresh_from_db()
    assert round.draw.revealed_at is not None


# Requesting


def test_all_rounds_become_drafts_of_one_draw():
    draw = draw_all(an_event_of(12))
    assert [(each.number, each.status) for each in draw.rounds.order_by("number")] == [
        (number, RoundStatus.DRAFT) for number in (1, 2, 3)
    ]


def test_sixteen_players_and_five_rounds_are_drawn_without_a_repeat_and_say_so():
    draw = draw_all(an_event_of(16), rounds=5)
    quality = quality_of(draw.rounds.first())
    assert (draw.repeats, quality.repeats, quality.is_optimal) == (0, 0, True)


def test_a_draft_that_cannot_be_perfect_says_what_cannot_be_avoided():
    quality = quality_of(draw_all(an_event_of(4), rounds=2).rounds.first())
    assert (quality.repeats, quality.lower_bound, quality.is_optimal) == (6, 6, True)


@pytest.mark.parametrize(("players", "sizes"), [(10, ((4, 1), (3, 2))), (8, ())])
def test_a_draft_says_how_many_tables_of_each_size_it_has_unless_all_are_usual(players, sizes):
    assert quality_of(draw_round(event=an_event_of(players))).table_sizes == sizes


@pytest.mark.parametrize("rounds", [0, 51])
def test_nobody_plays_so_many_rounds(rounds):
    with pytest.raises(NotPossible, match="draws 1 to 50 rounds at once"):
        start_draw(event=an_event_of(4), mode=DrawMode.ALL, rounds=rounds)
    assert not Draw.objects.exists()


def test_by_standings_needs_a_round_before():
    with pytest.raises(NotPossible, match="draw the first round by lot"):
        start_draw(event=an_event_of(4), mode=DrawMode.STANDINGS)


@pytest.mark.parametrize("mode", [DrawMode.STANDINGS, DrawMode.SNAKE, DrawMode.WINNERS_STAY, DrawMode.FIXED])
def test_every_way_seats_everybody_after_a_round(mode):
    event = an_event_of(8)
    play(draw_round(event=event))
    round = draw_round(event=event, mode=mode)
    assert [place.number for place in draft_of(round).places] == list(range(1, 9))


def test_one_draw_runs_at_a_time():
    event = an_event_of(4)
    start_draw(event=event)
    with pytest.raises(NotPossible, match="wait for it, or stop it first"):
        start_draw(event=event)
    assert Draw.objects.count() == 1


def test_a_closed_event_draws_nothing():
    event = close_event(event=an_event_of(4), is_closed=True)
    for ask in (start_draw, commit_seed):
        with pytest.raises(NotPossible, match="is closed; reopen it first"):
            ask(event=event)


def test_an_open_round_is_closed_before_the_next_draw():
    with pytest.raises(NotPossible, match="Round 1 is not closed yet; close it first"):
        start_draw(event=a_round().event)


# Sitting out


def test_five_players_are_offered_to_sit_out_or_to_add_one():
    ways = ways_to_seat(an_event_of(0), 5)
    assert [(way.sizes, way.sit_outs, way.stand_ins) for way in ways] == [((4,), 1, 0), ((3, 3), 0, 1)]


def test_a_game_is_offered_only_sizes_it_plays():
    assert [way.stand_ins for way in ways_to_seat(an_event(game="rifki"), 3)] == [1]
    assert {size for way in ways_to_seat(an_event(game="rifki"), 7) for size in way.sizes} == {4}


def test_seven_players_may_play_a_three_or_let_three_sit_out():
    ways = ways_to_seat(an_event_of(0), 7)
    assert [(way.sizes, way.sit_outs) for way in ways] == [((4, 3), 0), ((4,), 3)]


def test_another_size_is_offered_where_the_game_has_it():
    ways = ways_to_seat(an_event(game="points"), 9)
    assert [way.sizes for way in ways if not way.sit_outs] == [(3, 3, 3), (4, 5)]
    assert [way.allowed for way in ways if way.sizes == (3, 3, 3)] == [(4, 3)]


@pytest.mark.parametrize(
    ("allowed", "players", "sizes"),
    [
        pytest.param([9, 12], 12, (12,), id="larger tables than most games have"),
        pytest.param([2, 12], 12, (4, 4, 4), id="the usual size first"),
        pytest.param([5, 6], 20, (5, 5, 5, 5), id="where four are no table"),
    ],
)
def test_the_club_says_which_sizes_a_game_of_points_has(allowed, players, sizes):
    event = an_event(game="points", options={"seats_allowed": allowed})
    assert ways_to_seat(event, players)[0].sizes == sizes
    assert sizes_for(event, players) == list(sizes)
    assert ada().get(f"/events/{event.slug}/organise/draw/").status_code == 200


def test_nobody_sits_out_twice_before_everyone_once():
    event = an_event_of(5)
    for _ in range(5):
        draw = start_draw(event=event, sit_outs=1)
        carry_out_draw(draw_id=draw.pk)
        play(draw.rounds.get())
    sitting_out = SitOut.objects.values_list("entrant__number", flat=True)
    assert sorted(sitting_out) == [1, 2, 3, 4, 5]


def test_a_player_who_sat_out_is_not_next():
    event = an_event_of(5)
    assert next_to_sit_out(event, 1) == []
    draw = start_draw(event=event, sit_outs=1)
    carry_out_draw(draw_id=draw.pk)
    play(draw.rounds.get())
    sat_out = SitOut.objects.get().entrant.player.name
    assert sat_out not in next_to_sit_out(event, 1) and len(next_to_sit_out(event, 1)) == 4


# During the search


def test_a_draw_that_was_discarded_meanwhile_leaves_no_draft():
    event = an_event_of(4)
    draw = start_draw(event=event)
    discard_draw(draw=draw)
    store_draw(draw.pk, [[[1, 2, 3, 4]]], [[]], 0)
    assert not Round.objects.exists()


def test_a_stopped_draw_keeps_the_best_so_far(monkeypatch):
    monkeypatch.setattr(search, "REPORT_SECONDS", 0)
    draw = start_draw(event=an_event_of(9), mode=DrawMode.ALL, rounds=4, thorough=True)
    stop_draw(draw=draw)
    carry_out_draw(draw_id=draw.pk)
    draw.refresh_from_db()
    assert draw.status == DrawStatus.DONE and draw.rounds.count() == 4
    assert draw.steps_done < draw.steps


@pytest.mark.parametrize(("seconds", "is_taken_over"), [(-21, True), (-19, False), (19, False), (3600, True)])
def test_a_draw_of_a_dead_worker_is_taken_over_even_if_the_clock_was_set_back(seconds, is_taken_over):
    draw = start_draw(event=an_event_of(4))
    Draw.objects.update(searched_at=timezone.now() + timedelta(seconds=seconds))
    carry_out_draw(draw_id=draw.pk)
    assert Round.objects.exists() == is_taken_over


def test_a_search_says_how_far_it_is():
    draw = start_draw(event=an_event_of(9), mode=DrawMode.ALL, rounds=4)
    times = iter([0, 1, 1])
    progress = search.Progress(draw, clock=lambda: next(times))
    progress.report(500)
    draw.refresh_from_db()
    assert (draw.steps_done, progress.should_stop()) == (500, False)


def test_carrying_out_a_draw_twice_changes_nothing():
    draw = draw_all(an_event_of(8), rounds=1)
    carry_out_draw(draw_id=draw.pk)
    assert Round.objects.count() == 1


# Drawing again


def test_a_discarded_draw_stays_in_the_list():
    draw = draw_all(an_event_of(8))
    discard_draw(draw=draw)
    draw.refresh_from_db()
    assert draw.status == DrawStatus.DISCARDED and not Round.objects.exists()


def test_a_draw_whose_rounds_are_all_released_stands():
    round = draw_round(event=an_event_of(4))
    open_round(round=round)
    with pytest.raises(NotPossible, match="Every round of draw 1 was opened"):
        discard_draw(draw=round.draw)


def test_late_comers_are_drawn_into_the_remaining_rounds_only():
    event = an_event_of(8)
    first, second, _ = draw_all(event).rounds.order_by("number")
    play(first)
    before = past_seatings(event)
    enter_players(event=event, names=["Late", "Later", "Latest", "Last"])
    asked = draw_again(round=second)
    carry_out_draw(draw_id=asked.pk)
    assert (asked.first_round, asked.rounds_wanted, len(asked.numbers)) == (2, 2, 12)
    assert [each.number for each in event.rounds.all()] == [1, 2, 3] and past_seatings(event) == before


def test_the_remaining_rounds_avoid_who_met_before():
    event = an_event_of(16)
    first, second, _ = draw_all(event).rounds.order_by("number")
    play(first)
    asked = draw_again(round=second)
    carry_out_draw(draw_id=asked.pk)
    asked.refresh_from_db()
    assert asked.repeats == 0 and len(seatings_of(event.rounds.all())) == 3


def test_a_player_who_sat_out_plays_when_one_more_came():
    event = an_event_of(5)
    draw = start_draw(event=event, sit_outs=1)
    carry_out_draw(draw_id=draw.pk)
    enter_players(event=event, names=["Late"])
    asked = draw_again(round=draw.rounds.get())
    assert (asked.sit_outs, asked.numbers) == (0, [1, 2, 3, 4, 5, 6])


def test_drafts_are_discarded_for_another_draw_only_if_it_is_possible():
    event = an_event_of(8)
    draw_all(event)
    with pytest.raises(NotPossible):
        start_draw(event=event, instead=True, mode=DrawMode.STANDINGS)
    assert event.rounds.count() == 3
    asked = start_draw(event=event, instead=True, mode=DrawMode.ALL, rounds=2)
    assert (asked.first_round, event.rounds.count()) == (1, 0)


WAYS = {
    "by lot": lambda event: start_draw(event=event),
    "all rounds": lambda event: start_draw(event=event, mode=DrawMode.ALL, rounds=2),
    "with a committed seed": lambda event: commit_seed(event=event) and start_draw(event=event),
    "with a sit-out": lambda event: start_draw(event=event, sit_outs=1),
    "instead of a draft": lambda event: draw_round(event=event) and start_draw(event=event, instead=True),
    "again": lambda event: draw_again(round=draw_round(event=event)),
}


@pytest.mark.parametrize("absent", [[], [1], [2, 9]], ids=str)
@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_players_who_are_present_are_drawn_and_nobody_else(way, absent):
    event = an_event_of(9)
    event.entrants.filter(number__in=absent).update(is_present=False)
    present = [number for number in range(1, 10) if number not in absent]
    draw = way(event)
    carry_out_draw(draw_id=draw.pk)
    draw.refresh_from_db()
    assert draw.numbers == present
    for round in draw.rounds.all():
        (tables,) = seatings_of(event.rounds.filter(pk=round.pk))
        sitting_out = SitOut.objects.filter(round=round).values_list("entrant__number", flat=True)
        assert sorted([*chain.from_iterable(tables), *sitting_out]) == present


@pytest.mark.parametrize("opened", [0, 1, 2])
def test_a_draw_is_discarded_once_none_of_its_rounds_is_left(opened):
    draw = draw_all(an_event_of(8))
    for round in draw.rounds.order_by("number")[:opened]:
        play(round)
    discard_draw(draw=draw)
    draw.refresh_from_db()
    assert (draw.rounds.count(), draw.status == DrawStatus.DISCARDED) == (opened, opened == 0)
    assert kinds(draw.event)[-1] == EventChangeKind.DRAW_DISCARDED


def test_a_draft_that_nobody_drew_is_discarded_with_a_trace():
    round = a_round(is_open=False)
    discard_draft(round=round)
    entry = round.event.entries.latest("number")
    assert (entry.kind, entry.facts) == (EventChangeKind.DRAW_DISCARDED, {"draw": 0, "round": 1})


@pytest.mark.parametrize("first", [1, 2, 3])
def test_drafts_are_opened_in_their_order(first):
    draw = draw_all(an_event_of(8))
    round = draw.rounds.get(number=first)
    if first == 1:
        assert open_round(round=round).status == RoundStatus.OPEN
    else:
        with pytest.raises(NotPossible, match="Round 1 is already drawn; open it"):
            open_round(round=round)


# Releasing


def test_a_draft_with_an_absent_player_is_released_only_if_confirmed():
    round = draw_round(event=an_event_of(4))
    check_in(entrant=round.event.entrants.get(number=2), is_present=False)
    with pytest.raises(NotPossible) as refused:
        open_round(round=round)
    assert (refused.value.code, refused.value.details) == ("absent_seated", {"names": ["Player 2"]})
    assert "Player 2 has a seat in round 1 but is not present." in refused.value.message
    assert open_round(round=round, even_if_absent=True).status == RoundStatus.OPEN


def test_a_closed_round_is_reopened_even_if_a_player_has_left():
    round = draw_round(event=an_event_of(4))
    play(round)
    check_in(entrant=round.event.entrants.get(number=2), is_present=False)
    assert open_round(round=round).status == RoundStatus.OPEN
