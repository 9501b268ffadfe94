"""The lower bound against exhaustive search for tiny cases, and for known cases."""

import doctest
from itertools import combinations, product

import pytest

from seating import bounds, designs, meetings
from seating.bounds import lower_bound
from seating.meetings import count_repeats
from seating.schedule import draw_schedule
from seating.sizes import table_sizes

TINY = [
    (4, 3, (4, 3)), (6, 2, (3,)), (6, 3, (3,)), (7, 2, (4, 3)), (7, 3, (4, 3)), (8, 2, (4,)), (8, 3, (4,)),
    (9, 2, (3,)), (6, 3, (2,)), (6, 4, (2,)), (5, 3, (3, 2)), (5, 4, (3, 2)), (7, 2, (5, 2)),
    (8, 2, (4, 2)), (9, 2, (4, 3)),
    (9, 2, (5, 4)), (6, 4, (3,)), (4, 4, (2,)), (8, 2, (3, 2)),
]  # fmt: skip


def all_rounds(players, sizes):
    """Yield every way to seat these players at tables of these sizes."""
    if not sizes:
        yield ()
        return
    for table in combinations(players, sizes[0]):
        rest = tuple(player for player in players if player not in table)
        yield from ((table, *others) for others in all_rounds(rest, sizes[1:]) if in_order(table, others))


def in_order(table, others):
    """Return whether tables of one size are in canonical order."""
    return not others or len(others[0]) != len(table) or table < others[0]


def optimum(players, rounds, sizes):
    """Return the optimum by exhaustive search; the first round is fixed."""
    every = list(all_rounds(tuple(range(players)), sizes))
    return min(count_repeats([every[0], *others]) for others in product(every, repeat=rounds - 1))


@pytest.mark.parametrize("module", [bounds, designs, meetings])
def test_the_docstring_is_true(module):
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize(("players", "rounds", "sizes"), TINY)
def test_bound_and_draw_agree_with_trying_everything(players, rounds, sizes):
    drawn_sizes = table_sizes(players, allowed=sizes, standard=sizes[0])
    best = optimum(players, rounds, drawn_sizes)
    assert lower_bound(players, [drawn_sizes] * rounds) <= best
    assert draw_schedule(players, rounds, sizes, seed=1, steps=30_000).repeats == best


@pytest.mark.parametrize(
    ("players", "rounds", "repeats"),
    [
        pytest.param(28, 9, 0, id="perfect"),
        pytest.param(28, 10, 42, id="one round too many"),
        pytest.param(8, 2, 4, id="four from two tables"),
        pytest.param(12, 2, 3, id="four from three tables"),
        pytest.param(20, 6, 1, id="the design that does not exist"),
    ],
)
def test_the_bound_of_a_known_case(players, rounds, repeats):
    assert lower_bound(players, [[4] * (players // 4)] * rounds) == repeats


def test_nothing_played_is_nothing_repeated():
    assert lower_bound(8, []) == 0
