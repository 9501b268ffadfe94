"""Constraints in a single round, for every mode of drawing."""

from itertools import chain

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from seating.constraint_repair import refuse_broken
from seating.constraints import Constraints, Contradiction
from seating.history import History
from seating.meetings import count_meetings
from seating.next_round import MODES, count_clashes, draw_next
from seating.sizes import NoSuchTables
from tests.seating.schedules import constraints_of

SIXTEEN = [list(range(first, first + 4)) for first in range(1, 17, 4)]
FREE_MODES = [mode for mode in MODES if mode != "fixed"]
PAIRS = [(one, one + 8) for one in range(1, 9)]


def a_round(mode="standings", players=16, history=(SIXTEEN,), sizes=(4, 3), seed=1, **wishes):
    ranking = range(1, players + 1)
    return draw_next(
        history, ranking, mode, players=ranking, sizes=sizes, seed=seed, constraints=Constraints(**wishes)
    )


def table_of(player, tables):
    return next(number for number, table in enumerate(tables, 1) if player in table)


@given(st.sampled_from(FREE_MODES), constraints_of(20), st.integers(20, 23), st.integers(0, 9))
@settings(max_examples=60)
def test_a_round_keeps_the_wishes_or_names_one_that_cannot_be_kept(mode, wishes, players, seed):
    ranking, history = range(1, players + 1), History([SIXTEEN], standard=4)
    try:
        tables = draw_next(history, ranking, mode, seed=seed, constraints=wishes)
    except Contradiction as refused:
        assume(not refused.code.startswith("not_kept"))
        return
    refuse_broken(tables, wishes)
    assert sorted(chain(*tables)) == list(ranking)
    assert {len(table) for table in tables} <= {3, 4}
    assert tables == draw_next(history, ranking, mode, seed=seed, constraints=wishes)


@pytest.mark.parametrize("mode", FREE_MODES)
def test_players_who_must_be_apart_are_apart(mode):
    pairs = [(1, 2), (1, 3), (5, 6), (9, 16), (2, 15)]
    met = count_meetings([a_round(mode, history=[], apart=pairs, apart_first=[[4, 8, 12, 16]])])
    assert not any(met[pair] for pair in [*pairs, (4, 8), (4, 12), (4, 16), (8, 12), (8, 16), (12, 16)])


@pytest.mark.parametrize("mode", FREE_MODES)
def test_players_fixed_to_one_table_sit_there_together(mode):
    tables = a_round(mode, tables={16: 1, 2: 1, 7: 3})
    assert [table_of(player, tables) for player in (16, 2, 7)] == [1, 1, 3]


@pytest.mark.parametrize("mode", FREE_MODES)
def test_a_seat_of_ones_own_is_kept(mode):
    tables = a_round(mode, seats={5: 2, 6: 2, 7: 0})
    assert [table.index(one) for one in (5, 6, 7) for table in tables if one in table] == [2, 2, 0]


@pytest.mark.parametrize("mode", FREE_MODES)
@pytest.mark.parametrize("table", [1, 3, 4])
def test_a_small_table_holds_no_more(mode, table):
    assert len(a_round(mode, players=15, capacity={table: 3})[table - 1]) == 3


def test_three_sizes_of_table_find_their_rooms():
    tables = a_round(players=12, sizes=(5, 4, 3), capacity={1: 4, 2: 3})
    assert [len(table) for table in tables] == [4, 3, 5]


def test_a_seat_that_small_tables_lack_keeps_its_owner_away_from_them():
    tables = a_round(players=15, history=[], seats={15: 3, 14: 3})
    assert len(tables[table_of(15, tables) - 1]) == len(tables[table_of(14, tables) - 1]) == 4


def test_one_wish_leaves_all_others_near_their_rank():
    tables = draw_next([], range(1, 41), "standings", constraints=Constraints(apart=[(1, 2)]))
    assert [set(table) for table in tables[2:]] == [set(range(n, n + 4)) for n in range(9, 41, 4)]


