"""Table numbers: few repeats for each player, and tables that fit."""

from itertools import permutations

import pytest

from seating.designs import design
from seating.schedule import draw_schedule
from seating.table_numbers import STEPS, in_places
from tests.seating.schedules import visits

GOLDEN_NINE = ((3, 4, 8), (7, 1, 9), (2, 6, 5))
GOLDEN_THIRTEEN = ((9, 11, 8), (1, 4, 6), (2, 5, 7, 12), (3, 13, 10))


@pytest.fixture(autouse=True)
def patient_numbers(monkeypatch, hasty_numbers):
    monkeypatch.setattr("seating.table_numbers.STEPS", STEPS)


@pytest.mark.parametrize(
    ("players", "rounds"),
    [
        (20, 5),
        (23, 5),
        (24, 5),
        (24, 7),
        (28, 9),
        (30, 6),
        (32, 8),
        (40, 9),
        (40, 13),
        (50, 6),
        (64, 10),
        (200, 8),
    ],
)  # fmt: skip
def test_no_player_visits_a_table_number_too_often(players, rounds):
    drawn = draw_schedule(players, rounds, (4, 3), seed=7).rounds
    assert max(visits(drawn).values()) <= -(-rounds // len(drawn[0]))


def numberings(rounds, most):
    """Return every numbering in which no player visits one number more often; the first round stays."""
    found = [rounds[:1]]
    for tables in rounds[1:]:
        orders = list(permutations(tables))
        found = [[*so_far, order] for so_far in found for order in orders if is_rare([*so_far, order], most)]
    return found


def is_rare(rounds, most):
    return max(visits(rounds).values()) <= most


def test_sixteen_players_and_five_rounds_cannot_be_numbered_so():
    assert numberings(design(16, 4)[:3], 2)
    assert not numberings(design(16, 4), 2)


def test_this_very_draw_comes_out_on_any_machine():
    drawn = draw_schedule(9, 3, (3,), seed=2026, steps=500)
    assert drawn.rounds[0] == GOLDEN_NINE
    assert draw_schedule(13, 4, (4, 3), seed=2026, steps=3000).rounds[3] == GOLDEN_THIRTEEN


@pytest.mark.parametrize(
    ("sizes", "chosen", "room", "expected"),
    [
        pytest.param([4, 4, 3], {}, [9, 9, 9], [0, 1, 2], id="in their order where there is room"),
        pytest.param([4, 4, 3], {}, [3, 9, 9], [2, 0, 1], id="the small one where there is none"),
        pytest.param([4, 3, 5], {}, [5, 4, 3], [2, 0, 1], id="three sizes in a circle"),
        pytest.param([4, 4, 4], {3: 0}, [9, 9, 9], [1, 2, 0], id="one that has its number"),
    ],
)
def test_tables_go_where_they_fit(sizes, chosen, room, expected):
    tables = [[number] * size for number, size in enumerate(sizes)]
    assert [table[0] for table in in_places(tables, chosen, room)] == expected
