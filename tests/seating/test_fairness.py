"""The commitment published before the draw, and the checks after it."""

import doctest
from hashlib import sha256

import pytest

from seating import fairness
from seating.fairness import audit_of, commitment, draw_seed, list_commitment
from seating.schedule import draw_schedule

SEED = bytes(range(16))
TWO_ROUNDS = [[(1, 2, 3, 4), (5, 6, 7)], [(2, 1, 5, 6), (3, 4, 7)]]


def test_the_docstring_is_true():
    assert doctest.testmod(fairness).failed == 0


def test_the_commitment_is_the_hash_of_the_seed():
    assert commitment(SEED) == sha256(SEED).hexdigest()


def test_a_seed_that_could_be_guessed_is_refused():
    with pytest.raises(ValueError, match="at least 16 bytes"):
        commitment(b"today")


def test_the_draw_seed_is_the_hash_of_seed_and_ordered_numbers():
    assert draw_seed(SEED, [10, 9, 1]) == int(sha256(SEED + b"1\n9\n10").hexdigest(), 16)
    assert draw_seed(SEED, [1, 9, 10]) == draw_seed(SEED, [10, 9, 1]) != draw_seed(SEED, [19, 10])


def test_the_list_has_a_hash_of_its_own():
    assert list_commitment([2, 1]) == sha256(b"1\n2").hexdigest()


def test_the_audit_of_a_small_draw():
    counted = audit_of(TWO_ROUNDS)
    assert (counted.repeats, counted.lower_bound, counted.most_visits) == (3, 3, 2)
    assert counted.is_optimal
    assert counted.small_tables == {1: 0, 2: 0, 3: 1, 4: 1, 5: 1, 6: 1, 7: 2}


def test_the_audit_shows_who_met_whom_and_who_sat_where():
    counted = audit_of(TWO_ROUNDS)
    assert counted.meetings[0] == (0, 2, 1, 1, 1, 1, 0)
    assert counted.seats[1] == (1, 1, 0, 0)


def test_meetings_are_symmetric():
    meetings = audit_of(draw_schedule(20, 5, (4,), seed=1)).meetings
    assert meetings == tuple(zip(*meetings, strict=True))


def test_the_audit_does_not_believe_the_schedule():
    drawn = draw_schedule(12, 5, (4,), seed=1, steps=10)
    assert audit_of(drawn) == audit_of(drawn.rounds)
