"""A draw's audit: committed, revealed, reproduced, and computed from the seating alone."""

import json
import shlex
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command

from seating.fairness import audit_of, commitment, draw_seed, list_commitment
from seating.meetings import count_repeats
from tests.builders import an_event
from tests.tournaments.visitors import ada, dov, markup_of, queries_of, stranger, text_of
from tournaments.models import DrawConstraintKind, DrawMode, EventChange, EventChangeKind, Seat
from tournaments.publications.charts.meetings import count_pairs, draw_meetings
from tournaments.selectors.draw.draw_audit import draw_facts, promise_of
from tournaments.selectors.draw.draws import seatings_of
from tournaments.services.draw.constraints import add_constraint
from tournaments.services.draw.drawing import commit_seed, discard_draw, start_draw
from tournaments.services.draw.search import carry_out_draw, store_draw
from tournaments.services.draw.swaps import swap_places
from tournaments.services.entry.check_in import check_in
from tournaments.services.entry.entrants import enter_players
from tournaments.services.rounds.lifecycle import close_round, open_round

pytestmark = pytest.mark.django_db

SEED, STEPS = bytes(range(16)), 300


def an_event_of(players=9, **changes):
    event = an_event(deals_per_table={}, **changes)
    enter_players(event=event, names=[f"Player {number}" for number in range(1, players + 1)])
    return event


def a_draw(event=None, rounds=2, released=0, mode=DrawMode.ALL, is_searched=False, **wishes):
    """Draw nine players with a known seed, the first rounds released; seated in turn, or searched."""
    event = event or an_event_of()
    draw = start_draw(event=event, mode=mode, rounds=rounds, seed=SEED.hex(), **wishes)
    event.draws.filter(pk=draw.pk).update(steps=STEPS)
    if is_searched:
        carry_out_draw(draw_id=draw.pk)
    else:
        store_draw(draw.pk, [seated_in_turn(draw, turn) for turn in range(rounds)], [[]] * rounds, STEPS)
    for round in draw.rounds.order_by("number")[:released]:
        open_round(round=round)
        if round.number < released:
            close_round(round=round)
    draw.refresh_from_db()
    return draw


def seated_in_turn(draw, turn):
    """Return tables of three or four, each player moved by one seat from round to round."""
    playing = draw.numbers[draw.sit_outs :]
    order, size = playing[turn:] + playing[:turn], 3 if len(playing) % 3 == 0 else 4
    return [order[start : start + size] for start in range(0, len(order), size)]


def url_of(draw, more=""):
    return f"/events/{draw.event.slug}/draws/{draw.number}/{more}"


def program(visitor, draw):
    return json.loads(visitor.get(url_of(draw, "?format=json")).content)


def swap_two(draw, number=1):
    round = draw.rounds.get(number=number)
    one, two = (round.tables.get(number=each).parts.get().seats.first().entrant.number for each in (1, 2))
    return one, two, swap_places(round=round, one=one, two=two)


# Before the release


def test_before_the_release_only_the_promise_is_public():
    draw = a_draw()
    page = text_of(stranger().get(url_of(draw)))
    assert commitment(SEED) in page and list_commitment(range(1, 10)) in page
    assert SEED.hex() not in page
    assert str(draw_seed(SEED, draw.numbers)) not in page and "Who met whom" not in page


def test_programs_learn_no_more_than_people_before_the_release():
    answer = program(stranger(), a_draw())
    assert answer["seed_hash"] == commitment(SEED) and answer["committed_numbers"] == list(range(1, 10))
    assert "seed" not in answer and "number" not in answer and answer["certificate"] is None


def test_not_even_the_director_sees_the_seed_before_the_release():
    draw = a_draw()
    page = text_of(ada().get(url_of(draw)))
    assert SEED.hex() not in page
    assert "Draft: only members" in page and "Who met whom" in page


def test_a_committed_seed_has_a_page_before_anything_is_drawn():
    draw = commit_seed(event=an_event_of(4))
    page = text_of(stranger().get(url_of(draw)))
    assert list_commitment([1, 2, 3, 4]) in page and draw.seed not in page


