"""Stored and constructed designs have no repeats."""

from itertools import chain

import pytest

from seating.base_blocks import STARTERS
from seating.designs import REDUCTIONS, design, field_of, is_field
from seating.meetings import count_repeats

ORDERS = sorted({prime**degree for prime, degree in REDUCTIONS if prime**degree < 30} | {2, 5, 7})
FULL = [n for n, size in STARTERS if size == 4] + [20, 32]


@pytest.mark.parametrize(
    ("players", "size"), [*STARTERS, (32, 4), (20, 4), (128, 4), (108, 4), (30, 5), (14, 2)]
)
def test_in_a_design_every_player_sits_once_a_round_and_no_two_meet_twice(players, size):
    rounds = design(players, size)
    assert count_repeats(rounds) == 0
    assert all(sorted(chain(*tables)) == list(range(players)) for tables in rounds)
    assert {len(table) for tables in rounds for table in tables} == {size}


@pytest.mark.parametrize("players", sorted(set(FULL) - {20}))
def test_stored_fours_are_as_long_as_can_be(players):
    assert len(design(players, 4)) == (players - 1) // 3


@pytest.mark.parametrize("players", [4, 8, 12, 92, 104, 300, 1000])
def test_there_is_always_a_round(players):
    assert len(design(players, 4)) >= 1


@pytest.mark.parametrize("order", ORDERS)
def test_in_a_field_every_row_of_the_times_table_holds_everything(order):
    field, elements = field_of(order), range(order)
    assert all(sorted(field.times(a, b) for b in elements) == list(elements) for a in elements[1:])
    assert all(field.times(1, a) == field.plus(0, a) == a for a in elements)


@pytest.mark.parametrize("order", ORDERS)
def test_in_a_field_products_distribute_over_sums(order):
    plus, times = field_of(order).plus, field_of(order).times
    assert all(
        times(a, plus(b, 2 % order)) == plus(times(a, b), times(a, 2 % order))
        for a in range(order)
        for b in range(order)
    )


@pytest.mark.parametrize(("order", "known"), [(1, False), (4, True), (6, False), (13, True), (15, False)])
def test_there_is_a_field_for_every_prime_power(order, known):
    assert is_field(order) is known
