"""Round after round, for the players present."""

from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating.constraints import Contradiction
from seating.history import History
from seating.next_round import MODES, count_clashes, draw_next
from seating.sizes import NoSuchTables

EIGHT = [[1, 2, 3, 4], [5, 6, 7, 8]]
SIXTEEN = [list(range(first, first + 4)) for first in range(1, 17, 4)]


def drawn_rounds(mode, players, rounds):
    played: list[list[list[int]]] = []
    for _ in range(rounds):
        played.append(draw_next(played, players, mode))
    return History(played)


@given(st.sampled_from(["random", "standings", "snake"]), st.permutations(range(1, 28)), st.integers(0, 4))
@settings(max_examples=30)
def test_everybody_sits_once_at_a_legal_table(mode, ranking, rounds):
    tables = draw_next(drawn_rounds(mode, ranking, rounds), ranking, mode)
    assert sorted(chain(*tables)) == list(range(1, 28))
    assert {len(table) for table in tables} <= {3, 4}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("past", [[], [EIGHT]])
def test_a_player_named_twice_is_refused_by_number(past, mode):
    twice = [1, 2, 3, 4, 5, 6, 7, 7]
    for ranking, players in ((range(1, 9), twice), (twice, None)):
        with pytest.raises(Contradiction, match="7 is entered 2 times") as refused:
            draw_next(past, ranking, mode, players=players)
        assert refused.value.code == "player_twice"


def test_the_first_round_by_standings_cuts_the_ranking():
    assert [set(table) for table in draw_next([], range(1, 13), "standings")] == [
        {1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}
    ]  # fmt: skip


@pytest.mark.parametrize("mode", ["random", "standings", "snake"])
def test_no_two_meet_again_while_that_can_be_avoided(mode):
    ranking = range(1, 101)
    history = drawn_rounds(mode, ranking, 6)
    assert count_clashes(draw_next(history, ranking, mode), history) == 0


def test_a_thousand_by_standings_without_a_repeat_stay_near_their_rank():
    ranking = range(1, 1001)
    history = drawn_rounds("standings", ranking, 6)
    tables = draw_next(history, ranking, "standings")
    assert count_clashes(tables, history) == 0
    assert max(max(table) - min(table) for table in tables) < 200


def test_each_sits_with_the_highest_they_have_not_met():
    tables = draw_next([SIXTEEN], range(1, 17), "standings")
    assert list(map(sorted, tables)) == [[1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [4, 8, 12, 16]]


def test_players_without_strangers_are_cut_by_rank_and_exchanged_with_the_next():
    tables = draw_next([EIGHT], range(1, 9), "standings")
    assert {len({player for player in table if player < 5}) for table in tables} == {2}


def test_a_snake_balances_the_tables():
    tables = draw_next([], range(1, 17), "snake")
    assert {sum(table) for table in tables} == {34}


def test_the_bottom_sits_at_the_small_table_but_no_player_twice_before_others():
    history = drawn_rounds("standings", range(1, 12), 3)
    assert max(history.odd.values()) == 1


def test_late_arrivals_and_leavers_change_the_next_round_only():
    tables = draw_next([SIXTEEN], None, "random", players=[*range(2, 17), 99], seed=4)
    assert sorted(chain(*tables)) == [*range(2, 17), 99]


def test_a_player_without_a_rank_comes_last():
    assert 99 in draw_next([EIGHT], range(1, 8), "standings", players=[99, *range(1, 8)])[-1]


def test_fixed_seats_stay_and_a_newcomer_takes_the_place_left():
    assert draw_next([EIGHT], None, "fixed") == EIGHT
    assert draw_next([EIGHT], None, "fixed", players=[1, 9, 3, 4, 5, 6, 7, 8])[0] == [1, 9, 3, 4]


def test_winners_stay_and_the_others_move_on():
    tables = draw_next([EIGHT], [1, 2, 5, 6, 3, 4, 7, 8], "winners_stay")
    assert [set(table) for table in tables] == [{1, 2, 7, 8}, {5, 6, 3, 4}]


def test_winners_stay_when_the_number_of_tables_changes():
    tables = draw_next([SIXTEEN], range(1, 12), "winners_stay")
    assert sorted(chain(*tables)) == list(range(1, 12))


def test_a_random_round_depends_on_its_seed_only():
    one, two, other = (draw_next([SIXTEEN], None, "random", seed=seed) for seed in (1, 1, 2))
    assert one == two != other


def test_seats_change_from_round_to_round():
    history = drawn_rounds("random", range(1, 5), 4)
    assert [sorted(seats) for seats in history.seats.values()] == [[0, 1, 2, 3]] * 4


@pytest.mark.parametrize(
    ("players", "mode", "error"),
    [
        pytest.param([1, 2, 3, 3], "random", Contradiction, id="a player twice"),
        pytest.param([1, 2, 3, 4], "dice", Contradiction, id="no such mode"),
        pytest.param([1, 2, 3, 4, 5, 6], "fixed", Contradiction, id="fixed seats left empty"),
        pytest.param([1, 2], "random", NoSuchTables, id="too few"),
    ],
)
def test_a_round_that_cannot_be_is_refused(players, mode, error):
    with pytest.raises(error):
        draw_next([EIGHT], None, mode, players=players)


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_draws_after_a_round(mode):
    assert sorted(chain(*draw_next([EIGHT], None, mode))) == list(range(1, 9))