def test_hand_changes_of_a_draft_are_told_to_its_director_only():
    draw = a_draw()
    swap_two(draw)
    assert "changed places" in text_of(ada().get(url_of(draw)))
    assert "changed places" not in text_of(stranger().get(url_of(draw)))


# Revealed


def test_the_seed_comes_out_with_the_first_round_and_is_the_one_promised():
    draw = a_draw(released=1)
    page = text_of(stranger().get(url_of(draw)))
    assert SEED.hex() in page and str(draw_seed(SEED, draw.numbers)) in page
    assert "is the committed seed" in page and "are the committed start numbers" in page


def test_another_seed_than_the_promised_one_is_called_so():
    draw = a_draw(released=1)
    draw.seed = bytes(reversed(SEED)).hex()
    draw.save()
    assert "is NOT the committed seed" in text_of(stranger().get(url_of(draw)))


def test_other_start_numbers_than_the_promised_ones_are_called_so():
    draw = a_draw(released=1)
    draw.committed_numbers = [1, 2, 3]
    draw.save()
    assert "are NOT the committed start numbers" in text_of(stranger().get(url_of(draw)))


def test_a_history_without_the_hash_leaves_the_comparison_to_the_reader():
    draw = a_draw(released=1)
    promise = promise_of(draw, [EventChange(kind=EventChangeKind.SEED_COMMITTED, facts={"draw": 1})], True)
    assert (promise.is_seed_kept, promise.is_list_kept) == (None, None)


def test_players_who_came_or_left_after_the_promise_are_named():
    event = an_event_of(9)
    commit_seed(event=event)
    enter_players(event=event, names=["Late"])
    check_in(entrant=event.entrants.get(number=2), is_present=False)
    made = draw_facts(a_draw(event, released=1), with_drafts=False).making
    assert made and (made.joined, made.left) == ([10], [2])


def test_a_commitment_published_too_late_is_labelled_so():
    draw = a_draw(released=1)
    assert "within a minute" in text_of(stranger().get(url_of(draw)))
    draw.committed_at -= timedelta(minutes=2)
    draw.save()
    assert "within a minute" not in text_of(stranger().get(url_of(draw)))


def test_a_round_of_the_draw_that_waits_is_not_shown():
    answer = program(stranger(), a_draw(rounds=3, released=2))
    assert len(answer["certificate"]["rounds"]) == 2
    assert "later rounds appear here" in text_of(
        stranger().get(url_of(a_draw(an_event_of(), rounds=3, released=1)))
    )


# Reproduced


@pytest.mark.parametrize("players", [8, 13])
def test_the_command_on_the_page_draws_the_very_same_tables(players):
    draw = a_draw(an_event_of(players), rounds=2, released=2, is_searched=True)
    answer = program(stranger(), draw)
    output = StringIO()
    call_command(*shlex.split(answer["command"]), "--format=json", stdout=output)
    assert json.loads(output.getvalue())["rounds"] == answer["certificate"]["rounds"]


def test_partners_by_lot_are_drawn_again_by_the_command_and_counted():
    event = an_event_of(8, game="jass")
    add_constraint(event=event, kind=DrawConstraintKind.NEW_PARTNERS)
    draw = a_draw(event, rounds=3, released=3, is_searched=True)
    answer = program(stranger(), draw)
    output = StringIO()
    call_command(*shlex.split(answer["command"]), "--format=json", stdout=output)
    assert json.loads(output.getvalue())["rounds"] == answer["certificate"]["rounds"]
    assert (answer["certificate"]["partners_again"], answer["certificate"]["partners_bound"]) == (0, 0)
    assert "nobody has the same partner twice" in text_of(stranger().get(url_of(draw)))


def test_players_of_the_command_are_the_start_numbers_in_order():
    event = an_event_of(10)
    check_in(entrant=event.entrants.get(number=3), is_present=False)
    draw = a_draw(event, released=2, is_searched=True)
    output = StringIO()
    call_command(*shlex.split(program(stranger(), draw)["command"]), "--format=json", stdout=output)
    again = json.loads(output.getvalue())["rounds"]
    named = [[[draw.numbers[player - 1] for player in table] for table in tables] for tables in again]
    assert named == seatings_of(draw.rounds.all())