def test_wishes_cost_no_repeats_where_that_can_be_avoided():
    rounds: list[list[list[int]]] = []
    for seed in range(5):
        wishes = Constraints(apart=[(1, 2), (3, 30)], tables={7: 2}, seats={9: 1})
        tables = draw_next(rounds, range(1, 41), "standings", seed=seed, constraints=wishes)
        assert count_clashes(tables, History(rounds)) == 0
        rounds.append(tables)


def test_no_wishes_change_nothing():
    none = Constraints(apart=[], apart_first=[], tables={}, seats={}, capacity={}, partners=[])
    assert not none
    assert draw_next([SIXTEEN], range(1, 17), "snake", constraints=none) == a_round("snake")


# Partners


@pytest.mark.parametrize("mode", FREE_MODES)
def test_partners_sit_opposite_each_other_and_meet_other_pairs(mode):
    history = History([a_round(mode, history=[], partners=PAIRS)], standard=4)
    tables = a_round(mode, history=history, partners=PAIRS, apart=[(1, 10)])
    refuse_broken(tables, Constraints(partners=PAIRS, apart=[(1, 10)]))
    assert sorted(chain(*tables)) == list(range(1, 17))
    assert mode == "winners_stay" or count_clashes(tables, history) == len(PAIRS)


def test_pairs_are_ranked_by_the_better_of_them():
    ranking = [1, 2, 3, 4, 5, 6, 7, 8]
    pairs = [(2, 7), (3, 4), (1, 8), (5, 6)]
    tables = draw_next([], ranking, "standings", constraints=Constraints(partners=pairs))
    assert [set(table) for table in tables] == [{1, 8, 2, 7}, {3, 4, 5, 6}]


# Impossible constraints


@pytest.mark.parametrize(
    ("wishes", "code"),
    [
        pytest.param(dict(apart=[(1, 2)]), "not_kept_apart", id="two at one table must be apart"),
        pytest.param(dict(tables={1: 2}), "not_kept_table", id="fixed to another table"),
        pytest.param(dict(seats={1: 1}), "not_kept_seat", id="fixed to another seat"),
        pytest.param(dict(partners=PAIRS), "not_kept_partners", id="partners at two tables"),
    ],
)
def test_fixed_seats_that_break_a_wish_are_refused(wishes, code):
    with pytest.raises(Contradiction) as refused:
        a_round("fixed", **wishes)
    assert refused.value.code == code
    assert refused.value.message % refused.value.values == str(refused.value)


def test_fixed_seats_that_keep_the_wishes_stay():
    assert a_round("fixed", apart=[(1, 5)], tables={1: 1}, seats={2: 1}) == SIXTEEN


def test_a_table_that_became_too_small_is_named():
    with pytest.raises(Contradiction, match=r"^Table 1 holds 3 players, but 4 would sit there\.$"):
        a_round("fixed", players=15, history=[[*SIXTEEN[:3], [13, 14, 15]]], capacity={1: 3})


@pytest.mark.parametrize("mode", FREE_MODES)
def test_players_who_cannot_be_kept_apart_are_named(mode):
    with pytest.raises(
        Contradiction, match="must be apart, but no draw was found that keeps all constraints"
    ):
        a_round(mode, players=8, history=[], apart=[(1, 2), (1, 3), (2, 3)])


def test_too_many_for_one_seat_are_refused():
    with pytest.raises(Contradiction) as refused:
        a_round(players=8, history=[], seats={1: 0, 2: 0, 3: 0})
    assert refused.value.code == "seat_crowded"


def test_a_team_apart_but_fixed_to_one_table_is_named():
    with pytest.raises(Contradiction, match=r"^1 and 2 must be apart, but both are fixed to table 3\.$"):
        a_round(apart_first=[[1, 2]], tables={1: 3, 2: 3})


def test_too_few_players_are_refused_before_their_wishes():
    with pytest.raises(NoSuchTables):
        a_round(players=5, apart=[(1, 2)])


def test_tables_larger_than_the_standard_count_as_odd():
    history = History([[[1, 2, 3, 4, 5], [6, 7, 8, 9]]], standard=4)
    assert set(history.odd) == {1, 2, 3, 4, 5}
