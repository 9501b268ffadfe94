"""Meetings, and tables of unmet players down a ranking, against a naive implementation of the rule."""

from collections import Counter
from itertools import chain, pairwise
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from seating.history import History
from seating.meetings import count_meetings
from seating.next_round import count_clashes, draw_next, near_strangers


def random_history(players, rounds, size, seed):
    rng = Random(seed)
    numbers = rng.sample(range(1, 10 * players), players)
    sizes = [size] * (players // size) + ([players % size] if players % size else [])
    return numbers, [random_tables(numbers, sizes, rng) for _ in range(rounds)]


def random_tables(numbers, sizes, rng):
    seats = iter(rng.sample(numbers, len(numbers)))
    return [[next(seats) for _ in range(each)] for each in sizes]


def naive(order, rounds, size):
    """Return the tables and the players left, by the rule word by word."""
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
def test_strangers_are_found_as_the_rule_says(drawn, size):
    order, rounds = drawn
    assert near_strangers(order, History(rounds).met, size) == naive(order, rounds, size)


def test_many_players_have_no_repeats_and_stay_near():
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
def test_a_history_tells_what_was_played(drawn):
    order, rounds = drawn
    past, meetings = History(rounds), count_meetings(rounds)
    for one in order:
        others = {other: meetings[min(one, other), max(one, other)] for other in order if other != one}
        assert past.met[one] == {other: times for other, times in others.items() if times}
    seats = Counter((player, seat) for table in chain(*rounds) for seat, player in enumerate(table))
    assert Counter((player, seat) for player, own in past.seats.items() for seat in own) == seats


def test_an_empty_history_knows_nobody():
    past = History()
    assert past.last == [] and not past.odd and past.met[1] == {} and not past.seats


def test_a_player_who_met_everybody_near_finds_strangers_far_away():
    # Seventy rounds: the player has met more people than are near anyone in the ranking.
    everybody = list(range(1, 201))
    rounds = [[[player, (player + step - 1) % 200 + 1] for player in everybody] for step in range(1, 71)]
    tables, _ = near_strangers(everybody, History(rounds).met, 2)
    assert tables[0] == [1, 72]
