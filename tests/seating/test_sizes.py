"""The number of tables of each size."""

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seating import sizes
from seating.sizes import NoSuchTables, table_sizes


def test_the_docstring_is_true():
    assert doctest.testmod(sizes).failed == 0


@pytest.mark.parametrize(
    ("players", "expected"),
    [(3, [3]), (4, [4]), (6, [3, 3]), (7, [4, 3]), (9, [3, 3, 3]), (10, [4, 3, 3]), (27, [4] * 6 + [3])],
)
def test_fours_and_as_few_threes_as_possible(players, expected):
    assert table_sizes(players, allowed=(3, 4), standard=4) == expected


@pytest.mark.parametrize(("players", "below", "above"), [(1, None, 3), (2, None, 3), (5, 4, 6)])
def test_one_two_and_five_players_are_refused_with_what_would_do(players, below, above):
    with pytest.raises(NoSuchTables) as refused:
        table_sizes(players, allowed=(3, 4), standard=4)
    assert (refused.value.below, refused.value.above) == (below, above)


def test_zero_players_make_no_table():
    with pytest.raises(NoSuchTables):
        table_sizes(0, allowed=(3, 4), standard=4)


@given(st.integers(6, 400))
def test_threes_are_minus_n_mod_four(players):
    drawn = table_sizes(players, allowed=(3, 4), standard=4)
    assert sum(drawn) == players
    assert drawn.count(3) == -players % 4
