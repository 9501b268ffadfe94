"""Guessing is slowed down: counted by name and address, shared by all processes, never blocked for good."""

import pytest

from tests.processes import environment, install, manage
from tests.tournaments.clocks import stopped_clock
from tournaments.models import Tries
from tournaments.services.clubs.throttling import (
    Pace,
    clear_tries,
    give_back,
    limit,
    network_of,
    seconds_until_free,
    take_try,
    wait_phrase,
)

pytestmark = pytest.mark.django_db

PACE = Pace(free=3, pause=60, longest=300)
HOUR = 3600


@pytest.fixture
def forward():
    with stopped_clock() as forward:
        yield forward


def tries_in(seconds, limits, forward, step=1):
    """Return how many attempts are admitted for a program that never gives up."""
    taken = 0
    for _ in range(0, seconds, step):
        taken += take_try(limits) == 0
        forward(step)
    return taken


def test_the_first_tries_are_free_and_pauses_grow_up_to_a_bound(forward):
    waits = []
    for _ in range(9):
        waits.append(take_try([limit(PACE, "x")]))
        if waits[-1]:
            forward(waits[-1])
            assert take_try([limit(PACE, "x")]) == 0
    assert waits == [0, 0, 0, 60, 120, 240, 300, 300, 300]


def test_a_try_that_has_to_wait_does_not_make_the_wait_longer(forward):
    limits = [limit(PACE, "x")]
    assert [take_try(limits) for _ in range(6)] == [0, 0, 0, 60, 60, 60]
    forward(20)
    assert take_try(limits) == 40


def test_an_hour_without_a_try_forgets_them(forward):
    limits = [limit(PACE, "x")]
    tries_in(1000, limits, forward)
    forward(HOUR)
    assert [take_try(limits) for _ in range(4)] == [0, 0, 0, 60]


def test_a_clock_that_is_set_back_shuts_nobody_out(forward):
    limits = [limit(PACE, "x")]
    tries_in(5, limits, forward)
    forward(-365 * 24 * HOUR)
    assert take_try(limits) == 0


def test_limits_of_different_people_do_not_touch_each_other(forward):
    tries_in(10, [limit(PACE, "ada", "10.0.0.1")], forward)
    assert take_try([limit(PACE, "ada", "10.0.0.2")]) == 0


def test_the_longest_of_several_pauses_counts_and_a_refused_try_counts_nowhere(forward):
    narrow, wide = limit(PACE, "ada", "10.0.0.1"), limit(Pace(free=4, pause=200, longest=200), "ada")
    assert [take_try([narrow, wide]) for _ in range(5)] == [0, 0, 0, 60, 60]
    assert [take_try([limit(PACE, "ada", "10.0.0.2"), wide]) for _ in range(2)] == [0, 200]


def test_a_good_try_is_forgotten_and_the_wider_limit_keeps_the_bad_ones(forward):
    narrow, wide = limit(PACE, "narrow"), limit(PACE, "wide")
    for _ in range(3):
        take_try([narrow, wide])
    give_back([narrow, wide])
    assert seconds_until_free([narrow]) == 0 and not Tries.objects.filter(key=narrow.key).exists()
    assert Tries.objects.get(key=wide.key).count == 2


def test_forgotten_tries_never_were():
    limits = [limit(PACE, "x")]
    for _ in range(4):
        take_try(limits)
    clear_tries(limits)
    assert take_try(limits) == 0


def test_a_stored_attempt_names_nobody():
    take_try([limit(PACE, "password", "zoe", "10.1.2.3")])  # a name that no digest has by chance
    stored = str(list(Tries.objects.values()))
    assert "zoe" not in stored and "10.1.2.3" not in stored


def test_old_counts_are_swept_away(forward):
    for number in range(50):
        take_try([limit(PACE, "stranger", number)])
    forward(25 * HOUR)
    take_try([limit(PACE, "x")])
    assert Tries.objects.count() == 1


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("", ""),
        ("unix:", "unix:"),
    ],
)
def test_a_place_is_an_address_or_the_network_of_a_household(address, place):
    assert network_of(address) == place


@pytest.mark.parametrize(
    ("seconds", "phrase"),
    [(1, "1 second"), (59, "59 seconds"), (60, "1 minute"), (61, "2 minutes"), (300, "5 minutes")],
)
def test_a_wait_is_said_as_people_say_it(seconds, phrase):
    assert wait_phrase(seconds) == phrase


AT_ONCE = """
from concurrent.futures import ThreadPoolExecutor
from tournaments.services.clubs.throttling import Pace, limit, take_try
guess = lambda _: take_try([limit(Pace(free=3, pause=60, longest=300), "x")])
print(sum(wait == 0 for wait in ThreadPoolExecutor(8).map(guess, range(16))))
"""


def test_tries_at_the_same_moment_are_all_counted(tmp_path):
    installation = environment(tmp_path)
    install(installation)
    assert manage(installation, "shell", "-v", "0", "-c", AT_ONCE).strip() == "3"