def test_the_command_stands_on_the_page():
    draw = a_draw(released=1)
    number = draw_seed(SEED, draw.numbers)
    command = f"draw_rounds --players 9 --rounds 2 --sizes 4,3 --seed {number} --steps {draw.steps_done}"
    assert command in text_of(stranger().get(url_of(draw)))


def test_earlier_rounds_are_named_instead_of_a_command():
    event = an_event_of()
    a_draw(event, rounds=1, released=1)
    close_round(round=event.rounds.get(number=1))
    draw = a_draw(event, rounds=1, released=1)
    page = text_of(stranger().get(url_of(draw)))
    assert "The seats of 1 round played before." in page and "manage draw_rounds" not in page


def test_sit_outs_and_wishes_are_named_instead_of_a_command():
    draw = a_draw(an_event_of(9), sit_outs=1, released=1)
    draw.wishes = {"apart": [[1, 2]], "teams": [[3, 4, 5]], "seats": [[6, 1]]}
    draw.save()
    page = text_of(stranger().get(url_of(draw)))
    for line in (
        "1 player sits out",
        "1 and 2 are kept apart",
        "as one team: 3, 4 and 5",
        "6 always sits on",
    ):
        assert line in page
    assert "manage draw_rounds" not in page


# Changed by hand, discarded


def test_hand_changes_are_told_with_what_they_cost():
    draw = a_draw(rounds=3)
    one, two, cost = swap_two(draw)
    open_round(round=draw.rounds.get(number=1))
    (swap,) = program(stranger(), draw)["swaps"]
    assert swap == {"round": 1, "one": one, "two": two, "repeats": cost}
    assert f"numbers {one} and {two} changed places" in text_of(stranger().get(url_of(draw)))


def test_hand_changes_of_a_discarded_draw_are_not_those_of_the_next():
    first = a_draw()
    swap_two(first)
    discard_draw(draw=first)
    assert draw_facts(a_draw(first.event, released=1), with_drafts=False).swaps == []


def test_every_discarded_draw_stays_listed():
    first = a_draw()
    discard_draw(draw=first)
    draw = a_draw(first.event, released=1)
    page = text_of(stranger().get(url_of(draw)))
    assert url_of(first) in page and "Every draw of this event stays listed" in page
    assert SEED.hex() not in text_of(stranger().get(url_of(first)))


# Computed from the seating


def test_the_certificate_counts_the_stored_seating():
    draw = a_draw(rounds=4, released=4)
    stored = seatings_of(draw.event.rounds.all())
    told, counted = program(stranger(), draw)["certificate"], audit_of(stored)
    assert told["rounds"] == stored and told["repeats"] == count_repeats(stored) == draw.repeats
    assert (told["lower_bound"], told["most_visits"]) == (counted.lower_bound, counted.most_visits)
    assert told["meetings"] == [list(line) for line in counted.meetings]


def test_a_changed_seat_changes_the_certificate():
    draw = a_draw(rounds=4, released=4)
    before = program(stranger(), draw)["certificate"]
    round = draw.rounds.get(number=1)
    one, two = (round.tables.get(number=each).parts.get().seats.last() for each in (1, 2))
    Seat.objects.filter(pk=one.pk).update(entrant=two.entrant)
    Seat.objects.filter(pk=two.pk).update(entrant=one.entrant)
    assert program(stranger(), draw)["certificate"]["meetings"] != before["meetings"]


def test_rounds_played_before_count_in_the_certificate():
    event = an_event_of()
    a_draw(event, rounds=1, released=1)
    close_round(round=event.rounds.get(number=1))
    draw = a_draw(event, rounds=1, released=1, mode=DrawMode.RANDOM)
    assert len(program(stranger(), draw)["certificate"]["rounds"]) == 2


def test_optimal_is_said_when_repeats_meet_the_bound_and_only_then():
    good = stranger().get(url_of(a_draw(an_event_of(16), rounds=5, released=5, is_searched=True)))
    assert good.context["worth"].counted.is_optimal and "the minimum" in text_of(good)
    fixed = an_event_of(8)
    a_draw(fixed, rounds=1, released=1)
    close_round(round=fixed.rounds.get(number=1))
    again = markup_of(
        stranger().get(url_of(a_draw(fixed, rounds=1, released=1, mode=DrawMode.FIXED, is_searched=True)))
    )
    assert "12 repeat meetings<" in again and "not proven optimal" in again


