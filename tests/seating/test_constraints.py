"""Constraints are kept; constraints that exclude each other are named."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating.constraint_repair import refuse_broken
from seating.constraints import Constraints, Contradiction
from seating.meetings import count_meetings
from seating.next_round import draw_next
from seating.schedule import draw_schedule
from tests.seating.schedules import constraints_of

TEAMS = [range(first, first + 4) for first in range(1, 25, 4)]
PAIRS = [(one, one + 8) for one in range(1, 9)]


def a_wish(players=24, rounds=5, seed=1, **wishes):
    return draw_schedule(players, rounds, (4, 3), seed=seed, steps=60_000, constraints=Constraints(**wishes))


def tables_of(player, drawn):
    """Return the table numbers a player visits, from 1."""
    return [i for tables in drawn.rounds for i, table in enumerate(tables, 1) if player in table]


def seats_of(player, drawn):
    return {table.index(player) for tables in drawn.rounds for table in tables if player in table}


@given(st.lists(st.tuples(st.integers(1, 12), st.integers(13, 24)), max_size=8), st.integers(0, 99))
@settings(max_examples=6)
def test_pairs_that_must_be_apart_never_meet(pairs, seed):
    drawn = a_wish(apart=pairs, seed=seed)
    assert not any(count_meetings(drawn.rounds)[pair] for pair in pairs)
    assert drawn.repeats == 0


@given(constraints_of(16), st.integers(13, 16), st.integers(1, 3), st.integers(0, 9))
@settings(max_examples=25)
def test_every_round_keeps_the_wishes_or_one_that_cannot_be_kept_is_named(wishes, players, rounds, seed):
    try:
        drawn = draw_schedule(players, rounds, (4, 3), seed=seed, steps=3000, constraints=wishes)
    except Contradiction:
        return
    for index, tables in enumerate(drawn.rounds):
        refuse_broken(tables, wishes, is_first=index == 0)


def test_a_team_is_apart_in_round_one():
    met = count_meetings(a_wish(apart_first=TEAMS).rounds[:1])
    assert not any(met[one, two] for team in TEAMS for one in team for two in team)


def test_a_club_apart_in_round_one_costs_no_repeats():
    assert a_wish(apart_first=TEAMS).repeats == 0


FOUR_TEAMS = [[team + 4 * member for member in range(4)] for team in range(1, 5)]


def team_meetings(rounds, teams):
    met = count_meetings(rounds)
    return sum(met[pair] for team in teams for pair in combinations(sorted(team), 2))


@pytest.mark.parametrize("seed", range(5))
def test_teams_meet_in_no_round_and_nobody_meets_twice(seed):
    drawn = draw_schedule(16, 3, (4, 3), seed=seed, constraints=Constraints(groups=FOUR_TEAMS))
    assert (team_meetings(drawn.rounds, FOUR_TEAMS), drawn.repeats) == (0, 0)


@pytest.mark.parametrize("mode", ["random", "standings", "snake", "winners_stay"])
def test_teams_meet_in_no_round_that_is_drawn_by_itself(mode):
    played: list[Any] = []
    for seed in range(3):
        wishes = Constraints(groups=FOUR_TEAMS)
        played.append(draw_next(played, range(1, 17), mode, seed=seed, constraints=wishes))
    assert team_meetings(played, FOUR_TEAMS) == 0


@pytest.mark.parametrize("mode", [None, "random", "standings", "snake"])
def test_a_club_that_is_too_large_meets_as_little_as_can_be(mode):
    wishes, club = Constraints(groups=[range(1, 8)]), range(1, 8)  # seven of twelve, at three tables
    rounds: Any = [mode and draw_next([], range(1, 13), mode, seed=1, constraints=wishes)]
    if mode is None:
        rounds = draw_schedule(12, 1, (4, 3), seed=1, constraints=wishes).rounds
    assert team_meetings(rounds, [club]) == 5  # 3 + 2 + 2 of them at the tables


def test_teams_stay_apart_where_all_others_have_met_often():
    wishes, history = Constraints(groups=[(1, 2), (3, 4)], tables={5: 1, 6: 2}), list[Any]()
    for seed in range(8):
        history.append(draw_next(history, None, "random", players=range(1, 9), seed=seed, constraints=wishes))
    met = count_meetings(history)
    assert (met[1, 2], met[3, 4]) == (0, 0)


def test_a_pair_that_must_be_apart_goes_before_a_club():
    wishes = Constraints(apart=[(1, 2), (3, 4)], groups=[[1, 3, 5, 7], [2, 4, 6, 8]])
    for mode in ("random", "standings", "snake"):
        refuse_broken(draw_next([], range(1, 9), mode, constraints=wishes), wishes)


@pytest.mark.parametrize("table", [1, 4, 6])
def test_a_player_may_stay_at_one_table(table):
    drawn = a_wish(tables={9: table})
    assert (tables_of(9, drawn), drawn.repeats) == ([table] * 5, 0)


def test_players_may_stay_at_different_tables():
    drawn = a_wish(tables={9: 2, 3: 5})
    assert (tables_of(9, drawn), tables_of(3, drawn)) == ([2] * 5, [5] * 5)


def test_two_may_stay_at_the_same_table():
    drawn = a_wish(rounds=3, tables={9: 2, 3: 2, 7: 1})
    assert tables_of(9, drawn) == tables_of(3, drawn) == [2] * 3
    assert tables_of(7, drawn) == [1] * 3


def test_a_seat_of_ones_own_is_kept():
    drawn = a_wish(seats={5: 2, 6: 2, 7: 0})
    assert (seats_of(5, drawn), seats_of(6, drawn), seats_of(7, drawn)) == ({2}, {2}, {0})


def test_a_small_table_keeps_to_its_capacity():
    drawn = a_wish(players=23, capacity={2: 3})
    assert {len(tables[1]) for tables in drawn.rounds} == {3}


def test_partners_stay_opposite_each_other_and_meet_all_other_pairs():
    drawn = draw_schedule(16, 7, (4,), seed=4, constraints=Constraints(partners=PAIRS))
    for table in (table for tables in drawn.rounds for table in tables):
        assert {frozenset(table[::2]), frozenset(table[1::2])} <= set(map(frozenset, PAIRS))
    assert min(count_meetings(drawn.rounds).values()) == 1


CONTRADICTIONS: dict[str, dict[str, Any]] = {
    "apart_same_table": dict(apart=[(2, 1)], tables={1: 3, 2: 3}),
    "apart_itself": dict(apart=[(2, 2)]),
    "apart_partners": dict(apart=[(9, 1)], partners=PAIRS),
    "player_unknown": dict(apart=[(1, 99)]),
    "no_such_table": dict(tables={1: 7}),
    "table_full": dict(tables=dict.fromkeys(range(1, 6), 2)),
    "capacity_too_small": dict(capacity={1: 3}),
    "group_too_large": dict(apart_first=[range(1, 8)]),
    "no_such_seat": dict(seats={1: 4}),
    "seat_twice": dict(seats={1: 2, 2: 2}, tables={1: 3, 2: 3}),
    "partner_missing": dict(partners=[(1, 2)]),
    "not_kept_apart": dict(apart=[(1, other) for other in range(2, 25)]),
}


@pytest.mark.parametrize("code", CONTRADICTIONS)
def test_wishes_that_exclude_each_other_are_named(code):
    with pytest.raises(Contradiction) as refused:
        a_wish(**CONTRADICTIONS[code])
    assert refused.value.code == code
    assert refused.value.message % refused.value.values == str(refused.value)


def test_the_sentence_says_who_and_where():
    with pytest.raises(Contradiction, match=r"^1 and 2 must be apart, but both are fixed to table 3\.$"):
        a_wish(apart=[(2, 1)], tables={1: 3, 2: 3})


def test_partners_need_tables_of_four():
    with pytest.raises(Contradiction) as refused:
        a_wish(players=22, partners=[(n, n + 1) for n in range(1, 23, 2)])
    assert refused.value.code == "partners_need_four"


def test_a_player_is_drawn_once():
    with pytest.raises(Contradiction, match="3 is entered 2 times"):
        draw_schedule([1, 2, 3, 3], 1, (4,), seed=1)
