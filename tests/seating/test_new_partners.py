"""Partners drawn anew: nobody has a partner twice while that can be avoided, whatever way is drawn."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating import new_partners
from seating.constraints import Constraints, Contradiction
from seating.meetings import count_meetings
from seating.new_partners import partner_bound, partner_repeats
from seating.next_round import MODES, draw_next
from seating.schedule import draw_schedule
from tests.sweeps import sweep

EVENINGS = [(8, 7), (12, 11), (16, 5), (16, 13), (20, 8), (40, 4)]  # players, rounds
ANEW = Constraints(new_partners=True)
STEPS = new_partners.STEPS


@pytest.fixture
def patient_partners(monkeypatch, hasty_partners):
    monkeypatch.setattr(new_partners, "STEPS", STEPS)


def an_evening(players, rounds, seed=1, *, constraints=ANEW, **more):
    return draw_schedule(
        players, rounds, (4,), seed=seed, steps=20_000, constraints=constraints, **more
    ).rounds


def partners_of(player, rounds):
    """Return the partners of a player, round by round, told from the seats alone."""
    tables = [table for tables in rounds for table in tables if player in table]
    return [table[(table.index(player) + 2) % 4] for table in tables]


@pytest.mark.parametrize("evening", sweep(EVENINGS, everyday=[(8, 7), (16, 5)]), ids=str)
def test_nobody_has_a_partner_twice_in_as_many_rounds_as_there_are_others(evening, patient_partners):
    players, rounds = evening
    drawn = an_evening(players, rounds)
    for player in range(1, players + 1):
        partners = partners_of(player, drawn)
        assert len(set(partners)) == len(partners) == rounds
    assert partner_repeats(drawn) == partner_bound(drawn) == 0


def test_partners_come_again_only_after_everybody_else():
    drawn = an_evening(8, 9)
    assert all(set(Counter(partners_of(player, drawn)).values()) == {1, 2} for player in range(1, 9))
    assert partner_repeats(drawn) == partner_bound(drawn) == 8


def test_opponents_vary_too():
    met = count_meetings(an_evening(16, 8))
    assert len(met) == 120  # each pair of sixteen players
    assert max(met.values()) <= 3


@given(st.integers(0, 99))
@settings(max_examples=4)
def test_players_of_a_couple_that_is_kept_apart_do_not_even_meet(seed):
    drawn = an_evening(12, 6, seed, constraints=Constraints(new_partners=True, apart=[(1, 2), (3, 4)]))
    met = count_meetings(drawn)
    assert (met[1, 2], met[3, 4], partner_repeats(drawn)) == (0, 0, 0)


def test_players_of_a_team_do_not_meet_where_that_can_be():
    teams = [range(first, first + 4) for first in range(1, 17, 4)]
    drawn = an_evening(16, 4, constraints=Constraints(new_partners=True, groups=teams))
    met = count_meetings(drawn)
    assert not any(met[pair] for team in teams for pair in combinations(team, 2))


def test_players_sit_on_each_seat_as_often():
    drawn = an_evening(16, 5)
    had = Counter((player, seat) for tables in drawn for table in tables for seat, player in enumerate(table))
    assert all(1 <= had[player, seat] <= 2 for player in range(1, 17) for seat in range(4))


def test_the_same_seed_makes_the_same_partners():
    assert an_evening(12, 5, 7) == an_evening(12, 5, 7) != an_evening(12, 5, 8)


def test_partners_of_earlier_rounds_count_though_a_player_left():
    before = an_evening(16, 5)
    after = an_evening([*range(1, 16), 17], 3, history=before)
    assert partner_repeats([*before, *after]) == 0


@pytest.mark.parametrize("mode", MODES)
def test_the_next_round_has_new_partners_however_it_is_drawn(mode):
    rounds = [list(each) for each in an_evening(16, 1)]
    for _ in range(2):
        rounds.append(draw_next(rounds, range(1, 17), mode, sizes=(4,), constraints=ANEW))
    assert partner_repeats(rounds) == 0


@pytest.mark.parametrize(
    ("players", "sizes", "more", "code"),
    [
        (15, (4, 3), {}, "partners_need_four"),
        (16, (4,), {"partners": [(1, 2)]}, "partners_anew"),
        (16, (4,), {"tables": {1: 1}}, "new_partners_bound"),
        (16, (4,), {"seats": {1: 1}}, "new_partners_bound"),
    ],
    ids=["a table of three", "a pair that stays", "a fixed table", "a fixed seat"],
)
def test_players_read_what_keeps_partners_from_changing(players, sizes, more, code):
    with pytest.raises(Contradiction) as refused:
        draw_schedule(players, 2, sizes, seed=1, constraints=Constraints(new_partners=True, **more))
    assert refused.value.code == code
