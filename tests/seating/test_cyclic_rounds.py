"""Stored base rounds whose players and tables move on together."""

from itertools import chain

import pytest

from seating.cyclic_rounds import CAROUSELS, turn
from seating.meetings import count_repeats
from tests.seating.schedules import visits


@pytest.mark.parametrize(("players", "size"), CAROUSELS)
def test_in_cyclic_rounds_every_player_sits_once_a_round_and_no_two_meet_twice(players, size):
    rounds = turn(CAROUSELS[players, size])
    assert all(sorted(chain(*tables)) == list(range(players)) for tables in rounds)
    assert {len(table) for tables in rounds for table in tables} <= {size, size - 1}
    assert count_repeats(rounds) == 0


@pytest.mark.parametrize("name", CAROUSELS)
def test_in_cyclic_rounds_no_player_returns_to_a_table_number(name):
    assert max(visits(turn(CAROUSELS[name])).values()) == 1


@pytest.mark.parametrize(("players", "size"), CAROUSELS)
def test_in_a_carousel_small_tables_are_shared_out(players, size):
    small = [table for tables in turn(CAROUSELS[players, size]) for table in tables if len(table) < size]
    times = [sum(player in table for table in small) for player in range(players)]
    assert max(times) - min(times) <= 1