# Permissions


@pytest.mark.parametrize("more", ["", "?format=json"])
def test_a_draw_of_an_unpublished_event_does_not_exist_for_strangers(more):
    draw = a_draw(an_event_of(is_published=False))
    codes = [visitor.get(url_of(draw, more)).status_code for visitor in (stranger(), dov(), ada())]
    assert codes == [404, 404, 200]


def test_a_draw_there_is_not_does_not_exist():
    draw = a_draw()
    assert stranger().get(f"/events/{draw.event.slug}/draws/9/").status_code == 404


def test_a_certificate_is_only_read():
    assert ada().post(url_of(a_draw())).status_code == 405


def test_a_certificate_takes_as_many_queries_for_many_players_as_for_few():
    small, large = (a_draw(an_event_of(players, name=str(players)), released=1) for players in (8, 32))
    assert queries_of(stranger(), url_of(large)) == queries_of(stranger(), url_of(small))


def test_programs_are_told_when_nothing_changed_and_when_something_did():
    draw = a_draw()
    url = url_of(draw, "?format=json")
    known = {"If-None-Match": stranger().get(url)["ETag"]}
    assert stranger().get(url, headers=known).status_code == 304
    assert ada().get(url, headers=known).status_code == 200
    open_round(round=draw.rounds.get(number=1))
    assert stranger().get(url, headers=known).status_code == 200


def test_the_event_shows_the_promise_of_the_next_draw_and_then_the_way_to_its_certificate():
    draw = a_draw()
    url = f"/events/{draw.event.slug}/"
    assert commitment(SEED) in text_of(stranger().get(url))
    open_round(round=draw.rounds.get(number=1))
    page = text_of(stranger().get(url))
    assert commitment(SEED) not in page and "How rounds 1 to 2 were drawn" in page


# The chart


def a_picture(players, meetings=None):
    numbers = list(range(1, players + 1))
    met = meetings or [[0] * players for _ in numbers]
    return draw_meetings(numbers, met, {number: f"Name {number}" for number in numbers})


def test_the_picture_tells_once_twice_and_more_apart_by_shape():
    picture = a_picture(3, [[0, 1, 2], [1, 0, 3], [2, 3, 0]])
    paths = {outline.ink: outline.path for outline in picture.outlines[2:5]}
    assert [paths[ink].count("M") for ink in ("once", "twice", "often")] == [2, 2, 4]
    assert picture.description == "1 pair met once; 1 pair met 2 times; 1 pair met 3 times."


@pytest.mark.parametrize(("players", "label"), [(30, "30 Name 30"), (31, "31"), (100, "100")])
def test_names_stand_on_both_sides_while_there_is_room_then_start_numbers(players, label):
    texts = [each.text for each in a_picture(players).labels]
    assert texts.count(label) == 2


def test_beyond_a_hundred_players_bars_sum_the_meetings_up():
    met = [[0] * 101 for _ in range(101)]
    met[0][1] = met[1][0] = 2
    picture = a_picture(101, met)
    assert count_pairs(met) == {0: 5049, 2: 1}
    assert [each.text for each in picture.labels] == ["1", "2 times"]


def test_no_label_leaves_the_picture():
    names = {1: "Maximiliane von Hohenlohe-Schillingsfürst", 2: "西村 百合子"}
    picture = draw_meetings([1, 2], [[0, 1], [1, 0]], names)
    from_right = [each for each in picture.labels if each.anchor == "end"]
    assert all(each.x >= 6 * len(each.text) for each in from_right)
    assert all(0 < each.y < picture.height for each in picture.labels)


def test_the_picture_has_its_title_and_description_for_those_who_do_not_see_it():
    page = markup_of(stranger().get(url_of(a_draw(released=1))))
    assert '<title id="meetings-title">Who met whom</title>' in page
    assert '<desc id="meetings-desc">' in page and 'aria-labelledby="meetings-title meetings-desc"' in page
