"""Sitting out, with rounds played before."""

import doctest
from collections import Counter
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating import sit_outs as module
from seating.constraints import Constraints, Contradiction
from seating.meetings import count_meetings
from seating.schedule import draw_schedule, odd_before
from seating.sit_outs import choose_by_round, choose_with_partners
from tests.seating.schedules import a_draw

PAIRS = [(one, one + 8) for one in range(1, 9)]


def test_the_docstring_is_true():
    assert doctest.testmod(module).failed == 0


@given(st.integers(1, 12), st.integers(0, 12), st.integers(0, 9), st.integers(0, 9))
def test_nobody_sits_out_twice_before_everyone_once_over_old_and_new_rounds(players, count, before, rounds):
    count, order = min(count, players), range(players)
    times = Counter(chain(*choose_by_round(order, before, count, {})))
    times.update(chain(*choose_by_round(order, rounds, count, times)))
    assert sum(times.values()) == count * (before + rounds)
    assert max(times[one] for one in order) - min(times[one] for one in order) <= 1


def test_a_player_who_came_late_owes_one_turn_only():
    assert choose_by_round([1, 2, 3], 3, 1, {1: 5, 2: 5}) == [{3}, {1}, {2}]


def test_a_draw_goes_on_where_the_turns_stopped():
    drawn = draw_schedule(
        9, 4, (4,), seed=1, steps=500, sit_outs=1, past_sit_outs=dict.fromkeys(range(1, 6), 1)
    )
    sitting_out = [set(range(1, 10)) - set(chain(*tables)) for tables in drawn.rounds]
    assert set().union(*sitting_out) == {6, 7, 8, 9}


def test_partners_sit_out_together():
    chosen = choose_with_partners([1, 2, 3, 4, 5, 6], {1: 1}, 2, [(1, 2), (3, 6), (4, 5)])
    assert chosen == [3, 6]


@pytest.mark.parametrize("count", [1, 3])
def test_the_turns_decide_where_partners_cannot_all_rest_with_theirs(count):
    assert len(choose_with_partners([1, 2, 3, 4], {}, count, [(1, 2), (3, 4)])) == count


def test_pairs_sit_out_in_turn():
    wishes = Constraints(partners=[(one, one + 5) for one in range(1, 6)])
    drawn = draw_schedule(10, 5, (4,), seed=1, steps=2000, sit_outs=2, constraints=wishes)
    sitting_out = Counter(one for tables in drawn.rounds for one in set(range(1, 11)) - set(chain(*tables)))
    assert sitting_out == Counter(range(1, 11))


def test_half_a_pair_cannot_sit_out():
    wishes = Constraints(partners=[(one, one + 5) for one in range(1, 6)])
    with pytest.raises(Contradiction) as refused:
        draw_schedule(10, 5, (5, 4), seed=1, sit_outs=1, constraints=wishes)
    assert refused.value.code in ("partners_need_four", "partners_sit_out")


@given(st.integers(1, 6), st.integers(1, 9), st.integers(0, 9))
@settings(max_examples=10)
def test_pairs_do_not_meet_again_before_all_have_met_rounds_before_included(before, after, seed):
    wishes = Constraints(partners=PAIRS)
    old = draw_schedule(16, before, (4,), seed=seed, constraints=wishes).rounds
    new = draw_schedule(16, after, (4,), seed=seed + 1, constraints=wishes, history=old).rounds
    for played in range(1, len(new) + 1):
        met = count_meetings([*old, *new[:played]])
        times = [met[one, two] for one in range(1, 17) for two in range(one + 1, 17) if two - one != 8]
        assert max(times) - min(times) <= 1


def test_a_table_of_four_with_a_leaver_does_not_count_as_small():
    number_by_id = {2: 0, 3: 1, 4: 2, 5: 3, 7: 4}
    assert odd_before([[[1, 2, 3, 4], [5, 6, 7]]], number_by_id, 4) == {3: 1, 4: 1}


def test_a_player_who_was_at_a_small_table_before_is_spared():
    before = a_draw(31, 2).rounds
    (tables,) = draw_schedule(31, 1, (4, 3), seed=1, steps=20_000, history=before).rounds
    small = [set(next(table for table in each if len(table) == 3)) for each in (*before, tables)]
    assert len(set().union(*small)) == 9
