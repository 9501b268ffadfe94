"""Who has met whom, and tables of strangers down a ranking, against the rule told naively."""

from collections import Counter
from itertools import chain, pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating import strangers
from seating.history import WORD, History
from seating.meetings import count_meetings
from seating.next_round import count_clashes, draw_next
from seating.simple import random_tables
from seating.strangers import in_blocks, near_strangers


def random_history(players, rounds, size, seed):
    rng = Random(seed)
    numbers = rng.sample(range(1, 10 * players), players)
    sizes = [size] * (players // size) + ([players % size] if players % size else [])
    return numbers, [random_tables(numbers, sizes, rng) for _ in range(rounds)]


def naive(order, rounds, size):
    """The rule word by word."""
    met, free, tables, left = count_meetings(rounds), list(order), [], []
    while free:
        table: list[int] = []
        for player in free:
            if len(table) < size and not any(met[min(player, one), max(player, one)] for one in table):
                table.append(player)
        if len(table) == size:
            tables.append(table)
            free = [player for player in free if player not in table]
        else:
            left.append(free.pop(0))
    return tables, left


histories = st.builds(
    random_history, st.integers(2, 40), st.integers(0, 4), st.integers(2, 6), st.integers(0, 999)
)


@given(histories, st.integers(2, 7))
@settings(deadline=None)
def test_strangers_are_found_as_the_rule_says(drawn, size):
    order, rounds = drawn
    past = History(rounds)
    tables, left = near_strangers(past, past.rows(np.array(order)), size)
    numbers = np.array(order)
    assert (numbers[tables].tolist(), numbers[left].tolist()) == naive(order, rounds, size)


@given(histories, st.integers(2, 7))
@settings(deadline=None)
def test_a_block_begins_as_the_rule_says(drawn, size):
    order, rounds = drawn
    past = History(rounds)
    rows = past.rows(np.array(order))
    tables, block = near_strangers(past, rows, size)[0].tolist(), in_blocks(past, rows, size).tolist()
    assert block == tables[: len(block)]
    assert len(block) == len(tables) or len(order) - size * len(block) >= size


def test_who_finds_too_few_leaves_the_others_free():
    order, rounds = random_history(64, 18, 4, 0)
    past = History(rounds)
    block = in_blocks(past, past.rows(np.array(order)), 4).tolist()
    assert np.array(order)[block].tolist() == naive(order, rounds, 4)[0][: len(block)]
    leaders = [table[0] for table in block]
    assert any(place < leaders[-1] and place not in chain(*block) for place in range(64))


@given(st.integers(0, 99), st.sampled_from([3, 4, 5, 7]))
@settings(deadline=None, max_examples=10)
def test_blocks_hold_strangers_only_and_do_not_overlap(seed, size):
    order, rounds = random_history(300, 6, 4, seed)
    past = History(rounds)
    places = in_blocks(past, past.rows(np.array(order)), size)
    length = WORD // size * size
    assert len(set(places.ravel())) == places.size > 200
    assert all(len({place // length for place in table}) == 1 for table in places.tolist())
    assert count_clashes(np.array(order)[places].tolist(), past) == 0


def test_very_many_meet_nobody_again_and_stay_near(monkeypatch):
    monkeypatch.setattr(strangers, "VERY_MANY", 400)
    rng = Random(1)
    rounds: list[list[list[int]]] = []
    for _ in range(7):
        ranking = sorted(range(1, 1003), key=lambda player: player + rng.random() * 40)
        rounds.append(draw_next(rounds, ranking, "standings"))
    assert count_clashes(rounds[-1], History(rounds[:-1])) == 0
    assert sorted(chain(*rounds[-1])) == list(range(1, 1003))
    spread = sorted(max(table) - min(table) for table in rounds[-1])
    assert spread[len(spread) // 2] < 60 and spread[-5] < 400
    assert all(before <= after + 400 for before, after in pairwise(map(max, rounds[-1])))


@given(histories)
@settings(deadline=None)
def test_a_history_tells_what_was_played(drawn):
    order, rounds = drawn
    past, meetings = History(rounds), count_meetings(rounds)
    for one in order:
        others = {other: meetings[min(one, other), max(one, other)] for other in order if other != one}
        assert past.met[one] == {other: times for other, times in others.items() if times}
    seats = Counter((player, seat) for table in chain(*rounds) for seat, player in enumerate(table))
    for row, player in enumerate(past.players[:-1].tolist()):
        assert past.had[:, row].tolist() == [seats[player, seat] for seat in range(len(past.had))]


@pytest.mark.parametrize("players", [[1, 2, 3, 4], [10, 2, 40, 7]], ids=["without gaps", "with gaps"])
def test_who_is_new_has_met_nobody_and_sat_nowhere(players):
    past = History([[players]])
    assert past.rows(np.array([players[0], 3000, 5, 0])).tolist() == [
        sorted(players).index(players[0]), 4, 4, 4
    ]  # fmt: skip
    assert past.met[3000] == {}
    assert past.times_at_seats(past.rows(np.array([[3000, 0]]))).sum() == 0


def test_an_empty_history_knows_nobody():
    past = History()
    assert past.rows(np.array([1, 2])).tolist() == [0, 0]
    assert past.last == [] and not past.odd and past.met[1] == {}
    assert past.met_from(past.rows(np.array([1, 2])), np.array([0, 0])).tolist() == [0, 0]


def test_who_met_everybody_near_finds_strangers_far_away():
    """Seventy rounds: more people met than one word has bits."""
    everybody = list(range(1, 201))
    rounds = [[[player, (player + step - 1) % 200 + 1] for player in everybody] for step in range(1, 71)]
    past = History(rounds)
    tables, _ = near_strangers(past, past.rows(np.array(everybody)), 2)
    assert tables[0].tolist() == [0, 71]
